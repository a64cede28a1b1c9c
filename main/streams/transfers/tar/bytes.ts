/** Thrown when a stream ends in the middle of something that was to come whole. */
export class CutOff extends Error {}

/** Bytes of a stream, taken in pieces of one's own choice. Holds no more than one chunk. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#chunks = source[Symbol.asyncIterator]()
  }

  /** The next bytes, at most so many; null at the end. */
  async some(most: number): Promise<Buffer | null> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#chunks.next()
      if (done === true) return null
      this.#rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    }
    const taken = this.#rest.subarray(0, most)
    this.#rest = this.#rest.subarray(taken.length)
    return taken
  }

  /** So many bytes; null when the stream has ended before the first. @throws CutOff */
  async whole(size: number): Promise<Buffer | null> {
    const whole = Buffer.allocUnsafe(size)
    let length = 0
    while (length < size) {
      const part = await this.some(size - length)
      if (part === null) {
        if (length === 0) return null
        throw new CutOff()
      }
      part.copy(whole, length)
      length += part.length
    }
    return whole
  }

  part(size: number): Part {
    return new Part(this, size)
  }

  /** @throws CutOff */
  async skip(size: number): Promise<void> {
    for await (const _ of this.part(size));
  }

  /** Stops the source. */
  async close(): Promise<void> {
    await this.#chunks.return?.()
  }
}

/** The next bytes of a source, of which it is known how many were not taken yet. */
export class Part implements AsyncIterable<Uint8Array> {
  readonly #bytes: ByteSource
  #left: number

  constructor(bytes: ByteSource, size: number) {
    this.#bytes = bytes
    this.#left = size
  }

  get left(): number {
    return this.#left
  }

  /** @throws CutOff */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    while (this.#left > 0) {
      const chunk = await this.#bytes.some(this.#left)
      if (chunk === null) throw new CutOff()
      this.#left -= chunk.length
      yield chunk
    }
  }
}
