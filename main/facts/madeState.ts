import type { Clock, Timer } from '../../shared/flow/index.ts'
import type { OpenState } from '../../shared/ipc/index.ts'

/**
 * A state that is made when it is taken, at most once in a while, and goes out only when it is another
 * one than before.
 */
export class MadeState<Value> implements OpenState<unknown, Value> {
  readonly #clock: Clock
  readonly #notify: () => void
  readonly #make: () => Value
  readonly #release: () => void
  readonly #pause: number
  #timer: Timer | null = null
  #isDue = false
  #isFirst = true
  #sent = ''
  #isClosed = false

  /** @param pause milliseconds in which changes are gathered */
  constructor(options: {
    readonly clock: Clock
    readonly notify: () => void
    readonly make: () => Value
    readonly release: () => void
    readonly pause: number
  }) {
    this.#clock = options.clock
    this.#notify = options.notify
    this.#make = options.make
    this.#release = options.release
    this.#pause = options.pause
  }

  /** What it is made of changed. */
  changed(): void {
    if (this.#isClosed) return
    this.#timer ??= this.#clock.after(this.#isFirst ? 60 : this.#pause, () => {
      this.#timer = null
      this.#isFirst = false
      this.#isDue = true
      this.#notify()
    })
  }

  take(): Value | undefined {
    if (!this.#isDue) return undefined
    this.#isDue = false
    const value = this.#make()
    const text = JSON.stringify(value)
    if (text === this.#sent) return undefined
    this.#sent = text
    return value
  }

  update(): void {
    // It has no parameters to change.
  }

  close(): void {
    this.#isClosed = true
    this.#timer?.cancel()
    this.#release()
  }
}
