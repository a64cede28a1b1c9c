/** Bytes in use at a moment, in milliseconds since the epoch. */
export interface MemorySample {
  readonly at: number
  readonly bytes: number
}

export const mebibyte = 1024 * 1024

/** Growth in MiB an hour by least squares, over the later three quarters: the first fills caches. */
export function slopeOf(samples: readonly MemorySample[]): number {
  const later = samples.slice(Math.floor(samples.length / 4))
  const mean = (value: (sample: MemorySample) => number): number =>
    later.reduce((sum, sample) => sum + value(sample), 0) / later.length
  const [meanAt, meanBytes] = [mean(({ at }) => at), mean(({ bytes }) => bytes)]
  let product = 0
  let square = 0
  for (const { at, bytes } of later) {
    product += (at - meanAt) * (bytes - meanBytes)
    square += (at - meanAt) ** 2
  }
  return ((product / square) * 3_600_000) / mebibyte
}

/** Means of so many equal parts of the time, in MiB: whether it grows, or grew once. */
export function courseOf(samples: readonly MemorySample[], parts: number): readonly number[] {
  const size = Math.ceil(samples.length / parts)
  return Array.from({ length: Math.ceil(samples.length / size) }, (_, part) => {
    const bytes = samples.slice(part * size, (part + 1) * size).map(sample => sample.bytes)
    return bytes.reduce((sum, each) => sum + each, 0) / bytes.length / mebibyte
  })
}
