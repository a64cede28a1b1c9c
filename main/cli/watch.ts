import { AppError } from '../../shared/errors/index.ts'
import { systemClock } from '../../shared/flow/index.ts'
import type { Column, SourcePhase } from '../../shared/ipc/index.ts'
import type { Engine } from '../engine.ts'
import { followTable, type TableEvent } from '../tables/index.ts'
import { alignColumns } from './columns.ts'
import { headerOf, lineOf, type PrintOptions } from './printed.ts'
import type { GetOptions, GetTarget } from './target.ts'

/** Prints rows as they come and change until interrupted; a deleted row says so. */
export async function watchTable(
  engine: Engine,
  targets: readonly GetTarget[],
  name: string | undefined,
  options: GetOptions,
): Promise<void> {
  if (options.output !== 'table' && options.output !== 'wide') {
    throw new AppError({ kind: 'invalid', message: '--watch prints tables; leave -o out or use -o wide.' })
  }
  const ended = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort())
  // A reader that goes away (head, a closed terminal) ends the watch.
  process.stdout.once('error', () => ended.abort())
  const print = { isWide: options.output === 'wide', manyContexts: targets.length > 1 }
  await Promise.all(
    targets.flatMap(target =>
      target.namespaces.map(namespace =>
        followOne(engine, target, namespace, name, options, print, ended.signal),
      ),
    ),
  )
}

async function followOne(
  engine: Engine,
  target: GetTarget,
  namespace: string,
  name: string | undefined,
  options: GetOptions,
  print: PrintOptions,
  signal: AbortSignal,
): Promise<void> {
  const watchTarget = {
    resource: target.info,
    namespace,
    labelSelector: options.selector,
    fieldSelector: name === undefined ? options.fieldSelector : `metadata.name=${name}`,
  }
  const printer = new RowPrinter(target, print)
  for await (const event of followTable(engine.watches, target.api, watchTarget, {
    clock: systemClock,
    signal,
  })) {
    printer.print(event)
  }
}

/** Lines of one followed table; columns keep the widths of the widest cell so far. */
class RowPrinter {
  readonly #target: GetTarget
  readonly #options: PrintOptions
  #columns: readonly Column[] = []
  #header: readonly string[] | null = null
  #widths: number[] = []

  constructor(target: GetTarget, options: PrintOptions) {
    this.#target = target
    this.#options = options
  }

  print(event: TableEvent): void {
    if (event.type === 'columns') this.#columns = event.columns
    else if (event.type === 'phase') this.#tell(event.phase)
    else this.#line(event)
  }

  #line(event: Extract<TableEvent, { row: unknown }>): void {
    const table = {
      showsNamespace: this.#target.info.namespaced && this.#target.namespaces.join() === '',
      contextName: this.#target.entry.name,
      columns: this.#columns,
    }
    const cells = lineOf(table, event.row, this.#options)
    if (this.#header === null) {
      this.#header = headerOf(table, this.#columns, this.#options)
      this.#widths = this.#header.map(column => column.length)
      this.#write(this.#header)
    }
    this.#write(event.type === 'deleted' ? [...cells, '(deleted)'] : cells)
  }

  #write(cells: readonly string[]): void {
    const [line = ''] = alignColumns(
      cells.map((cell, index) => cell.padEnd(this.#widths[index] ?? 0)),
      [],
    )
    this.#widths = cells.map((cell, index) => Math.max(cell.length, this.#widths[index] ?? 0))
    console.log(line)
  }

  #tell(phase: SourcePhase): void {
    if (phase.phase === 'stale') console.error(`stale: ${phase.reason.message}`)
    else if ('error' in phase) console.error(`${phase.phase}: ${phase.error.message}`)
  }
}
