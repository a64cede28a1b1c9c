import { assertNever } from '../../shared/errors/index.ts'
import type { ContextEntry, EntryChange } from '../../shared/ipc/index.ts'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** What became of the entry of an open context, and what that means for its connection. */
export function entryChangeText(
  entry: ContextEntry,
  change: EntryChange,
): { readonly title: string; readonly detail: string } {
  switch (change.type) {
    case 'taken':
      return {
        title: `The ${list.format(change.parts)} of ${entry.name} changed in its file.`,
        detail: 'The connection uses them already.',
      }
    case 'changed':
      return {
        title: `The entry of ${entry.name} changed in its file (${list.format(change.parts)}).`,
        detail: 'The connection goes on as it was opened. Reconnecting takes the new entry.',
      }
    case 'gone':
      return {
        title: `${entry.name} is gone from ${entry.source}.`,
        detail: 'The connection goes on until it is closed.',
      }
    case 'broken':
      return {
        title: `The entry of ${entry.name} cannot be used as it is in its file now.`,
        detail: `${change.reason.message} The connection goes on as it was opened, until it is closed.`,
      }
    default:
      return assertNever(change)
  }
}
