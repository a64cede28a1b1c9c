import type { Timer } from '../../shared/flow/index.ts'
import type { Column, Row, SourceStatus } from '../../shared/ipc/index.ts'
import { type ContextId, type Resource, resourceKey } from '../../shared/kube/index.ts'
import type { Slicer } from '../watch/index.ts'
import { ViewColumns } from './columns.ts'
import { parseFilter } from './filter.ts'
import { type FollowNumbers, ViewNumbers } from './numbers.ts'
import { Ordering } from './order.ts'
import { Rate } from './rate.ts'
import type { RowStore, StoredRow } from './rowStore.ts'
import { rowOrder, type Sort } from './sorting.ts'
import { type SourceListener, type TableEnvironment, ViewSource } from './source.ts'

export interface ViewSpec {
  readonly sources: readonly {
    readonly context: ContextId
    readonly resource: Resource
    readonly namespaces: readonly string[]
  }[]
  readonly labelSelector: string
  readonly fieldSelector: string
  readonly filter: string
  readonly sort: Sort
}

export interface ViewOptions {
  readonly environment: TableEnvironment
  readonly slicer: Slicer
  /** The name under which a context is shown. */
  readonly contextName: (context: ContextId) => string
  /** Columns of numbers that the server does not send with the rows. */
  readonly numbers?: FollowNumbers | undefined
  /** Called when something may have changed; as often as it does. */
  readonly changed: () => void
  /** Called instead of `changed` when what is said of a source changed. */
  readonly statusChanged?: () => void
}

/** The filtered and sorted rows of one or several sources, kept current by insertion. */
export class View implements SourceListener {
  readonly #spec: ViewSpec
  readonly #options: ViewOptions
  readonly #sources: readonly ViewSource[]
  readonly #stores = new Set<RowStore>()
  readonly #rate = new Rate()
  readonly #numbers: ViewNumbers
  #filter: string
  #sort: Sort
  #ordering: Ordering
  /** Being filled, to take the place of the present one. */
  #next: Ordering | null = null
  #columns: ViewColumns | null = null
  #rateTimer: Timer | null = null

  constructor(spec: ViewSpec, options: ViewOptions) {
    this.#spec = spec
    this.#options = options
    this.#filter = spec.filter
    this.#sort = spec.sort
    this.#numbers = new ViewNumbers(options.numbers ?? (() => null), spec.sources, () => this.#rearrange())
    this.#numbers.look(spec.sort.column)
    this.#ordering = this.#emptyOrdering()
    this.#sources = targetsOf(spec).map(
      ({ context, target }) => new ViewSource(options.environment, context, target, this),
    )
    for (const source of this.#sources) source.open()
  }

  /** True while a new filter or order is being worked out. */
  get isArranging(): boolean {
    return this.#next !== null
  }

  /** True when all there is to see is seen: each source has its rows, or has said why not. */
  get isSettled(): boolean {
    const isComplete = this.statuses.every(
      ({ status }) => status.phase !== 'waiting' && status.phase !== 'loading',
    )
    return isComplete && !this.isArranging && this.#ordering.isFilled
  }

  /** True when what can be had now is there: sources that wait for their connection do not count beside others. */
  get isAtHand(): boolean {
    const phases = this.statuses.map(({ status }) => status.phase).filter(phase => phase !== 'waiting')
    const isComplete = phases.length > 0 && phases.every(phase => phase !== 'loading')
    return isComplete && !this.isArranging && this.#ordering.isFilled
  }

  get matching(): number {
    return this.#ordering.size
  }

