import type { Steps } from './turns.ts'
import type { Tree } from './types.ts'

/**
 * Reads the plain block style in which kubectl and the clouds' tools write kubeconfigs, some
 * twenty times faster than a full YAML reader: start-up reads hundreds of them. Anything beyond
 * keys, plain or simply quoted scalars and block lists gives null, and the full reader decides.
 */
export function* readRegular(text: string): Steps<Tree | null> {
  const lines = yield* splitLines(text)
  if (lines === null || lines.length === 0) return null
  yield
  const reader = new RegularReader(lines)
  const root = reader.node(0)
  return root === null || !reader.isAtEnd ? null : { root, lineOf: value => reader.lines.get(value) ?? 0 }
}

interface Line {
  /** Column of the dash of an item, else of the key. */
  column: number
  isItem: boolean
  /** Column of what stands behind the dash. */
  readonly content: number
  /** Null for an item that is a scalar. */
  readonly key: string | null
  /** Null when the value stands on the following lines. */
  readonly value: unknown
  readonly number: number
}

const pattern =
  /^( *)(- +)?(?:([A-Za-z][\w./-]*):(?= |$) *)?(?:("[^"\\]*"|'[^']*'|\{\}|\[\]|-{0,2}[A-Za-z0-9/._~+=][\w/.~+=@:,-]*) *)?$/

function* splitLines(text: string): Steps<Line[] | null> {
  const result: Line[] = []
  const rows = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  for (const [index, row] of rows.entries()) {
    if (index % 100 === 0) yield
    if (row === '' || /^ *(#.*)?$/.test(row) || (row === '---' && result.length === 0)) continue
    const match = pattern.exec(row)
    if (match === null) return null
    const [, indent = '', dash = '', key, written] = match
    const value = written === undefined ? null : scalar(written)
    // A plain scalar that ends with a colon would be a key; a bare dash or an empty line a null.
    if (value === undefined || (key === undefined && (dash === '' || value === null))) return null
    const column = indent.length
    const content = column + dash.length
    result.push({ column, isItem: dash !== '', content, key: key ?? null, value, number: index + 1 })
  }
  return result
}

/** Undefined for what only the full reader may judge. */
function scalar(written: string): unknown {
  if (written === '{}') return {}
  if (written === '[]') return []
  if (/^["']/.test(written)) return written.slice(1, -1)
  return written.endsWith(':') || written === '---' || written === '...' ? undefined : written
}

class RegularReader {
  readonly lines = new Map<unknown, number>()
  readonly #lines: readonly Line[]
  #next = 0

  constructor(lines: readonly Line[]) {
    this.#lines = lines
  }

  get isAtEnd(): boolean {
    return this.#next === this.#lines.length
  }

  /** A mapping or list at exactly this column, or null when the text is not regular. */
  node(column: number): unknown {
    const line = this.#lines[this.#next]
    if (line === undefined || line.column !== column) return null
    return line.isItem ? this.#list(column) : this.#mapping(column)
  }

  #mapping(column: number): unknown {
    const mapping: Record<string, unknown> = {}
    this.lines.set(mapping, this.#lines[this.#next]?.number ?? 0)
    for (;;) {
      const line = this.#lines[this.#next]
      if (line === undefined || line.column < column || (line.isItem && line.column === column))
        return mapping
      if (line.column > column || line.key === null || Object.hasOwn(mapping, line.key)) return null
      this.#next++
      const value = line.value ?? this.#below(column)
      if (value === null) return null
      mapping[line.key] = value
    }
  }

  /** The value of a key that has none on its own line: a deeper node, or a list at the same column. */
  #below(column: number): unknown {
    const line = this.#lines[this.#next]
    if (line === undefined || line.column < column) return ''
    if (line.column > column) return this.node(line.column)
    return line.isItem ? this.#list(column) : ''
  }

  #list(column: number): unknown {
    const list: unknown[] = []
    for (;;) {
      const line = this.#lines[this.#next]
      if (line === undefined || line.column < column || (line.column === column && !line.isItem)) return list
      if (line.column > column) return null
      const item = this.#item(line)
      if (item === null) return null
      list.push(item)
    }
  }

  #item(line: Line): unknown {
    if (line.key === null) {
      this.#next++
      return line.value
    }
    // The first key of the mapping stands behind the dash, the others below it.
    line.column = line.content
    line.isItem = false
    return this.#mapping(line.content)
  }
}
