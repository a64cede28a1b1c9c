import { Buffer } from 'node:buffer'

/** A line longer than the limit: no watch event is, so the stream cannot be what it claims. */
export class LineTooLong extends Error {
  constructor(limit: number) {
    super(`a line is longer than ${limit} bytes`)
    this.name = 'LineTooLong'
  }
}

const newline = 0x0a

/**
 * Cuts a stream of bytes at line ends. Lines are bytes still: a character that two chunks share
 * is whole again once its line is, and parts of a line that nobody reads are never decoded.
 */
export class LineSplitter {
  readonly #limit: number
  #pending: Buffer[] = []
  #pendingLength = 0

  /** @param limit most bytes of a line; etcd refuses objects over a few megabytes. */
  constructor(limit = 64 * 1024 * 1024) {
    this.#limit = limit
  }

  /**
   * Lines that `chunk` completes, without their ends; blank ones are left out.
   * @throws LineTooLong
   */
  *push(chunk: Uint8Array): Generator<Buffer> {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    let start = 0
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
      const line = this.#complete(bytes.subarray(start, end))
      start = end + 1
      if (line.length > 0) yield line
    }
    if (start < bytes.length) this.#keep(bytes.subarray(start))
  }

  /** What is left when the stream has ended: a line that was cut off, or a last one without an end. */
  rest(): Buffer {
    return this.#complete(Buffer.alloc(0))
  }

  #keep(part: Buffer): void {
    this.#pendingLength += part.length
    if (this.#pendingLength > this.#limit) throw new LineTooLong(this.#limit)
    this.#pending.push(part)
  }

  #complete(last: Buffer): Buffer {
    if (this.#pendingLength === 0) return last
    const line = Buffer.concat([...this.#pending, last])
    this.#pending = []
    this.#pendingLength = 0
    return line
  }
}
