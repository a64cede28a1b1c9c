import type { OpenState } from '../../shared/ipc/index.ts'

interface Receiver {
  next(seq: number, revision: number, value: unknown): void
  failed(error: unknown): void
}

/**
 * Paces one state stream: the next value leaves after the last was acknowledged, and it is the
 * latest one then. A slow receiver gets fewer values, never a queue.
 */
export class OpenStream {
  readonly name: string
  readonly handler: (params: unknown, notify: () => void) => OpenState<unknown, unknown>
  readonly #params: unknown
  readonly #receiver: Receiver
  #state: OpenState<unknown, unknown> | null = null
  #seq = 0
  #revision = 0
  #acknowledged = true
  #isDirty = true
  #scheduled: NodeJS.Immediate | null = null
  #closed = false

  constructor(name: string, handler: OpenStream['handler'], params: unknown, receiver: Receiver) {
    this.name = name
    this.handler = handler
    this.#params = params
    this.#receiver = receiver
  }

  /** Opens the source. Errors of opening are thrown. */
  start(): void {
    this.#state = this.handler(this.#params, () => this.#changed())
    this.#schedule()
  }

  update(seq: number, params: unknown): void {
    this.#seq = seq
    this.#state?.update(params)
    this.#changed()
  }

  acknowledge(revision: number): void {
    if (revision !== this.#revision) return
    this.#acknowledged = true
    if (this.#isDirty) this.#schedule()
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    if (this.#scheduled !== null) clearImmediate(this.#scheduled)
    this.#state?.close()
  }

  #changed(): void {
    this.#isDirty = true
    if (this.#acknowledged) this.#schedule()
  }

  // One turn later, so that all changes of this turn make one value.
  #schedule(): void {
    if (this.#closed || this.#scheduled !== null) return
    this.#scheduled = setImmediate(() => {
      this.#scheduled = null
      this.#flush()
    })
  }

  #flush(): void {
    if (this.#closed || !this.#acknowledged || this.#state === null) return
    this.#isDirty = false
    try {
      const value = this.#state.take()
      if (value === undefined) return
      this.#revision += 1
      this.#acknowledged = false
      this.#receiver.next(this.#seq, this.#revision, value)
    } catch (error) {
      this.#receiver.failed(error)
    }
  }
}
