import type { Cell, Column, Row } from '../../shared/ipc/index.ts'
import { formatDuration } from '../ui/index.ts'
import { isStatusColumn } from './status.ts'

/** A column as drawn: one of the server's, or the namespace or context that we add. */
export type ShownColumn =
  | {
      readonly type: 'cell'
      readonly name: string
      readonly description: string
      readonly index: number
      readonly isNumber: boolean
      /** Numbers in it are moments, in milliseconds since the epoch. */
      readonly isDate?: boolean
      /** Most characters it takes; unset: as many as any column. */
      readonly widest?: number
    }
  | { readonly type: 'name'; readonly name: string; readonly description: string; readonly widest?: number }
  | { readonly type: 'namespace'; readonly name: string; readonly description: string }
  | { readonly type: 'context'; readonly name: string; readonly description: string }

export interface ColumnChoice {
  readonly isWide: boolean
  readonly hidden: readonly string[]
  /** Several contexts stand in one list: the first column says which. */
  readonly isMerged: boolean
}

/** Columns that can be left out, for the column chooser. The name always stays. */
export function choosableColumns(columns: readonly Column[]): readonly Column[] {
  return columns.filter(column => column.name !== 'Name')
}

/** The columns to draw, in the order of the server. There is always one for the name. */
export function shownColumns(columns: readonly Column[], choice: ColumnChoice): readonly ShownColumn[] {
  const shown = columns.flatMap((column, index): readonly ShownColumn[] => {
    const { name, description } = column
    if (column.priority > 0 && !choice.isWide) return []
    if (name === 'Name') return [{ type: 'name', name, description }]
    if (choice.hidden.includes(name)) return []
    if (name === 'Context' && index === 0 && choice.isMerged) return [{ type: 'context', name, description }]
    if (name === 'Namespace' && index < 2) return [{ type: 'namespace', name, description }]
    const isDate = column.type === 'date'
    const isNumber = isDate || column.type === 'integer' || column.type === 'number' || name === 'Restarts'
    const widest = name === 'Message' ? widestText : undefined
    return [{ type: 'cell', name, description, index, isNumber, isDate, ...(widest && { widest }) }]
  })
  // Events have a name that is of no use; kinds without any column still have theirs.
  if (columns.some(({ name }) => name === 'Name')) return shown
  return [{ type: 'name', name: 'Name', description: 'Name of the object' }, ...shown]
}

/** Plain text of a cell at a moment, as it stands on screen. */
export function cellText(cell: Cell | undefined, now: number, isDate = false): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'object') return `${cell.prefix}${formatDuration(now - cell.since)}${cell.suffix}`
  if (isDate && typeof cell === 'number') return formatDuration(now - cell)
  return String(cell)
}

const characterWidth = 7.3
const padding = 24
const narrowest = 6
const widest = 46
/** Columns of sentences. */
const widestText = 90

/**
 * Widths in characters that fit the header and every row seen so far. They only grow: columns
 * that jump while one scrolls cannot be read.
 */
export function fitWidths(
  columns: readonly ShownColumn[],
  rows: readonly (Row | undefined)[],
  before: ReadonlyMap<string, number>,
  contextName: (row: Row) => string,
): ReadonlyMap<string, number> {
  const now = Date.now()
  const next = new Map(before)
  let grew = false
  for (const column of columns) {
    let width = Math.max(next.get(column.name) ?? 0, column.name.length + 2, narrowest)
    for (const row of rows) {
      if (row !== undefined)
        width = Math.max(width, columnText(column, row, now, contextName).length + extra(column))
    }
    width = Math.min(width, ('widest' in column ? column.widest : undefined) ?? widest)
    if (width !== next.get(column.name)) {
      next.set(column.name, width)
      grew = true
    }
  }
  return grew ? next : before
}

// A state's shape and frame take about four characters.
function extra(column: ShownColumn): number {
  return column.type === 'cell' && isStatusColumn(column.name) ? 4 : 0
}

function columnText(column: ShownColumn, row: Row, now: number, contextName: (row: Row) => string): string {
  switch (column.type) {
    case 'name':
      return row.deleting ? `${row.name} deleting` : row.name
    case 'namespace':
      return row.namespace
    case 'context':
      return contextName(row)
    case 'cell':
      return cellText(row.cells[column.index], now, column.isDate)
  }
}

/** `grid-template-columns` for widths in characters: never narrower, and room is shared out. */
export function gridTemplate(columns: readonly ShownColumn[], widths: ReadonlyMap<string, number>): string {
  const parts = columns.map(column => {
    const pixels = Math.round((widths.get(column.name) ?? narrowest) * characterWidth + padding)
    return `minmax(${pixels}px, ${column.type === 'name' ? pixels * 1.5 : pixels}fr)`
  })
  return parts.join(' ')
}

/** Least width in pixels of all columns together. */
export function leastWidth(columns: readonly ShownColumn[], widths: ReadonlyMap<string, number>): number {
  return columns.reduce(
    (sum, column) => sum + Math.round((widths.get(column.name) ?? narrowest) * characterWidth + padding),
    0,
  )
}
