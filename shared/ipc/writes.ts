import type { AppErrorBody } from '../errors/index.ts'
import type { ContextId, FieldPath, KubeObject, ObjectRef } from '../kube/index.ts'
import { method, stateStream } from './define.ts'
import { contextId, nothing, objectRef, z } from './schemas.ts'

/**
 * One write path: text or an operation becomes a *plan*, whose every step the server was asked about by a
 * dry run; the plan is shown; what is confirmed becomes a *run* with a result for each step, and each
 * write that was sent an entry of the *journal*, which knows its inverse.
 */

/** How the objects of a text are sent. */
const writeMethod = z.discriminatedUnion('type', [
  /** Server-side apply. `force`: fields of these managers are taken (by path, see `FieldConflict`). */
  z.strictObject({ type: z.literal('apply'), manager: z.string().min(1).max(128), force: z.boolean() }),
  z.strictObject({ type: z.literal('create') }),
  /** PUT with the resourceVersion that the text was opened with. */
  z.strictObject({ type: z.literal('replace') }),
  /** The text is the patch, of the object of the draft. */
  z.strictObject({ type: z.literal('patch'), form: z.enum(['json', 'merge', 'strategic']) }),
])
export type WriteMethod = z.infer<typeof writeMethod>

/** A place where a server-side apply met another manager. */
export interface FieldConflict {
  readonly path: FieldPath
  /** As YAML paths are written: `spec.template.spec.containers[name=web].image`. */
  readonly field: string
  readonly managers: readonly string[]
  /** As YAML, cut to what can be shown; masked in Secrets. Absent where the place has none. */
  readonly mine?: string
  readonly theirs?: string
}

/** Who made one difference between what is live and what would be. */
export interface ChangeCause {
  /** `mine`: asked for; `defaulting`: set by the server; `admission`: a policy or webhook; `other`: another writer. */
  readonly by: 'mine' | 'defaulting' | 'admission' | 'other' | 'unknown'
  /** Name of the policy, webhook or manager as far as it is known, else a sentence. */
  readonly text: string
}

export interface AttributedChange {
  readonly path: FieldPath
  readonly field: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly before?: string
  readonly after?: string
  readonly cause: ChangeCause
}

/** One request of a plan, and what the server says that it would do. */
export interface PlanStep {
  readonly index: number
  readonly context: ContextId
  /** Null for a request that is of no single object. */
  readonly ref: ObjectRef | null
  readonly kind: string
  /** In words: `apply Deployment shop/web`, `evict Pod shop/web-1`. */
  readonly title: string
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'GET'
  /** With its query, as it will be sent. */
  readonly path: string
  /** What will be sent, as YAML or text; masked in Secrets; empty for none. */
  readonly body: string
  /** Masked in Secrets; null where there is none before, none after, or none could be had. */
  readonly live: KubeObject | null
  readonly result: KubeObject | null
  readonly changes: readonly AttributedChange[]
  readonly conflicts: readonly FieldConflict[]
  /** Fields that may not be changed and would be, found before sending. */
  readonly immutable: readonly { readonly field: string; readonly before: string; readonly after: string }[]
  readonly warnings: readonly string[]
  /** Why the server (or Gatehouse, before it) refuses it; the step cannot be sent, or will fail. */
  readonly problem?: AppErrorBody
  /** Place of the problem in the text of the draft; lines and columns from 1. */
  readonly at?: { readonly line: number; readonly column: number }
  /** False where the server knows no dry run of it, so that nothing was asked. */
  readonly isPreviewed: boolean
  /** True when nothing would change. */
  readonly isUnchanged: boolean
  /** Index of steps that go first: a namespace, a CustomResourceDefinition. */
  readonly after: readonly number[]
}

/** Something a plan brings about beside its own requests. */
export interface Consequence {
  readonly severity: 'info' | 'warning' | 'danger'
  /** A sentence. */
  readonly text: string
  /** Objects it concerns, first of them; `total` counts all. */
  readonly refs: readonly { readonly kind: string; readonly ref: ObjectRef }[]
  readonly total: number
}

