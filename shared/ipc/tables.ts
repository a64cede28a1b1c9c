import type { AppErrorBody } from '../errors/index.ts'
import type { ContextId, ObjectRef, Resource } from '../kube/index.ts'
import { method, stateStream } from './define.ts'
import { contextId, nothing, objectRef, resource, z } from './schemas.ts'

export interface Column {
  readonly name: string
  readonly description: string
  /** `date`: cells are milliseconds since the epoch (age ticks in the renderer). */
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'date'
  /** 0: shown always; 1 and up: wide. */
  readonly priority: number
}

/**
 * A cell as drawn. `since` marks a time that ticks: the renderer shows `prefix`, the age of
 * `since`, then `suffix`, e.g. `3 (` + `5m` + ` ago)`.
 */
export type Cell =
  | string
  | number
  | boolean
  | null
  | { readonly prefix: string; readonly since: number; readonly suffix: string }

export interface Row {
  /** Context, namespace and name in one; stable over updates. */
  readonly key: string
  readonly context: ContextId
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly cells: readonly Cell[]
  /** Milliseconds since the epoch of creation; 0 when unknown. */
  readonly created: number
  readonly deleting: boolean
  /** Milliseconds since the epoch of the last change after the first list; 0 when unchanged. */
  readonly changed: number
}

/** Why rows are as they are, one for each source (context and namespace scope). */
export type SourcePhase =
  | { readonly phase: 'waiting' } // the session is not ready
  | { readonly phase: 'loading'; readonly received: number; readonly total: number | null }
  | { readonly phase: 'live' }
  /** Rows are kept and may be old; `since` tells how old, in milliseconds since the epoch. */
  | {
      readonly phase: 'stale'
      readonly since: number
      readonly reason: AppErrorBody
      readonly retryAt: number | null
    }
  | {
      readonly phase: 'relisting'
      readonly since: number
      readonly received: number
      readonly total: number | null
      /** Why everything is read again, e.g. a version that expired or a line that cannot be read. */
      readonly reason?: AppErrorBody
    }
  /** In what follows `since` is there when rows are kept: they were right until then. */
  | {
      readonly phase: 'denied'
      readonly error: AppErrorBody
      readonly readableNamespaces: readonly string[]
      readonly since?: number
    }
  | { readonly phase: 'loginNeeded'; readonly error: AppErrorBody; readonly since?: number }
  | { readonly phase: 'kindGone'; readonly error: AppErrorBody }
  | { readonly phase: 'failed'; readonly error: AppErrorBody; readonly since?: number }

export interface SourceStatus {
  readonly context: ContextId
  /** Empty for all namespaces or a cluster-scoped kind. */
  readonly namespace: string
  readonly status: SourcePhase
  /** What is read, where this server serves the kind in another version than the one asked for. */
  readonly resource?: Resource
}

/**
 * The window of a view. `keys` are the rows from `start` on, in order; `rows` holds those that
 * the receiver does not have yet or that changed since the last frame.
 */
export interface TableFrame {
  readonly columns: readonly Column[]
  readonly start: number
  readonly keys: readonly string[]
  readonly rows: readonly Row[]
  /** Rows that pass the filter. */
  readonly matching: number
  /** Rows there are. */
  readonly total: number
  readonly sources: readonly SourceStatus[]
  /** Changes a second over the last few seconds. */
  readonly changesPerSecond: number
}

/** Objects that are copied as YAML at once at most: each is a request of its own. */
export const mostYamlObjects = 200

/** How far copying as YAML has come. */
export interface YamlCopy {
  /** Objects answered so far, failures included. */
  readonly done: number
  readonly total: number
  /** The documents; null until all objects are answered. */
  readonly text: string | null
  readonly failures: readonly {
    readonly context: ContextId
    readonly ref: ObjectRef
    readonly error: AppErrorBody
  }[]
}

/** Labels of a kind with their values, most frequent first. */
export interface LabelTerms {
  readonly labels: readonly { readonly key: string; readonly values: readonly string[] }[]
  /** Objects that were looked at. */
  readonly sampled: number
  /** True when those were all. */
  readonly isComplete: boolean
}

const sort = z.strictObject({
  /** Column name; `Name`, `Namespace`, `Context` and `Age` always exist. */
  column: z.string().max(256),
  descending: z.boolean(),
})
const windowOf = z.strictObject({ start: z.int().min(0), count: z.int().min(0).max(1000) })
const source = z.strictObject({
  context: contextId,
  resource,
  /** Empty: all namespaces. */
  namespaces: z.array(z.string().min(1).max(253)).max(1000),
})

export const tables = {
  'tables.view': stateStream<TableFrame>()(
    z.strictObject({
      sources: z.array(source).min(1).max(100),
      labelSelector: z.string().max(10_000),
      fieldSelector: z.string().max(10_000),
      /** Words that must all occur in a row's text; `a|b` either; `column=value`, `column!=value`. */
      filter: z.string().max(1000),
      sort,
      window: windowOf,
    }),
    z.strictObject({
      filter: z.string().max(1000).optional(),
      sort: sort.optional(),
      window: windowOf.optional(),
    }),
  ),
  /** Text of all matching rows of an equal view, for the clipboard. */
  'tables.copy': method<string>()(
    z.strictObject({
      sources: z.array(source).min(1).max(100),
      labelSelector: z.string().max(10_000),
      fieldSelector: z.string().max(10_000),
      filter: z.string().max(1000),
      sort,
      format: z.enum(['names', 'csv']),
      /** Row keys; empty: every matching row. */
      keys: z.array(z.string()).max(100_000),
    }),
  ),
  /**
   * Whole objects as one YAML text, fetched now and in the order given. One that cannot be had is
   * named with its reason and does not keep the others. Values of Secrets are masked.
   */
  'tables.yaml': stateStream<YamlCopy>()(
    z.strictObject({
      objects: z
        .array(z.strictObject({ context: contextId, ref: objectRef }))
        .min(1)
        .max(mostYamlObjects),
    }),
    nothing,
  ),
  /** Labels that occur among objects of a kind, for completion; a sample where there are many. */
  'tables.labels': method<LabelTerms>()(z.strictObject({ context: contextId, resource })),
  /** Objects whose name holds the text, among those in memory; nothing is requested for it. */
  'tables.search': method<readonly SearchHit[]>()(
    z.strictObject({ context: contextId, text: z.string().max(253), limit: z.int().min(1).max(100) }),
  ),
}

export interface SearchHit {
  readonly resource: Resource
  readonly kind: string
  readonly namespace: string
  readonly name: string
}
