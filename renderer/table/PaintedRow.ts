import type { Row } from '../../shared/ipc/index.ts'
import { drawingOf, type RowLooks } from './drawing.ts'
import type { OwnCell } from './ownCells.ts'
import { PaintedCell } from './PaintedCell.ts'
import styles from './VirtualTable.module.css'

/** How long a changed row is highlighted, in milliseconds, and in how many steps it fades. */
const highlight = 600
const steps = 3
/** After so many milliseconds a highlight has faded by one step. */
export const highlightStep = highlight / steps

/** One row on screen, used again for other rows as they scroll by. */
export class PaintedRow {
  readonly element = document.createElement('div')
  readonly #cells: readonly PaintedCell[]
  #index = -1
  #row: Row | undefined
  #looks: RowLooks | null = null
  #top = -1
  #className = ''
  #fade = 0
  #own: readonly OwnCell[] = []

  constructor(looks: RowLooks) {
    this.#cells = looks.columns.map((column, place) => new PaintedCell(column, place))
    this.element.setAttribute('role', 'row')
    this.element.append(...this.#cells.map(({ element }) => element))
  }

  get index(): number {
    return this.#index
  }

  get own(): readonly OwnCell[] {
    return this.#own
  }

  /** Shows a row at a place; cells are drawn only where the row or its looks are others. */
  show(index: number, row: Row | undefined, looks: RowLooks, top: number, id: string, now: number): void {
    if (index !== this.#index) {
      this.#index = index
      this.element.setAttribute('aria-rowindex', String(index + 2))
      this.element.id = id
    }
    if (top !== this.#top) {
      this.#top = top
      this.element.style.top = `${top}px`
    }
    if (this.#looks === looks && this.#row === row) return
    const before = this.#looks === looks ? this.#row : undefined
    const isFresh = this.#looks !== looks || before === undefined || row === undefined
    this.#row = row
    this.#looks = looks
    const own: OwnCell[] = []
    for (const [place, column] of looks.columns.entries()) {
      const cell = this.#cells[place]
      if (cell === undefined) continue
      const isSame =
        column.type === 'cell' && !isFresh && before?.cells[column.index] === row?.cells[column.index]
      if (isSame && looks.renderCell === undefined) continue
      const drawing = drawingOf(row, column, looks)
      cell.draw(drawing, now)
      if (drawing.type === 'own') own.push({ place: cell.element, node: drawing.node })
    }
    this.#own = own
  }

  /** Draws the columns of figures anew; the rest stays. */
  refigure(now: number): void {
    const looks = this.#looks
    if (looks === null) return
    for (const [place, column] of looks.columns.entries())
      if (column.type === 'figure') this.#cells[place]?.draw(drawingOf(this.#row, column, looks), now)
  }

  get row(): Row | undefined {
    return this.#row
  }

  mark(isActive: boolean, isSelected: boolean): void {
    const className = [
      styles.row,
      this.#row === undefined ? styles.blank : '',
      isSelected ? styles.selected : '',
      isActive ? styles.active : '',
    ]
      .filter(name => name !== '')
      .join(' ')
    if (className === this.#className) return
    this.#className = className
    this.element.className = className
    this.element.setAttribute('aria-selected', String(isSelected))
  }

  /** Shows how lately the row changed. True while it has to be asked again. */
  fade(now: number, isCalm: boolean): boolean {
    const age = now - (this.#row?.changed ?? 0)
    const fade = isCalm || age < 0 || age >= highlight ? 0 : steps - Math.floor(age / highlightStep)
    if (fade !== this.#fade) {
      this.#fade = fade
      if (fade === 0) this.element.removeAttribute('data-changed')
      else this.element.setAttribute('data-changed', String(fade))
    }
    return fade > 0
  }

  tick(now: number): void {
    for (const cell of this.#cells) cell.tick(now)
  }

  /** @param element of a cell of this row */
  describe(element: Element): void {
    this.#cells.find(cell => cell.element === element)?.describe()
  }
}
