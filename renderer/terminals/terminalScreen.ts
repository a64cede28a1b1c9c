import { FitAddon } from '@xterm/addon-fit'
import { SearchAddon } from '@xterm/addon-search'
import { Unicode11Addon } from '@xterm/addon-unicode11'
import { WebLinksAddon } from '@xterm/addon-web-links'
import { Terminal } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { isHeardInTerminals } from '../live/index.ts'
import { makeInert } from './inertParser.ts'
import { openWithinPolicy } from './policyStyles.ts'
import { followColours, searchColours, terminalColours } from './terminalColours.ts'

export interface ScreenListener {
  /** What was typed, or what a program that watches the pointer is told. */
  input(input: string | Uint8Array): void
  /** What the terminal answers to a question in the output. */
  answer(text: string): void
  /** Something was pasted or dropped; it did not go anywhere yet. */
  paste(text: string): void
  copy(text: string): void
  resized(columns: number, rows: number): void
  /** Somebody wants to follow a link. */
  link(address: string): void
  find(): void
  /** Whether the process is over: then Enter asks to connect again, and Tab goes on to what stands below. */
  isOver(): boolean
  again(): void
  /** Place of the match in front, from 0, of how many; -1 for none in front. */
  found(place: number, count: number): void
}

export interface ScreenOptions {
  readonly isTty: boolean
  /** Pixels. */
  readonly fontSize: number
  readonly label: string
}

/** Pointer, focus and paste as if nobody asked for them; the cursor in sight; letters plain. */
const plainModes = '\u001b[!p\u001b[?1000;1002;1003;1004;1006;2004l\u001b[?25h\u001b[0m'

/** Lines that can be scrolled back to. */
const scrollback = 10_000

/** The screen of a terminal in an element of the page. It is told what to show and tells what is typed. */
export class TerminalScreen {
  readonly #place: HTMLElement
  readonly #listener: ScreenListener
  readonly #terminal: Terminal
  readonly #fit = new FitAddon()
  readonly #search = new SearchAddon()
  readonly #observer = new ResizeObserver(() => this.fit())
  readonly #unfollow: () => void

