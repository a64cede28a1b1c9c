const lines = 32
const bytes = 32 * 1024

/** When the clock is to be looked at: after so many lines or, as they may be long, so many bytes. */
export class Stride {
  #lines = 0
  #bytes = 0

  /** Counts a line. @param length its bytes */
  isOver(length: number): boolean {
    this.#lines++
    this.#bytes += length
    if (this.#lines < lines && this.#bytes < bytes) return false
    this.#lines = 0
    this.#bytes = 0
    return true
  }
}
