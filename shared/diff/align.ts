/** Most cells of the table that finds the best alignment; beyond, a linear one serves. */
const maximumCells = 4_000_000

/**
 * Positions of equal entries in both sequences, ascending in both: the longest such run of pairs
 * where the sequences are short enough to look for it, else a good one in linear time.
 */
export function alignSequences(
  before: readonly string[],
  after: readonly string[],
): readonly (readonly [number, number])[] {
  let start = 0
  const shorter = Math.min(before.length, after.length)
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  const middleBefore = before.slice(start, before.length - end)
  const middleAfter = after.slice(start, after.length - end)
  const middle =
    middleBefore.length * middleAfter.length <= maximumCells
      ? longestCommon(middleBefore, middleAfter)
      : uniqueInOrder(middleBefore, middleAfter)
  const pairs: (readonly [number, number])[] = []
  for (let index = 0; index < start; index++) pairs.push([index, index])
  for (const [from, to] of middle) pairs.push([from + start, to + start])
  for (let index = end; index > 0; index--) pairs.push([before.length - index, after.length - index])
  return pairs
}

function longestCommon(
  before: readonly string[],
  after: readonly string[],
): readonly (readonly [number, number])[] {
  const width = after.length + 1
  const lengths = new Uint32Array((before.length + 1) * width)
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
  const pairs: (readonly [number, number])[] = []
  let row = 0
  let column = 0
  while (row < before.length && column < after.length) {
    if (before[row] === after[column]) pairs.push([row++, column++])
    else if (at(row + 1, column) >= at(row, column + 1)) row++
    else column++
  }
  return pairs
}

/** Entries that occur once on each side and keep their order, the longest such run. */
function uniqueInOrder(
  before: readonly string[],
  after: readonly string[],
): readonly (readonly [number, number])[] {
  const places = uniquePlaces(before)
  const candidates: [number, number][] = []
  for (const [text, to] of uniquePlaces(after)) {
    const from = places.get(text)
    if (from !== undefined) candidates.push([from, to])
  }
  return longestIncreasing(candidates)
}

function uniquePlaces(texts: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  const repeated = new Set<string>()
  for (const [index, text] of texts.entries()) {
    if (places.has(text)) repeated.add(text)
    places.set(text, index)
  }
  for (const text of repeated) places.delete(text)
  return places
}

/** Longest run with ascending first numbers, by patience sorting: n log n. */
function longestIncreasing(
  pairs: readonly (readonly [number, number])[],
): readonly (readonly [number, number])[] {
  const ends: number[] = []
  const previous: number[] = []
  for (const [index, [from]] of pairs.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      const end = pairs[ends[middle] ?? 0]
      if (end !== undefined && end[0] < from) low = middle + 1
      else high = middle
    }
    previous[index] = low > 0 ? (ends[low - 1] ?? -1) : -1
    ends[low] = index
  }
  const run: (readonly [number, number])[] = []
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const pair = pairs[index]
    if (pair !== undefined) run.push(pair)
  }
  return run.reverse()
}
