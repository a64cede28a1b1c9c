import type { ReactNode } from 'react'
import type { Cell, Row } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import type { Meaning } from '../ui/index.ts'
import type { ShownColumn } from './columns.ts'
import type { CellFigure, RowFigures } from './figures.ts'
import { isStatusColumn, meaningOfStatus } from './status.ts'

/** What stands in one cell, in the simplest terms that the screen needs. */
export type Drawing =
  | { readonly type: 'text'; readonly text: string; readonly isFaint: boolean }
  | { readonly type: 'chip'; readonly text: string; readonly meaning: Meaning }
  | { readonly type: 'name'; readonly text: string; readonly isDeleting: boolean }
  | { readonly type: 'context'; readonly text: string; readonly colour: number }
  /** `head`, then in a fainter colour from `tail` on: `3` and `(5m ago)`. */
  | {
      readonly type: 'age'
      readonly head: string
      readonly tail: string
      readonly since: number
      readonly suffix: string
    }
  /** Undefined: nothing is known of it. */
  | { readonly type: 'figure'; readonly figure: CellFigure | undefined }
  /** Drawn by who shows the table. */
  | { readonly type: 'own'; readonly node: ReactNode }

/** How a table shows the rows that it is given. */
export interface RowLooks {
  readonly columns: readonly ShownColumn[]
  readonly contextName: (row: Row) => string
  readonly contextColour: (row: Row) => number
  /** Draws a cell of its own; undefined leaves it to the table. */
  readonly renderCell?: ((row: Row, column: ShownColumn) => ReactNode | undefined) | undefined
  /** What columns of figures show. */
  readonly figures?: RowFigures | undefined
}

/** Most characters of a cell: more than the widest column shows, few enough to lay out thousands. */
const mostText = 1000

/** Text as a cell shows it: hidden characters marked, what no column could show left out. */
function drawn(text: string): string {
  return visibleText(text.length > mostText ? `${text.slice(0, mostText)}…` : text)
}

const nothing: Drawing = { type: 'text', text: '', isFaint: false }

/** What to draw for one row in one column; nothing where the row is not there yet. */
export function drawingOf(row: Row | undefined, column: ShownColumn, looks: RowLooks): Drawing {
  if (row === undefined) return nothing
  const node = looks.renderCell?.(row, column)
  if (node !== undefined) return { type: 'own', node }
  switch (column.type) {
    case 'name':
      return { type: 'name', text: drawn(row.name), isDeleting: row.deleting }
    case 'namespace':
      return { type: 'text', text: drawn(row.namespace), isFaint: false }
    case 'context':
      return { type: 'context', text: drawn(looks.contextName(row)), colour: looks.contextColour(row) }
    case 'figure':
      return { type: 'figure', figure: looks.figures?.of(row, column.name) }
    case 'cell':
      return cellDrawing(row.cells[column.index], column.name, column.isDate ?? false)
  }
}

function cellDrawing(cell: Cell | undefined, column: string, isDate: boolean): Drawing {
  if (cell === null || cell === undefined || cell === '') return nothing
  if (typeof cell === 'object') return ageDrawing(cell.prefix, cell.since, cell.suffix)
  if (isDate && typeof cell === 'number') return ageDrawing('', cell, '')
  const text = String(cell)
  const meaning = isStatusColumn(column) ? meaningOfStatus(text) : null
  if (meaning !== null) return { type: 'chip', text: drawn(text), meaning }
  return { type: 'text', text: drawn(text), isFaint: text === '<none>' || text === '<unset>' }
}

function ageDrawing(prefix: string, since: number, suffix: string): Drawing {
  const bracket = prefix.lastIndexOf('(')
  const head = bracket < 0 ? prefix : prefix.slice(0, bracket)
  const tail = bracket < 0 ? '' : prefix.slice(bracket)
  return { type: 'age', head: drawn(head), tail: drawn(tail), since, suffix: drawn(suffix) }
}
