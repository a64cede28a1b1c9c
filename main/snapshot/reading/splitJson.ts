import { type SplitSink, type Splitter, tooLargeWords } from './splitSink.ts'
import { StrayText } from './strayText.ts'

const quote = 0x22
const backslash = 0x5c
const newline = 0x0a
const hash = 0x23
const comma = 0x2c
const colon = 0x3a
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d

const isSpace = (byte: number): boolean => byte === 0x20 || byte === newline || byte === 0x0d || byte === 0x09

const itemsKey = Buffer.from('items')
const emptyHead = Buffer.from('{}')
/** `#captureFrom` while nothing is captured. */
const nowhere = -1

/**
 * Splits JSON values that follow each other, and the elements of their `items` (or of an array
 * that is the whole value) into texts of their own. Looks at bytes alone: what is between the
 * brackets is judged by whoever parses it. Also takes the flow style of YAML with its comments,
 * and the logs that `kubectl cluster-info dump` writes among its lists.
 */
export class JsonSplitter implements Splitter {
  readonly #sink: SplitSink
  readonly #limit: number
  readonly #stray: StrayText
  #line = 1
  #depth = 0
  #inString = false
  #isEscaped = false
  #inComment = false
  /** Where in the present chunk the capture goes on. */
  #captureFrom = nowhere
  /** What is captured of earlier chunks. */
  #captured: Buffer[] = []
  #capturedBytes = 0
  #captureLine = 0
  #isTooLarge = false
  /** Line of the whole value, and its text up to the bracket of its items. */
  #headLine = 0
  #head: Buffer[] = []
  /** Depth within the array whose elements are split off; 0 while there is none. */
  #itemDepth = 0
  #hadItems = false
  /** Bytes of the last string at the first depth: a key, as far as it matters. */
  #key: number[] = []
  #isKeyItems = false

  constructor(sink: SplitSink, limit: number) {
    this.#sink = sink
    this.#limit = limit
    this.#stray = new StrayText(sink)
  }

  push(chunk: Buffer): void {
    if (this.#captureFrom !== nowhere) this.#captureFrom = 0
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index] ?? 0
      if (byte === newline) {
        this.#line++
        this.#inComment = false
      }
      if (this.#inString) this.#inText(byte)
      else if (this.#inComment) continue
      else if (this.#depth > 0) this.#structural(chunk, index, byte)
      else if (this.#stray.isStart(byte, this.#line)) this.#begin(byte, index)
    }
    if (this.#captureFrom !== nowhere) this.#keep(chunk.subarray(this.#captureFrom))
  }

  end(): void {
    this.#stray.end()
    if (this.#depth === 0) return
    const isInItem = this.#itemDepth > 0 && this.#depth > this.#itemDepth
    const line = isInItem ? this.#captureLine : this.#headLine
    this.#sink.problem(
      line,
      'The text ends in the middle of what begins here: it is cut off, or a bracket is missing.',
    )
    // The items that came before are whole.
    if (this.#itemDepth > 0 || this.#hadItems) this.#sink.head(emptyHead, this.#headLine)
  }

  #inText(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === backslash) this.#isEscaped = true
    else if (byte === quote) this.#inString = false
    else if (this.#depth === 1 && this.#key.length < 8) this.#key.push(byte)
  }

  #begin(byte: number, index: number): void {
    this.#depth = 1
    this.#headLine = this.#line
    this.#hadItems = false
    this.#isKeyItems = false
    this.#itemDepth = byte === openBracket ? 1 : 0
    if (this.#itemDepth === 0) this.#startCapture(index)
  }

  /** A byte outside of strings within a value. */
  #structural(chunk: Buffer, index: number, byte: number): void {
    switch (byte) {
      case quote:
        this.#inString = true
        if (this.#depth === 1) this.#key = []
        return
      case hash:
        this.#inComment = index === 0 || isSpace(chunk[index - 1] ?? 0)
        return
      case colon:
        if (this.#depth === 1) this.#isKeyItems = Buffer.from(this.#key).equals(itemsKey)
        return
      case comma:
        if (this.#depth === 1) this.#isKeyItems = false
        return
      case openBrace:
      case openBracket:
        this.#open(chunk, index, byte)
        return
      case closeBrace:
      case closeBracket:
        this.#close(chunk, index)
    }
  }

  #open(chunk: Buffer, index: number, byte: number): void {
    this.#depth++
    if (this.#itemDepth > 0) {
      if (this.#depth === this.#itemDepth + 1) this.#startCapture(index)
      return
    }
    if (this.#depth === 2 && byte === openBracket && this.#isKeyItems && !this.#hadItems) {
      this.#endCapture(chunk, index)
      this.#head = this.#isTooLarge ? [] : this.#captured
      this.#itemDepth = 2
    }
  }

  #close(chunk: Buffer, index: number): void {
    this.#depth--
    if (this.#itemDepth === 0) {
      if (this.#depth > 0) return
      this.#endCapture(chunk, index)
      const line = this.#headLine
      this.#emit(
        line,
        this.#hadItems ? text => this.#sink.head(text, line) : text => this.#sink.value(text, line),
      )
    } else if (this.#depth === this.#itemDepth) {
      this.#endCapture(chunk, index)
      const line = this.#captureLine
      this.#emit(line, text => this.#sink.item(text, line))
    } else if (this.#depth < this.#itemDepth) this.#endItems(index)
  }

  #endItems(index: number): void {
    this.#itemDepth = 0
    this.#hadItems = true
    this.#isKeyItems = false
    if (this.#depth === 0) {
      this.#sink.head(emptyHead, this.#headLine)
      return
    }
    const head = this.#head
    this.#startCapture(index)
    this.#captured = head
    this.#head = []
  }

  #startCapture(index: number): void {
    this.#captureFrom = index
    this.#captureLine = this.#line
    this.#captured = []
    this.#capturedBytes = 0
    this.#isTooLarge = false
  }

  #endCapture(chunk: Buffer, index: number): void {
    this.#keep(chunk.subarray(this.#captureFrom, index + 1))
    this.#captureFrom = nowhere
  }

  #keep(piece: Buffer): void {
    this.#capturedBytes += piece.length
    if (this.#capturedBytes > this.#limit) {
      this.#isTooLarge = true
      this.#captured = []
    } else this.#captured.push(piece)
  }

  #emit(line: number, take: (text: Buffer) => void): void {
    const [first, second] = this.#captured
    if (this.#isTooLarge) this.#sink.problem(line, `What begins here is ${tooLargeWords(this.#limit)}.`)
    else if (first !== undefined) take(second === undefined ? first : Buffer.concat(this.#captured))
    this.#captured = []
  }
}
