/** Kinds that are named in the sentence; of more their number is told. */
const mostNamed = 4

/**
 * That what a computation went by is not current, in a sentence.
 * @param stale kinds with since when, in milliseconds since the epoch
 */
export function staleText(stale: ReadonlyMap<string, number>): string {
  const kinds = [...stale.keys()].sort()
  const more = kinds.length - mostNamed
  const named = `${kinds.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more kinds` : ''}`
  const since = Math.min(...stale.values())
  return `The connection is lost: ${named} ${kinds.length === 1 ? 'is' : 'are'} as of ${clockText(since)}, and may have changed since.`
}

/** `2026-03-01 17:03:22 UTC`; of what is no time only that. */
function clockText(time: number): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return 'an unknown time'
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
