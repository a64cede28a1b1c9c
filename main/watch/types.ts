import type { ReadonlyObservable, Unsubscribe } from '../../shared/flow/index.ts'
import type { SourcePhase } from '../../shared/ipc/index.ts'
import type { KubeObject, Resource } from '../../shared/kube/index.ts'
import type { ApiClient } from '../api/types.ts'

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
  /** True from the end of the first complete list on, also while stale. */
  readonly isSynced: boolean
  /** Called after changes of objects or phase, at most once in 30 ms. */
  subscribe(listener: () => void): Unsubscribe
  /** Gives up this share; the stream ends with the last one. */
  release(): void
}

export interface Watches {
  /** @param form `objects`: whole; `metadata`: PartialObjectMetadata, for trees. */
  objects(api: ApiClient, target: WatchTarget, form: 'objects' | 'metadata'): ObjectWatch
}
