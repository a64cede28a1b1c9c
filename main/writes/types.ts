import type { AppErrorBody } from '../../shared/errors/index.ts'
import type { Clock } from '../../shared/flow/index.ts'
import type { Consequence, FieldConflict, HandlersOf, Plan, StepPhase } from '../../shared/ipc/index.ts'
import type { ContextId, KubeObject, ObjectRef } from '../../shared/kube/index.ts'
import type { ApiClient, OpenContexts } from '../api/index.ts'
import type { ApiRequest } from '../session/index.ts'
import type { SettingsStore } from '../settings/index.ts'

/** One request that somebody wants to send, before anybody was asked. */
export interface PlannedRequest {
  /** The object that it changes; null where it is of no single object, or its name is the server's choice. */
  readonly ref: ObjectRef | null
  readonly kind: string
  /** In words, with a verb in front: `scale Deployment shop/web to 3`. */
  readonly title: string
  readonly method: ApiRequest['method']
  /** Each segment encoded once. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly contentType?: string
  readonly body?: string | Uint8Array
  /** Form of the answer; default JSON. What stands behind the server may have none. */
  readonly accept?: string
  /**
   * How the server is asked beforehand. `none`: it takes no dry run of this, or would act on one. A `DELETE` is
   * asked about with a body that asks for the dry run too.
   */
  readonly dryRun: 'query' | 'none'
  /** What is asked about in its place, for the object as it is then: of a step that needs another one first. */
  readonly preview?: (
    live: KubeObject,
  ) => Pick<PlannedRequest, 'method' | 'path' | 'query' | 'contentType' | 'body'>
  /** Steps that have to be done before, by their index. */
  readonly after?: readonly number[]
  /** The answer stays in memory for `writes.answer`. */
  readonly keepsAnswer?: boolean
  /**
   * `default`: undone by what it changed, as it was read right before. `none`: it cannot be made undone, and
   * `noUndo` says why.
   */
  readonly undo?: 'none' | 'default'
  readonly noUndo?: string
  /** Of an apply: fields of other managers are taken, those that the plan tells of and no others. */
  readonly force?: boolean
  /** Set while planning: the fields that are taken, as `FieldConflict.field`. */
  readonly takes?: readonly string[]
  /** Known beforehand: what is to go and belongs to others. */
  readonly conflicts?: readonly FieldConflict[]
  /** The body for the object as it is right before sending; null: there is nothing left to do. */
  readonly renewed?: (live: KubeObject) => string | null
  /** Known beforehand, so that the server is not asked. */
  readonly problem?: AppErrorBody
  /** Place of the document in the text. */
  readonly at?: { readonly line: number; readonly column: number }
  /** Place in the text of a field of the object, for problems of the server's. */
  readonly locate?: (field: string) => Promise<{ readonly line: number; readonly column: number } | null>
  /** What was asked for, to tell mine from what the server made of it; default: the body as an object. */
  readonly intent?: unknown
  /** Fields that are to go, as `FieldConflict.field`. */
  readonly dropped?: readonly string[]
  /** Said with the step. */
  readonly warnings?: readonly string[]
  /** Sent even where nothing would change: a restart, a token. */
  readonly isAlwaysSent?: boolean
}

export interface PlanRequest {
  readonly title: string
  readonly requests: readonly PlannedRequest[]
  readonly consequences?: readonly Consequence[]
  /** What has to be typed; what the settings ask for this context comes without. */
  readonly typed?: Plan['typed']
  /** Replaces the order in which steps are sent. It must honour its signal. */
  readonly execute?: Executor
}

/** What an executor does with a run. */
export interface RunHandle {
  /**
   * Sends a step: consent, journal, and its outcome where the connection was lost. Sets the phase of the step.
   * @throws AppError where it failed or nobody knows; the step says so already
   */
  send(
    index: number,
    override?: { readonly body?: string },
  ): Promise<{ readonly answer: unknown; readonly warnings: readonly string[] }>
  set(
    index: number,
    state: { readonly phase: StepPhase; readonly note?: string; readonly error?: AppErrorBody },
  ): void
  /** How a step stands. */
  phase(index: number): StepPhase
}

/** @param indices steps that are left to do, in order; on resuming not all of the plan's */
export type Executor = (
  run: RunHandle,
  steps: readonly PlannedRequest[],
  signal: AbortSignal,
  indices: readonly number[],
) => Promise<void>

/** The one path on which a cluster is changed: planned, shown, sent, and written down. */
export interface Writes {
  /**
   * Reads what is live, asks the server about every request by a dry run, and keeps the plan for an hour.
   * @throws AppError `notOpen`, `cancelled`; what a request meets stands in its step
   */
  plan(context: ContextId, request: PlanRequest, signal: AbortSignal): Promise<Plan>
  readonly handlers: HandlersOf<'writes'>
  /** Where they are on disk: the folder of drafts, and the latest file of the journal. */
  readonly places: { readonly drafts: string; readonly journal: string }
  /**
   * Deletes all drafts, also those in memory only, but those whose run is under way; or the journal, with the way
   * back of every write in it. @throws where the disk refuses
   */
  clear(what: 'drafts' | 'journal'): Promise<void>
  /** Sends nothing more and waits for what is under way. */
  close(): Promise<void>
}

/** An object followed for as long as somebody looks. */
export interface FollowedObject {
  /** Null before it was read, and where there is none. */
  readonly object: KubeObject | null
  readonly phase: 'loading' | 'live' | 'stale' | 'deleted' | 'failed'
  readonly error?: AppErrorBody
}

/** Who of admission changed a field, as far as a trace knows it. */
export interface AdmissionChange {
  /** As `FieldConflict.field`; what lies below belongs to it. */
  readonly field: string
  /** Name of the policy or webhook. */
  readonly by: string
}

export interface WritesSources {
  readonly contexts: OpenContexts
  readonly clock: Clock
  readonly settings: SettingsStore
  /** Folder of drafts and journal; it need not exist. */
  readonly folder: string
  readonly contextName: (context: ContextId) => string
  /** Where the context puts what names no namespace. */
  readonly namespaceOf: (context: ContextId) => string
  readonly isSecret: (ref: ObjectRef) => boolean
  /** Texts of the manifests of a file or folder. @throws AppError */
  readonly readManifests: (path: string, signal: AbortSignal) => Promise<readonly { readonly text: string }[]>
  readonly maskSecret: (object: KubeObject) => KubeObject
  readonly follow: (
    context: ContextId,
    ref: ObjectRef,
    listener: () => void,
  ) => { state(): FollowedObject; close(): void }
  /** @throws AppError where a server could act on a dry run of it */
  readonly refuseUnlessTaken: (
    api: ApiClient,
    method: ApiRequest['method'],
    target: {
      readonly group: string
      readonly version: string
      readonly resource: string
      readonly subresource: string
    },
    signal: AbortSignal,
  ) => Promise<void>
  /** What admission would change of an object, as far as it can be told; empty where nothing is known. */
  readonly admissionOf: (
    api: ApiClient,
    asked: { readonly object: KubeObject; readonly old: KubeObject | null; readonly ref: ObjectRef },
    signal: AbortSignal,
  ) => Promise<readonly AdmissionChange[]>
  /** Told of what no `AppError` explains. */
  readonly onBug: (error: unknown) => void
}
