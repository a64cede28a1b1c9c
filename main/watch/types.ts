import type { ReadonlyObservable, Unsubscribe } from '../../shared/flow/index.ts'
import type { SourcePhase } from '../../shared/ipc/index.ts'
import type { KubeObject, Resource } from '../../shared/kube/index.ts'
import type { ApiClient } from '../api/index.ts'

/** What is watched. Equal targets of one context share one stream. */
export interface WatchTarget {
  readonly resource: Resource
  /** Empty: all namespaces, or a cluster-scoped kind. */
  readonly namespace: string
  readonly labelSelector: string
  readonly fieldSelector: string
}

/**
 * Full objects of a small kind, or their metadata alone, kept current. The rows of large kinds
 * go by the tables instead.
 */
export interface ObjectWatch {
  readonly phase: ReadonlyObservable<SourcePhase>
  /** Present objects by `namespace/name` (`/name` for cluster-scoped kinds). */
  readonly objects: ReadonlyMap<string, KubeObject>
  /** What changed of `objects`; absent where that is not told, so that all may have. */
  readonly changes?: Changes
  /** True from the end of the first complete list on, also while stale. */
  readonly isSynced: boolean
  /** Called after changes of objects or phase, at most once in 30 ms. */
  subscribe(listener: () => void): Unsubscribe
  /** Gives up this share; the stream ends with the last one. */
  release(): void
}

/** Which objects changed, so that nobody has to look at all of them. */
export interface Changes {
  /** Grows with every change. */
  readonly version: number
  /** Keys of objects that came, changed or went since a version; null: any of them may have. */
  since(version: number): ReadonlySet<string> | null
}

export interface Watches {
  /** @param form `objects`: whole; `metadata`: PartialObjectMetadata, for trees. */
  objects(api: ApiClient, target: WatchTarget, form: 'objects' | 'metadata'): ObjectWatch
  /** The store of a kind that the caller defines, fed by a stream shared with equal targets. */
  share<S extends WatchStore>(api: ApiClient, target: WatchTarget, kind: StoreKind<S>): SharedWatch<S>
  /** Streams open now, for figures and for tests that count what is left. */
  readonly openCount: number
}

/** How objects are asked for: rows of the server's own Table, whole objects, or metadata alone. */
export type Form = 'table' | 'objects' | 'metadata'

/** A column as a Table defines it. */
export interface ReceivedColumn {
  readonly name: string
  readonly type: string
  readonly description: string
  readonly priority: number
}

/** One object as it came from the server. */
export interface Received {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly version: string
  /** Milliseconds since the epoch; 0 when unknown. */
  readonly created: number
  readonly deleting: boolean
  /** Cells in the order of the columns; empty unless the form is `table`. */
  readonly cells: readonly unknown[]
  /** Absent in the form `table`. */
  readonly object: KubeObject | null
}

/** Where a stream puts what it receives. Calls come in the order of the server's events. */
export interface WatchStore {
  /** Called before the first `put` and whenever the columns change. Form `table` only. */
  setColumns(columns: readonly ReceivedColumn[]): void
  /** A list starts: what is not put until `commit` is not there any more. Rows stay till then. */
  begin(): void
  /** Objects of a list, and those that a watch reports as added or modified. */
  put(item: Received): void
  remove(namespace: string, name: string): void
  /** The list is complete. */
  commit(): void
  /** The kind is gone, and everything of it. */
  clear(): void
}

/** A kind of store. Its identity is part of the key by which streams are shared. */
export interface StoreKind<S extends WatchStore> {
  readonly form: Form
  /** True where nobody looks at the objects themselves: a dead stream may go unseen for a minute. */
  readonly isBackground?: boolean
  create(api: ApiClient, target: WatchTarget): S
}

export interface SharedWatch<S extends WatchStore> {
  readonly store: S
  readonly phase: ReadonlyObservable<SourcePhase>
  /** True from the end of the first complete list on, also while stale. */
  readonly isSynced: boolean
  /** Gives up this share; the stream ends with the last one. Safe to call twice. */
  release(): void
}
