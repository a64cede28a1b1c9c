const chunkLength = 8192

/** Numbers that only grow, added at the end and let go at the front, eight bytes each. */
export class NumberList {
  #chunks: Float64Array[] = []
  /** Place of the first number within the first chunk. */
  #offset = 0
  #length = 0

  get length(): number {
    return this.#length
  }

  push(number: number): void {
    const at = this.#offset + this.#length
    const chunk = Math.floor(at / chunkLength)
    if (chunk === this.#chunks.length) this.#chunks.push(new Float64Array(chunkLength))
    const last = this.#chunks[chunk]
    if (last !== undefined) last[at % chunkLength] = number
    this.#length++
  }

  /** @param place from 0 on, below `length` */
  at(place: number): number {
    const at = this.#offset + place
    return this.#chunks[Math.floor(at / chunkLength)]?.[at % chunkLength] ?? Number.NaN
  }

  /** Place of the first number that is not below `number`. */
  lowerBound(number: number): number {
    let low = 0
    let high = this.#length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.at(middle) < number) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Lets go the numbers below `number`. @returns how many there were */
  dropBelow(number: number): number {
    const count = this.lowerBound(number)
    this.#offset += count
    this.#length -= count
    const chunks = Math.floor(this.#offset / chunkLength)
    if (chunks > 0) {
      this.#chunks = this.#chunks.slice(chunks)
      this.#offset -= chunks * chunkLength
    }
    return count
  }
}
