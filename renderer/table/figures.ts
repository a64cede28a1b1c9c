import type { Row } from '../../shared/ipc/index.ts'
import type { DrawnFigure } from '../charts/index.ts'

/** A figure in a cell, with the line of its history. */
export interface CellFigure extends DrawnFigure {
  /** Way of an SVG path; empty: there is no history yet. */
  readonly path: string
}

/** Figures beside the rows of a table that come from elsewhere and on their own. */
export interface RowFigures {
  /** Undefined where nothing is known of the row. The same object as long as it is the same figure. */
  of(row: Row, column: string): CellFigure | undefined
  /** Tells which rows are on screen: only these need figures. */
  show(rows: readonly Row[]): void
  /** Calls when figures changed. The answer ends it. */
  subscribe(listener: () => void): () => void
}
