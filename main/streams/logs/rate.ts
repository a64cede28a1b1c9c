const step = 100
const steps = 10

/** Lines of the last second. */
export class LineRate {
  readonly #counts = new Uint32Array(steps)
  #at = 0

  /** @param now by the clock's `elapsed` */
  add(count: number, now: number): void {
    this.#move(now)
    const place = this.#at % steps
    this.#counts[place] = (this.#counts[place] ?? 0) + count
  }

  perSecond(now: number): number {
    this.#move(now)
    return this.#counts.reduce((sum, count) => sum + count, 0)
  }

  #move(now: number): void {
    const at = Math.floor(now / step)
    for (let next = Math.max(this.#at + 1, at - steps + 1); next <= at; next++) this.#counts[next % steps] = 0
    this.#at = Math.max(this.#at, at)
  }
}
