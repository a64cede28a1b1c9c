/** So much may wait for a reader before the writer has to. */
const mostWaiting = 256 * 1024
/** So much is kept of what nobody has begun to read, where that is allowed. */
const keptUnread = 64 * 1024

/** Bytes on their way from one writer to one reader, in order. */
export class ByteQueue implements AsyncIterable<Uint8Array> {
  readonly #chunks: Uint8Array[] = []
  readonly #mayDropUnread: boolean
  #waiting = 0
  #hasReader = false
  #isOver = false
  #changed = Promise.withResolvers<void>()

  /** @param mayDropUnread until somebody reads, only the last 64 KB are kept and the writer never waits */
  constructor(mayDropUnread = false) {
    this.#mayDropUnread = mayDropUnread
  }

  /** Resolves when there is room for more. What is pushed without waiting for it is kept all the same. */
  async push(bytes: Uint8Array): Promise<void> {
    if (this.#isOver || bytes.byteLength === 0) return
    this.#chunks.push(bytes)
    this.#waiting += bytes.byteLength
    this.#tell()
    if (this.#mayDropUnread && !this.#hasReader) this.#dropOldest()
    while (this.#waiting > mostWaiting && !this.#isOver) await this.#changed.promise
  }

  /** What was pushed may still be read. */
  end(): void {
    this.#isOver = true
    this.#tell()
  }

  /** Forgets what was not read. */
  discard(): void {
    this.#chunks.length = 0
    this.end()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    this.#hasReader = true
    for (;;) {
      const next = this.#chunks.shift()
      if (next !== undefined) {
        this.#waiting -= next.byteLength
        this.#tell()
        yield next
      } else if (this.#isOver) {
        return
      } else {
        await this.#changed.promise
      }
    }
  }

  #dropOldest(): void {
    while (this.#waiting > keptUnread) {
      const [first] = this.#chunks
      if (first === undefined) return
      const surplus = this.#waiting - keptUnread
      const dropped = Math.min(surplus, first.byteLength)
      if (dropped === first.byteLength) this.#chunks.shift()
      else this.#chunks[0] = first.subarray(dropped)
      this.#waiting -= dropped
    }
  }

  #tell(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }
}
