import type { LogSpan } from '../ipc/index.ts'
import { Sequences } from './sequences.ts'
import { plainStyle, type Style, spanOf, styleAfter } from './style.ts'

/** A line without terminal codes, and the looks that they gave it. */
export interface PlainLine {
  readonly text: string
  /** Cover the text from its begin; what they do not cover is plain. */
  readonly spans: readonly LogSpan[]
}

/** What a terminal acts on, and the zero byte. Tab and all other control characters stay in the text. */
const acting = /[\u0000\u0005\u0007\b\r\u000e\u000f\u001b\u0090\u0098\u009b-\u009f]/
/** Of a longer line, or of longer parts of it, what comes later stands for all that it was written over. */
const mostCells = 50_000
/** Spans of one line; a line of more looks than that goes on plain. */
const mostSpans = 2000

/**
 * Takes the terminal codes out of a line: colours and weights become spans; titles, hyperlinks, the
 * clipboard (OSC 52), cursor movement, reports, device strings and bells go. Carriage returns and
 * backspaces overwrite as on a terminal. Zero bytes become U+FFFD. Linear in the line.
 * @param isCut whether the line goes on behind the text
 */
export function plainLine(raw: string, isCut = false): PlainLine {
  const line = raw.endsWith('\r') && !isCut ? raw.slice(0, -1) : raw
  if (!acting.test(line)) return { text: line, spans: [] }
  const screen = new Screen()
  const sequences = new Sequences(line, isCut)
  const finder = new RegExp(acting.source, 'g')
  let at = 0
  while (at < line.length) {
    finder.lastIndex = at
    const next = finder.exec(line)?.index ?? line.length
    if (next > at) screen.write(line.slice(at, next))
    at = next < line.length ? act(line, next, sequences, screen) : next
  }
  return screen.line()
}

/** Does what stands at `at`; answers where the line goes on. */
function act(line: string, at: number, sequences: Sequences, screen: Screen): number {
  switch (line.charCodeAt(at)) {
    case 0x00:
      screen.write('\ufffd')
      return at + 1
    case 0x08:
      screen.back()
      return at + 1
    case 0x0d:
      screen.home()
      return at + 1
    case 0x05:
    case 0x07:
    case 0x0e:
    case 0x0f:
      return at + 1
  }
  const { end, final, parameters } = sequences.at(at)
  if (final === 'm' && !/[<=>?]/.test(parameters)) screen.style = styleAfter(screen.style, parameters)
  else if (final === 'K') screen.erase(parameters)
  return end
}

interface Cell {
  readonly text: string
  readonly style: Style
}

/** The one row of a terminal that the line is written to. */
class Screen {
  style: Style = plainStyle
  /** Runs in the order in which they were written, as long as nothing was overwritten. */
  #runs: Cell[] = []
  /** Character by character from the first overwriting on; undefined: erased. */
  #cells: (Cell | undefined)[] | null = null
  #column = 0
  /** All cells before this one are erased: they are not erased again. */
  #erased = 0
  /** Characters written since the row was last empty. */
  #length = 0

  write(text: string): void {
    if (this.#cells !== null && text.length > mostCells) this.#clear()
    if (this.#cells === null) {
      this.#runs.push({ text, style: this.style })
      this.#length += text.length
      return
    }
    this.#erased = Math.min(this.#erased, this.#column)
    for (const character of text) this.#cells[this.#column++] = { text: character, style: this.style }
  }

  home(): void {
    if (this.#length > mostCells) this.#clear()
    else this.#toCells()
    this.#column = 0
  }

  back(): void {
    if (this.#length > mostCells) return
    this.#toCells()
    this.#column = Math.max(0, this.#column - 1)
  }

  /** `CSI K`: from the cursor on, with 1 up to it, with 2 the whole row. */
  erase(parameters: string): void {
    if (this.#length > mostCells) {
      if (parameters === '1' || parameters === '2') this.#clear()
      return
    }
    const cells = this.#toCells()
    if (parameters === '1' || parameters === '2') {
      cells.fill(undefined, this.#erased, this.#column)
      this.#erased = Math.max(this.#erased, this.#column)
    }
    if (parameters !== '1') cells.length = Math.min(cells.length, this.#column)
  }

  line(): PlainLine {
    const runs = this.#cells === null ? this.#runs : this.#rows(this.#cells)
    let text = ''
    const spans: LogSpan[] = []
    let style = plainStyle
    let length = 0
    const close = (): void => {
      if (length > 0) spans.push(spanOf(length, style))
      length = 0
    }
    for (const run of runs) {
      text += run.text
      if (run.style !== style && spans.length < mostSpans) {
        close()
        style = run.style
      }
      length += spans.length < mostSpans ? run.text.length : 0
    }
    if (style !== plainStyle) close()
    return { text, spans }
  }

  #rows(cells: readonly (Cell | undefined)[]): readonly Cell[] {
    let last = cells.length
    while (last > 0 && cells[last - 1] === undefined) last--
    return Array.from({ length: last }, (_, at) => cells[at] ?? { text: ' ', style: plainStyle })
  }

  #clear(): void {
    this.#cells = null
    this.#runs = []
    this.#length = 0
    this.#erased = 0
  }

  #toCells(): (Cell | undefined)[] {
    if (this.#cells !== null) return this.#cells
    this.#cells = this.#runs.flatMap(({ text, style }) =>
      Array.from(text, character => ({ text: character, style })),
    )
    this.#column = this.#cells.length
    this.#runs = []
    return this.#cells
  }
}
