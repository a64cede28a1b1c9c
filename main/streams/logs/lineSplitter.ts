import { Buffer } from 'node:buffer'

const newline = 0x0a

/**
 * Parts bytes into lines. Of a line longer than the bound the beginning is kept, and the rest counted.
 */
export class LineSplitter {
  readonly #longest: number
  /** Beginning of a line whose end has not come yet. */
  #parts: Buffer[] = []
  #length = 0
  #cut = 0

  constructor(longest: number) {
    this.#longest = longest
  }

  /** @param take told each line without its end, and how many bytes of it were cut off */
  push(chunk: Uint8Array, take: (line: Buffer, cut: number) => void): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    let from = 0
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, from)) {
      if (this.#length === 0 && end - from <= this.#longest) take(bytes.subarray(from, end), 0)
      else {
        this.#keep(bytes.subarray(from, end))
        this.rest(take)
      }
      from = end + 1
    }
    if (from < bytes.length) this.#keep(bytes.subarray(from))
  }

  /** Takes what came after the last line end as a line, if there is anything. */
  rest(take: (line: Buffer, cut: number) => void): void {
    if (this.#length === 0) return
    const [only = Buffer.alloc(0)] = this.#parts
    const line = this.#parts.length === 1 ? only : Buffer.concat(this.#parts)
    const cut = this.#cut
    this.#parts = []
    this.#length = 0
    this.#cut = 0
    take(line, cut)
  }

  #keep(bytes: Buffer): void {
    const room = this.#longest - this.#length
    if (bytes.length > room) {
      this.#cut += bytes.length - Math.max(0, room)
      if (room > 0) this.#parts.push(bytes.subarray(0, room))
      this.#length = this.#longest
    } else {
      this.#parts.push(bytes)
      this.#length += bytes.length
    }
  }
}