  get total(): number {
    let total = 0
    for (const store of this.#stores) total += store.size
    return total
  }

  get statuses(): readonly SourceStatus[] {
    return this.#sources.flatMap(source => source.statuses)
  }

  get changesPerSecond(): number {
    return this.#rate.perSecond(this.#options.environment.clock.elapsed())
  }

  get columns(): readonly Column[] {
    return this.#viewColumns.columns
  }

  rows(start: number, count: number): readonly StoredRow[] {
    return this.#ordering.rows.slice(start, count)
  }

  drawn(row: StoredRow): Row {
    return this.#viewColumns.rowOf(row)
  }

  update(filter: string | undefined, sort: Sort | undefined): void {
    const isSame =
      (filter ?? this.#filter) === this.#filter &&
      (sort === undefined || (sort.column === this.#sort.column && sort.descending === this.#sort.descending))
    this.#filter = filter ?? this.#filter
    this.#sort = sort ?? this.#sort
    this.#numbers.look(this.#sort.column)
    if (!isSame) this.#rearrange()
  }

  close(): void {
    this.#next?.cancel()
    this.#rateTimer?.cancel()
    this.#numbers.close()
    for (const source of this.#sources) source.close()
  }

  put(row: StoredRow, previous: StoredRow | undefined): void {
    this.#ordering.put(row, previous)
    this.#next?.put(row, previous)
    if (row.changed > 0) this.#counted()
    this.#options.changed()
  }

  removed(row: StoredRow): void {
    this.#ordering.removed(row)
    this.#next?.removed(row)
    this.#counted()
    this.#options.changed()
  }

  opened(store: RowStore): void {
    this.#stores.add(store)
    this.#numbers.look(this.#sort.column)
    this.columnsChanged()
  }

  closed(store: RowStore): void {
    this.#stores.delete(store)
    this.columnsChanged()
  }

  /** The present order may depend on columns that are no more: it begins anew, in place. */
  columnsChanged(): void {
    this.#columns = null
    this.#next?.cancel()
    this.#next = null
    this.#ordering.cancel()
    this.#ordering = this.#emptyOrdering()
    const isFilled = this.#fill(this.#ordering)
    if (isFilled !== true) void isFilled.then(() => this.#options.changed())
    this.#options.changed()
  }

  statusChanged(): void {
    const { statusChanged = this.#options.changed } = this.#options
    statusChanged()
  }

  get #viewColumns(): ViewColumns {
    const contexts = new Set(this.#spec.sources.map(({ context }) => context))
    this.#columns ??= new ViewColumns([...this.#stores], {
      showsContext: contexts.size > 1,
      showsNamespace: this.#isNamespaced(),
      contextName: this.#options.contextName,
    })
    return this.#columns
  }

  #isNamespaced(): boolean {
    return this.#spec.sources.some(({ context, resource, namespaces }) => {
      if (namespaces.length > 0) return true
      for (const store of this.#stores)
        if (store.context === context && resourceKey(store.resource) === resourceKey(resource))
          return store.isNamespaced
      return false
    })
  }

  #emptyOrdering(): Ordering {
    return new Ordering(
      parseFilter(this.#filter, this.#options.contextName),
      rowOrder(this.#sort, this.#numbers.ofRows()),
    )
  }

  #fill(ordering: Ordering): true | Promise<boolean> {
    return ordering.fill(
      [...this.#stores].map(store => ({ [Symbol.iterator]: () => store.rows() })),
      this.total,
      this.#options.slicer,
    )
  }

  /** Works out a new order beside the present one and then puts it in its place. */
  #rearrange(): void {
    this.#next?.cancel()
    const next = this.#emptyOrdering()
    this.#next = next
    const isFilled = this.#fill(next)
    if (isFilled === true) this.#adopt(next)
    else void isFilled.then(isDone => isDone && this.#adopt(next))
  }

  #adopt(next: Ordering): void {
    if (this.#next !== next) return
    this.#ordering.cancel()
    this.#ordering = next
    this.#next = null
    this.#options.changed()
  }

  #counted(): void {
    const { clock } = this.#options.environment
    this.#rate.count(clock.elapsed())
    if (this.#rateTimer === null) this.#watchRate()
  }

  /** The rate falls although nothing happens: this tells. */
  #watchRate(): void {
    this.#rateTimer = this.#options.environment.clock.after(1000, () => {
      this.#rateTimer = null
      this.#options.changed()
      if (this.changesPerSecond > 0) this.#watchRate()
    })
  }
}

/** One target for each context and namespace; a source of all namespaces holds the single ones. */
function targetsOf(spec: ViewSpec) {
  const { labelSelector, fieldSelector } = spec
  const seen = new Set<string>()
  return spec.sources.flatMap(({ context, resource, namespaces }) =>
    (namespaces.length === 0 ? [''] : namespaces).flatMap(namespace => {
      const place = JSON.stringify([context, resourceKey(resource)])
      const isCovered =
        seen.has(JSON.stringify([place, namespace])) ||
        spec.sources.some(
          other =>
            namespace !== '' &&
            other.context === context &&
            resourceKey(other.resource) === resourceKey(resource) &&
            other.namespaces.length === 0,
        )
      seen.add(JSON.stringify([place, namespace]))
      return isCovered ? [] : [{ context, target: { resource, namespace, labelSelector, fieldSelector } }]
    }),
  )
}
