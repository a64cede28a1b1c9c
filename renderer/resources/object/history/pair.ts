import type { Revision } from '../../../../shared/ipc/index.ts'

/** Ids of the versions to compare; null: not chosen. */
export interface ChosenPair {
  readonly before: string | null
  readonly after: string | null
}

/**
 * What was chosen, or else the newest version and the latest one that differs from it in more
 * than its status. Null while there is but one version.
 */
export function pairOf(
  revisions: readonly Revision[],
  chosen: ChosenPair,
): { readonly before: Revision; readonly after: Revision } | null {
  const after = revisions.find(({ id }) => id === chosen.after) ?? revisions[0]
  if (after === undefined) return null
  const before = revisions.find(({ id }) => id === chosen.before) ?? earlierThan(revisions, after)
  return before === undefined ? null : { before, after }
}

function earlierThan(revisions: readonly Revision[], after: Revision): Revision | undefined {
  const place = revisions.indexOf(after)
  const seen = revisions.filter(({ origin }) => origin === 'seen')
  const kept = revisions.filter(({ origin }) => origin === 'kept')
  if (after.origin === 'kept') return revisions[place + 1]
  let telling = place
  while (telling < seen.length && seen[telling]?.isStatusOnly === true) telling++
  // The newest kept template is the present one: the one before it tells something.
  return seen[telling + 1] ?? kept[1] ?? seen[place + 1] ?? kept[0]
}
