import type { ObjectRef } from '../kube/index.ts'
import { stateStream } from './define.ts'
import type { OverviewSource } from './overview.ts'
import { contextId, nothing, z } from './schemas.ts'

/** One event as either API has it: `v1` or `events.k8s.io/v1`. */
export interface EventRecord {
  readonly id: string
  readonly type: string
  readonly reason: string
  readonly message: string
  /** The component that reports, with its host where it says one. */
  readonly source: string
  /** e.g. `spec.containers{web}`; empty where the whole object is meant. */
  readonly fieldPath: string
  readonly count: number
  /** Milliseconds since the epoch. */
  readonly first: number
  readonly last: number
}

/** Events of one reason about one object whose messages differ in numbers and names alone. */
export interface EventGroup {
  readonly id: string
  readonly type: string
  readonly reason: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
  /** Null where the kind is not served. */
  readonly subject: ObjectRef | null
  /** That of the newest. */
  readonly message: string
  readonly source: string
  /** Event objects. */
  readonly events: number
  /** How often it happened, by the counts that the events carry. */
  readonly count: number
  /** Milliseconds since the epoch. */
  readonly first: number
  readonly last: number
}

/** A value that events have, and how many groups have it. */
export interface EventFacet {
  readonly value: string
  readonly groups: number
}

export interface EventGroups {
  readonly source: OverviewSource
  /** The newest first. */
  readonly groups: readonly EventGroup[]
  /** Groups that pass the filter, and all there are. */
  readonly matching: number
  readonly total: number
  readonly events: number
  /** Events that are not kept because there are too many. */
  readonly omitted: number
  readonly types: readonly EventFacet[]
  readonly reasons: readonly EventFacet[]
  readonly kinds: readonly EventFacet[]
  readonly namespaces: readonly EventFacet[]
}

/** Groups that are sent at once at most; a filter finds the others. */
export const mostEventGroups = 300

export interface ObjectEvents {
  readonly source: OverviewSource
  /** The newest first. */
  readonly events: readonly EventRecord[]
  readonly omitted: number
}

const values = z.array(z.string().max(300)).max(200)
const filter = z.strictObject({
  /** Of each list: any of the values, or all where it is empty. */
  types: values,
  reasons: values,
  kinds: values,
  namespaces: values,
  /** Words that must all occur. */
  text: z.string().max(500),
})
export type EventFilter = import('zod').infer<typeof filter>

export const events = {
  'events.groups': stateStream<EventGroups>()(z.strictObject({ context: contextId, filter }), filter),
  /** Events about one object, by its uid, so that those of a namesake before it are left out. */
  'events.object': stateStream<ObjectEvents>()(
    z.strictObject({
      context: contextId,
      /** Empty for a cluster-scoped object, whose events lie in any namespace. */
      namespace: z.string().max(253),
      uid: z.string().min(1).max(100),
    }),
    nothing,
  ),
}
