import type { AppErrorBody } from '../../shared/errors/index.ts'
import type { Cell, Column, Row, SourceStatus, TableFrame } from '../../shared/ipc/index.ts'

/** What a table draws: the rows of the window by their place, and what is known of all of them. */
export interface TableSnapshot {
  readonly columns: readonly Column[]
  readonly start: number
  /** Rows from `start` on; undefined where main has not sent a row yet. */
  readonly rows: readonly (Row | undefined)[]
  readonly matching: number
  readonly total: number
  readonly sources: readonly SourceStatus[]
  readonly changesPerSecond: number
  /** Why the view cannot be had at all, e.g. a selector that cannot be read. */
  readonly error: AppErrorBody | null
  /** False before the first frame. */
  readonly isKnown: boolean
  /** Where the rows go on changing without the page being told of each change; unset: they do not. */
  readonly live?: LiveRows
}

/** Rows as they come, for who draws them. */
export interface LiveRows {
  readonly current: TableSnapshot
  /** Calls for every change. The answer ends it. */
  subscribe(listener: () => void): () => void
}

export const emptySnapshot: TableSnapshot = {
  columns: [],
  start: 0,
  rows: [],
  matching: 0,
  total: 0,
  sources: [],
  changesPerSecond: 0,
  error: null,
  isKnown: false,
}

/** The row at a place of the whole view, where the window has it. */
export function rowAt(snapshot: TableSnapshot, index: number): Row | undefined {
  return snapshot.rows[index - snapshot.start]
}

/**
 * Joins the frames of one stream to snapshots. A row that did not change stays the same object,
 * so that nothing is drawn again for it.
 */
export class FrameJoiner {
  readonly #rows = new Map<string, Row>()

  /** Takes the rows of a frame made for an older window: they count as sent. */
  keep(frame: TableFrame): void {
    for (const row of frame.rows) {
      const known = this.#rows.get(row.key)
      if (known === undefined || !isSameRow(known, row)) this.#rows.set(row.key, row)
    }
  }

  join(frame: TableFrame, previous: TableSnapshot): TableSnapshot {
    this.keep(frame)
    const rows = frame.keys.map(key => this.#rows.get(key))
    this.#forgetBut(frame.keys)
    return {
      columns: sameColumns(frame.columns, previous.columns) ? previous.columns : frame.columns,
      start: frame.start,
      rows,
      matching: frame.matching,
      total: frame.total,
      sources: frame.sources,
      changesPerSecond: frame.changesPerSecond,
      error: null,
      isKnown: true,
    }
  }

  /** Main forgot what it had sent. */
  clear(): void {
    this.#rows.clear()
  }

  // Main sends a row again when it comes back into the window.
  #forgetBut(keys: readonly string[]): void {
    if (this.#rows.size === keys.length) return
    const wanted = new Set(keys)
    for (const key of this.#rows.keys()) if (!wanted.has(key)) this.#rows.delete(key)
  }
}

// After a change of the window main tells all its rows again; most of them are as they were.
function isSameRow(a: Row, b: Row): boolean {
  return (
    a.uid === b.uid &&
    a.changed === b.changed &&
    a.deleting === b.deleting &&
    a.cells.length === b.cells.length &&
    a.cells.every((cell, index) => isSameCell(cell, b.cells[index]))
  )
}

function isSameCell(a: Cell, b: Cell | undefined): boolean {
  if (a === b) return true
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false
  return a.since === b.since && a.prefix === b.prefix && a.suffix === b.suffix
}

function sameColumns(a: readonly Column[], b: readonly Column[]): boolean {
  return a.length === b.length && a.every((column, index) => column.name === b[index]?.name)
}
