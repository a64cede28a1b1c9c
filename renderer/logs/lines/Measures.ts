export interface LinesPlace {
  /** What scrolls, has the focus and is the grid. */
  readonly scroller: HTMLElement
  /** As high as all lines. */
  readonly body: HTMLElement
  /** Holds the lines that are drawn. */
  readonly sheet: HTMLElement
  /** Begins the ids of lines. */
  readonly id: string
}

/** A wrapped line is held to be so high until an estimate is off by more than this share. */
const tolerance = 0.25

/** Sizes on screen, each written once and only where it changed. Pixels. */
export class Measures {
  /** Height of one line on the scroll; with wrapped lines an estimate. */
  unit = 20
  /** The scroll as it was last set or seen. */
  top = 0
  readonly #place: LinesPlace
  readonly #resize: ResizeObserver
  #height = 0
  #whole = -1
  #sheet = Number.NaN

  constructor(place: LinesPlace, changed: () => void) {
    this.#place = place
    this.#resize = new ResizeObserver(() => {
      if (this.#measure()) changed()
    })
    this.#resize.observe(place.scroller)
    this.#measure()
  }

  dispose(): void {
    this.#resize.disconnect()
  }

  /** Height of what is in sight, below the head. */
  get viewport(): number {
    return this.#height
  }

  /** The scroll at the end. */
  get end(): number {
    return Math.max(0, this.#whole - this.#height)
  }

  estimate(height: number): void {
    if (Math.abs(height - this.unit) > this.unit * tolerance) this.unit = height
  }

  /** Makes the lines so high together, and scrolls there. Answers the scroll. */
  scroll(whole: number, top: number): number {
    const { body, scroller } = this.#place
    if (whole !== this.#whole) {
      this.#whole = whole
      body.style.height = `${whole}px`
    }
    if (Math.abs(top - this.top) > 1 || top > this.end) {
      scroller.scrollTop = top
      this.top = top
    }
    return this.top
  }

  setSheet(top: number): void {
    if (top === this.#sheet) return
    this.#sheet = top
    this.#place.sheet.style.top = `${top}px`
  }

  /** Characters of the longest line so far: to the right one may scroll so far. */
  setLongest(characters: number): void {
    this.#place.scroller.style.setProperty('--longest', String(characters))
  }

  setColumns(widths: readonly number[]): void {
    // The last one takes the room that is left.
    const columns = widths.map((width, index) =>
      index === widths.length - 1 ? `minmax(${width}ch, 1fr)` : `${width}ch`,
    )
    const { style } = this.#place.scroller
    style.setProperty('--columns', columns.join(' '))
    style.setProperty('--columns-width', `${widths.reduce((sum, width) => sum + width, 0)}ch`)
  }

  #measure(): boolean {
    const { scroller, body } = this.#place
    // The head of columns stays in sight above the lines.
    const height = scroller.clientHeight - body.offsetTop
    // Lines behind another view have no size, and keep what they show.
    if (scroller.clientHeight === 0 || height === this.#height) return false
    this.#height = height
    return true
  }
}
