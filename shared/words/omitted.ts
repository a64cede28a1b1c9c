/** What files lack of findings that are counted, in a sentence; empty where they lack none. */
export function omittedWords(totals: {
  readonly findings: number
  readonly omitted: number
}): readonly string[] {
  const { findings, omitted } = totals
  if (omitted === 0) return []
  const [kept, left] = [findings - omitted, omitted].map(each => each.toLocaleString('en'))
  return [`Files hold the first ${kept} findings; ${left} more are counted and no more.`]
}
