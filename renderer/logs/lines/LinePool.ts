import type { LineLooks } from './cells.ts'
import { PaintedLine } from './PaintedLine.ts'
import type { PlaceRange } from './range.ts'

/**
 * The lines on screen in the order of their places. What scrolls out of sight is used for what
 * scrolls in: that costs far less than new elements.
 */
export class LinePool {
  readonly #sheet: HTMLElement
  readonly #lineOf = new WeakMap<Element, PaintedLine>()
  #lines: PaintedLine[] = []
  #first = 0

  constructor(sheet: HTMLElement) {
    this.#sheet = sheet
  }

  get lines(): readonly PaintedLine[] {
    return this.#lines
  }

  at(place: number): PaintedLine | undefined {
    return this.#lines[place - this.#first]
  }

  /** The line that an element stands in. */
  around(element: Element): PaintedLine | undefined {
    const found = element.closest('[role="row"]')
    return found === null ? undefined : this.#lineOf.get(found)
  }

  /** Holds one line for each place of the range, and no other. */
  hold({ first, last }: PlaceRange, looks: LineLooks): void {
    const count = last - first
    const by = first - this.#first
    // A few lines on: those that go are put where the others come.
    if (by > 0 && by < this.#lines.length) {
      const gone = this.#lines.splice(0, by)
      this.#lines.push(...gone)
      this.#sheet.append(...gone.map(({ element }) => element))
    } else if (by < 0 && -by < this.#lines.length) {
      const gone = this.#lines.splice(by)
      this.#lines.unshift(...gone)
      this.#sheet.prepend(...gone.map(({ element }) => element))
    }
    this.#first = first
    for (const line of this.#lines.splice(count)) line.element.remove()
    while (this.#lines.length < count) {
      const line = new PaintedLine(looks)
      this.#lineOf.set(line.element, line)
      this.#lines.push(line)
      this.#sheet.append(line.element)
    }
  }

  /** Other looks need other lines. */
  clear(): void {
    this.#sheet.replaceChildren()
    this.#lines = []
  }
}
