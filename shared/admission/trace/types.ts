import type {
  AuthorizationLookup,
  AuthorizationQuestion,
  GroupVersionKind,
  GroupVersionResource,
  JsonObject,
  Subject,
} from '../../cel/kubernetes/index.ts'
import type { AppErrorBody } from '../../errors/index.ts'
import type { Known } from '../known.ts'
import type { Operation } from '../rules.ts'
import type { Served } from '../served.ts'

/** A request to the API server whose way through admission is asked for. */
export interface TraceRequest {
  readonly operation: Operation
  /** Verb of the request, for authorization: `create`, `update`, `patch`, `delete`, `get`, … */
  readonly verb: string
  readonly resource: GroupVersionResource
  readonly kind: GroupVersionKind
  /** Empty for the resource itself. */
  readonly subresource: string
  /** Empty for what is in no namespace. A request on a Namespace carries its own name. */
  readonly namespace: string
  /** Name in the URL, or of the object; empty under `generateName` and for a collection. */
  readonly name: string
  /** As sent; null for a delete. */
  readonly object: JsonObject | null
  /** As stored; null for a create. */
  readonly oldObject: JsonObject | null
  /** CreateOptions and their like; null where none are known. */
  readonly options: JsonObject | null
  readonly user: Subject
  readonly dryRun: boolean
  /**
   * False where only kind, operation and namespace are chosen: `object` is a bare frame then, and what
   * depends on its content is unknown.
   */
  readonly isObjectKnown: boolean
}

/** What is known of a schema. `none`: the server publishes none for the kind. */
export type SchemaKnown =
  | { readonly state: 'known'; readonly root: string; readonly schemas: Readonly<Record<string, unknown>> }
  | { readonly state: 'loading' }
  | { readonly state: 'unreadable'; readonly error: AppErrorBody }
  | { readonly state: 'none' }

/** Objects that are looked for. An empty version is the preferred one. */
export interface WantedObjects {
  readonly group: string
  readonly version: string
  readonly kind: string
  /** Empty: all namespaces, or a cluster-scoped kind. */
  readonly namespace: string
  /** Of one object; empty for all. */
  readonly name: string
}

/**
 * What a trace may ask for. Everything answers at once: what is not there yet answers `loading` or
 * `undefined`, is fetched by whoever holds the world, and the trace is computed again.
 */
export interface World {
  /** Minor of the server's release, e.g. 36. */
  readonly minor: number
  readonly served: Served
  /** Milliseconds since the epoch. */
  readonly now: number
  objects(wanted: WantedObjects): Known
  /** OpenAPI v3 of a kind, `root` naming its entry in `schemas`. */
  schema(kind: GroupVersionKind): SchemaKnown
  /** Answers of an authorizer, with where they come from in their reason. */
  readonly authorize: AuthorizationLookup
  /** What a webhook answers; `null` where it cannot be known from here. */
  readonly webhookAnswer: (call: WebhookCall) => WebhookAnswer | null
}

/** What a world has to fetch before a trace is whole. */
export type Wish =
  | { readonly type: 'objects'; readonly wanted: WantedObjects }
  | { readonly type: 'schema'; readonly kind: GroupVersionKind }
  | { readonly type: 'authorization'; readonly question: AuthorizationQuestion }

/** One call of a webhook. */
export interface WebhookCall {
  readonly phase: 'mutating' | 'validating'
  readonly configuration: string
  readonly webhook: string
  /** Position in its configuration. */
  readonly index: number
  /** 0, or 1 when it is called again. */
  readonly round: number
  /** Kind and resource of the review, which an equivalent match may have converted. */
  readonly kind: GroupVersionKind
  readonly resource: GroupVersionResource
  readonly object: JsonObject | null
  readonly oldObject: JsonObject | null
}

/** What came of a call. */
export type WebhookAnswer =
  | {
      readonly type: 'answered'
      readonly allowed: boolean
      readonly status?: { readonly code?: number; readonly reason?: string; readonly message?: string }
      /** JSON patch, decoded; `text` where it does not decode. */
      readonly patch?: readonly unknown[] | { readonly text: string }
      readonly warnings?: readonly string[]
      readonly auditAnnotations?: Readonly<Record<string, string>>
    }
  /** The call failed: no connection, a timeout, an answer that is no review. */
  | { readonly type: 'failed'; readonly message: string }

export type Phase =
  | 'authorization'
  | 'mutatingPolicy'
  | 'mutatingWebhook'
  | 'schema'
  | 'validatingPolicy'
  | 'validatingWebhook'
  | 'builtIn'

