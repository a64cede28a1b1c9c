import type { Slicer } from '../watch/index.ts'
import type { RowFilter } from './filter.ts'
import type { StoredRow } from './rowStore.ts'
import { SortedList } from './sortedList.ts'

/** Up to so many rows are ordered at once; more of them in slices. */
const atOnce = 2000

/** The rows that pass one filter, in one order. Changes are taken in while it is still being filled. */
export class Ordering {
  readonly #filter: RowFilter
  readonly #rows: SortedList<StoredRow>
  #isCancelled = false
  /** True once every row there was has been taken in. */
  isFilled = false

  constructor(filter: RowFilter, compare: (a: StoredRow, b: StoredRow) => number) {
    this.#filter = filter
    this.#rows = new SortedList(compare)
  }

  get size(): number {
    return this.#rows.size
  }

  get rows(): SortedList<StoredRow> {
    return this.#rows
  }

  // A row not filled in yet is not there to be removed, and filling it in later finds it there:
  // both do nothing, so it does not matter where the filling stands.
  put(row: StoredRow, previous: StoredRow | undefined): void {
    if (previous !== undefined) this.#rows.remove(previous)
    if (this.#filter(row)) this.#rows.insert(row)
  }

  removed(row: StoredRow): void {
    this.#rows.remove(row)
  }

  /**
   * Takes in all rows of the sources, as they are when their turn comes.
   * @returns true when done, at once for small tables; a promise of it for large ones
   */
  fill(sources: readonly Iterable<StoredRow>[], total: number, slicer: Slicer): true | Promise<boolean> {
    if (total > atOnce) return this.#fillInSlices(sources, slicer)
    for (const rows of sources) for (const row of rows) this.put(row, undefined)
    this.isFilled = true
    return true
  }

  cancel(): void {
    this.#isCancelled = true
  }

  /** Resolves to false when it was cancelled. */
  async #fillInSlices(sources: readonly Iterable<StoredRow>[], slicer: Slicer): Promise<boolean> {
    for (const rows of sources)
      for (const row of rows) {
        this.put(row, undefined)
        if (!slicer.isSpent()) continue
        await slicer.pause()
        if (this.#isCancelled) return false
      }
    this.isFilled = true
    return true
  }
}
