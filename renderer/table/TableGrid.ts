import { startTransition } from 'react'
import type { Row } from '../../shared/ipc/index.ts'
import { fitWidths, type ShownColumn } from './columns.ts'
import { type Cursor, type Outcome, type Press, TableCursor } from './cursor.ts'
import type { RowLooks } from './drawing.ts'
import { type ColumnLayout, pageOf, placeColumns, rowsAt, scrollShowing } from './layout.ts'
import { areSameCells, type OwnCell } from './ownCells.ts'
import { highlightStep } from './PaintedRow.ts'
import { RowPool } from './rowPool.ts'
import { emptySnapshot, type LiveRows, rowAt, type TableSnapshot } from './snapshot.ts'
import { planWindow, type RowWindow } from './window.ts'

/** What a grid shows and whom it tells. */
export interface GridView extends RowLooks {
  readonly snapshot: TableSnapshot
  /** Pixels. */
  readonly rowHeight: number
  /** Widths in pixels that were chosen by hand, by name of column. */
  readonly widths: ReadonlyMap<string, number>
  readonly setWindow: (window: RowWindow) => void
  readonly onOpen: (row: Row) => void
  readonly onCursor: (cursor: Cursor) => void
}

export interface GridPlace {
  /** What scrolls, has the focus and is the grid. */
  readonly scroller: HTMLElement
  /** Holds the rows. */
  readonly body: HTMLElement
  /** Begins the ids of rows. */
  readonly id: string
  /** Takes the cells that the grid does not draw itself, whenever they are others. */
  readonly showOwn: (cells: readonly OwnCell[]) => void
}

/** Ages are looked at again after so many milliseconds. */
const tick = 1000
const nothing: GridView = {
  snapshot: emptySnapshot,
  columns: [],
  rowHeight: 26,
  widths: new Map(),
  setWindow: () => undefined,
  onOpen: () => undefined,
  onCursor: () => undefined,
  contextName: () => '',
  contextColour: () => 0,
}
const firstWindow: RowWindow = { start: 0, count: 120 }

/**
 * Draws the window of a view into elements that it writes itself: React draws the frame of the
 * table, but a page of rows is a few hundred cells, and comparing them sixty times a second costs
 * more than writing them.
 */
export class TableGrid {
  readonly #place: GridPlace
  readonly #pool: RowPool
  readonly #cursor = new TableCursor()
  readonly #calm = matchMedia('(prefers-reduced-motion: reduce)')
  readonly #resize = new ResizeObserver(() => this.#measure())
  readonly #ticking: ReturnType<typeof setInterval>
  #view: GridView = nothing
  #looks: RowLooks = nothing
  #live: LiveRows | undefined
  #unsubscribe: () => void = () => undefined
  #leaveFigures: () => void = () => undefined
  #asked = firstWindow
  #fitted: ReadonlyMap<string, number> = new Map()
  #seen = new WeakSet<Row>()
  #layout: ColumnLayout = { places: [], width: 0 }
  #laidOut: readonly unknown[] = []
  #top = 0
  #height = 0
  #room = 0
  #bodyHeight = -1
  #fading: ReturnType<typeof setTimeout> | undefined
  #told: Pick<Cursor, 'row' | 'selected'> | null = null
  #own: readonly OwnCell[] = []

