import type { Column } from '../../../shared/ipc/index.ts'

/** Columns that every list can be compared by, shown or not. */
const always: readonly string[] = ['name', 'namespace', 'context']
/** Columns that are named in a hint. */
const mostNamed = 8

/**
 * What is likely not meant in a filter: a comparison with a column that the list has not, or with
 * an operator there is not. Null when there is nothing to say. Main searches such words as text.
 */
export function filterHint(filter: string, columns: readonly Column[]): string | null {
  if (columns.length === 0) return null
  const known = new Set([...always, ...columns.map(({ name }) => columnKey(name))])
  for (const [word] of filter.matchAll(/(?:[^\s"]|"[^"]*"?)+/g)) {
    const hint = wordHint(word.replaceAll('"', ''), known, columns)
    if (hint !== null) return hint
  }
  return null
}

function wordHint(word: string, known: ReadonlySet<string>, columns: readonly Column[]): string | null {
  const parts = /^([A-Za-z][A-Za-z0-9_%./-]*)(=={1,2}|!==|=~|!~|>=|<=|!=|=|>|<|~|:)(.*)$/.exec(word)
  if (parts === null) return null
  const [, column = '', operator = '', value = ''] = parts
  const isColumn = known.has(columnKey(column))
  if (operator === '=' || operator === '!=') return isColumn ? null : columnHint(word, column, columns)
  if (!isColumn) return null
  const meant = operator.startsWith('!') ? `${column}!=${value}` : `${column}=${value}`
  return operator === '==' || operator === '!=='
    ? `“${operator}” is no operator here; write ${meant}.`
    : `“${operator}” is no operator here; a column is compared with = or !=, for example ${meant}.`
}

function columnHint(word: string, column: string, columns: readonly Column[]): string {
  const names = columns.map(({ name }) => columnWord(name))
  const shown = names.slice(0, mostNamed).join(', ')
  const end = names.length > mostNamed ? ', …' : '.'
  return `There is no column “${column}”, so “${word}” is looked for as text. Columns: ${shown}${end}`
}

/** As main reads a column's name: without case, spaces and signs. */
function columnKey(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9%]/g, '')
}

/** A column's name as one word of a filter. */
function columnWord(name: string): string {
  return /\s/.test(name) ? columnKey(name) : name
}
