import type { AppErrorBody } from '../errors/index.ts'
import type { KubeObject, ObjectRef } from '../kube/index.ts'
import { method, stateStream } from './define.ts'
import { contextId, nothing, objectRef, z } from './schemas.ts'

/** One version of an object that was seen, or that the cluster keeps. */
export interface Revision {
  /** Opaque; ask for its object with `objects.revision`. */
  readonly id: string
  /** `seen`: since the object was opened; `kept`: a ReplicaSet or ControllerRevision of the cluster. */
  readonly origin: 'seen' | 'kept'
  /** `template`: only the pod template is kept, as `spec.template` of an otherwise empty object. */
  readonly part: 'object' | 'template'
  /** What it is in words, e.g. `resourceVersion 4711` or `ReplicaSet web-5d4f, revision 3`. */
  readonly label: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Managers that wrote since the revision before, where managedFields tell. */
  readonly managers: readonly string[]
  /** Nothing but status and server-set fields changed since the revision before, as far as the generation tells. */
  readonly isStatusOnly: boolean
}

export type ObjectPhase =
  | { readonly phase: 'loading' }
  | { readonly phase: 'live' }
  | { readonly phase: 'deleted'; readonly at: number }
  | { readonly phase: 'stale'; readonly since: number; readonly reason: AppErrorBody }
  | { readonly phase: 'failed'; readonly error: AppErrorBody }

export interface ObjectState {
  readonly status: ObjectPhase
  /** The object whole, managedFields included. Values of Secrets are replaced by their size. */
  readonly object: KubeObject | null
  /** Newest first: those seen, then those kept. */
  readonly revisions: readonly Revision[]
  /** Why the revisions that the cluster keeps may be missing; absent when they were read. */
  readonly keptError?: AppErrorBody
}

export const objects = {
  'objects.watch': stateStream<ObjectState>()(
    z.strictObject({ context: contextId, ref: objectRef }),
    nothing,
  ),
  'objects.revision': method<KubeObject>()(
    z.strictObject({ context: contextId, ref: objectRef, id: z.string() }),
  ),
  /** One value of a Secret in clear (base64), on the user's explicit wish. */
  'objects.reveal': method<string>()(z.strictObject({ context: contextId, ref: objectRef, key: z.string() })),
}

export type { ObjectRef }