  constructor(place: GridPlace) {
    this.#place = place
    this.#pool = new RowPool(place.body)
    place.scroller.addEventListener('scroll', this.#onScroll, { passive: true })
    place.body.addEventListener('mouseover', this.#onPoint, { passive: true })
    this.#resize.observe(place.scroller)
    this.#ticking = setInterval(() => this.#tick(), tick)
    this.#height = place.scroller.clientHeight
    this.#room = place.scroller.clientWidth
  }

  dispose(): void {
    this.#place.scroller.removeEventListener('scroll', this.#onScroll)
    this.#place.body.removeEventListener('mouseover', this.#onPoint)
    this.#resize.disconnect()
    clearInterval(this.#ticking)
    clearTimeout(this.#fading)
    this.#unsubscribe()
    this.#leaveFigures()
    this.#pool.clear()
  }

  /** Shows what the page says now. */
  follow(view: GridView): void {
    const before = this.#view
    this.#view = view
    const { live } = view.snapshot
    if (live !== this.#live) {
      this.#unsubscribe()
      this.#live = live
      this.#asked = firstWindow
      this.#unsubscribe = live?.subscribe(() => this.#paint()) ?? (() => undefined)
    }
    if (before.figures !== view.figures) {
      this.#leaveFigures()
      this.#leaveFigures = view.figures?.subscribe(() => this.#refigure()) ?? (() => undefined)
    }
    if (before.columns !== view.columns) {
      this.#pool.clear()
      this.#seen = new WeakSet()
    }
    if (!hasSameLooks(this.#looks, view)) this.#looks = looksOf(view)
    this.#paint()
  }

  /** True when the key was the grid's own. */
  key(press: Press & { readonly key: string }): boolean {
    const outcome = this.#cursor.press(press, this.#snapshot, pageOf(this.#height, this.#view.rowHeight))
    return this.#carryOut(outcome)
  }

  /** A row of the body was pressed. */
  press(element: Element, press: Press): void {
    const row = this.#pool.around(element)
    if (row !== undefined) this.#carryOut(this.#cursor.pressRow(row.index, press, this.#snapshot))
  }

  open(element: Element): void {
    const index = this.#pool.around(element)?.index
    const row = index === undefined ? undefined : rowAt(this.#snapshot, index)
    if (row !== undefined) this.#view.onOpen(row)
  }

  focus(): void {
    this.#carryOut(this.#cursor.focus(this.#snapshot))
  }

  get activeRow(): Row | undefined {
    return this.#cursor.rowIn(this.#snapshot)
  }

  get selected(): ReadonlySet<string> {
    return this.#cursor.selected
  }

  /** Pixels a column takes now. */
  widthOf(column: ShownColumn): number {
    return this.#layout.places[this.#view.columns.indexOf(column)]?.width ?? 0
  }

  get #snapshot(): TableSnapshot {
    return this.#live?.current ?? this.#view.snapshot
  }

  readonly #onScroll = (): void => {
    const top = this.#place.scroller.scrollTop
    if (top === this.#top) return
    this.#top = top
    this.#paint()
  }

  readonly #onPoint = (event: Event): void => {
    const cell = event.target instanceof Element ? event.target.closest('[role="gridcell"]') : null
    if (cell !== null) this.#pool.around(cell)?.describe(cell)
  }

  #measure(): void {
    const { clientHeight, clientWidth } = this.#place.scroller
    // A view behind the one in front has no size, and keeps what it shows.
    if (clientHeight === 0 || (clientHeight === this.#height && clientWidth === this.#room)) return
    this.#height = clientHeight
    this.#room = clientWidth
    this.#paint()
  }

  #carryOut(outcome: Outcome): boolean {
    switch (outcome.type) {
      case 'nothing':
        return false
      case 'opened':
        this.#view.onOpen(outcome.row)
        return true
      case 'moved':
        this.#scrollTo(outcome.to)
        this.#paint()
        return true
      case 'marked':
        this.#paint()
        return true
    }
  }

  // Before any row is written: setting the scroll lays out what was.
  #scrollTo(index: number): void {
    const top = scrollShowing(index, this.#top, this.#height, this.#view.rowHeight)
    if (top === this.#top) return
    this.#place.scroller.scrollTop = top
    this.#top = Math.max(0, top)
  }

  #paint(): void {
    const snapshot = this.#snapshot
    const { rowHeight } = this.#view
    this.#layOut(snapshot)
    const range = rowsAt(this.#top, this.#height, rowHeight, snapshot.matching)
    this.#pool.hold(range, this.#looks)
    const now = Date.now()
    const active = this.#cursor.indexIn(snapshot)
    const { selected } = this.#cursor
    for (let index = range.first; index < range.last; index++) {
      const painted = this.#pool.at(index)
      const row = rowAt(snapshot, index)
      painted?.show(index, row, this.#looks, index * rowHeight, `${this.#place.id}${index}`, now)
      painted?.mark(index === active, row !== undefined && selected.has(row.key))
    }
    this.#looks.figures?.show([...this.#pool.rows].flatMap(({ row }) => row ?? []))
    this.#fade(now)
    this.#name(active, range.first <= active && active < range.last)
    this.#showOwn()
    this.#askFor(snapshot, range.first, range.last)
    this.#tell(snapshot, active)
  }

  #layOut(snapshot: TableSnapshot): void {
    const { columns, widths, contextName, rowHeight } = this.#view
    const { scroller, body } = this.#place
    const bodyHeight = snapshot.matching * rowHeight
    if (bodyHeight !== this.#bodyHeight) {
      this.#bodyHeight = bodyHeight
      body.style.height = `${bodyHeight}px`
      scroller.setAttribute('aria-rowcount', String(snapshot.matching + 1))
    }
    const fresh = snapshot.rows.filter(row => row !== undefined && !this.#seen.has(row)) as readonly Row[]
    for (const row of fresh) this.#seen.add(row)
    if (fresh.length > 0 || this.#fitted.size === 0)
      this.#fitted = fitWidths(columns, fresh, this.#fitted, contextName)
    const given = [columns, widths, this.#fitted, this.#room]
    if (given.every((one, index) => one === this.#laidOut[index])) return
    this.#laidOut = given
    this.#layout = placeColumns(columns, this.#fitted, widths, this.#room)
    for (const [index, { left, width }] of this.#layout.places.entries()) {
      scroller.style.setProperty(`--left-${index}`, `${left}px`)
      scroller.style.setProperty(`--width-${index}`, `${width}px`)
    }
    scroller.style.setProperty('--least', `${this.#layout.width}px`)
  }

  /** Rows that changed lately are highlighted, all of them fading in step. */
  #fade(now: number): void {
    const isCalm = this.#calm.matches
    let isFading = false
    for (const row of this.#pool.rows) isFading = row.fade(now, isCalm) || isFading
    if (!isFading || this.#fading !== undefined) return
    this.#fading = setTimeout(() => {
      this.#fading = undefined
      this.#fade(Date.now())
    }, highlightStep)
  }

  #refigure(): void {
    const now = Date.now()
    for (const row of this.#pool.rows) row.refigure(now)
  }

  #tick(): void {
    const now = Date.now()
    for (const row of this.#pool.rows) row.tick(now)
  }

  #name(active: number, isDrawn: boolean): void {
    const { scroller, id } = this.#place
    const named = isDrawn ? `${id}${active}` : null
    if (scroller.getAttribute('aria-activedescendant') === named) return
    if (named === null) scroller.removeAttribute('aria-activedescendant')
    else scroller.setAttribute('aria-activedescendant', named)
  }

  #showOwn(): void {
    if (this.#looks.renderCell === undefined && this.#own.length === 0) return
    const own = [...this.#pool.rows].flatMap(row => row.own)
    if (areSameCells(own, this.#own)) return
    this.#own = own
    this.#place.showOwn(own)
  }

  #askFor(snapshot: TableSnapshot, first: number, last: number): void {
    if (!snapshot.isKnown || last <= first) return
    const next = planWindow(this.#asked, first, last, snapshot.matching)
    if (next === this.#asked) return
    this.#asked = next
    this.#view.setWindow(next)
  }

  #tell(snapshot: TableSnapshot, active: number): void {
    const row = active < 0 ? undefined : rowAt(snapshot, active)
    const { selected } = this.#cursor
    if (this.#told !== null && this.#told.row === row && this.#told.selected === selected) return
    this.#told = { row, selected }
    const clearSelection = (): void => {
      this.#cursor.clearSelection()
      this.#paint()
    }
    // What stands beside the rows follows after them.
    startTransition(() => this.#view.onCursor({ row, selected, clearSelection }))
  }
}

function looksOf({ columns, contextName, contextColour, renderCell, figures }: RowLooks): RowLooks {
  return { columns, contextName, contextColour, renderCell, figures }
}

function hasSameLooks(a: RowLooks, b: RowLooks): boolean {
  return (
    a.columns === b.columns &&
    a.contextName === b.contextName &&
    a.contextColour === b.contextColour &&
    a.renderCell === b.renderCell &&
    a.figures === b.figures
  )
}
