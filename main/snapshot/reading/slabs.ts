const slabBytes = 4 * 1024 * 1024

/** Keeps many texts as UTF-8 outside of the heap, in few large pieces of memory. */
export class Slabs {
  #slab: Buffer = Buffer.alloc(0)
  #used = 0
  #bytes = 0

  /** Bytes of all texts. */
  get bytes(): number {
    return this.#bytes
  }

  keep(text: string): Buffer {
    const length = Buffer.byteLength(text)
    this.#bytes += length
    if (length > slabBytes / 4) return Buffer.from(text)
    if (this.#used + length > this.#slab.length) {
      this.#slab = Buffer.allocUnsafeSlow(slabBytes)
      this.#used = 0
    }
    const kept = this.#slab.subarray(this.#used, this.#used + length)
    kept.write(text)
    this.#used += length
    return kept
  }
}
