const lineEnd = /\r\n|\r|\n/g

/** Text as a text area has it: one kind of line end. */
export function plainLineEnds(text: string): string {
  return text.replace(lineEnd, '\n')
}

/**
 * What a text became by an edit in a text area, which knows one kind of line end: those before and after the
 * edited part stay as they were, new ones are of the kind that is there most.
 */
export function keepLineEnds(before: string, edited: string): string {
  const ends = before.match(lineEnd) ?? []
  const plain = plainLineEnds(before)
  const most = Math.min(plain.length, edited.length)
  let start = 0
  while (start < most && plain[start] === edited[start]) start++
  let tail = 0
  while (tail < most - start && plain.at(-1 - tail) === edited.at(-1 - tail)) tail++
  const middleEnd = edited.length - tail
  const usual = usualOf(ends)
  let seen = 0
  const left = countEnds(edited.slice(middleEnd))
  const head = edited.slice(0, start).replace(lineEnd, () => ends[seen++] ?? usual)
  let after = ends.length - left
  const foot = edited.slice(middleEnd).replace(lineEnd, () => ends[after++] ?? usual)
  return head + edited.slice(start, middleEnd).replace(lineEnd, usual) + foot
}

function countEnds(text: string): number {
  return text.match(lineEnd)?.length ?? 0
}

function usualOf(ends: readonly string[]): string {
  const count = (end: string) => ends.filter(each => each === end).length
  return ['\n', '\r\n', '\r'].reduce((best, each) => (count(each) > count(best) ? each : best))
}
