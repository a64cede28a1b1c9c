import type { RowLooks } from './drawing.ts'
import type { RowRange } from './layout.ts'
import { PaintedRow } from './PaintedRow.ts'

/**
 * The rows on screen by their place. What scrolls out of sight is used for what scrolls in, which
 * costs far less than new elements.
 */
export class RowPool {
  readonly #body: HTMLElement
  readonly #shown = new Map<number, PaintedRow>()
  readonly #rowOf = new WeakMap<Element, PaintedRow>()

  constructor(body: HTMLElement) {
    this.#body = body
  }

  get rows(): Iterable<PaintedRow> {
    return this.#shown.values()
  }

  at(index: number): PaintedRow | undefined {
    return this.#shown.get(index)
  }

  /** The row that an element stands in. */
  around(element: Element): PaintedRow | undefined {
    const found = element.closest('[role="row"]')
    return found === null ? undefined : this.#rowOf.get(found)
  }

  /** Holds one row for each place of the range, and no other. */
  hold(range: RowRange, looks: RowLooks): void {
    const free: PaintedRow[] = []
    for (const [index, row] of this.#shown) {
      if (index >= range.first && index < range.last) continue
      this.#shown.delete(index)
      free.push(row)
    }
    for (let index = range.first; index < range.last; index++) {
      if (!this.#shown.has(index)) this.#shown.set(index, free.shift() ?? this.#made(looks))
    }
    for (const row of free) row.element.remove()
  }

  /** Other columns need other rows. */
  clear(): void {
    for (const row of this.#shown.values()) row.element.remove()
    this.#shown.clear()
  }

  #made(looks: RowLooks): PaintedRow {
    const row = new PaintedRow(looks)
    this.#rowOf.set(row.element, row)
    this.#body.append(row.element)
    return row
  }
}
