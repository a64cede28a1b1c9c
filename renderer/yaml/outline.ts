/** The lines of a text, numbered from 1. */
export interface Lines {
  readonly count: number
  line(number: number): string
}

/** Where in its object a line is. `[]` stands for any item of a list. */
export interface LinePlace {
  readonly path: readonly string[]
  /** Fields that stand beside it already. */
  readonly siblings: readonly string[]
  readonly apiVersion: string
  readonly kind: string
}

interface ReadLine {
  /** Columns of the dashes before the first word. */
  readonly dashes: readonly number[]
  /** Of the first word; -1 where the line says nothing. */
  readonly column: number
  readonly key: string | null
  /** What stands behind the colon, without comments. */
  readonly value: string
}

const field = /^("(?:[^"\\]|\\.)*"|'[^']*'|[^\s#'"{[][^#]*?):(?:\s+(.*))?$/

export function readLine(text: string): ReadLine {
  const lead = /^ *(?:- +)*/.exec(text)?.[0] ?? ''
  const rest = text
    .slice(lead.length)
    .replace(/(^|\s)#.*$/, '')
    .trimEnd()
  const dashes = [...lead.matchAll(/-/g)].map(match => match.index)
  if (rest === '-') return { dashes: [...dashes, lead.length], column: -1, key: null, value: '' }
  if (rest === '') return { dashes, column: -1, key: null, value: '' }
  const match = field.exec(rest)
  const key = match === null ? null : unquoted(match[1] ?? '')
  return { dashes, column: lead.length, key, value: match?.[2] ?? '' }
}

function unquoted(key: string): string {
  return /^(['"]).*\1$/.test(key) ? key.slice(1, -1) : key
}

/**
 * The place of what begins at a column of a line, read from the indentation of the lines above: it
 * works while a text is being written and is no YAML yet. Flow style is not looked into.
 * @param number of the line, from 1
 */
export function placeOfLine(lines: Lines, number: number, column: number): LinePlace {
  const path: string[] = []
  const own = readLine(lines.line(number))
  let keyLimit = column
  let dashLimit = column
  for (const dash of own.dashes.filter(at => at < column).reverse()) {
    path.unshift('[]')
    keyLimit = dash + 1
    dashLimit = dash
  }
  for (let at = number - 1; at >= 1 && (keyLimit > 0 || dashLimit > 0); at--) {
    const text = lines.line(at)
    if (isSeparator(text)) break
    const { dashes, column: start, key, value } = readLine(text)
    if (key !== null && start < keyLimit && opensBlock(value)) {
      path.unshift(key)
      keyLimit = start
      dashLimit = start
    }
    for (const dash of [...dashes].reverse()) {
      if (dash >= dashLimit) continue
      path.unshift('[]')
      keyLimit = dash + 1
      dashLimit = dash
    }
  }
  return { path, siblings: siblingsOf(lines, number, column), ...kindOf(lines, number) }
}

/** Nothing, an anchor or a tag: what is indented further belongs to the key. */
function opensBlock(value: string): boolean {
  return value === '' || /^[&!]\S*$/.test(value)
}

function isSeparator(text: string): boolean {
  return /^(?:---|\.\.\.)(?:\s|$)/.test(text)
}

function siblingsOf(lines: Lines, number: number, column: number): readonly string[] {
  const found: string[] = []
  const own = readLine(lines.line(number))
  const isFirstOfItem = own.dashes.some(dash => dash < column)
  const look = (step: -1 | 1): void => {
    for (let at = number + step; at >= 1 && at <= lines.count; at += step) {
      const text = lines.line(at)
      if (isSeparator(text)) return
      const { column: start, key, dashes } = readLine(text)
      if (start < 0 && dashes.length === 0) continue
      const begin = dashes[0] ?? start
      const isHead = start === column && dashes.length > 0
      if (isHead && step === 1) return
      if (start === column && key !== null) found.push(key)
      if (isHead || (begin < column && start !== column)) return
    }
  }
  if (!isFirstOfItem) look(-1)
  look(1)
  return found
}

/** What the document of a line says that it is. */
function kindOf(lines: Lines, number: number): { readonly apiVersion: string; readonly kind: string } {
  const found = { apiVersion: '', kind: '' }
  const take = (text: string): boolean => {
    const match = /^(apiVersion|kind):\s*["']?([^\s"'#]*)/.exec(text)
    if (match !== null) found[match[1] as 'apiVersion' | 'kind'] ||= match[2] ?? ''
    return found.apiVersion !== '' && found.kind !== ''
  }
  for (let at = number; at >= 1 && !isSeparator(lines.line(at)); at--) if (take(lines.line(at))) return found
  for (let at = number + 1; at <= lines.count && !isSeparator(lines.line(at)); at++)
    if (take(lines.line(at))) return found
  return found
}