export interface Plan {
  readonly id: string
  /** `Apply 3 objects to prod`, `Drain node a`. */
  readonly title: string
  readonly context: ContextId
  readonly steps: readonly PlanStep[]
  readonly consequences: readonly Consequence[]
  /** Text that has to be typed to confirm, with the reason; null: a button is enough. */
  readonly typed: { readonly text: string; readonly why: string } | null
  /** The context is protected: nothing of it can be sent. */
  readonly isProtected: boolean
  /** At least one step can be sent. */
  readonly canSend: boolean
}

export type StepPhase =
  | 'waiting'
  | 'sending'
  | 'done'
  | 'unchanged'
  | 'failed'
  /** Held up by something that may pass: a budget, a CRD that is not served yet; `note` says what. */
  | 'held'
  /** Sent without an answer, and not to be found out. */
  | 'unknown'
  | 'skipped'

export interface RunStep {
  readonly index: number
  readonly title: string
  readonly ref: ObjectRef | null
  readonly phase: StepPhase
  /** What it waits for or what came of it, in a sentence. */
  readonly note?: string
  readonly error?: AppErrorBody
  readonly warnings: readonly string[]
  /** Something was answered that is kept in memory for `writes.answer`: a token, an object. */
  readonly hasAnswer: boolean
  /** Its entry in the journal. */
  readonly entry?: string
}

export interface Run {
  readonly id: string
  readonly title: string
  readonly context: ContextId
  readonly phase: 'running' | 'done' | 'cancelled' | 'failed'
  readonly startedAt: number
  readonly endedAt?: number
  readonly steps: readonly RunStep[]
  readonly counts: Readonly<Record<StepPhase, number>>
  /** The steps that are left can be sent: after a cancel or a failure. */
  readonly canResume: boolean
}

/** A run without its steps. */
export type RunSummary = Omit<Run, 'steps'>

/** Text that a person wrote and that is not written to the cluster yet. Kept on disk. */
export interface DraftSummary {
  readonly id: string
  readonly context: ContextId
  /** The object that is edited; null for a text of any number of documents. */
  readonly ref: ObjectRef | null
  readonly kind: string
  readonly title: string
  readonly changedAt: number
  /** `sent`: the program ended between sending and the answer; `outcome` says what is known. */
  readonly state: 'open' | 'sent'
  readonly outcome?: string
  /** False: holds values of a Secret, so it is in memory only and ends with the program. */
  readonly isOnDisk: boolean
}

export interface Draft extends DraftSummary {
  readonly text: string
  /** Counts the saves; `writes.saveDraft` answers with it. */
  readonly version: number
  /** The text as it was opened, for the diff of what was typed. */
  readonly opened: string
  /** What is live now: null before it was read, or where there is none. */
  readonly live: KubeObject | null
  readonly liveState: 'loading' | 'same' | 'changed' | 'gone' | 'new' | 'failed'
  readonly liveError?: AppErrorBody
}

/** Live changes merged into a text. */
export interface Rebase {
  /** Replacements in the text that was handed in, from its end to its start; UTF-16 offsets. */
  readonly edits: readonly { readonly from: number; readonly to: number; readonly insert: string }[]
  /** Fields that both changed: mine stays in the text until decided. */
  readonly conflicts: readonly FieldConflict[]
  /** In words, what came in: `status writer changed spec.replicas`. */
  readonly taken: readonly string[]
  readonly resourceVersion: string
}

export interface JournalEntry {
  readonly id: string
  readonly at: number
  readonly context: ContextId
  readonly contextName: string
  readonly ref: ObjectRef | null
  readonly kind: string
  /** `apply Deployment shop/web`. */
  readonly title: string
  readonly method: string
  readonly path: string
  readonly outcome: 'done' | 'failed' | 'unknown'
  readonly message: string
  /** Changed fields, the first 200; never a value of a Secret. */
  readonly fields: readonly string[]
  readonly canUndo: boolean
  /** Why not, where it cannot be undone. */
  readonly noUndo?: string
}

