import type { AuditRemarks } from '../../../shared/admission/audit/index.ts'
import type { Trace, TraceRequest } from '../../../shared/admission/index.ts'
import type { AssumeWebhooks, SchemaKnown, Wish } from '../../../shared/admission/trace/index.ts'
import type { AuthorizationAnswer, AuthorizationQuestion } from '../../../shared/cel/kubernetes/index.ts'
import type { AppErrorBody } from '../../../shared/errors/index.ts'
import type { AuditFile, Scratch, ScratchAnswer } from '../../../shared/ipc/index.ts'
import type { KubeObject, ResourceInfo } from '../../../shared/kube/index.ts'
import type { AuditProgress, AuditSetup } from '../audit/messages.ts'
import type { FindingAnswers, FindingJob } from '../findings/messages.ts'
import type { Manifest } from './manifest.ts'
import type { OutlinedTexts } from './outline.ts'

/** What a world that a thread holds is told, bit by bit. */
export type Fact =
  | {
      readonly type: 'served'
      readonly resources: readonly ResourceInfo[]
      readonly failedGroups: readonly string[]
      readonly isPartial: boolean
    }
  | {
      readonly type: 'objects'
      /** `wantedKey`. */
      readonly key: string
      readonly state: ObjectsState
      /** New and changed objects by `namespace/name`. */
      readonly put: readonly (readonly [string, KubeObject])[]
      readonly removed: readonly string[]
    }
  /** By `kindKey`. */
  | { readonly type: 'schema'; readonly key: string; readonly known: SchemaKnown }
  | {
      readonly type: 'authorization'
      readonly question: AuthorizationQuestion
      /** null: what was answered before does not hold any more. */
      readonly answer: AuthorizationAnswer | null
    }

/** `Known` without its items. */
export type ObjectsState =
  | { readonly state: 'known'; readonly staleSince: number | null; readonly partial?: AppErrorBody }
  | { readonly state: 'loading' }
  | { readonly state: 'notServed' }
  | { readonly state: 'unreadable'; readonly error: AppErrorBody }

/** What a thread can be asked to do. */
export type Job =
  | {
      readonly type: 'parse'
      readonly text: string
      /** Only what names the objects is wanted: the rest stays in the thread. */
      readonly isOutline?: boolean
    }
  | {
      readonly type: 'trace'
      readonly request: TraceRequest
      /** Texts that were read as outlines: the objects of the request are completed from them. */
      readonly texts?: OutlinedTexts
      /** Large objects are answered as JSON text. */
      readonly isForPage?: boolean
      readonly minor: number
      /** Milliseconds since the epoch. */
      readonly now: number
      readonly assumeWebhooks: AssumeWebhooks
    }
  | {
      readonly type: 'evaluate'
      readonly scratch: Scratch
      readonly request: TraceRequest
      readonly texts?: OutlinedTexts
      readonly minor: number
      readonly now: number
    }
  | { readonly type: 'beginAudit'; readonly setup: AuditSetup }
  | {
      readonly type: 'audit'
      readonly objects: readonly KubeObject[]
      /** What is not known now will not be. */
      readonly isFinal: boolean
    }
  | {
      readonly type: 'exportAudit'
      readonly format: 'csv' | 'json' | 'sarif'
      readonly remarks: AuditRemarks
    }
  | FindingJob

export type AuditJob = Extract<Job, { type: 'beginAudit' | 'audit' }>

/** What a computation asked its world for, and what of it was not known. */
export interface AskedFor {
  readonly asked: readonly Wish[]
  readonly missing: readonly Wish[]
}

export interface Answers extends FindingAnswers {
  readonly parse: Manifest
  readonly trace: AskedFor & {
    readonly trace: Trace
    /** JSON of `trace.objects`, which is empty then. */
    readonly objectsText?: string
    readonly took: number
  }
  readonly evaluate: AskedFor & { readonly answer: ScratchAnswer }
  readonly beginAudit: AuditProgress
  readonly audit: AuditProgress
  readonly exportAudit: AuditFile
}

export type ToWorker =
  | { readonly type: 'facts'; readonly world: string; readonly facts: readonly Fact[] }
  | { readonly type: 'forget'; readonly world: string }
  | { readonly type: 'job'; readonly id: number; readonly world: string; readonly job: Job }

export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  /** A fault of the code, or nesting that no stack holds. */
  | {
      readonly type: 'failed'
      readonly id: number
      readonly message: string
      readonly isOutOfStack: boolean
    }
