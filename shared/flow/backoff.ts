export interface Backoff {
  /** First delay in milliseconds. */
  readonly initial: number
  readonly factor: number
  /** Upper bound of a delay in milliseconds, before jitter. */
  readonly maximum: number
  /** Share of the delay that is random, 0 to 1: reconnects of many clients must not align. */
  readonly jitter: number
}

/**
 * Endless sequence of delays in milliseconds. Start a new one after each success.
 * @param random a source of numbers in [0, 1)
 */
export function* backoffDelays(backoff: Backoff, random: () => number): Generator<number, never> {
  let delay = backoff.initial
  for (;;) {
    yield delay * (1 - backoff.jitter + backoff.jitter * random())
    delay = Math.min(delay * backoff.factor, backoff.maximum)
  }
}
