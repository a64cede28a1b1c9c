import { plainScalar } from './scalars.ts'

/**
 * Reads the block style in which kubectl and its like write objects, some ten times faster than
 * a whole YAML reader. Anything beyond (anchors, tags, comments behind values, folded scalars,
 * flow style …), and anything wrong, gives undefined, and the whole reader decides.
 */
export function readRegularYaml(text: string): unknown {
  if (/\t|\r(?!\n)/.test(text)) return undefined
  try {
    return new RegularReader(text.includes('\r') ? text.replaceAll('\r\n', '\n') : text).whole()
  } catch (error) {
    if (error instanceof Irregular) return undefined
    throw error
  }
}

/** Thrown to leave the reader from wherever it is. */
class Irregular extends Error {}

const deepest = 100
const blank = /^ *$/
const literalHeader = /^\|([1-9]?)([-+]?)$/
/** First characters of a plain scalar that mean something else, or may. */
const indicators = new Set('&*!|>%@`"\'#{}[],?:-=<')
const jsonEscapes = /\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4})/

class RegularReader {
  readonly #lines: string[]
  #at = 0
  #depth = 0

  constructor(text: string) {
    this.#lines = text.split('\n')
  }

  whole(): unknown {
    const column = this.#nextColumn()
    if (column < 0) return null
    const value = this.#block(column)
    if (this.#nextColumn() >= 0) throw new Irregular()
    return value
  }

  /** Column of the next line that says something; -1 at the end. Comments and empty lines are passed. */
  #nextColumn(): number {
    for (; this.#at < this.#lines.length; this.#at++) {
      const line = this.#lines[this.#at] ?? ''
      const column = columnOf(line)
      if (column < line.length && line[column] !== '#') return column
    }
    return -1
  }

  #block(column: number): unknown {
    if (++this.#depth > deepest) throw new Irregular()
    const line = this.#lines[this.#at] ?? ''
    const value = isDash(line, column) ? this.#sequence(column) : this.#mapping(column)
    this.#depth--
    return value
  }

  #sequence(column: number): unknown[] {
    const items: unknown[] = []
    while (this.#nextColumn() === column) {
      const line = this.#lines[this.#at] ?? ''
      if (!isDash(line, column)) break
      items.push(this.#itemOf(line, column))
    }
    return items
  }

