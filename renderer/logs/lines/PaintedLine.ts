import type { LogEntry, LogMark, PodLogLine } from '../../../shared/ipc/index.ts'
import { visibleText } from '../../../shared/kube/index.ts'
import { bytesText } from '../../../shared/words/index.ts'
import { drawnText, fieldText, type LineLooks, levelWords, mostDrawn, undrawn } from './cells.ts'
import styles from './Lines.module.css'
import spans from './Spans.module.css'
import { type Segment, segmentsOf } from './segments.ts'
import { timeText } from './times.ts'

/** What is marked about a line besides what it says. */
export interface LineMarks {
  readonly isActive: boolean
  readonly isSelected: boolean
  /** The hit that was jumped to. */
  readonly isHitNow: boolean
  /** When the view was cleared, on the first line after that. */
  readonly cleared: string | null
}

/**
 * One line on screen, used again for other lines as they scroll by. Its nodes are made once and
 * written in place; what stays the same is not touched.
 */
export class PaintedLine {
  readonly element = cell('line', 'row')
  readonly #time = cell('time')
  readonly #source = cell('source')
  readonly #gutter = cell('gutter')
  readonly #text = cell('text')
  readonly #fields: readonly HTMLElement[]
  readonly #note = cell('note')
  readonly #looks: LineLooks
  #entry: LogEntry | undefined
  #stands: 'line' | 'fields' | 'mark' | 'blank' | '' = ''
  #place = -1
  #className = ''
  #timeShown = ''

  constructor(looks: LineLooks) {
    this.#looks = looks
    this.#fields = looks.columns.map(() => cell('field'))
  }

  get place(): number {
    return this.#place
  }

  get entry(): LogEntry | undefined {
    return this.#entry
  }

