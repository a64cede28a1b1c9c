import type { KeyValue, Operation } from '../../shared/ipc/index.ts'

import type { KeyBytes } from './keyBytes.ts'

export type KeyChanges = Extract<Operation, { readonly type: 'keys' }>['set']

/** A key as the list shows it. */
export interface KeyLine {
  readonly key: string
  readonly bytes: number
  /** `kept`: as it is on the server. */
  readonly state: 'kept' | 'changed' | 'added' | 'removed'
  readonly form: KeyValue['form'] | null
}

/** What is there and what becomes of it, in the order of the names. */
export function keyLines(there: readonly KeyValue[], changes: KeyChanges): readonly KeyLine[] {
  const known = new Map(there.map(each => [each.key, each]))
  return [...new Set([...known.keys(), ...Object.keys(changes)])].sort().map(key => {
    const before = known.get(key)
    const isChanged = Object.hasOwn(changes, key)
    const after = isChanged ? changes[key] : null
    const state = !isChanged ? 'kept' : after == null ? 'removed' : before === undefined ? 'added' : 'changed'
    return {
      key,
      state,
      bytes: after?.length ?? before?.bytes ?? 0,
      form: isChanged ? null : (before?.form ?? null),
    }
  })
}

/** The changes with one more: bytes to set, `null` to remove. */
export function withChange(changes: KeyChanges, key: string, bytes: KeyBytes | null): KeyChanges {
  return { ...changes, [key]: bytes }
}

/** The changes without that of a key. */
export function withoutChange(changes: KeyChanges, key: string): KeyChanges {
  return Object.fromEntries(Object.entries(changes).filter(([each]) => each !== key))
}

/** The value moves to another name; `isThere`: the server has the old one, which is then removed. */
export function renamed(
  changes: KeyChanges,
  { from, to, bytes, isThere }: { from: string; to: string; bytes: KeyBytes; isThere: boolean },
): KeyChanges {
  const rest = isThere ? withChange(changes, from, null) : withoutChange(changes, from)
  return withChange(rest, to, bytes)
}