  #itemOf(line: string, column: number): unknown {
    let start = column + 1
    while (line[start] === ' ') start++
    if (start >= line.length) {
      this.#at++
      const next = this.#nextColumn()
      return next > column ? this.#block(next) : null
    }
    if (isDash(line, start) || keyEnd(line, start) >= 0) {
      // The item's block begins on the line of its dash.
      this.#lines[this.#at] = ' '.repeat(start) + line.slice(start)
      return this.#block(start)
    }
    return this.#scalar(line.slice(start), column)
  }

  #mapping(column: number): Readonly<Record<string, unknown>> {
    const fields: Record<string, unknown> = {}
    for (let next = this.#nextColumn(); next === column; next = this.#nextColumn()) {
      const line = this.#lines[this.#at] ?? ''
      if (isDash(line, column)) break
      const end = keyEnd(line, column)
      if (end < 0) throw new Irregular()
      const key = keyOf(line.slice(column, end))
      if (Object.hasOwn(fields, key)) throw new Irregular()
      let start = end + 1
      while (line[start] === ' ') start++
      fields[key] = start < line.length ? this.#scalar(line.slice(start), column) : this.#below(column)
    }
    if (this.#nextColumn() > column) throw new Irregular()
    return fields
  }

  /** The value of a key that has none on its own line. */
  #below(column: number): unknown {
    this.#at++
    const next = this.#nextColumn()
    if (next > column) return this.#block(next)
    const isList = next === column && isDash(this.#lines[this.#at] ?? '', column)
    return isList ? this.#sequence(column) : null
  }

  /** @param column of the key or the dash that the scalar belongs to */
  #scalar(written: string, column: number): unknown {
    const first = written[0] ?? ''
    const text = written.trimEnd()
    this.#at++
    if (text === '{}') return {}
    if (text === '[]') return []
    if (first === '|') return this.#literal(text, column)
    if (first === '"') return doubleQuoted(text)
    if (first === "'") return this.#singleQuoted(text, column)
    const second = text[1]
    const isPlain = !indicators.has(first) || (first === '-' && second !== undefined && second !== ' ')
    if (!isPlain) throw new Irregular()
    return plainScalar(plainText(this.#continued(plainText(text), column)))
  }

  /** The text with the lines that go on with it, which are further in than its key. */
  #continued(text: string, column: number): string {
    let whole = text
    for (; this.#at < this.#lines.length; this.#at++) {
      const line = this.#lines[this.#at] ?? ''
      const start = columnOf(line)
      // Empty lines within a scalar stand for line ends; at its end they stand for nothing.
      if (start >= line.length) {
        if (this.#nextColumn() > column) throw new Irregular()
        return whole
      }
      if (start <= column) return whole
      const more = line.slice(start).trimEnd()
      if (more[0] === '#') throw new Irregular()
      whole += ` ${more}`
    }
    return whole
  }

  #singleQuoted(begin: string, column: number): string {
    let text = begin
    while (!/^'(?:[^']|'')*'$/.test(text)) {
      const line = this.#lines[this.#at] ?? ''
      const start = columnOf(line)
      if (start >= line.length || start <= column || this.#at >= this.#lines.length) throw new Irregular()
      text += ` ${line.slice(start).trimEnd()}`
      this.#at++
    }
    return text.slice(1, -1).replaceAll("''", "'")
  }

  #literal(header: string, column: number): string {
    const match = literalHeader.exec(header)
    if (match === null) throw new Irregular()
    const [, digit = '', chomping = ''] = match
    const start = this.#at
    let content = digit === '' ? -1 : column + Number(digit)
    for (; this.#at < this.#lines.length; this.#at++) {
      const line = this.#lines[this.#at] ?? ''
      const at = columnOf(line)
      if (at >= line.length) {
        if (content < 0 && at > column + 1) throw new Irregular()
        continue
      }
      if (content < 0) content = at
      if (content <= column || at < content) break
    }
    // Whether the last line counts as ended is for the whole reader to say.
    if (this.#at >= this.#lines.length && this.#lines.at(-1) !== '') throw new Irregular()
    if (content <= column) throw new Irregular()
    const isAtEnd = this.#at >= this.#lines.length
    const lines = this.#lines.slice(start, isAtEnd ? -1 : this.#at).map(line => line.slice(content))
    const text = lines.join('\n')
    if (chomping === '+') return `${text}\n`
    const stripped = text.replace(/\n+$/, '')
    return chomping === '-' || stripped === '' ? stripped : `${stripped}\n`
  }
}

function columnOf(line: string): number {
  let column = 0
  while (line.charCodeAt(column) === 0x20) column++
  return column
}

function isDash(line: string, column: number): boolean {
  return line[column] === '-' && (column + 1 >= line.length || line[column + 1] === ' ')
}

/** Where the colon of a line's key is; -1 where there is none. */
function keyEnd(line: string, column: number): number {
  const first = line[column]
  if (first === '"') {
    const close = line.indexOf('"', column + 1)
    if (close < 0 || line.slice(column, close).includes('\\')) throw new Irregular()
    return isColon(line, close + 1) ? close + 1 : -1
  }
  if (first === "'") {
    const close = line.indexOf("'", column + 1)
    if (close < 0 || line[close + 1] === "'") throw new Irregular()
    return isColon(line, close + 1) ? close + 1 : -1
  }
  for (let at = line.indexOf(':', column); at >= 0; at = line.indexOf(':', at + 1))
    if (isColon(line, at)) return at
  return -1
}

function isColon(line: string, at: number): boolean {
  return line[at] === ':' && (at + 1 >= line.length || line[at + 1] === ' ')
}

function keyOf(written: string): string {
  const first = written[0] ?? ''
  if (first === '"' || first === "'") {
    const key = written.slice(1, -1)
    if (key === '__proto__') throw new Irregular()
    return key
  }
  const isIrregular =
    indicators.has(first) || blank.test(written) || written.includes(' #') || written.endsWith(' ')
  if (isIrregular || written === '__proto__') throw new Irregular()
  // A key that is a number or a truth is written otherwise as text.
  if (typeof plainScalar(written) !== 'string') throw new Irregular()
  return written
}

function plainText(text: string): string {
  if (text.includes(': ') || text.includes(' #') || text.endsWith(':')) throw new Irregular()
  return text
}

function doubleQuoted(text: string): string {
  if (!/^"(?:[^"\\]|\\.)*"$/.test(text) || jsonEscapes.test(text)) throw new Irregular()
  return JSON.parse(text) as string
}
