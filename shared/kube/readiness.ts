/**
 * Whether all that is wanted is ready, by the cells of a Table: `2/3` in one, or a number beside the
 * number that is desired. Null where the cells say neither.
 */
export function isAllReady(ready: string, desired: string): boolean | null {
  const [, have, wanted] = /^(\d+)\/(\d+)$/.exec(ready) ?? []
  if (have !== undefined && wanted !== undefined) return Number(have) >= Number(wanted)
  return /^\d+$/.test(ready) && /^\d+$/.test(desired) ? Number(ready) >= Number(desired) : null
}
