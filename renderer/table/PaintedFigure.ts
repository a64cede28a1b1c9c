import { sparkHeight, sparkWidth } from '../charts/index.ts'
import type { CellFigure } from './figures.ts'
import styles from './VirtualTable.module.css'

const svg = 'http://www.w3.org/2000/svg'

/** Width of the bar in its own units. */
const barWidth = 100

/** The nodes of a figure in a cell: the line of its history, the amount, and below it the bar. */
export class PaintedFigure {
  readonly element = document.createElement('span')
  readonly #line = document.createElementNS(svg, 'path')
  readonly #text = document.createTextNode('')
  readonly #bar = document.createElementNS(svg, 'svg')
  readonly #fill = document.createElementNS(svg, 'rect')
  readonly #mark = document.createElementNS(svg, 'rect')
  #shown: CellFigure | undefined

  constructor(hasHistory: boolean) {
    const spark = document.createElementNS(svg, 'svg')
    spark.setAttribute('class', styles.spark ?? '')
    spark.setAttribute('viewBox', `0 0 ${sparkWidth} ${sparkHeight}`)
    spark.append(this.#line)
    const amount = document.createElement('span')
    amount.className = styles.amount ?? ''
    this.#bar.setAttribute('class', styles.figureBar ?? '')
    this.#bar.setAttribute('viewBox', `0 0 ${barWidth} 4`)
    this.#bar.setAttribute('preserveAspectRatio', 'none')
    const track = document.createElementNS(svg, 'rect')
    for (const part of [track, this.#fill, this.#mark]) part.setAttribute('height', '4')
    track.setAttribute('width', String(barWidth))
    track.setAttribute('class', styles.figureTrack ?? '')
    this.#mark.setAttribute('class', styles.figureMark ?? '')
    this.#bar.append(track, this.#fill, this.#mark)
    amount.append(this.#text, this.#bar)
    for (const drawing of [spark, this.#bar]) drawing.setAttribute('aria-hidden', 'true')
    this.element.className = styles.usage ?? ''
    this.element.append(...(hasHistory ? [spark] : []), amount)
    this.#write(undefined)
  }

  get words(): string {
    return this.#shown?.words ?? ''
  }

  draw(figure: CellFigure | undefined): void {
    if (figure === this.#shown) return
    this.#shown = figure
    this.#write(figure)
  }

  #write(figure: CellFigure | undefined): void {
    const { text = '', path = '', share = null, mark = null, level = 'plain' } = figure ?? {}
    if (this.#text.data !== text) this.#text.data = text
    this.#set(this.#line, 'd', path)
    this.#set(this.#bar, 'visibility', share === null ? 'hidden' : 'visible')
    this.#set(this.#fill, 'width', String(Math.round((share ?? 0) * barWidth)))
    this.#set(this.#fill, 'class', styles[`figure-${level}`] ?? '')
    this.#set(this.#mark, 'width', mark === null ? '0' : '2')
    this.#set(this.#mark, 'x', String(Math.round(Math.min(barWidth - 2, (mark ?? 0) * barWidth))))
  }

  /** What is the same already costs no layout. */
  #set(element: Element, name: string, value: string): void {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value)
  }
}
