import type { AppErrorBody } from '../errors/index.ts'
import type { KubeObject, ObjectRef } from '../kube/index.ts'
import { method, stateStream } from './define.ts'
import { contextId, nothing, objectRef, resource, z } from './schemas.ts'

const overlooked = z.strictObject({
  serverFields: z.boolean(),
  defaults: z.boolean(),
  paths: z.array(z.string().max(1000)).max(200),
})

/** Objects of one kind that two contexts have differently, or that only one has. */
export interface KindDifference {
  readonly namespace: string
  readonly name: string
  readonly state: 'different' | 'onlyBefore' | 'onlyAfter'
  /** Differences; 0 where only one side has the object. */
  readonly changes: number
  /** Where the first of them are. Never a value. */
  readonly fields: readonly string[]
}

export interface KindComparison {
  readonly phase: 'reading' | 'done' | 'failed'
  readonly read: { readonly before: number; readonly after: number }
  readonly counts: {
    readonly same: number
    readonly different: number
    readonly onlyBefore: number
    readonly onlyAfter: number
  }
  /** By namespace and name; the first 5,000. */
  readonly rows: readonly KindDifference[]
  readonly error?: AppErrorBody
}

/** A document of a folder of manifests against what a cluster has. */
export interface DriftRow {
  readonly index: number
  /** Below the path that was asked for. */
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly kind: string
  readonly ref: ObjectRef | null
  /** What it says. */
  readonly title: string
  /** `refused`: the server would not take it, or it cannot be read; `message` says why. */
  readonly state: 'same' | 'different' | 'missing' | 'refused'
  readonly changes: number
  readonly fields: readonly string[]
  readonly message: string
}

export interface Drift {
  /** Names the run in the other calls, for as long as its stream is open. */
  readonly id: string
  readonly phase: 'reading' | 'asking' | 'done' | 'failed'
  readonly files: number
  readonly counts: Readonly<Record<DriftRow['state'], number>>
  readonly rows: readonly DriftRow[]
  /** Files that were left out, with why. */
  readonly skipped: readonly { readonly file: string; readonly why: string }[]
  readonly error?: AppErrorBody
}

const format = z.enum(['csv', 'json', 'patch'])

export const compare = {
  /** All objects of a kind in two contexts, read once. */
  'compare.kind': stateStream<KindComparison>()(
    z.strictObject({
      before: contextId,
      after: contextId,
      resource,
      /** Empty: all. */
      namespaces: z.array(z.string().max(253)).max(100),
      overlooked,
    }),
    nothing,
  ),
  /** Keys of two Secrets whose values differ; the values stay in main. */
  'compare.secrets': method<readonly string[]>()(
    z.strictObject({
      before: z.strictObject({ context: contextId, ref: objectRef }),
      after: z.strictObject({ context: contextId, ref: objectRef }),
    }),
  ),
  /** What applying the manifests of a file or folder would change, as the server's dry run says; writes nothing. */
  'compare.drift': stateStream<Drift>()(
    z.strictObject({
      context: contextId,
      path: z.string().min(1).max(4096),
      /** For namespaced documents without one. */
      namespace: z.string().max(253),
      overlooked,
    }),
    nothing,
  ),
  /** Both sides of a row; null where there is none. Masked in Secrets. */
  'compare.driftRow': method<{ readonly live: KubeObject | null; readonly result: KubeObject | null }>()(
    z.strictObject({ id: z.uuid(), index: z.int().min(0) }),
  ),
  'compare.exportDrift': method<{ readonly text: string }>()(z.strictObject({ id: z.uuid(), format })),
  /** The same, written into a new file of a folder of this machine; answers its path. */
  'compare.saveDrift': method<{ readonly path: string }>()(
    z.strictObject({ id: z.uuid(), format, folder: z.string().min(1).max(4096) }),
  ),
}
