import { systemClock } from '../../shared/flow/index.ts'
import type { Column, SourcePhase } from '../../shared/ipc/index.ts'
import type { Engine } from '../engine.ts'
import { followTable, type TableEvent } from '../tables/index.ts'
import { alignColumns } from './columns.ts'
import { headerOf, lineOf, type PrintOptions } from './printed.ts'
import { type GetOptions, type GetTarget, showsNamespace } from './target.ts'

/** Prints rows as they come and change until `ended` aborts; a deleted row says so. */
export async function watchTable(
  engine: Engine,
  targets: readonly GetTarget[],
  name: string | undefined,
  options: GetOptions,
  ended: AbortSignal,
): Promise<void> {
  const print = { isWide: options.output === 'wide', manyContexts: targets.length > 1 }
  const follows = targets.flatMap(target => target.namespaces.map(namespace => ({ target, namespace })))
  const printer = new RowPrinter(print, follows.length)
  await Promise.all(
    follows.map(async ({ target, namespace }) => {
      const watched = {
        resource: target.info,
        namespace,
        labelSelector: options.selector,
        fieldSelector: name === undefined ? options.fieldSelector : `metadata.name=${name}`,
      }
      const followed = followTable(engine.watches, target.api, watched, { clock: systemClock, signal: ended })
      let columns: readonly Column[] = []
      for await (const event of followed) {
        if (event.type === 'columns') columns = event.columns
        else if (event.type === 'phase') printer.phase(event.phase)
        else printer.row(target, columns, event)
      }
    }),
  )
}

/**
 * One table of all that is followed. The rows there are at first are aligned together; later
 * ones keep the widths, and widen them.
 */
class RowPrinter {
  readonly #options: PrintOptions
  #waitsFor: number
  /** Not printed yet. */
  #rows: (readonly string[])[] = []
  #header: readonly string[] = []
  #widths: readonly number[] = []

  /** @param follows how many lists must be complete before the first rows are printed */
  constructor(options: PrintOptions, follows: number) {
    this.#options = options
    this.#waitsFor = follows
  }

  row(target: GetTarget, columns: readonly Column[], event: Extract<TableEvent, { row: unknown }>): void {
    const table = { showsNamespace: showsNamespace(target), contextName: target.entry.name, columns }
    if (this.#header.length === 0) this.#header = headerOf(table, columns, this.#options)
    const cells = lineOf(table, event.row, this.#options)
    const line = event.type === 'deleted' ? [...cells, '(deleted)'] : cells
    this.#rows.push(line)
    if (this.#waitsFor <= 0) this.#printRows()
  }

  phase(phase: SourcePhase): void {
    if (phase.phase === 'stale') console.error(`stale: ${phase.reason.message}`)
    else if ('error' in phase) console.error(`${phase.phase}: ${phase.error.message}`)
    if (phase.phase === 'waiting' || phase.phase === 'loading') return
    this.#waitsFor -= 1
    if (this.#waitsFor === 0) this.#printRows()
  }

  #printRows(): void {
    const rows = this.#rows
    this.#rows = []
    if (rows.length === 0) return
    const lines = this.#widths.length === 0 ? [this.#header, ...rows] : rows
    const widest = (column: number): number => Math.max(...lines.map(line => (line[column] ?? '').length))
    this.#widths = this.#header.map((_, column) => Math.max(this.#widths[column] ?? 0, widest(column)))
    for (const line of lines) {
      const padded = line.map((cell, column) => cell.padEnd(this.#widths[column] ?? 0))
      console.log(alignColumns(padded, [])[0])
    }
  }
}
