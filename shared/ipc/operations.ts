import type { ContextId, ObjectRef } from '../kube/index.ts'
import { method } from './define.ts'
import { contextId, objectRef, z } from './schemas.ts'
import type { Consequence, Plan } from './writes.ts'

const name = z.string().max(253)
const pairs = z.record(z.string().max(400), z.string().max(300_000).nullable())
const propagation = z.enum(['Background', 'Foreground', 'Orphan'])
const bytes = z.instanceof(Uint8Array)

/** What can be done to objects beside editing their text. Each becomes a plan (see writes.ts). */
export const operation = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('scale'), replicas: z.int().min(0).max(1_000_000) }),
  z.strictObject({ type: z.literal('restart') }),
  z.strictObject({ type: z.literal('pause') }),
  z.strictObject({ type: z.literal('resume') }),
  /** To a revision of a Deployment, StatefulSet or DaemonSet; 0: the one before. */
  z.strictObject({ type: z.literal('rollBack'), revision: z.int().min(0) }),
  z.strictObject({ type: z.literal('cordon') }),
  z.strictObject({ type: z.literal('uncordon') }),
  z.strictObject({
    type: z.literal('drain'),
    /** Seconds; -1: each pod's own. */
    grace: z.int().min(-1).max(86_400),
    /** Seconds after which what is left is reported; 0: no limit. */
    timeout: z.int().min(0).max(86_400),
    /** Pods with emptyDir volumes, whose contents are lost. */
    deletesEmptyDir: z.boolean(),
    /** Pods that nothing makes anew. */
    deletesUnmanaged: z.boolean(),
    podSelector: z.string().max(1000),
  }),
  /** `null` removes. */
  z.strictObject({ type: z.literal('labels'), changes: pairs }),
  z.strictObject({ type: z.literal('annotations'), changes: pairs }),
  z.strictObject({
    type: z.literal('taints'),
    set: z
      .array(
        z.strictObject({
          key: z.string().max(400),
          value: z.string().max(63),
          effect: z.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute']),
        }),
      )
      .max(100),
    remove: z
      .array(
        z.strictObject({
          key: z.string().max(400),
          effect: z.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute', '']),
        }),
      )
      .max(100),
  }),
  z.strictObject({ type: z.literal('evict'), grace: z.int().min(-1).max(86_400) }),
  /** Of a running pod (subresource resize): quantities by container; empty text removes one. */
  z.strictObject({
    type: z.literal('resize'),
    containers: z.record(
      z.string(),
      z.strictObject({
        requests: z.record(z.string(), z.string().max(60)),
        limits: z.record(z.string(), z.string().max(60)),
      }),
    ),
  }),
  /** Of the pod template of a workload, or of a pod (image only). */
  z.strictObject({
    type: z.literal('containers'),
    containers: z.record(
      z.string(),
      z.strictObject({
        image: z.string().max(1000).optional(),
        /** `null` removes; a value replaces one with `valueFrom` too. */
        env: pairs.optional(),
        requests: z.record(z.string(), z.string().max(60)).optional(),
        limits: z.record(z.string(), z.string().max(60)).optional(),
      }),
    ),
  }),
  z.strictObject({
    type: z.literal('token'),
    audiences: z.array(z.string().max(1000)).max(20),
    /** Seconds; 0: the server's choice. */
    seconds: z.int().min(0).max(1_000_000_000),
    boundPod: name,
  }),
  z.strictObject({ type: z.literal('approve'), reason: name, message: z.string().max(2000) }),
  z.strictObject({ type: z.literal('deny'), reason: name, message: z.string().max(2000) }),
  z.strictObject({ type: z.literal('bind'), node: name }),
  z.strictObject({ type: z.literal('suspend') }),
  z.strictObject({ type: z.literal('unsuspend') }),
  /** A Job from a CronJob. */
  z.strictObject({ type: z.literal('trigger'), jobName: name }),
  /** Keys of a ConfigMap or Secret, bytes as they are; `null` removes one. */
  z.strictObject({ type: z.literal('keys'), set: z.record(z.string().max(253), bytes.nullable()) }),
  z.strictObject({
    type: z.literal('delete'),
    propagation: propagation.nullable(),
    /** Seconds; -1: each object's own. 0 is for those who know. */
    grace: z.int().min(-1).max(86_400),
    /** Refuse where the object was made anew (uid) or changed (version) since it was shown. */
    preconditions: z.enum(['none', 'uid', 'version']),
  }),
  z.strictObject({
    type: z.literal('deleteCollection'),
    namespace: name,
    labelSelector: z.string().max(4000),
    fieldSelector: z.string().max(4000),
    propagation: propagation.nullable(),
    grace: z.int().min(-1).max(86_400),
  }),
  z.strictObject({ type: z.literal('removeFinalizers'), finalizers: z.array(z.string().max(400)).max(100) }),
])
export type Operation = z.infer<typeof operation>
export type OperationType = Operation['type']

/** Why an object that is being deleted is still there. */
export interface StuckDeletion {
  readonly since: number
  /** Each finalizer with who clears it, as far as known, and whether that one is there and well. */
  readonly finalizers: readonly { readonly name: string; readonly owner: string; readonly state: string }[]
  readonly causes: readonly Consequence[]
}

/** Objects that go, or stay behind, when one is deleted. */
export interface DeletionPreview {
  readonly consequences: readonly Consequence[]
  readonly dependents: readonly {
    readonly kind: string
    readonly ref: ObjectRef
    readonly depth: number
    readonly isBlocking: boolean
  }[]
  /** False where a kind could not be read; the consequences name it. */
  readonly isComplete: boolean
}

/** One value of a ConfigMap or Secret. */
export interface KeyValue {
  readonly key: string
  readonly bytes: number
  /** `text`: UTF-8 throughout. */
  readonly form: 'text' | 'binary'
  readonly isSecret: boolean
}

export const operations = {
  /** What an operation on these objects (of one kind) would do; writes nothing. */
  'operations.plan': method<Plan>()(
    z.strictObject({ context: contextId, targets: z.array(objectRef).min(1).max(10_000), operation }),
  ),
  /** Revisions that a workload can go back to, newest first. */
  'operations.revisions': method<
    readonly {
      readonly revision: number
      readonly name: string
      readonly at: number
      readonly cause: string
      readonly images: readonly string[]
      readonly isCurrent: boolean
      /** The pod template as it was. */
      readonly template: Readonly<Record<string, unknown>>
    }[]
  >()(z.strictObject({ context: contextId, ref: objectRef })),
  'operations.stuck': method<StuckDeletion | null>()(z.strictObject({ context: contextId, ref: objectRef })),
  'operations.deletionPreview': method<DeletionPreview>()(
    z.strictObject({
      context: contextId,
      targets: z.array(objectRef).min(1).max(1000),
      propagation: propagation.nullable(),
    }),
  ),
  'operations.keys': method<readonly KeyValue[]>()(z.strictObject({ context: contextId, ref: objectRef })),
  /** One value, byte-identical, on the user's explicit wish. */
  'operations.keyValue': method<Uint8Array>()(
    z.strictObject({ context: contextId, ref: objectRef, key: z.string().max(253) }),
  ),
  /** Writes one value, byte-identical, as a new file named as the key into a folder of the engine's machine. */
  'operations.saveKey': method<{ readonly path: string }>()(
    z.strictObject({
      context: contextId,
      ref: objectRef,
      key: z.string().max(253),
      folder: z.string().max(4096),
    }),
  ),
}
export type { ContextId }
