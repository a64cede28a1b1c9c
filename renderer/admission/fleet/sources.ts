import { namesInWords, type SourceNote } from '../../../shared/admission/index.ts'
import { isNotInDump } from '../../../shared/errors/index.ts'
import type { FleetMember } from './matrix.ts'

/** What rows are made of in one context; kinds that only say more about them are left out. */
export function sourcesOf({ policies, webhooks }: FleetMember): readonly SourceNote[] {
  const all = [...(policies?.sources ?? []), ...(webhooks?.sources ?? [])]
  return [
    ...new Map(
      all
        .filter(({ kind }) => kind.endsWith('Policy') || /Binding$|Configuration$/.test(kind))
        .map(each => [each.kind, each]),
    ).values(),
  ]
}

/** Whether more may be on its way. */
export function isReading(member: FleetMember): boolean {
  const isAway = member.policies === null || member.webhooks === null
  return isAway || sourcesOf(member).some(({ state }) => state === 'loading')
}

/** What keeps a context’s column from being whole, in a sentence; null where nothing does. */
export function lackInWords(member: FleetMember): string | null {
  const unreadable = sourcesOf(member).filter(({ state }) => state === 'unreadable')
  if (unreadable.length === 0) return null
  const kinds = namesInWords(
    unreadable.map(({ kind }) => kind),
    6,
  )
  const what = unreadable.every(({ error }) => isNotInDump(error))
    ? `the dump does not hold all ${kinds} objects.`
    : `${kinds} objects may not be listed.`
  return `${what} Which of them there are is not known.`
}

/** Since when a context’s column is not current, in milliseconds since the epoch; null where it is. */
export function staleSince(member: FleetMember): number | null {
  const since = sourcesOf(member).flatMap(({ state, since = null }) =>
    state === 'stale' && since !== null ? [since] : [],
  )
  return since.length === 0 ? null : Math.min(...since)
}
