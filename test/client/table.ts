import type { Row, TableFrame } from '../../shared/ipc/index.ts'

/** Joins the frames of one view as the renderer does: known rows by key, the window in order. */
export class TableReceiver {
  readonly #rows = new Map<string, Row>()
  frame: TableFrame | null = null

  apply(frame: TableFrame): void {
    for (const row of frame.rows) this.#rows.set(row.key, row)
    this.frame = frame
    const shown = new Set(frame.keys)
    for (const key of [...this.#rows.keys()]) if (!shown.has(key)) this.#rows.delete(key)
  }

  /** Rows of the window in order; throws when the engine named a row it never sent. */
  window(): readonly Row[] {
    return (this.frame?.keys ?? []).map(key => {
      const row = this.#rows.get(key)
      if (row === undefined) throw new Error(`row ${key} is in the window but was never sent`)
      return row
    })
  }
}