  show(place: number, entry: LogEntry | undefined, id: string, now: number): void {
    if (place !== this.#place) {
      this.#place = place
      this.element.id = id
      this.element.setAttribute('aria-rowindex', String(place + 1))
    }
    if (this.#isShown(entry)) return
    this.#entry = entry
    if (entry === undefined) this.#stand('blank')
    else if (entry.type === 'mark') this.#showMark(entry)
    else this.#showLine(entry, now)
  }

  mark({ isActive, isSelected, isHitNow, cleared }: LineMarks): void {
    const entry = this.#entry
    const className = [
      styles.line,
      entry?.type === 'line' && entry.level !== null ? styles[entry.level] : '',
      entry?.type === 'mark' ? `${styles.mark} ${styles[entry.meaning]}` : '',
      entry?.type === 'line' && entry.isContext ? styles.context : '',
      isSelected ? styles.selected : '',
      isActive ? styles.active : '',
      isHitNow ? styles.hitNow : '',
      cleared !== null ? styles.cleared : '',
    ]
      .filter(name => name !== '')
      .join(' ')
    if (className === this.#className) return
    this.#className = className
    this.element.className = className
    this.element.setAttribute('aria-selected', String(isSelected))
    if (cleared === null) this.element.removeAttribute('data-cleared')
    else this.element.setAttribute('data-cleared', cleared)
  }

  /** Writes an age anew where its words changed. */
  tick(now: number): void {
    if (this.#entry?.type === 'line') this.#showTime(this.#entry, now)
  }

  /** The column that an element of this line stands in; null for none of them. */
  columnOf(element: Element): number | null {
    const index = this.#fields.findIndex(field => field.contains(element))
    return index < 0 ? null : index
  }

  #isShown(entry: LogEntry | undefined): boolean {
    const shown = this.#entry
    if (this.#stands === '' || shown?.number !== entry?.number) return false
    if (shown?.type !== 'line' || entry?.type !== 'line') return true
    return shown.isHit === entry.isHit && shown.isContext === entry.isContext
  }

  #showMark(entry: LogMark): void {
    this.#stand('mark')
    const { source } = entry
    const { hasSources, tags } = this.#looks
    const name = source === null || !hasSources ? '' : (tags.get(source)?.label ?? '')
    this.#note.textContent = visibleText(name === '' ? entry.text : `${name}: ${entry.text}`)
  }

  #showLine(entry: PodLogLine, now: number): void {
    const looks = this.#looks
    this.#stand(looks.columns.length > 0 && entry.fields !== null ? 'fields' : 'line')
    if (looks.time !== 'off') this.#showTime(entry, now)
    const tag = looks.tags.get(entry.source)
    if (looks.hasSources) {
      write(this.#source, visibleText(tag?.label ?? ''))
      this.#source.title = visibleText(tag?.title ?? '')
      this.#source.dataset.colour = String(tag?.colour ?? 0)
    }
    const level = entry.level === null ? '' : levelWords[entry.level]
    if (this.#gutter.ariaLabel !== level) this.#gutter.ariaLabel = level
    if (this.#stands === 'fields') this.#showFields(entry)
    else this.#showText(entry)
  }

  #showTime(entry: PodLogLine, now: number): void {
    const text = timeText(entry.time, this.#looks.time, now)
    if (text === this.#timeShown) return
    this.#timeShown = text
    write(this.#time, text)
  }

  #showFields(entry: PodLogLine): void {
    for (const [index, key] of this.#looks.columns.entries()) {
      const field = this.#fields[index]
      if (field === undefined) continue
      const text = fieldText(entry, key)
      const hits = entry.isHit ? (this.#looks.hitsOf?.(text) ?? []) : []
      put(field, segmentsOf(text, [], hits))
    }
  }

  #showText(entry: PodLogLine): void {
    const text = drawnText(entry.text, mostDrawn)
    const hits = entry.isHit ? (this.#looks.hitsOf?.(text) ?? []) : []
    put(this.#text, segmentsOf(text, entry.spans, hits))
    const more = undrawn(entry)
    if (more === 0) return
    const cut = document.createElement('span')
    cut.className = styles.cut ?? ''
    cut.dataset.cut = ''
    cut.textContent = `show whole (${bytesText(entry.text.length + entry.cut)})`
    this.#text.append(cut)
  }

  #stand(stands: 'line' | 'fields' | 'mark' | 'blank'): void {
    if (stands === this.#stands) return
    this.#stands = stands
    const { time, hasSources } = this.#looks
    const before = [
      ...(time === 'off' ? [] : [this.#time]),
      ...(hasSources ? [this.#source] : []),
      this.#gutter,
    ]
    switch (stands) {
      case 'line':
        this.element.replaceChildren(...before, this.#text)
        return
      case 'fields':
        this.element.replaceChildren(...before, ...this.#fields)
        return
      case 'mark':
        this.element.replaceChildren(this.#note)
        return
      case 'blank':
        this.element.replaceChildren()
    }
  }
}

function cell(name: string, role = 'gridcell'): HTMLElement {
  const element = document.createElement('div')
  element.className = styles[name] ?? ''
  element.setAttribute('role', role)
  return element
}

function write(element: HTMLElement, text: string): void {
  const { firstChild } = element
  if (firstChild instanceof Text && element.childNodes.length === 1) {
    if (firstChild.data !== text) firstChild.data = text
  } else element.textContent = text
}

/** Plain text needs no elements of its own, and most lines are plain. */
function put(element: HTMLElement, segments: readonly Segment[]): void {
  const [only] = segments
  if (segments.length <= 1 && (only === undefined || only.looks.length === 0)) {
    write(element, only?.text ?? '')
    return
  }
  element.replaceChildren(
    ...segments.map(({ text, looks }) => {
      if (looks.length === 0) return text
      const span = document.createElement(looks.includes('hit') ? 'mark' : 'span')
      span.className = looks.map(look => spans[look] ?? styles[look] ?? '').join(' ')
      span.textContent = text
      return span
    }),
  )
}