export type StepOutcome =
  /** Its rules or selectors do not take the request. */
  | 'notMatched'
  /** A match condition is false, an error is ignored, or something before it ended the request. */
  | 'skipped'
  /** A webhook that is called and whose answer is not known. */
  | 'called'
  | 'passed'
  | 'warned'
  | 'audited'
  | 'denied'
  | 'mutated'
  /** It failed and the failure ends nothing, by its failure policy. A failure that ends the request is `denied`. */
  | 'error'
  | 'unknown'

export type Certainty = 'predicted' | 'observed' | 'unknown'

/** One step of a request's way. */
export interface TraceStep {
  readonly phase: Phase
  /** API kind behind the step, or the name of the built-in plugin, e.g. `LimitRanger`. */
  readonly kind: string
  /** Policy, configuration, or what decided (a role, a quota); empty where nothing has a name. */
  readonly name: string
  /** Name of the webhook within its configuration. */
  readonly webhook?: string
  readonly binding?: string
  /** `namespace/name` or name of the parameter. */
  readonly param?: string
  /** 0, or 1 when the mutating chain runs again. */
  readonly round: number
  readonly outcome: StepOutcome
  readonly certainty: Certainty
  /** A sentence: what decided and why. */
  readonly reason: string
  /** Of authorization: who asks to do what; `reason` says both before its first colon. */
  readonly access?: { readonly user: string; readonly action: string }
  /** Field that decided, of the configuration or policy, e.g. `webhooks[0].namespaceSelector`. */
  readonly field?: string
  /** The status with which it ended the request. */
  readonly status?: TraceStatus
  readonly failurePolicy?: string
  /** Seconds; of webhooks. */
  readonly timeoutSeconds?: number
  /** Of policies: what the binding does with a failed validation. */
  readonly actions?: readonly string[]
  /** Indexes into `Trace.objects` of the object before and after, where the step changed it. */
  readonly change?: {
    readonly before: number
    readonly after: number
    /** Names of the steps of which one or several made it, where it is not known which; the last of them carries it. */
    readonly among?: readonly string[]
  }
  readonly expressions?: readonly ExpressionTrace[]
  /** What follows from each answer that it may give, where it is not known. */
  readonly branches?: readonly Branch[]
  /** True where something before it ended the request: it would not be reached. */
  readonly isNotReached?: boolean
  /** Resource of the match where an equivalent version was matched, e.g. `autoscaling/v1 horizontalpodautoscalers`. */
  readonly matchedAs?: string
}

/** One expression that was evaluated. */
export interface ExpressionTrace {
  /** Where it stands, e.g. `spec.validations[0].expression`. */
  readonly field: string
  readonly source: string
  /** The value as text, the error, or why it is not known. */
  readonly result:
    | { readonly type: 'value'; readonly text: string }
    | { readonly type: 'error'; readonly message: string }
    | { readonly type: 'unknown'; readonly why: string }
  /** Units of cost; absent where nothing ran. */
  readonly cost?: number
  /** Sub-expressions that decided, with their values, e.g. `object.spec.replicas (7) <= 5`. */
  readonly explanation?: string
}

export interface Branch {
  /** e.g. `it allows`, `it denies`, `it cannot be reached`. */
  readonly when: string
  readonly then: string
}

export interface TraceStatus {
  /** Of HTTP; 0 where the server drops the connection without an answer. */
  readonly code: number
  readonly reason: string
  readonly message: string
  /** `details.causes`; absent where the server gives none, or they are not known. */
  readonly causes?: readonly StatusCause[]
}

/** One of several reasons for a status. */
export interface StatusCause {
  /** e.g. `FieldValueInvalid`; policies give none. */
  readonly reason?: string
  readonly message: string
  readonly field?: string
}

export type Verdict = 'allowed' | 'denied' | 'unknown' | 'incomplete'

/** The whole way of one request. */
export interface Trace {
  readonly verdict: Verdict
  /** The answer of the server; null where it is not known, or allowed. */
  readonly status: TraceStatus | null
  readonly steps: readonly TraceStep[]
  /** As in `Warning` headers. */
  readonly warnings: readonly string[]
  readonly auditAnnotations: Readonly<Record<string, string>>
  /** The object as sent, and as each change left it; the last is what would be stored, as far as it is known. */
  readonly objects: readonly (JsonObject | null)[]
  /** What is taken for granted, in sentences: built-in plugins, defaults that are not static, … */
  readonly assumptions: readonly string[]
  /** What could not be read: verb, resource and scope. Not empty makes an otherwise certain verdict `incomplete`. */
  readonly gaps: readonly AppErrorBody[]
  /**
   * Since when something that it was computed from is not current: the connection is lost. Milliseconds
   * since the epoch; absent where all is current.
   */
  readonly staleSince?: number
  /** What is still being fetched; the trace is whole when there is none. */
  readonly wishes: readonly Wish[]
}

/** How webhooks are taken whose answer cannot be known. */
export type AssumeWebhooks = 'allow' | 'deny' | 'unknown'
