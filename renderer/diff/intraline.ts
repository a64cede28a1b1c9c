/** Part of a line, from a character up to another. */
export interface LinePart {
  readonly from: number
  readonly to: number
}

/**
 * Where two versions of a line differ: what stands between their common beginning and end, by whole words. Null where
 * they have too little in common for a mark to tell more than the colour of the line.
 */
export function differingParts(
  before: string,
  after: string,
): { readonly before: LinePart; readonly after: LinePart } | null {
  const [old, next] = [wordsOf(before), wordsOf(after)]
  let start = 0
  while (start < old.length && start < next.length && old[start] === next[start]) start++
  let end = 0
  while (end < Math.min(old.length, next.length) - start && old.at(-1 - end) === next.at(-1 - end)) end++
  const from = lengthOf(old.slice(0, start))
  const rest = lengthOf(old.slice(old.length - end))
  if (`${before.slice(0, from)}${before.slice(before.length - rest)}`.trim() === '') return null
  return { before: { from, to: before.length - rest }, after: { from, to: after.length - rest } }
}

const wordsOf = (line: string): readonly string[] => line.match(/[\p{L}\p{N}_]+|\s+|./gsu) ?? []

const lengthOf = (words: readonly string[]): number => words.reduce((sum, word) => sum + word.length, 0)
