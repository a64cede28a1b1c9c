import type { Buffer } from 'node:buffer'
import type { AppErrorBody } from '../../shared/errors/index.ts'
import { apiVersionOf, type KubeObject, type ObjectMeta } from '../../shared/kube/index.ts'
import { defaultPrinter, type Printer } from '../../shared/printing/index.ts'
import { errorOfStatus } from './status.ts'
import type { Form, Received, ReceivedColumn, WatchTarget } from './types.ts'
import { withoutManagedFields } from './withoutManagedFields.ts'

/** What one line of a watch says. */
export type WatchEvent =
  | { readonly type: 'columns'; readonly columns: readonly ReceivedColumn[] }
  | { readonly type: 'put' | 'remove'; readonly item: Received }
  | { readonly type: 'bookmark'; readonly version: string; readonly endsInitialEvents: boolean }
  | { readonly type: 'error'; readonly error: AppErrorBody }
  /** Not what a watch sends; `why` says so in words and quotes nothing: it goes to the log. */
  | { readonly type: 'malformed'; readonly why: string }

export interface ListPage {
  readonly columns: readonly ReceivedColumn[] | null
  readonly items: readonly Received[]
  readonly version: string
  /** Token of the next page; empty after the last. */
  readonly continue: string
  /** Objects after this page, where the server says. */
  readonly remaining: number | null
}

type Fields = Readonly<Record<string, unknown>>

/** Reads the answers of one stream. Content is not trusted: an odd shape is an outcome, not a crash. */
export class Decoder {
  readonly #form: Form
  readonly #apiVersion: string
  readonly #kind: string
  /** Prints what came as plain objects where rows were asked for. */
  #printer: Printer | null = null

  /** @param kind of one object, for lists whose items do not say; may be empty. */
  constructor(form: Form, target: WatchTarget, kind: string) {
    this.#form = form
    this.#apiVersion = apiVersionOf(target.resource)
    this.#kind = kind
  }

  /** The events of one line, in order. */
  *events(line: Buffer): Generator<WatchEvent> {
    const event = this.#parse(line)
    if (!isFields(event) || typeof event.type !== 'string' || !isFields(event.object)) {
      yield { type: 'malformed', why: `a line of ${line.length} bytes is no event of a watch` }
      return
    }
    const { type, object } = event
    switch (type) {
      case 'ADDED':
      case 'MODIFIED':
      case 'DELETED':
        yield* this.#changes(type === 'DELETED' ? 'remove' : 'put', object)
        return
      case 'BOOKMARK':
        // Columns come with the first event of a connection: of an empty list that is the bookmark.
        yield* tableColumns(object)
        yield bookmarkOf(object)
        return
      case 'ERROR':
        yield { type: 'error', error: errorOfStatus(object) }
        return
      default:
        yield { type: 'malformed', why: 'the watch sent an event of unknown type' }
    }
  }

  /** @returns null when the answer is no list. */
  page(answer: unknown): ListPage | null {
    if (!isFields(answer)) return null
    const isTable = answer.kind === 'Table'
    const entries = isTable ? answer.rows : answer.items
    // An empty list is `null` in the JSON of some servers.
    if (!Array.isArray(entries) && entries !== null && !(isTable && entries === undefined)) return null
    const metadata = isFields(answer.metadata) ? answer.metadata : {}
    const columns = isTable ? columnsOf(answer.columnDefinitions) : this.#printedColumns()
    const items: Received[] = []
    for (const entry of entries ?? []) {
      const item = isTable ? rowOf(entry) : this.#objectItem(entry)
      if (item !== null) items.push(item)
    }
    return {
      columns,
      items,
      version: textOf(metadata.resourceVersion),
      continue: textOf(metadata.continue),
      remaining: typeof metadata.remainingItemCount === 'number' ? metadata.remainingItemCount : null,
    }
  }

