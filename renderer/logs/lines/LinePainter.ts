import type { LogEntry } from '../../../shared/ipc/index.ts'
import type { LineLooks } from './cells.ts'
import { widthsOf } from './columnWidths.ts'
import type { HeldLines } from './HeldLines.ts'
import { LinePool } from './LinePool.ts'
import { type LinesPlace, Measures } from './Measures.ts'
import type { PaintedLine } from './PaintedLine.ts'
import { ending, type Position, positionAt, scrollOf } from './position.ts'
import { drawnAtEnd, drawnFrom, type PlaceRange } from './range.ts'

/** How lines look, and how high one is that is not wrapped. Pixels. */
export interface PaintedLooks extends LineLooks {
  readonly lineHeight: number
}

/** What is marked about lines. */
export interface MarkedPlaces {
  readonly active: number | undefined
  readonly selected: { readonly first: number; readonly last: number } | null
  readonly hit: number | undefined
  /** The last line before the view was cleared, and when that was. */
  readonly cleared: { readonly number: number; readonly at: string } | null
}

/** Writes lines into elements of its own, and sets the scroll to fit them. */
export class LinePainter {
  readonly measures: Measures
  readonly #place: LinesPlace
  readonly #pool: LinePool
  readonly #lines: HeldLines
  #looks: PaintedLooks
  #widths: readonly number[] = []
  #longest = 0

  /** @param resized called when there is more or less room */
  constructor(place: LinesPlace, lines: HeldLines, looks: PaintedLooks, resized: () => void) {
    this.#place = place
    this.#pool = new LinePool(place.sheet)
    this.#lines = lines
    this.#looks = looks
    this.measures = new Measures(place, resized)
    this.measures.unit = looks.lineHeight
  }

  dispose(): void {
    this.measures.dispose()
    this.#pool.clear()
  }

  /** Lines that are not those of before: what was measured does not hold for them. */
  reset(): void {
    this.#longest = 0
    this.#widths = []
    this.measures.unit = this.#looks.lineHeight
  }

