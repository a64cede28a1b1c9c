import type { Cell, Column } from '../../shared/ipc/index.ts'
import type { CellFigure } from './figures.ts'
import type { Sort } from './TableHead.tsx'

/** One thing in a table whose rows are all at hand. */
export interface LocalRow {
  readonly key: string
  readonly namespace: string
  readonly name: string
  readonly cells: readonly Cell[]
  /** By the names of the columns of figures, with the number by which they are ordered. */
  readonly figures: Readonly<Record<string, { readonly cell: CellFigure; readonly order: number | null }>>
}

const words = new Intl.Collator('en', { numeric: true })

/** The rows by a column: numbers as numbers, ages from the youngest, what has no value last; then by name. */
export function sortedRows(
  rows: readonly LocalRow[],
  columns: readonly Column[],
  { column, descending }: Sort,
): readonly LocalRow[] {
  const place = columns.findIndex(({ name }) => name === column)
  const isDate = columns[place]?.type === 'date'
  const orderOf = (row: LocalRow): Cell => {
    if (column === 'Name') return row.name
    if (place < 0) return row.figures[column]?.order ?? null
    const cell = row.cells[place] ?? null
    return isDate && typeof cell === 'number' ? -cell : cell
  }
  const sign = descending ? -1 : 1
  return [...rows].sort(
    (a, b) =>
      compared(orderOf(a), orderOf(b), sign) ||
      words.compare(a.namespace, b.namespace) ||
      words.compare(a.name, b.name) ||
      (a.key < b.key ? -1 : 1),
  )
}

function compared(a: Cell, b: Cell, sign: number): number {
  const [isNoneA, isNoneB] = [a === null || a === '', b === null || b === '']
  if (isNoneA || isNoneB) return isNoneA === isNoneB ? 0 : isNoneA ? 1 : -1
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b)
  return sign * words.compare(String(a), String(b))
}

/** Rows of which some text holds all words of a filter. */
export function filteredRows(rows: readonly LocalRow[], filter: string): readonly LocalRow[] {
  const wanted = filter
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
  if (wanted.length === 0) return rows
  return rows.filter(({ namespace, name, cells }) => {
    const text = [namespace, name, ...cells.filter(cell => typeof cell === 'string')].join('\n').toLowerCase()
    return wanted.every(word => text.includes(word))
  })
}
