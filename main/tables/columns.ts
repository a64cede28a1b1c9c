import type { Cell, Column, Row } from '../../shared/ipc/index.ts'
import { type RowStore, rowKey, type StoredRow } from './rowStore.ts'

const contextColumn: Column = {
  name: 'Context',
  description: 'Context of the row',
  type: 'string',
  priority: 0,
}
const namespaceColumn: Column = {
  name: 'Namespace',
  description: 'Namespace of the object',
  type: 'string',
  priority: 0,
}

/**
 * Columns of a view over several stores: those of the first, then what others add, by name;
 * before them the context, where there are several, and the namespace.
 */
export class ViewColumns {
  readonly columns: readonly Column[]
  readonly #showsContext: boolean
  readonly #showsNamespace: boolean
  readonly #contextName: (context: string) => string
  /** For each store, where the cell of each column is; -1 for none. */
  readonly #places = new Map<RowStore, readonly number[]>()

  constructor(
    stores: readonly RowStore[],
    options: {
      readonly showsContext: boolean
      readonly showsNamespace: boolean
      readonly contextName: (context: string) => string
    },
  ) {
    this.#showsContext = options.showsContext
    this.#showsNamespace = options.showsNamespace
    this.#contextName = options.contextName
    const byName = new Map<string, Column>()
    for (const store of stores)
      for (const column of store.columns) if (!byName.has(column.name)) byName.set(column.name, column)
    const own = [...byName.values()]
    for (const store of stores)
      this.#places.set(
        store,
        own.map(({ name }) => store.columns.findIndex(column => column.name === name)),
      )
    const hasColumns = own.length > 0
    this.columns = [
      ...(hasColumns && this.#showsContext ? [contextColumn] : []),
      ...(hasColumns && this.#showsNamespace ? [namespaceColumn] : []),
      ...own,
    ]
  }

  rowOf(row: StoredRow): Row {
    const { store, namespace, name, uid, created, deleting, changed } = row
    const places = this.#places.get(store) ?? []
    const cells: Cell[] = []
    if (this.#showsContext) cells.push(this.#contextName(store.context))
    if (this.#showsNamespace) cells.push(namespace)
    for (const place of places) cells.push(row.cells[place] ?? null)
    return {
      key: rowKey(row),
      context: store.context,
      namespace,
      name,
      uid,
      cells,
      created,
      deleting,
      changed,
    }
  }
}
