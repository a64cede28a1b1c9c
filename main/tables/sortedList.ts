const largest = 512

/**
 * A list that keeps its order by insertion, in chunks: finding a place takes a binary search over
 * the chunks and one within, moving elements touches one chunk only. Made for 1,000 changes a
 * second among 100,000 rows.
 */
export class SortedList<T> {
  readonly #compare: (a: T, b: T) => number
  /** Never holds an empty chunk. */
  #chunks: T[][] = []
  #size = 0

  /** @param compare 0 for the same element only: a total order. */
  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare
  }

  get size(): number {
    return this.#size
  }

  /** Takes the place of an element that compares as 0. */
  insert(element: T): void {
    const at = this.#chunkOf(element)
    const chunk = this.#chunks[at]
    if (chunk === undefined) {
      this.#chunks.push([element])
      this.#size++
      return
    }
    const { index, isThere } = this.#place(chunk, element)
    if (isThere) {
      chunk[index] = element
      return
    }
    chunk.splice(index, 0, element)
    this.#size++
    if (chunk.length > largest) this.#chunks.splice(at + 1, 0, chunk.splice(largest / 2))
  }

  /** Removes the element that compares as 0; false when there is none. */
  remove(element: T): boolean {
    const at = this.#chunkOf(element)
    const chunk = this.#chunks[at]
    if (chunk === undefined) return false
    const { index, isThere } = this.#place(chunk, element)
    if (!isThere) return false
    chunk.splice(index, 1)
    this.#size--
    if (chunk.length === 0) this.#chunks.splice(at, 1)
    return true
  }

  slice(start: number, count: number): T[] {
    const elements: T[] = []
    let skip = start
    for (const chunk of this.#chunks) {
      if (skip >= chunk.length) {
        skip -= chunk.length
        continue
      }
      for (let index = skip; index < chunk.length && elements.length < count; index++)
        elements.push(chunk[index] as T)
      if (elements.length >= count) break
      skip = 0
    }
    return elements
  }

  *[Symbol.iterator](): Generator<T> {
    for (const chunk of this.#chunks) yield* chunk
  }

  /** The last chunk that begins at or before the element, else the first. */
  #chunkOf(element: T): number {
    let low = 0
    let high = this.#chunks.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      const first = this.#chunks[middle]?.[0] as T
      if (this.#compare(first, element) <= 0) low = middle
      else high = middle - 1
    }
    return low
  }

  #place(chunk: readonly T[], element: T): { readonly index: number; readonly isThere: boolean } {
    let low = 0
    let high = chunk.length
    while (low < high) {
      const middle = (low + high) >> 1
      const order = this.#compare(chunk[middle] as T, element)
      if (order === 0) return { index: middle, isThere: true }
      if (order < 0) low = middle + 1
      else high = middle
    }
    return { index: low, isThere: false }
  }
}