const id = z.uuid()
const text = z.string().max(16_000_000)

export const writes = {
  'writes.drafts': stateStream<readonly DraftSummary[]>()(nothing, nothing),
  /** Opens an object or a text for editing; gives the draft that there is already of that object. */
  'writes.openDraft': method<{ readonly id: string }>()(
    z.strictObject({
      context: contextId,
      ref: objectRef.nullable(),
      text: text.optional(),
      title: z.string().max(300).optional(),
    }),
  ),
  /** Opens manifests of files and folders as one text for editing. @throws AppError where they cannot be read, or are none */
  'writes.openFiles': method<{ readonly id: string }>()(
    z.strictObject({ context: contextId, paths: z.array(z.string().min(1).max(4096)).min(1).max(1000) }),
  ),
  /** Ends with an error of kind `gone` once the draft was written or discarded. */
  'writes.draft': stateStream<Draft>()(z.strictObject({ id }), nothing),
  /** Resolves when the text is on disk (or in memory, for Secrets). */
  'writes.saveDraft': method<{ readonly version: number }>()(z.strictObject({ id, text })),
  'writes.discardDraft': method<null>()(z.strictObject({ id })),
  /** Merges what changed in the cluster since the draft was opened (or rebased) into the text. */
  'writes.rebase': method<Rebase>()(z.strictObject({ id, text })),
  /** Takes the live state that `writes.rebase` told of as the new base; `mine` or `theirs` for each conflict was put into the text. */
  'writes.rebased': method<null>()(z.strictObject({ id, text, resourceVersion: z.string().max(200) })),
  /** Asks the server about every document of a text by dry run; writes nothing. */
  'writes.plan': method<Plan>()(
    z.strictObject({
      context: contextId,
      text,
      draft: id.nullable(),
      method: writeMethod,
      /** Only for namespaced objects without a namespace; empty: the context's. */
      namespace: z.string().max(253),
      fieldValidation: z.enum(['Strict', 'Warn', 'Ignore']),
      /** Fields of conflicts to leave to their managers: taken out of what is applied. */
      leave: z.array(z.string().max(4000)).max(1000),
      /** Fields that the manager stops managing: they stay as they are, and are left out of what is applied. */
      release: z.array(z.string().max(4000)).max(1000).optional(),
    }),
  ),
  /** Sends what was planned. `typed` must equal the plan's text where it has one. @throws AppError when the plan is gone, used or refused */
  'writes.send': method<{ readonly run: string }>()(
    z.strictObject({ plan: id, typed: z.string().max(300), only: z.array(z.int()).max(100_000).optional() }),
  ),
  'writes.runs': stateStream<readonly RunSummary[]>()(nothing, nothing),
  'writes.run': stateStream<Run>()(z.strictObject({ id }), nothing),
  /** Sends nothing more; what is under way is waited for. */
  'writes.cancelRun': method<null>()(z.strictObject({ id })),
  /** Goes on with what was not sent, or tries what failed again. */
  'writes.resumeRun': method<null>()(z.strictObject({ id, failedToo: z.boolean() })),
  'writes.forgetRun': method<null>()(z.strictObject({ id })),
  /** What a step answered, in clear: a token, an object. Given once; until then in memory. @throws AppError `gone` */
  'writes.answer': method<unknown>()(z.strictObject({ run: id, step: z.int() })),
  'writes.journal': method<{ readonly entries: readonly JournalEntry[]; readonly total: number }>()(
    z.strictObject({
      search: z.string().max(300),
      context: z.string().max(4096),
      from: z.int().min(0),
      count: z.int().min(1).max(500),
    }),
  ),
  /** Counts up whenever the journal got an entry or was emptied. */
  'writes.journalVersion': stateStream<number>()(nothing, nothing),
  /** The inverse of a write, planned like any other. */
  'writes.undo': method<Plan>()(z.strictObject({ entry: id })),
}
