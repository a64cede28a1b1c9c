import type { Clock } from '../../shared/flow/index.ts'

/** Lets a loop wait for news or for a time, whichever comes first. */
export class Bell {
  readonly #clock: Clock
  #waiting: (() => void)[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  ring(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const go of waiting) go()
  }

  /** Resolves at the next ring, or after `milliseconds`; `Infinity` waits for the ring alone. */
  wait(milliseconds: number): Promise<void> {
    return new Promise(resolve => {
      const timer = Number.isFinite(milliseconds) ? this.#clock.after(milliseconds, () => go()) : null
      const go = () => {
        timer?.cancel()
        this.#waiting = this.#waiting.filter(other => other !== go)
        resolve()
      }
      this.#waiting.push(go)
    })
  }
}
