import { startTransition } from 'react'
import type { LogEntry } from '../../../shared/ipc/index.ts'
import type { LogFeed } from '../feed/LogFeed.ts'
import { keyTarget, type LineCursor, type Marked, selectedOf, shifted } from './cursor.ts'
import { afterEvent, type Reading, type ReadingEvent } from './follow.ts'
import { HeldLines, type Taken } from './HeldLines.ts'
import { LinePainter, type MarkedPlaces, type PaintedLooks } from './LinePainter.ts'
import type { LinesPlace, Measures } from './Measures.ts'
import { begin, ending, moved, type Position, positionAt, showing } from './position.ts'
import { drawnFrom, windowAround, windowAtEnd } from './range.ts'
import { clockText } from './times.ts'

/** The active line and how many are selected, as the rest of the page sees them. */
export interface ShownCursor {
  readonly entry: LogEntry | undefined
  readonly selected: number
}

/** What the lines show and whom they tell. */
export interface LinesView extends PaintedLooks {
  readonly feed: LogFeed
  readonly onCursor: (cursor: ShownCursor) => void
  readonly onReading: (reading: Reading) => void
  /** There are lines to show now, or there are none any more. */
  readonly onEmpty: (isEmpty: boolean) => void
}

/** Ages are looked at again after so many milliseconds. */
const tick = 1000
/** Scrolls that differ by less are the same: browsers round. Pixels. */
const rounding = 1.5
/** Lines that one step of a wheel goes on by, where it tells lines. */
const wheelLines = 3
/** Most lines that are copied at once; the protocol takes no more. */
const mostCopied = 100_000

/**
 * Lines on a window of main's, drawn at most once a frame whatever comes. The end is followed until
 * the reader leaves it; from then on main holds what is shown, so that no line moves under the
 * reader's eyes.
 */
export class LogGrid {
  readonly #place: LinesPlace
  readonly #lines: HeldLines
  readonly #painter: LinePainter
  readonly #measures: Measures
  readonly #ticking: ReturnType<typeof setInterval>
  #view: LinesView
  #unsubscribe: () => void = () => undefined
  #generation = 0
  #reading: Reading = 'following'
  #position: Position = begin
  #cursor: LineCursor | null = null
  #hit: Marked | null = null
  #cleared: MarkedPlaces['cleared'] = null
  #isEmpty = true
  #told: ShownCursor = { entry: undefined, selected: 0 }

