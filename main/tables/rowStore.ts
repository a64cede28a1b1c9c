import type { Clock, Unsubscribe } from '../../shared/flow/index.ts'
import type { Cell, Column } from '../../shared/ipc/index.ts'
import type { ContextId, Resource } from '../../shared/kube/index.ts'
import type { Received, ReceivedColumn, StoreKind, WatchStore } from '../watch/index.ts'
import { CellReader } from './cells.ts'

/** A row as it is kept. Immutable: a change replaces it. */
export interface StoredRow {
  readonly store: RowStore
  readonly namespace: string
  readonly name: string
  readonly uid: string
  /** Milliseconds since the epoch; 0 when unknown. */
  readonly created: number
  readonly deleting: boolean
  /** In the order of the store's columns. */
  readonly cells: readonly Cell[]
  /** Milliseconds since the epoch of the last change after the first list; 0 when unchanged. */
  readonly changed: number
}

export interface RowListener {
  /** `row` is new when `previous` is absent. */
  put(row: StoredRow, previous: StoredRow | undefined): void
  removed(row: StoredRow): void
  columnsChanged(): void
}

/** Rows of one collection, without the objects behind them. */
export class RowStore implements WatchStore {
  readonly context: ContextId
  readonly resource: Resource
  /** By discovery, or by the rows themselves where discovery does not know the kind. */
  isNamespaced: boolean
  readonly #clock: Clock
  readonly #rows = new Map<string, StoredRow>()
  readonly #listeners = new Set<RowListener>()
  #cells: CellReader
  /** Keys of the list that is being read, when there were rows before it. */
  #listed: Set<string> | null = null
  #isComplete = false

  constructor(context: ContextId, resource: Resource, isNamespaced: boolean, clock: Clock) {
    this.context = context
    this.isNamespaced = isNamespaced
    this.resource = resource
    this.#clock = clock
    this.#cells = new CellReader(resource, [])
  }

  get columns(): readonly Column[] {
    return this.#cells.columns
  }

  get size(): number {
    return this.#rows.size
  }

  rows(): IterableIterator<StoredRow> {
    return this.#rows.values()
  }

  subscribe(listener: RowListener): Unsubscribe {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  setColumns(columns: readonly ReceivedColumn[]): void {
    if (isEqual(columns, this.#cells.columns)) return
    this.#cells = new CellReader(this.resource, columns)
    for (const listener of this.#listeners) listener.columnsChanged()
  }

  begin(): void {
    this.#listed = this.#rows.size === 0 ? null : new Set()
  }

  put(item: Received): void {
    const key = keyOf(item.namespace, item.name)
    this.#listed?.add(key)
    const previous = this.#rows.get(key)
    const row = this.#rowOf(item, previous)
    if (row === previous) return
    if (row.namespace !== '' && !this.isNamespaced) this.#foundNamespaced()
    this.#rows.set(key, row)
    for (const listener of this.#listeners) listener.put(row, previous)
  }

  remove(namespace: string, name: string): void {
    this.#delete(keyOf(namespace, name))
  }

  commit(): void {
    this.#isComplete = true
    const listed = this.#listed
    this.#listed = null
    if (listed === null) return
    for (const key of this.#rows.keys()) if (!listed.has(key)) this.#delete(key)
  }

  clear(): void {
    this.#isComplete = false
    this.#listed = null
    for (const key of this.#rows.keys()) this.#delete(key)
  }

  #foundNamespaced(): void {
    this.isNamespaced = true
    for (const listener of this.#listeners) listener.columnsChanged()
  }

  #delete(key: string): void {
    const row = this.#rows.get(key)
    if (row === undefined) return
    this.#rows.delete(key)
    for (const listener of this.#listeners) listener.removed(row)
  }

  #rowOf(item: Received, previous: StoredRow | undefined): StoredRow {
    const now = this.#clock.now()
    const isSameObject = previous !== undefined && previous.uid === item.uid
    const cells = this.#cells.read(item, now, isSameObject ? previous.cells : undefined)
    if (
      isSameObject &&
      cells === previous.cells &&
      previous.deleting === item.deleting &&
      previous.created === item.created
    )
      return previous
    return {
      store: this,
      namespace: this.#cells.text(item.namespace),
      name: item.name,
      uid: item.uid,
      created: item.created,
      deleting: item.deleting,
      cells,
      changed: this.#isComplete ? now : 0,
    }
  }
}

/** The kind of store that all views of a process share. */
export function rowStores(clock: Clock): StoreKind<RowStore> {
  return {
    form: 'table',
    create: (api, { resource, namespace }) => {
      const isNamespaced = namespace !== '' || api.find(resource)?.namespaced === true
      return new RowStore(api.context, resource, isNamespaced, clock)
    },
  }
}

/** Key of a row over all contexts; stable while the object's name is. */
export function rowKey({ store, namespace, name }: StoredRow): string {
  const { group, resource } = store.resource
  return `${store.context}|${group}/${resource}|${namespace}|${name}`
}

function keyOf(namespace: string, name: string): string {
  return `${namespace}/${name}`
}

function isEqual(received: readonly ReceivedColumn[], kept: readonly Column[]): boolean {
  return (
    received.length === kept.length &&
    received.every(
      ({ name, priority }, index) => kept[index]?.name === name && kept[index].priority === priority,
    )
  )
}
