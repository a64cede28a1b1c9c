import { performance } from 'node:perf_hooks'

/**
 * Shares the main thread among streams: work goes on for a few milliseconds in one turn of the
 * event loop and is then put off, one stream a turn, so that input and messages get in between
 * while tens of thousands of objects arrive.
 */
export class Slicer {
  readonly #budget: number
  #turnStarted: number | null = null
  readonly #waiting: (() => void)[] = []

  /** @param budget milliseconds of one turn. */
  constructor(budget = 6) {
    this.#budget = budget
  }

  /** True when this turn has had its share: then `await pause()`. */
  isSpent(): boolean {
    const now = performance.now()
    if (this.#turnStarted === null) {
      this.#turnStarted = now
      setImmediate(() => {
        this.#turnStarted = null
      })
      return false
    }
    return now - this.#turnStarted > this.#budget
  }

  /** Resolves in a later turn of the event loop, alone in it. */
  pause(): Promise<void> {
    return new Promise(resolve => {
      this.#waiting.push(resolve)
      if (this.#waiting.length === 1) setImmediate(() => this.#release())
    })
  }

  #release(): void {
    const next = this.#waiting.shift()
    if (this.#waiting.length > 0) setImmediate(() => this.#release())
    next?.()
  }
}
