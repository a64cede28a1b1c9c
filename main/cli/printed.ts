import type { Column } from '../../shared/ipc/index.ts'
import type { ResourceInfo } from '../../shared/kube/index.ts'
import { drawnText, type ListedRow, type ListedTable } from '../tables/index.ts'
import { alignColumns } from './columns.ts'

export interface PrintedTable extends ListedTable {
  readonly info: ResourceInfo
  readonly contextName: string
  readonly showsNamespace: boolean
}

export interface PrintOptions {
  readonly isWide: boolean
  readonly manyContexts: boolean
}

/** Prints tables of one kind as one: the columns of the first that has any. */
export function printTable(tables: readonly PrintedTable[], options: PrintOptions): void {
  const rows = tables.flatMap(table => table.rows.map(row => lineOf(table, row, options)))
  if (rows.length === 0) {
    console.error('No resources found.')
    return
  }
  const first = tables.find(table => table.rows.length > 0)
  if (first === undefined) return
  for (const line of alignColumns(headerOf(first, first.columns, options), rows)) console.log(line)
}

export function headerOf(
  table: { readonly showsNamespace: boolean },
  columns: readonly Column[],
  options: PrintOptions,
): readonly string[] {
  return [
    ...(options.manyContexts ? ['CONTEXT'] : []),
    ...(table.showsNamespace ? ['NAMESPACE'] : []),
    ...columns.filter(column => isShown(column, options)).map(({ name }) => name.toUpperCase()),
  ]
}

export function lineOf(
  table: {
    readonly showsNamespace: boolean
    readonly contextName: string
    readonly columns: readonly Column[]
  },
  row: ListedRow,
  options: PrintOptions,
): readonly string[] {
  const cells = table.columns.flatMap((column, index) =>
    isShown(column, options) ? [firstLine(drawnText(row.cells[index] ?? null, column.type, Date.now()))] : [],
  )
  return [
    ...(options.manyContexts ? [table.contextName] : []),
    ...(table.showsNamespace ? [row.namespace] : []),
    ...cells,
  ]
}

/** A row is one line: what a cell has beyond its first is left to `-o yaml`, as in kubectl. */
function firstLine(text: string): string {
  const end = text.search(/[\f\n\r]/)
  return end < 0 ? text : `${text.slice(0, end)}...`
}

function isShown(column: Column, { isWide }: PrintOptions): boolean {
  return isWide || column.priority === 0
}