  constructor(place: LinesPlace, view: LinesView) {
    this.#place = place
    this.#view = view
    this.#lines = new HeldLines(view.feed)
    this.#painter = new LinePainter(place, this.#lines, view, () => this.#resized())
    this.#measures = this.#painter.measures
    place.scroller.addEventListener('scroll', this.#onScroll, { passive: true })
    place.scroller.addEventListener('wheel', this.#onWheel, { passive: false })
    this.#ticking = setInterval(() => this.#painter.tick(), tick)
    this.#subscribe()
  }

  dispose(): void {
    const { scroller } = this.#place
    scroller.removeEventListener('scroll', this.#onScroll)
    scroller.removeEventListener('wheel', this.#onWheel)
    clearInterval(this.#ticking)
    this.#unsubscribe()
    this.#painter.dispose()
    this.#lines.release()
  }

  /** Shows what the page says now. */
  follow(view: LinesView): void {
    const before = this.#view
    this.#view = view
    if (view.feed !== before.feed) {
      this.#subscribe()
      this.#reset()
    }
    if (hasSameLooks(before, view)) return
    this.#painter.look(view)
    this.#paint()
  }

  /** True when the key was the lines' own. */
  key(event: KeyboardEvent): boolean {
    const { key, shiftKey } = event
    if (event.altKey) return false
    if (event.ctrlKey || event.metaKey) return key.toLowerCase() === 'a' && this.#selectAll()
    if (key === ' ') return this.togglePause()
    if (key === 'Escape') return this.#unmark()
    if (key === 'G' || (key === 'End' && !shiftKey)) return this.toEnd()
    const target = keyTarget(key, this.#base(), this.#page, this.#lines.total)
    return target !== null && this.#moveTo(target, shiftKey)
  }

  /** A line was pressed. */
  press(element: Element, isExtending: boolean): void {
    const line = this.#painter.around(element)
    const entry = line?.entry
    if (line === undefined || entry === undefined) return
    this.leave()
    this.#mark({ place: line.place, number: entry.number }, isExtending)
    this.#paint()
  }

  /** The line around an element, and the column of it. */
  lineAt(element: Element): { readonly entry: LogEntry; readonly column: string | null } | null {
    const line = this.#painter.around(element)
    if (line?.entry === undefined) return null
    const index = line.columnOf(element)
    return { entry: line.entry, column: index === null ? null : (this.#view.columns[index] ?? null) }
  }

  /** The active line, and where it stands on screen. */
  get active(): { readonly entry: LogEntry; readonly box: DOMRect } | null {
    const line = this.#cursor === null ? undefined : this.#painter.at(this.#cursor.active.place)
    return line?.entry === undefined ? null : { entry: line.entry, box: line.element.getBoundingClientRect() }
  }

  /** The selected places; null when none is. */
  get selection(): { readonly start: number; readonly count: number } | null {
    if (this.#cursor === null) return null
    const { first, last } = selectedOf(this.#cursor)
    return { start: first, count: Math.min(mostCopied, last - first + 1) }
  }

  /** Text of the selected lines where main has them no more. */
  get strandedText(): string | null {
    const { selection } = this
    if (!this.#lines.isStranded || selection === null) return null
    const entries = this.#lines.frame?.entries.slice(selection.start, selection.start + selection.count)
    return entries?.map(({ text }) => text).join('\n') ?? null
  }

  /** What is shown stands still from now on. */
  leave(): void {
    this.#change('left')
  }

  focus(): void {
    this.#place.scroller.focus()
  }

  toBegin(): void {
    this.#moveTo(0, false)
  }

  toEnd(): true {
    return this.#change('toEnd')
  }

  togglePause(): true {
    return this.#change('pause')
  }

  /** From now on the end shows what comes; what was there is above. */
  clear(): void {
    const last = this.#view.feed.latest?.frame.entries.at(-1) ?? this.#lines.frame?.entries.at(-1)
    this.#cleared = last === undefined ? null : { number: last.number, at: clockText(new Date()).slice(0, 8) }
    this.#change('toEnd')
    this.#paint()
  }

  /** Goes to the next line that the search meets; false where there is none in that direction. */
  async find(isBackward: boolean): Promise<boolean> {
    const { feed } = this.#view
    this.leave()
    await this.#lines.settle()
    const start = this.#findFrom(isBackward)
    const place = start < 0 ? null : await feed.find(start, isBackward)
    if (place === null || this.#view.feed !== feed) return false
    this.#hit = { place, number: this.#lines.entry(place)?.number ?? -1 }
    this.#mark(this.#hit, false)
    this.#bring(place)
    return true
  }

  #findFrom(isBackward: boolean): number {
    // What is stranded comes before all that main has.
    if (this.#lines.isStranded) return isBackward ? -1 : 0
    const from = this.#hit?.place ?? this.#cursor?.active.place
    if (from !== undefined) return from + (isBackward ? -1 : 1)
    const { viewport, unit } = this.#measures
    const { place } = this.#position
    return isBackward ? Math.min(this.#lines.total - 1, place + Math.floor(viewport / unit)) : place
  }

  get #page(): number {
    return Math.max(1, Math.floor(this.#measures.viewport / this.#measures.unit) - 1)
  }

  /** The place that keys move from. */
  #base(): number {
    if (this.#cursor !== null) return this.#cursor.active.place
    return this.#reading === 'following' ? this.#lines.total : this.#position.place - 1
  }

  #subscribe(): void {
    const { feed } = this.#view
    this.#unsubscribe()
    this.#generation = feed.generation
    this.#unsubscribe = feed.subscribe(() => this.#taken())
  }

  #reset(): void {
    this.#generation = this.#view.feed.generation
    this.#lines.reset(this.#view.feed)
    this.#painter.reset()
    this.#cleared = null
    this.#position = begin
    this.#unmarkAll()
    if (this.#reading !== 'following') this.#become('following')
    this.#askAtEnd()
    this.#taken()
  }

  /** A frame came. */
  #taken(): void {
    const { feed } = this.#view
    const held = feed.latest
    if (feed.generation !== this.#generation) this.#reset()
    else if (held === null) this.#paint()
    else if (this.#reading === 'following') {
      // What was made for another place would show as a blank end for a moment.
      const { start, entries, total } = held.frame
      if (start + entries.length >= total) this.#adopted(this.#lines.adopt(held.frame))
    } else if (!held.isBefore) {
      const taken = this.#lines.take(held.frame, this.#position.place)
      if (taken !== null) this.#adopted(taken)
    }
  }

  #adopted({ shift, isOther }: Taken): void {
    if (isOther) this.#cursor = null
    if (isOther || this.#lines.frame?.hits == null) this.#hit = null
    if (shift !== 0) {
      this.#position = { ...this.#position, place: Math.max(0, this.#position.place + shift) }
      if (this.#cursor !== null) this.#cursor = shifted(this.#cursor, shift)
      if (this.#hit !== null) this.#hit = { ...this.#hit, place: this.#hit.place + shift }
    }
    this.#paint()
  }

  #change(event: ReadingEvent): true {
    const next = afterEvent(this.#reading, event)
    if (next === this.#reading) return true
    const isHeld = this.#reading !== 'following'
    this.#become(next)
    if (next === 'following') {
      this.#unmarkAll()
      this.#lines.release()
      this.#askAtEnd()
      this.#taken()
    } else if (!isHeld) this.#hold()
    return true
  }

  #become(reading: Reading): void {
    this.#reading = reading
    this.#view.onReading(reading)
  }

  #askAtEnd(): void {
    const window = windowAtEnd(this.#measures.viewport, this.#view.lineHeight)
    this.#view.feed.show({ window, isPaused: false })
  }

  #hold(): void {
    const { feed } = this.#view
    const { viewport, unit } = this.#measures
    const { place } = this.#position
    const { total } = this.#lines
    this.#lines.hold(place)
    const drawn = drawnFrom(place, viewport, unit, total)
    feed.show({ window: windowAround(feed.view.window, drawn, total), isPaused: true })
  }

  readonly #onScroll = (): void => {
    const top = this.#place.scroller.scrollTop
    const by = top - this.#measures.top
    if (Math.abs(by) < rounding) return
    const { viewport, unit, end } = this.#measures
    const { total } = this.#lines
    this.#measures.top = top
    if (this.#reading === 'following' && by > 0) return
    const isAtEnd = top >= end - rounding
    this.#position = isAtEnd
      ? ending(Math.max(0, total - 1), viewport, this.#painter.heightAt)
      : positionAt(top, unit, total, this.#painter.heightAt)
    this.leave()
    if (isAtEnd && by > 0) this.#change('cameToEnd')
    this.#paint()
  }

  /** Wrapped lines have any height: what the wheel says in pixels is done in pixels. */
  readonly #onWheel = (event: WheelEvent): void => {
    const { deltaY, deltaMode, ctrlKey } = event
    if (ctrlKey || deltaY === 0) return
    if (this.#view.isWrapped) {
      event.preventDefault()
      const isLines = deltaMode === WheelEvent.DOM_DELTA_LINE
      this.#scrollBy(isLines ? deltaY * this.#view.lineHeight * wheelLines : deltaY)
    } else if (deltaY < 0 && this.#measures.top > 0) this.leave()
  }

  #scrollBy(pixels: number): void {
    if (this.#reading === 'following' && pixels > 0) return
    this.leave()
    const { heightAt } = this.#painter
    const { total } = this.#lines
    const wanted = moved(this.#position, pixels, total, heightAt)
    const last = ending(Math.max(0, total - 1), this.#measures.viewport, heightAt)
    const isAtEnd = wanted.place > last.place || (wanted.place === last.place && wanted.offset >= last.offset)
    this.#position = isAtEnd ? last : wanted
    if (isAtEnd && pixels > 0) this.#change('cameToEnd')
    this.#paint()
  }

  #resized(): void {
    if (this.#reading === 'following') this.#askAtEnd()
    this.#paint()
  }

  #selectAll(): boolean {
    const { total } = this.#lines
    if (total === 0) return false
    this.leave()
    const number = -1
    this.#cursor = { anchor: { place: 0, number }, active: { place: total - 1, number } }
    this.#paint()
    return true
  }

  #mark(active: Marked, isExtending: boolean): void {
    this.#cursor = { active, anchor: isExtending ? (this.#cursor?.anchor ?? active) : active }
  }

  #unmark(): boolean {
    if (this.#cursor === null) return false
    this.#unmarkAll()
    this.#paint()
    return true
  }

  #unmarkAll(): void {
    this.#cursor = null
    this.#hit = null
  }

  #moveTo(wanted: number, isExtending: boolean): true {
    const { total } = this.#lines
    // At the end already there is nothing below to leave it for.
    const isBelow = this.#reading === 'following' && this.#cursor === null && wanted >= total
    if (total === 0 || isBelow) return true
    const place = Math.max(0, Math.min(total - 1, wanted))
    this.leave()
    this.#mark({ place, number: this.#lines.entry(place)?.number ?? -1 }, isExtending)
    this.#hit = null
    this.#bring(place)
    return true
  }

  #bring(place: number): void {
    const { total } = this.#lines
    const isFar = this.#painter.at(place) === undefined
    const middle = { place: Math.max(0, place - Math.floor(this.#page / 3)), offset: 0 }
    const near = isFar && place > 0 && place < total - 1 ? middle : this.#position
    this.#position = showing(near, place, this.#measures.viewport, this.#painter.heightAt)
    this.#paint()
  }

  #paint(): void {
    if (this.#measures.viewport === 0) return
    const marks: MarkedPlaces = {
      active: this.#cursor?.active.place,
      selected: this.#cursor === null ? null : selectedOf(this.#cursor),
      hit: this.#hit?.place,
      cleared: this.#cleared,
    }
    if (this.#reading === 'following') this.#position = this.#painter.paintEnd(marks)
    else {
      const { position, range } = this.#painter.paintFrom(this.#position, marks)
      this.#position = position
      this.#lines.askAround(range)
    }
    this.#name()
    this.#tell()
  }

  #name(): void {
    const { scroller, id } = this.#place
    const active = this.#cursor?.active.place
    const isDrawn = active !== undefined && this.#painter.at(active) !== undefined
    setAttribute(scroller, 'aria-activedescendant', isDrawn ? `${id}${active}` : null)
    // While lines come nobody can be told how many there are.
    setAttribute(scroller, 'aria-rowcount', this.#reading === 'following' ? '-1' : String(this.#lines.total))
  }

  #tell(): void {
    const isEmpty = this.#lines.total === 0
    if (isEmpty !== this.#isEmpty) {
      this.#isEmpty = isEmpty
      this.#view.onEmpty(isEmpty)
    }
    const place = this.#cursor?.active.place
    const entry = place === undefined ? undefined : this.#lines.entry(place)
    const selected = this.selection?.count ?? 0
    if (entry?.number === this.#told.entry?.number && selected === this.#told.selected) return
    const told = { entry, selected }
    this.#told = told
    startTransition(() => this.#view.onCursor(told))
  }
}

function setAttribute(element: HTMLElement, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return
  if (value === null) element.removeAttribute(name)
  else element.setAttribute(name, value)
}

function hasSameLooks(a: PaintedLooks, b: PaintedLooks): boolean {
  return (
    a.time === b.time &&
    a.isWrapped === b.isWrapped &&
    a.columns === b.columns &&
    a.tags === b.tags &&
    a.hasSources === b.hasSources &&
    a.hitsOf === b.hitsOf &&
    a.lineHeight === b.lineHeight
  )
}