  #parse(line: Buffer): unknown {
    try {
      return this.#form === 'objects' ? JSON.parse(line.toString('utf8')) : withoutManagedFields(line)
    } catch {
      return null
    }
  }

  *#changes(type: 'put' | 'remove', object: Fields): Generator<WatchEvent> {
    if (object.kind === 'Table') {
      yield* tableColumns(object)
      for (const row of Array.isArray(object.rows) ? object.rows : []) yield changeOf(type, rowOf(row))
      return
    }
    if (this.#form === 'table' && this.#printer === null) {
      const columns = this.#printedColumns()
      if (columns !== null) yield { type: 'columns', columns }
    }
    yield changeOf(type, this.#objectItem(object))
  }

  #printedColumns(): readonly ReceivedColumn[] | null {
    if (this.#form !== 'table') return null
    this.#printer ??= defaultPrinter()
    return this.#printer.columns
  }

  #objectItem(value: unknown): Received | null {
    if (!isFields(value) || !isFields(value.metadata)) return null
    const item = itemOf(value.metadata, [], null)
    if (item === null) return null
    const object = {
      ...value,
      ...this.#typeOf(value),
      metadata: this.#metadataOf(value.metadata),
    } as KubeObject
    return this.#form === 'table'
      ? { ...item, cells: this.#printer?.cells(object) ?? [] }
      : { ...item, object }
  }

  /** Items of lists do not name their kind, and metadata forms name their own. */
  #typeOf(value: Fields): { readonly apiVersion: string; readonly kind: string } {
    const isOwn = typeof value.kind === 'string' && value.kind !== 'PartialObjectMetadata'
    return isOwn && typeof value.apiVersion === 'string'
      ? { apiVersion: value.apiVersion, kind: String(value.kind) }
      : { apiVersion: this.#apiVersion, kind: this.#kind }
  }

  #metadataOf(metadata: Fields): ObjectMeta {
    if (this.#form === 'objects') return metadata as unknown as ObjectMeta
    const { managedFields: _, ...kept } = metadata
    if (!isFields(kept.annotations)) return kept as unknown as ObjectMeta
    const { 'kubectl.kubernetes.io/last-applied-configuration': __, ...annotations } = kept.annotations
    return { ...kept, annotations } as unknown as ObjectMeta
  }
}

function* tableColumns(object: Fields): Generator<WatchEvent> {
  const columns = object.kind === 'Table' ? columnsOf(object.columnDefinitions) : null
  if (columns !== null) yield { type: 'columns', columns }
}

function changeOf(type: 'put' | 'remove', item: Received | null): WatchEvent {
  return item === null
    ? { type: 'malformed', why: 'the watch sent an object without a name' }
    : { type, item }
}

/** A bookmark of a Table watch is a Table whose row carries the version. */
function bookmarkOf(object: Fields): WatchEvent {
  const row: unknown = object.kind === 'Table' && Array.isArray(object.rows) ? object.rows[0] : undefined
  const carrier = isFields(row) && isFields(row.object) ? row.object : object
  const metadata = isFields(carrier.metadata) ? carrier.metadata : {}
  const annotations = isFields(metadata.annotations) ? metadata.annotations : {}
  return {
    type: 'bookmark',
    version: textOf(metadata.resourceVersion),
    endsInitialEvents: annotations['k8s.io/initial-events-end'] === 'true',
  }
}

function rowOf(row: unknown): Received | null {
  if (!isFields(row) || !isFields(row.object) || !isFields(row.object.metadata)) return null
  return itemOf(row.object.metadata, Array.isArray(row.cells) ? row.cells : [], null)
}

function itemOf(metadata: Fields, cells: readonly unknown[], object: KubeObject | null): Received | null {
  if (typeof metadata.name !== 'string') return null
  return {
    namespace: textOf(metadata.namespace),
    name: metadata.name,
    uid: textOf(metadata.uid),
    version: textOf(metadata.resourceVersion),
    created: timeOf(metadata.creationTimestamp),
    deleting: typeof metadata.deletionTimestamp === 'string',
    cells,
    object,
  }
}

function columnsOf(definitions: unknown): readonly ReceivedColumn[] | null {
  if (!Array.isArray(definitions) || definitions.length === 0) return null
  return definitions.filter(isFields).map(({ name, type, description, priority }) => ({
    name: textOf(name),
    type: textOf(type),
    description: textOf(description),
    priority: typeof priority === 'number' ? priority : 0,
  }))
}

function timeOf(text: unknown): number {
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? 0 : time
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
