const numbers = new Intl.NumberFormat('en-US')

/** A count; a dash where it is not known. */
export function numberText(count: number | null | undefined): string {
  return count === null || count === undefined ? '–' : numbers.format(count)
}

/** Seconds as the upper bound of a bucket, e.g. `25 ms`; a dash where there is none. */
export function latencyText(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return '–'
  return seconds < 1
    ? `${numbers.format(Math.round(seconds * 10_000) / 10)} ms`
    : `${numbers.format(seconds)} s`
}
