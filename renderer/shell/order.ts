/** The kept ones in their order, then those that came since in theirs; each once. */
export function keptOrder<T>(kept: readonly T[], present: readonly T[]): readonly T[] {
  return [...new Set([...kept, ...present])]
}

/** The list with one element at another place; the same list when nothing moves. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const place = Math.min(list.length - 1, Math.max(0, to))
  const element = list[from]
  if (element === undefined || place === from) return list
  return list.toSpliced(from, 1).toSpliced(place, 0, element)
}

/**
 * What is kept once some came and others went. Only what changed counts: something that is being
 * taken away may be present for a moment longer, and something kept need not be present at all.
 */
export function afterChange<T>(
  kept: readonly T[],
  before: ReadonlySet<T>,
  present: readonly T[],
): readonly T[] {
  const added = present.filter(element => !before.has(element) && !kept.includes(element))
  const left = kept.filter(element => !before.has(element) || present.includes(element))
  return added.length === 0 && left.length === kept.length ? kept : [...left, ...added]
}