  constructor(place: HTMLElement, { isTty, fontSize, label }: ScreenOptions, listener: ScreenListener) {
    this.#place = place
    this.#listener = listener
    this.#terminal = new Terminal({
      allowProposedApi: true,
      convertEol: !isTty,
      cursorBlink: false,
      fontFamily: getComputedStyle(place).fontFamily,
      fontSize,
      lineHeight: 1.2,
      linkHandler: {
        activate: (event, address) => this.#follow(event, address),
        allowNonHttpProtocols: false,
      },
      // Whatever colours a program chooses, what it writes can be read.
      minimumContrastRatio: 4.5,
      scrollback,
      theme: terminalColours(place),
    })
    this.#load()
    makeInert(this.#terminal, text => listener.answer(text))
    openWithinPolicy(this.#terminal, place)
    this.#listen(label)
    this.#observer.observe(place)
    this.#unfollow = followColours(() => {
      this.#terminal.options.theme = terminalColours(place)
    })
    void this.#measureAgain()
  }

  get size(): { readonly columns: number; readonly rows: number } {
    return { columns: this.#terminal.cols, rows: this.#terminal.rows }
  }

  /** Whether the program asked to be told what is pasted. */
  get isBracketed(): boolean {
    return this.#terminal.modes.bracketedPasteMode
  }

  get selection(): string {
    return this.#terminal.getSelection()
  }

  dispose(): void {
    this.#observer.disconnect()
    this.#unfollow()
    this.#terminal.dispose()
  }

  /** @param done called once it is drawn, or about to be. */
  write(text: string, done?: () => void): void {
    this.#terminal.write(text, done)
  }

  /** Ends what a program began and did not end: its own screen, watching the pointer, a hidden cursor. */
  settle(): void {
    // After all that was put out before.
    this.#terminal.write('\u0018', () => {
      const isOwnScreen = this.#terminal.buffer.active.type === 'alternate'
      this.#terminal.write(`${isOwnScreen ? '\u001b[?1049l' : ''}${plainModes}`)
    })
  }

  focus(): void {
    this.#terminal.focus()
  }

  setFontSize(fontSize: number): void {
    this.#terminal.options.fontSize = fontSize
    this.fit()
  }

  /** Takes as many columns and rows as there is room for. Out of sight there is none. */
  fit(): void {
    if (this.#place.clientHeight === 0) return
    this.#fit.fit()
  }

  find(text: string, isBackward: boolean, isIncremental: boolean): void {
    if (text === '') {
      this.#search.clearDecorations()
      this.#listener.found(-1, 0)
      return
    }
    const { found, current } = searchColours(this.#place)
    const decorations = {
      matchBackground: found,
      matchBorder: current,
      matchOverviewRuler: found,
      activeMatchBackground: current,
      activeMatchColorOverviewRuler: current,
    }
    if (isBackward) this.#search.findPrevious(text, { decorations })
    else this.#search.findNext(text, { decorations, incremental: isIncremental })
  }

  #load(): void {
    const terminal = this.#terminal
    terminal.loadAddon(this.#fit)
    terminal.loadAddon(this.#search)
    terminal.loadAddon(new Unicode11Addon())
    terminal.unicode.activeVersion = '11'
    terminal.loadAddon(new WebLinksAddon((event, address) => this.#follow(event, address)))
  }

  #listen(label: string): void {
    const terminal = this.#terminal
    terminal.onData(text => this.#listener.input(text))
    terminal.onBinary(text =>
      this.#listener.input(Uint8Array.from(text, character => character.charCodeAt(0))),
    )
    terminal.onResize(({ cols, rows }) => this.#listener.resized(cols, rows))
    this.#search.onDidChangeResults(({ resultIndex, resultCount }) =>
      this.#listener.found(resultIndex, resultCount),
    )
    terminal.attachCustomKeyEventHandler(event => this.#isForProgram(event))
    terminal.textarea?.setAttribute('aria-label', label)
    terminal.textarea?.setAttribute('data-dock-focus', '')
    // Before the library sees it: it would send a paste at once.
    this.#place.addEventListener('paste', this.#onPaste, { capture: true })
  }

  readonly #onPaste = (event: ClipboardEvent): void => {
    event.preventDefault()
    event.stopPropagation()
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (text !== '') this.#listener.paste(text)
  }

  /** False for keys that go to the frame, to the browser, or were dealt with here. */
  #isForProgram(event: KeyboardEvent): boolean {
    if (event.type !== 'keydown') return true
    const isCommand = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    if (this.#listener.isOver() && (key === 'tab' || (key === 'enter' && !isCommand && !event.altKey))) {
      if (key === 'enter') {
        event.preventDefault()
        this.#listener.again()
      }
      return false
    }
    if (isCommand && !event.altKey && key === 'f' && !event.shiftKey) {
      event.preventDefault()
      this.#listener.find()
      return false
    }
    if (event.ctrlKey && event.shiftKey && key === 'c') {
      event.preventDefault()
      if (this.selection !== '') this.#listener.copy(this.selection)
      return false
    }
    // The browser pastes by itself.
    if (event.ctrlKey && event.shiftKey && key === 'v') return false
    return !isHeardInTerminals(event)
  }

  #follow(event: MouseEvent, address: string): void {
    if ((event.ctrlKey || event.metaKey) && /^https?:\/\//i.test(address)) this.#listener.link(address)
  }

  /** Cells are measured when the screen opens: a face that is there only later has another width. */
  async #measureAgain(): Promise<void> {
    const { fontFamily = 'monospace', fontSize = 12 } = this.#terminal.options
    await document.fonts.load(`${fontSize}px ${fontFamily}`).catch(() => [])
    if (!this.#place.isConnected) return
    this.#terminal.options.fontFamily = 'monospace'
    this.#terminal.options.fontFamily = fontFamily
    this.fit()
  }
}
