import type { AppErrorBody } from '../errors/index.ts'
import { historyRanges } from './choices.ts'
import { method, stateStream } from './define.ts'
import type { OverviewSource } from './overview.ts'
import { contextId, nothing, objectRef, z } from './schemas.ts'

/** How the figures of `metrics.k8s.io` are doing. */
export interface MetricsState {
  /**
   * `absent`: the server offers no such API. `failing`: it was there before; the last figures stay
   * and are as old as `at` says.
   */
  readonly state: 'loading' | 'live' | 'absent' | 'denied' | 'failing'
  /** With `denied` and `failing`; with `live` where only some namespaces may be read. */
  readonly error: AppErrorBody | null
  /** Milliseconds since the epoch of the last figures; 0 before any. */
  readonly at: number
  /** Namespaces that the figures of pods stand for; empty: all that were asked for. */
  readonly namespaces: readonly string[]
}

/** Of one resource. CPU is in thousandths of a core, memory in bytes; null: not measured, or not set. */
export interface Figure {
  readonly used: number | null
  readonly requests: number | null
  readonly limits: number | null
}

/** CPU and memory of one thing. */
export interface Figures {
  readonly cpu: Figure
  readonly memory: Figure
}

/** A row of a list: its figures, and how its use went, the latest last; null: not measured then. */
export interface RowUsage {
  readonly cpu: Figure & { readonly history: readonly (number | null)[] }
  readonly memory: Figure & { readonly history: readonly (number | null)[] }
}

export interface RowsUsage {
  readonly metrics: MetricsState
  /** True: what was sent before does not hold any more. */
  readonly isFresh: boolean
  /** By `namespace/name`: those asked for that were not sent since the last fresh value. */
  readonly rows: Readonly<Record<string, RowUsage>>
}

/** A pod with what it asks for as the scheduler counts it. */
export interface PodUsage extends Figures {
  readonly namespace: string
  readonly name: string
  readonly node: string
  readonly phase: string
  /** Milliseconds since the epoch. */
  readonly created: number
  /** Containers that lack a request or a limit, as `cpu request`, `memory limit`, …, each word once. */
  readonly missing: readonly string[]
}

/** A node: `limits` are those of its pods, and may be more than it has. */
export interface NodeUsage extends Figures {
  readonly name: string
  /** As the server prints it: `Ready`, `NotReady,SchedulingDisabled`. */
  readonly status: string
  readonly allocatable: Allocatable
  readonly capacity: Allocatable
  /** Pods that have not ended. */
  readonly pods: number
}

/** CPU in thousandths of a core, memory in bytes, and how many pods fit. */
export interface Allocatable {
  readonly cpu: number | null
  readonly memory: number | null
  readonly pods: number | null
}

/** One line of a ResourceQuota about CPU or memory. */
export interface QuotaLine {
  readonly quota: string
  /** e.g. `requests.cpu`, `limits.memory`. */
  readonly resource: string
  readonly used: number
  readonly hard: number
}

export interface NamespaceUsage extends Figures {
  readonly name: string
  readonly pods: number
  /** Pods of which a container lacks a request for CPU or memory, or a limit for memory. */
  readonly incomplete: number
  readonly quotas: readonly QuotaLine[]
}

/** What the nodes and namespaces of a context ask for, may use and use. */
export interface ClusterUsage {
  readonly metrics: MetricsState
  readonly sources: readonly OverviewSource[]
  readonly nodes: readonly NodeUsage[]
  readonly namespaces: readonly NamespaceUsage[]
  /** Pods that lack a request or a limit, those that use the most memory first. */
  readonly incomplete: readonly PodUsage[]
  /** How many of each were left out. */
  readonly omitted: { readonly nodes: number; readonly namespaces: number; readonly incomplete: number }
}

/** How the use of something went: values at `times`, null where it was not measured. */
export interface Line {
  readonly name: string
  readonly cpu: readonly (number | null)[]
  readonly memory: readonly (number | null)[]
}

/** A container of a pod, or the containers of one name of a workload's pods together. */
export interface PartUsage extends Figures {
  readonly name: string
  readonly type: 'container' | 'sidecar' | 'init'
}

/** One object: a pod, a workload with its pods, a node or a namespace with theirs. */
export interface ObjectUsage {
  readonly metrics: MetricsState
  readonly pods: OverviewSource
  readonly total: Figures
  /** Of a node alone. */
  readonly node: NodeUsage | null
  /** Of a namespace alone. */
  readonly quotas: readonly QuotaLine[]
  readonly parts: readonly PartUsage[]
  readonly podList: readonly PodUsage[]
  readonly podsInAll: number
  /** Milliseconds since the epoch, ascending. */
  readonly times: readonly number[]
  /** One for each container of a pod or a workload; one in all for a node or a namespace. */
  readonly lines: readonly Line[]
}

/** A Service that answers as Prometheus does. */
export interface PrometheusService {
  /** `namespace/scheme:name:port`. */
  readonly id: string
  readonly namespace: string
  readonly name: string
  /** What it was taken for: `Prometheus`, `VictoriaMetrics`, … */
  readonly product: string
}

export type PrometheusState =
  | { readonly state: 'searching' }
  /** `isProtected`: the context is, so nothing behind the server is asked. */
  | {
      readonly state: 'found'
      readonly services: readonly PrometheusService[]
      /** Id of the service that the user agreed to ask; null: none yet. */
      readonly agreed: string | null
      readonly isProtected: boolean
    }
  | { readonly state: 'none' }
  | { readonly state: 'unreadable'; readonly error: AppErrorBody }

/** What Prometheus kept of an object. */
export interface History {
  readonly times: readonly number[]
  readonly lines: readonly Line[]
  /** Lines that were left out because there are too many. */
  readonly omitted: number
}

const rows = z.array(z.string().min(1).max(520)).max(400)
const range = z.enum(historyRanges)

export const usage = {
  /** Figures beside the rows of a list. Only the rows named are answered. */
  'usage.rows': stateStream<RowsUsage>()(
    z.strictObject({
      context: contextId,
      kind: z.enum(['pods', 'nodes']),
      /** Of pods; empty: all. */
      namespaces: z.array(z.string().min(1).max(253)).max(1000),
      rows,
    }),
    z.strictObject({ rows }),
  ),
  'usage.cluster': stateStream<ClusterUsage>()(z.strictObject({ context: contextId }), nothing),
  'usage.object': stateStream<ObjectUsage>()(
    z.strictObject({
      context: contextId,
      ref: objectRef,
      /** Of a workload: selects its pods. */
      labelSelector: z.string().max(10_000),
    }),
    nothing,
  ),
  'usage.prometheus': stateStream<PrometheusState>()(z.strictObject({ context: contextId }), nothing),
  /** Agrees that this service is asked through the API server; null takes it back. Kept in the settings. */
  'usage.agree': method<null>()(
    z.strictObject({ context: contextId, service: z.string().min(1).max(700).nullable() }),
  ),
  /** @throws AppError `invalid` without an agreement or in a protected context, and what the way there throws */
  'usage.history': method<History>()(z.strictObject({ context: contextId, ref: objectRef, range })),
}
