import type { Clock, Timer } from '../../../shared/flow/index.ts'

/** `soon`: there was no answer at all, as of a server that is not reached yet. */
export type Next = 'soon' | 'later'

const soonMillis = 5000

/** Something that is asked again and again while somebody looks; never twice at once. */
export class Poll {
  readonly #ended = new AbortController()
  readonly #clock: Clock
  readonly #every: number
  readonly #ask: (signal: AbortSignal) => Promise<Next>
  #timer: Timer | null = null

  /** @param every milliseconds from one answer to the next question. `ask` never rejects but for bugs. */
  constructor(clock: Clock, every: number, ask: (signal: AbortSignal) => Promise<Next>) {
    this.#clock = clock
    this.#every = every
    this.#ask = ask
    void this.#run()
  }

  close(): void {
    this.#ended.abort()
    this.#timer?.cancel()
  }

  async #run(): Promise<void> {
    const next = await this.#ask(this.#ended.signal)
    if (this.#ended.signal.aborted) return
    this.#timer = this.#clock.after(next === 'soon' ? soonMillis : this.#every, () => void this.#run())
  }
}
