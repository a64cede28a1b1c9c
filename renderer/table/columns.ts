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
  | {
      readonly type: 'name'
      readonly name: string
      readonly description: string
      readonly widest?: number
      /** A mark stands before each name. */
      readonly isMarked?: boolean
    }
  /** Figures that do not come with the rows. */
  | {
      readonly type: 'figure'
      readonly name: string
      readonly description: string
      /** Without the line of a history. */
      readonly isPlain?: boolean
    }
  | { readonly type: 'namespace'; readonly name: string; readonly description: string }
  | { readonly type: 'context'; readonly name: string; readonly description: string }

/** Tells columns apart, also those of one name, which a definition may give to several. */
export function keysOf(columns: readonly ShownColumn[]): readonly string[] {
  const seen = new Map<string, number>()
  return columns.map(({ type, name }) => {
    const same = seen.get(`${type} ${name}`) ?? 0
    seen.set(`${type} ${name}`, same + 1)
    return `${same} ${type} ${name}`
  })
}

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

/** Pixels a character takes at 12 px: the monospace face, the sans face, and states at 11 px. */
const monospace = 7.2
const sans = 6.7
const chip = 6.5
/** Space to both sides of a cell in pixels, as in VirtualTable.module.css. */
const padding = 18
/** Shape, gap and inner space of a state's chip. */
const chipFrame = 27
/** A mark before a name, with the gap behind it. */
const mark = 16
/** The arrow of a sorted column. */
const arrow = 16
/** The line of a history, the amount beside it, and the gap between: as in VirtualTable.module.css. */
const figure = 110
const plainFigure = 96
/** Most characters of a column, and of one that holds sentences. */
const widest = 46
const widestText = 90

/**
 * Widths in pixels that fit the header and every row seen so far. They only grow: columns that
 * jump while one scrolls cannot be read.
 */
export function fitWidths(
  columns: readonly ShownColumn[],
  rows: readonly Row[],
  before: ReadonlyMap<string, number>,
  contextName: (row: Row) => string,
): ReadonlyMap<string, number> {
  const now = Date.now()
  const next = new Map(before)
  let grew = false
  for (const column of columns) {
    let characters = 0
    for (const row of rows)
      characters = Math.max(characters, columnText(column, row, now, contextName).length)
    const width = Math.max(leastOf(column, characters), next.get(column.name) ?? 0)
    if (width === next.get(column.name)) continue
    next.set(column.name, width)
    grew = true
  }
  return grew ? next : before
}

function leastOf(column: ShownColumn, characters: number): number {
  const limit = ('widest' in column ? column.widest : undefined) ?? widest
  const content = contentWidth(column, Math.min(characters, limit))
  return Math.ceil(Math.max(content, column.name.length * sans + arrow) + padding)
}

function contentWidth(column: ShownColumn, characters: number): number {
  switch (column.type) {
    case 'name':
      return characters * monospace + (column.isMarked ? mark : 0)
    case 'figure':
      return column.isPlain === true ? plainFigure : figure
    case 'namespace':
    case 'context':
      return characters * sans
    case 'cell':
      return isStatusColumn(column.name) ? characters * chip + chipFrame : characters * monospace
  }
}

function columnText(column: ShownColumn, row: Row, now: number, contextName: (row: Row) => string): string {
  switch (column.type) {
    case 'name':
      return row.deleting ? `${row.name} deleting…` : row.name
    case 'figure':
      return ''
    case 'namespace':
      return row.namespace
    case 'context':
      return `${contextName(row)}  `
    case 'cell':
      return roomyText(row.cells[column.index], now, column.isDate)
  }
}

// A time that ticks needs room for its longer texts, such as `9m59s`, before they come.
function roomyText(cell: Cell | undefined, now: number, isDate = false): string {
  if (typeof cell === 'object' && cell !== null) return `${cell.prefix}9m59s${cell.suffix}`
  return cellText(cell, now, isDate)
}
