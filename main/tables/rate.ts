const buckets = 5

/** Events a second over the last five seconds. */
export class Rate {
  readonly #counts = new Array<number>(buckets).fill(0)
  #second = 0

  /** @param now milliseconds that never go back, as of `Clock.elapsed` */
  count(now: number): void {
    this.#turn(now)
    const at = this.#second % buckets
    this.#counts[at] = (this.#counts[at] ?? 0) + 1
  }

  /** Whole events a second; a lone event counts as one for as long as it is remembered. */
  perSecond(now: number): number {
    this.#turn(now)
    // The present second is not over: only its part that has passed counts.
    const seconds = buckets - 1 + (now % 1000) / 1000
    return Math.ceil(this.#counts.reduce((sum, count) => sum + count, 0) / seconds)
  }

  #turn(now: number): void {
    const second = Math.floor(now / 1000)
    const passed = Math.min(Math.max(second - this.#second, 0), buckets)
    for (let step = 1; step <= passed; step++) this.#counts[(second - passed + step) % buckets] = 0
    this.#second = Math.max(second, this.#second)
  }
}