  look(looks: PaintedLooks): void {
    if (this.#looks.columns !== looks.columns) this.#widths = []
    this.#looks = looks
    this.#pool.clear()
    this.measures.unit = looks.lineHeight
  }

  at(place: number): PaintedLine | undefined {
    return this.#pool.at(place)
  }

  around(element: Element): PaintedLine | undefined {
    return this.#pool.around(element)
  }

  tick(): void {
    const now = Date.now()
    for (const line of this.#pool.lines) line.tick(now)
  }

  /** Pixels of the line at a place; an estimate where it is not drawn. */
  readonly heightAt = (place: number): number => {
    const { isWrapped, lineHeight } = this.#looks
    if (!isWrapped) return lineHeight
    return this.#pool.at(place)?.element.offsetHeight || this.measures.unit
  }

  /** Draws the end; answers the line at the top edge. */
  paintEnd(marks: MarkedPlaces): Position {
    const { viewport } = this.measures
    const { isWrapped, lineHeight } = this.#looks
    const { total } = this.#lines
    const floor = this.#floor(marks.cleared)
    const drawn = drawnAtEnd(viewport, lineHeight, total)
    const range = { first: Math.min(total, Math.max(drawn.first, floor)), last: total }
    this.#draw(range, marks)
    const count = range.last - range.first
    const height = isWrapped ? this.#place.sheet.offsetHeight : count * lineHeight
    const isAll = range.first === floor && height <= viewport
    if (isWrapped && count > 0) this.measures.estimate(height / count)
    const { unit } = this.measures
    const whole = Math.max(total * unit, floor > 0 ? floor * unit + viewport : 0, height)
    const top = this.measures.scroll(whole, Math.max(0, whole - viewport))
    this.measures.setSheet(isAll ? (floor > 0 ? top : 0) : top + viewport - height)
    return isAll ? { place: floor, offset: 0 } : ending(Math.max(0, total - 1), viewport, this.heightAt)
  }

  /** Draws the lines from a position on; answers the position as it came to be, and what was drawn. */
  paintFrom(
    wanted: Position,
    marks: MarkedPlaces,
  ): { readonly position: Position; readonly range: PlaceRange } {
    const { viewport, unit } = this.measures
    const { total } = this.#lines
    const place = Math.max(0, Math.min(wanted.place, total - 1))
    const position = place === wanted.place ? wanted : { place, offset: 0 }
    const range = drawnFrom(place, viewport, this.#looks.lineHeight, total)
    this.#draw(range, marks)
    if (this.#looks.isWrapped) return { position: this.#alignWrapped(position, range), range }
    const whole = total * unit
    const top = Math.min(Math.max(0, whole - viewport), scrollOf(position, unit, this.heightAt))
    this.measures.scroll(whole, top)
    this.measures.setSheet(range.first * unit)
    return { position: positionAt(top, unit, total, this.heightAt), range }
  }

  /** Lines of any height stand by the one at the top edge; where the scroll is follows from it. */
  #alignWrapped(wanted: Position, range: PlaceRange): Position {
    const { viewport, unit } = this.measures
    const { total } = this.#lines
    const height = this.#place.sheet.offsetHeight
    let position = wanted
    let above = this.#above(position)
    if (range.last === total && height - above < viewport) {
      position = ending(Math.max(0, total - 1), viewport, this.heightAt)
      above = this.#above(position)
    }
    const whole = Math.max(total * unit, height)
    const end = Math.max(0, whole - viewport)
    const isEnd = range.last === total && height - above <= viewport
    const top = isEnd ? end : Math.min(end, scrollOf(position, unit, this.heightAt))
    this.measures.setSheet(this.measures.scroll(whole, top) - above)
    return position
  }

  #above({ place, offset }: Position): number {
    return (this.#pool.at(place)?.element.offsetTop ?? 0) + offset
  }

  /** The first place since the view was cleared. */
  #floor(cleared: MarkedPlaces['cleared']): number {
    const { frame } = this.#lines
    if (cleared === null || frame === null) return 0
    const index = frame.entries.findIndex(({ number }) => number > cleared.number)
    if (index === 0) return 0
    return index < 0 ? frame.total : frame.start + index
  }

  #draw(range: PlaceRange, marks: MarkedPlaces): void {
    this.#layOutColumns()
    this.#pool.hold(range, this.#looks)
    const now = Date.now()
    let before: LogEntry | undefined = this.#lines.entry(range.first - 1)
    let longest = this.#longest
    for (const [index, line] of this.#pool.lines.entries()) {
      const place = range.first + index
      const entry = this.#lines.entry(place)
      line.show(place, entry, `${this.#place.id}${place}`, now)
      longest = Math.max(longest, entry?.text.length ?? 0)
      mark(line, place, before, marks)
      before = entry
    }
    if (longest === this.#longest) return
    this.#longest = longest
    this.measures.setLongest(longest)
  }

  #layOutColumns(): void {
    const { columns } = this.#looks
    const { frame } = this.#lines
    if (columns.length === 0 || frame === null) return
    const widths = widthsOf(columns, frame.entries, this.#widths)
    if (widths.every((width, index) => width === this.#widths[index])) return
    this.#widths = widths
    this.measures.setColumns(widths)
  }
}

function mark(line: PaintedLine, place: number, before: LogEntry | undefined, marks: MarkedPlaces): void {
  const { active, selected, hit, cleared } = marks
  const isFirst =
    cleared !== null &&
    before !== undefined &&
    before.number <= cleared.number &&
    (line.entry?.number ?? 0) > cleared.number
  line.mark({
    isActive: place === active,
    isSelected: selected !== null && selected.first <= place && place <= selected.last,
    isHitNow: place === hit,
    cleared: isFirst ? `cleared ${cleared.at}` : null,
  })
}
