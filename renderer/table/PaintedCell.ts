import { assertNever } from '../../shared/errors/index.ts'
import { formatDuration, momentText } from '../ui/index.ts'
import type { ShownColumn } from './columns.ts'
import type { Drawing } from './drawing.ts'
import { PaintedFigure } from './PaintedFigure.ts'
import styles from './VirtualTable.module.css'

/** The nodes that stand in a cell. `own`: those of who shows the table. */
type Shape = 'empty' | 'text' | 'chip' | 'deleting' | 'context' | 'bracket' | 'figure' | 'own'

/**
 * One cell on screen. Its nodes are made once for what it shows and then written in place: text
 * that stays the same is not touched, so that the browser lays out no more than what changed.
 */
export class PaintedCell {
  readonly element = document.createElement('div')
  readonly #text = document.createTextNode('')
  readonly #base: string
  /** The nodes that stand in the cell now. */
  #shape: Shape = 'empty'
  #nodes: readonly ChildNode[] = []
  #className = ''
  #inner: HTMLElement | null = null
  #innerClass = ''
  #tail: Text | null = null
  #figure: PaintedFigure | null = null
  #age: Extract<Drawing, { readonly type: 'age' }> | null = null

  readonly #hasHistory: boolean

  constructor(column: ShownColumn, place: number) {
    this.#hasHistory = column.type === 'figure' && column.isPlain !== true
    const isNumber = column.type === 'cell' && column.isNumber
    this.#base = `${styles.cell} ${styles[column.type]}${isNumber ? ` ${styles.number}` : ''}`
    this.element.setAttribute('role', 'gridcell')
    this.element.setAttribute('aria-colindex', String(place + 1))
    this.element.style.left = `var(--left-${place})`
    this.element.style.width = `var(--width-${place})`
    this.#look('')
  }

  draw(drawing: Drawing, now: number): void {
    this.#age = drawing.type === 'age' ? drawing : null
    switch (drawing.type) {
      case 'text':
        this.#stand('text')
        this.#look(drawing.isFaint ? (styles.faint ?? '') : '')
        this.#write(this.#text, drawing.text)
        return
      case 'chip':
        this.#stand('chip')
        this.#lookInside(`${styles.chip} ${styles[drawing.meaning]}`)
        this.#write(this.#text, drawing.text)
        return
      case 'name':
        this.#stand(drawing.isDeleting ? 'deleting' : 'text')
        this.#look('')
        this.#write(this.#text, drawing.text)
        return
      case 'context':
        this.#stand('context')
        this.#inner?.setAttribute('data-context-colour', String(drawing.colour))
        this.#write(this.#text, drawing.text)
        return
      case 'age':
        this.#stand(drawing.tail === '' ? 'text' : 'bracket')
        this.#look('')
        this.tick(now)
        return
      case 'figure':
        this.#stand('figure')
        this.#figure?.draw(drawing.figure)
        return
      case 'own':
        this.#stand('own')
        this.#look(styles.own ?? '')
        return
      default:
        assertNever(drawing)
    }
  }

  /** Writes the age anew where there is one and its words changed. */
  tick(now: number): void {
    if (this.#age === null) return
    const { head, tail, since, suffix } = this.#age
    const words = `${tail}${formatDuration(now - since)}${suffix}`
    this.#write(this.#text, this.#tail === null ? head + words : head)
    if (this.#tail !== null) this.#write(this.#tail, words)
  }

  /** A longer text for who points at the cell: the moment of an age, what is cut short in full. */
  describe(): void {
    if (this.#shape === 'own') return
    const isCut = this.element.scrollWidth > this.element.clientWidth
    const text = this.#shape === 'figure' ? (this.#figure?.words ?? '') : this.#fullText(isCut)
    if (text === '') this.element.removeAttribute('title')
    else this.element.title = text
  }

  #fullText(isCut: boolean): string {
    if (this.#age !== null) return momentText(this.#age.since)
    return isCut ? this.#text.data : ''
  }

  #write(node: Text, text: string): void {
    if (node.data !== text) node.data = text
  }

  #look(more: string): void {
    const className = more === '' ? this.#base : `${this.#base} ${more}`
    if (className === this.#className) return
    this.#className = className
    this.element.className = className
  }

  #lookInside(className: string): void {
    if (this.#inner === null || className === this.#innerClass) return
    this.#innerClass = className
    this.#inner.className = className
  }

  #stand(shape: Shape): void {
    if (shape === this.#shape) return
    this.#shape = shape
    this.#tail = null
    this.#inner = null
    this.#innerClass = ''
    this.#look('')
    // What others put into the cell is theirs to take out.
    for (const node of this.#nodes) node.remove()
    this.#nodes = this.#nodesOf(shape)
    this.element.append(...this.#nodes)
  }

  #nodesOf(shape: Shape): readonly ChildNode[] {
    switch (shape) {
      case 'empty':
      case 'own':
        return []
      case 'text':
        return [this.#text]
      case 'chip': {
        this.#inner = document.createElement('span')
        const mark = document.createElement('span')
        mark.className = styles.mark ?? ''
        this.#inner.append(mark, this.#text)
        return [this.#inner]
      }
      case 'deleting':
        return [this.#text, deletingChip()]
      case 'context': {
        this.#inner = document.createElement('span')
        this.#inner.className = styles.dot ?? ''
        return [this.#inner, this.#text]
      }
      case 'figure':
        this.#figure ??= new PaintedFigure(this.#hasHistory)
        return [this.#figure.element]
      case 'bracket': {
        const tail = document.createElement('span')
        tail.className = styles.faint ?? ''
        this.#tail = document.createTextNode('')
        tail.append(this.#tail)
        return [this.#text, tail]
      }
      default:
        return assertNever(shape)
    }
  }
}

function deletingChip(): HTMLElement {
  const chip = document.createElement('span')
  chip.className = `${styles.chip} ${styles.warning} ${styles.beside}`
  const mark = document.createElement('span')
  mark.className = styles.mark ?? ''
  chip.append(mark, 'deleting')
  return chip
}
