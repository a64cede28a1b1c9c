import { isAllReady } from '../../shared/kube/index.ts'
import { textOfCell } from './cells.ts'
import type { StoredRow } from './rowStore.ts'

/** Says whether a row passes. It depends on the row alone, never on the time. */
export type RowFilter = (row: StoredRow) => boolean

const everyRow: RowFilter = () => true

/**
 * Reads the filter of a table. Words must all occur in the row's text, `a|b` is either,
 * `column=value` and `column!=value` compare one cell as a whole (also with `|`), and quotes hold a
 * word with spaces together. Case does not matter. A word whose column does not exist is searched
 * for as it stands, so that `app=web` finds a label that is shown. `is:ready` and `is:unready` pass
 * rows by their ready cell: `2/3`, or a number beside the number that is desired.
 * @param contextName the name under which a context is shown
 */
export function parseFilter(text: string, contextName: (context: string) => string): RowFilter {
  const words = [...text.toLowerCase().matchAll(/(?:[^\s"]|"[^"]*"?)+/g)].map(([word]) =>
    word.replaceAll('"', ''),
  )
  const tests = words.filter(word => word !== '').map(word => wordTest(word, contextName))
  if (tests.length === 0) return everyRow
  return row => {
    const reading = new RowReading(row, contextName)
    return tests.every(test => test(reading))
  }
}

type WordTest = (row: RowReading) => boolean

function wordTest(word: string, contextName: (context: string) => string): WordTest {
  const [, readiness] = /^is:(ready|unready)$/.exec(word) ?? []
  if (readiness !== undefined) {
    return row => {
      const cell = (name: string) => row.cell(name, contextName) ?? ''
      return isAllReady(cell('ready'), cell('desired')) === (readiness === 'ready')
    }
  }
  const plain = word.split('|').filter(part => part !== '')
  const comparison = /^([^=!|]+)(!?=)(.*)$/.exec(word)
  const occurs: WordTest = row => plain.some(part => row.text.includes(part))
  if (comparison === null) return plain.length === 0 ? () => true : occurs
  const [, column = '', operator, wanted = ''] = comparison
  const name = columnKey(column)
  const values = wanted.split('|')
  return row => {
    const cell = row.cell(name, contextName)
    if (cell === null) return occurs(row)
    return values.includes(cell) === (operator === '=')
  }
}

/** Texts of one row in lower case, made when asked for. */
class RowReading {
  readonly #row: StoredRow
  readonly #contextName: (context: string) => string
  #text: string | null = null

  constructor(row: StoredRow, contextName: (context: string) => string) {
    this.#row = row
    this.#contextName = contextName
  }

  get text(): string {
    this.#text ??= this.#allText().toLowerCase()
    return this.#text
  }

  /** Text of a cell, or null where the kind has no such column. */
  cell(name: string, contextName: (context: string) => string): string | null {
    const { store, cells } = this.#row
    if (name === 'name') return this.#row.name.toLowerCase()
    if (name === 'namespace') return this.#row.namespace.toLowerCase()
    if (name === 'context') return contextName(store.context).toLowerCase()
    const index = store.columns.findIndex(column => columnKey(column.name) === name)
    return index < 0 ? null : textOfCell(cells[index] ?? null).toLowerCase()
  }

  #allText(): string {
    const { store, namespace, name, cells } = this.#row
    let text = `${this.#contextName(store.context)}\n${namespace}\n${name}`
    for (let index = 0; index < cells.length; index++) {
      // What ticks has no lasting text.
      if (store.columns[index]?.type !== 'date') text += `\n${textOfCell(cells[index] ?? null)}`
    }
    return text
  }
}

/** `Nominated Node` is also `nominatednode`, since a word holds no space. */
const columnKey = (name: string): string => name.toLowerCase().replace(/[^a-z0-9%]/g, '')
