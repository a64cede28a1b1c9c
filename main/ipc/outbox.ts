import { framesOf, type Reply } from '../../shared/ipc/index.ts'

/** Frames sent in one turn of the event loop: some 200 KB. */
const burst = 3

/**
 * Sends replies. A long one goes out over several turns of the event loop, so that nothing else
 * waits for it; what belongs to the same call or stream keeps its order.
 */
export class Outbox {
  readonly #send: (frame: string) => void
  readonly #waiting = new Map<number, Generator<string, void>[]>()
  #turn: NodeJS.Immediate | null = null

  constructor(send: (frame: string) => void) {
    this.#send = send
  }

  put(reply: Reply): void {
    const frames = framesOf(reply)
    const before = this.#waiting.get(reply.id)
    if (before !== undefined) before.push(frames)
    else if (!this.#sendSome(frames)) {
      this.#waiting.set(reply.id, [frames])
      this.#schedule()
    }
  }

  /** What has not left yet never does. */
  close(): void {
    if (this.#turn !== null) clearImmediate(this.#turn)
    this.#turn = null
    this.#waiting.clear()
  }

  #schedule(): void {
    this.#turn ??= setImmediate(() => {
      this.#turn = null
      const [next] = this.#waiting
      if (next === undefined) return
      const [id, replies] = next
      this.#waiting.delete(id)
      const [frames] = replies
      if (frames !== undefined && this.#sendSome(frames)) replies.shift()
      // At the end of the line: long replies take turns.
      if (replies.length > 0) this.#waiting.set(id, replies)
      if (this.#waiting.size > 0) this.#schedule()
    })
  }

  /** True when nothing is left of it. */
  #sendSome(frames: Generator<string, void>): boolean {
    for (let count = 0; count < burst; count++) {
      const { value, done } = frames.next()
      if (done === true || value === undefined) return true
      this.#send(value)
    }
    return false
  }
}
