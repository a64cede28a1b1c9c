import { type SplitSink, type Splitter, tooLargeWords } from './splitSink.ts'
import { logEnd, logStart } from './strayText.ts'

const newline = 0x0a
const space = 0x20
const dash = 0x2d
const hash = 0x23

/**
 * Splits a YAML stream into its documents, and the `items` of a list into texts of their own, by
 * lines alone: a document begins with `---` in the first column, an item with a dash at the
 * column of the first item. Neither can stand in the middle of a value. Logs that `kubectl
 * cluster-info dump` writes among its documents are passed over.
 */
export class YamlSplitter implements Splitter {
  readonly #sink: SplitSink
  readonly #limit: number
  /** Begin of a line that goes on in the next chunk. */
  #rest: Buffer[] = []
  #restBytes = 0
  /** Lines that are over. */
  #lines = 0
  #document = new Part()
  #item: Part | null = null
  #itemColumn = -1
  #place: 'document' | 'items' | 'log' = 'document'
  #hadItems = false

  constructor(sink: SplitSink, limit: number) {
    this.#sink = sink
    this.#limit = limit
  }

  push(chunk: Buffer): void {
    let from = 0
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      const piece = chunk.subarray(from, at + 1)
      from = at + 1
      this.#take(this.#rest.length === 0 ? piece : this.#withRest(piece))
    }
    if (from < chunk.length) this.#keepRest(chunk.subarray(from))
  }

  end(): void {
    if (this.#rest.length > 0) this.#take(this.#withRest(Buffer.alloc(0)))
    this.#endDocument()
  }

  /** A line without end must not be held whole: of one that is too long, its begin is enough. */
  #keepRest(piece: Buffer): void {
    this.#restBytes += piece.length
    if (this.#restBytes <= this.#limit + piece.length) this.#rest.push(piece)
  }

  #withRest(piece: Buffer): Buffer {
    const whole = Buffer.concat([...this.#rest, piece])
    this.#rest = []
    this.#restBytes = 0
    return whole
  }

  #take(line: Buffer): void {
    this.#lines++
    if (this.#place === 'log') {
      if (startsWith(line, logEnd)) this.#place = 'document'
      return
    }
    if (this.#isMark(line)) return
    if (this.#place === 'items' && this.#takeInItems(line)) return
    if (!this.#hadItems && isItemsKey(line)) {
      this.#place = 'items'
      this.#itemColumn = -1
    }
    this.#document.add(line, this.#lines, this.#limit)
  }

  /** Between two documents, or before a log. */
  #isMark(line: Buffer): boolean {
    const [first, second, third, fourth = newline] = line
    const isOver = fourth === newline || fourth === 0x0d || fourth === space || fourth === 0x09
    if (first === dash && second === dash && third === dash && isOver) {
      this.#endDocument()
      // `--- {a: 1}`: the document may begin on this line.
      const after = line.subarray(3)
      if (!/^\s*(#.*)?$/.test(after.subarray(0, 200).toString('latin1').trimEnd()))
        this.#document.add(after, this.#lines, this.#limit)
      return true
    }
    if (first === 0x2e && second === 0x2e && third === 0x2e && isOver) {
      this.#endDocument()
      return true
    }
    if (first !== 0x3d || !startsWith(line, logStart)) return false
    this.#endDocument()
    this.#place = 'log'
    this.#sink.log()
    return true
  }

  /** False when the items are over and the line is the document's. */
  #takeInItems(line: Buffer): boolean {
    const column = columnOf(line)
    if (column < 0) {
      this.#item?.add(line, this.#lines, this.#limit)
      return true
    }
    const isDash = line[column] === dash && isEndOrSpace(line[column + 1])
    if (this.#itemColumn < 0 && isDash) this.#itemColumn = column
    if (isDash && column === this.#itemColumn) {
      this.#endItem()
      this.#item = new Part()
    } else if (this.#item === null || column <= this.#itemColumn) {
      this.#endItem()
      this.#place = 'document'
      return false
    }
    this.#item.add(line, this.#lines, this.#limit)
    return true
  }

  #endItem(): void {
    if (this.#item === null) return
    this.#hadItems = true
    this.#tell(this.#item, (text, line) => this.#sink.item(text, line))
    this.#item = null
  }

  #endDocument(): void {
    this.#endItem()
    const hadItems = this.#hadItems
    const document = this.#document
    this.#document = new Part()
    this.#hadItems = false
    this.#place = 'document'
    if (!document.isEmpty || hadItems)
      this.#tell(document, (text, line) =>
        hadItems ? this.#sink.head(text, line) : this.#sink.value(text, line),
      )
  }

  #tell(part: Part, take: (text: Buffer, line: number) => void): void {
    if (part.isTooLarge) this.#sink.problem(part.line, `What begins here is ${tooLargeWords(this.#limit)}.`)
    else take(part.text(), part.line)
  }
}

/** Lines of one text. */
class Part {
  line = 0
  isTooLarge = false
  #pieces: Buffer[] = []
  #bytes = 0

  get isEmpty(): boolean {
    return this.#bytes === 0
  }

  add(line: Buffer, number: number, limit: number): void {
    if (this.#bytes === 0) this.line = number
    this.#bytes += line.length
    if (this.#bytes <= limit) this.#pieces.push(line)
    else {
      this.isTooLarge = true
      this.#pieces = []
    }
  }

  text(): Buffer {
    return Buffer.concat(this.#pieces)
  }
}

/** Column of the first character; -1 for a line that is empty or a comment. */
function columnOf(line: Buffer): number {
  let column = 0
  while (line[column] === space) column++
  const first = line[column]
  return first === undefined || first === newline || first === 0x0d || first === hash ? -1 : column
}

function isEndOrSpace(byte: number | undefined): boolean {
  return byte === undefined || byte === space || byte === newline || byte === 0x0d || byte === 0x09
}

function startsWith(line: Buffer, text: string): boolean {
  return line.subarray(0, text.length).toString('latin1') === text
}

function isItemsKey(line: Buffer): boolean {
  const [first, second] = line
  if (first !== 0x69 && !(first === 0x22 && second === 0x69)) return false
  return line.length < 200 && /^("items"|items):\s*(#.*)?$/.test(line.toString('latin1').trimEnd())
}
