/** Bytes of one message. Small enough that what is typed meanwhile is not held up for long. */
const pieceBytes = 16 * 1024

export interface InputProgress {
  readonly sent: number
  readonly total: number
}

export interface InputQueueOptions {
  /** Resolves when the connection took the bytes. */
  readonly send: (bytes: Uint8Array<ArrayBuffer>) => Promise<unknown>
  readonly onFailed: (error: unknown) => void
  /** Of what is waiting since the queue was empty last. */
  readonly onProgress: (progress: InputProgress) => void
}

/** Input of a terminal on its way: in order, one piece at a time, and no faster than the process takes it. */
export class InputQueue {
  readonly #options: InputQueueOptions
  readonly #encoder = new TextEncoder()
  #waiting: Uint8Array[] = []
  #isSending = false
  #sent = 0
  #total = 0

  constructor(options: InputQueueOptions) {
    this.#options = options
  }

  push(input: string | Uint8Array): void {
    const bytes = typeof input === 'string' ? this.#encoder.encode(input) : input
    if (bytes.length === 0) return
    this.#waiting.push(bytes)
    this.#total += bytes.length
    if (!this.#isSending) void this.#run()
  }

  /** What did not leave yet never will. */
  clear(): void {
    this.#waiting = []
    this.#total = this.#sent
  }

  async #run(): Promise<void> {
    this.#isSending = true
    try {
      for (let piece = this.#next(); piece !== null; piece = this.#next()) {
        await this.#options.send(piece)
        this.#sent += piece.length
        this.#options.onProgress({ sent: this.#sent, total: this.#total })
      }
    } catch (error) {
      this.clear()
      this.#options.onFailed(error)
    }
    this.#isSending = false
    this.#sent = 0
    this.#total = 0
    this.#options.onProgress({ sent: 0, total: 0 })
    if (this.#waiting.length > 0) void this.#run()
  }

  /** Small inputs together, large ones in pieces. */
  #next(): Uint8Array<ArrayBuffer> | null {
    const first = this.#waiting.shift()
    if (first === undefined) return null
    if (first.length > pieceBytes) {
      this.#waiting.unshift(first.subarray(pieceBytes))
      return new Uint8Array(first.subarray(0, pieceBytes))
    }
    const parts = [first]
    let size = first.length
    for (let next = this.#waiting[0]; next !== undefined && size + next.length <= pieceBytes; ) {
      parts.push(next)
      size += next.length
      this.#waiting.shift()
      next = this.#waiting[0]
    }
    const piece = new Uint8Array(size)
    let place = 0
    for (const part of parts) {
      piece.set(part, place)
      place += part.length
    }
    return piece
  }
}
