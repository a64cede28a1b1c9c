import type { AuditGroup, AuditTotals } from '../admission/audit/index.ts'
import type { FindingsDepth, FindingsView } from '../admission/findings/index.ts'
import type { PolicyInventory, Trace, WebhookInventory } from '../admission/index.ts'
import type { EvaluatedExpression } from '../admission/scratch/index.ts'
import type { KnownFunction } from '../cel/kubernetes/index.ts'
import type { AppErrorBody } from '../errors/index.ts'
import { method, stateStream } from './define.ts'
import { contextId, nothing, resource, z } from './schemas.ts'

export type {
  AuditGroup,
  AuditTotals,
  EvaluatedExpression,
  KnownFunction,
  PolicyInventory,
  Trace,
  WebhookInventory,
}

/** Longest YAML of one object that a request may bring, in characters: what the server takes. */
const longestObject = 3_145_728

const traceQuestion = z.strictObject({
  operation: z.enum(['CREATE', 'UPDATE', 'DELETE', 'CONNECT']),
  /**
   * Of an update: it is sent as a patch or an apply of which `object` is the result. It is authorized as
   * `patch` then, and creates what is not there, as an apply does, for which `create` is asked as well.
   */
  isPatch: z.literal(true).optional(),
  resource,
  /** Empty for the resource itself. */
  subresource: z.string().max(253),
  /** Empty for what is in no namespace. */
  namespace: z.string().max(253),
  /** Empty where the object names itself, or nothing is named. */
  name: z.string().max(253),
  object: z.discriminatedUnion('type', [
    /** Only kind, operation and namespace are chosen. */
    z.strictObject({ type: z.literal('unknown') }),
    /** As the cluster has it: sent again unchanged, or deleted. */
    z.strictObject({ type: z.literal('stored') }),
    /** YAML or JSON of one object. */
    z.strictObject({ type: z.literal('text'), text: z.string().max(longestObject) }),
  ]),
  /** Null: whom the context signs in as. */
  user: z
    .strictObject({ username: z.string().min(1).max(1024), groups: z.array(z.string().max(1024)).max(1000) })
    .nullable(),
  assumeWebhooks: z.enum(['allow', 'deny', 'unknown']),
  /** YAML or JSON of the object as it is stored; absent: as the cluster has it. */
  old: z.string().max(longestObject).optional(),
})

/** A request as a person describes it. */
export type TraceQuestion = z.infer<typeof traceQuestion>

export type TraceView =
  /** What it needs is being read. */
  | { readonly state: 'reading'; readonly done: number; readonly wanted: number }
  /** The request cannot be made: text that is no object, a kind that is not served. Line and column from 1. */
  | {
      readonly state: 'invalid'
      readonly error: AppErrorBody
      readonly line?: number
      readonly column?: number
    }
  | {
      readonly state: 'traced'
      readonly trace: Trace
      /** JSON of `trace.objects`, which is empty then: large objects travel as text. */
      readonly objectsText?: string
      /** Time to compute it, in milliseconds. */
      readonly took: number
      /** Webhooks and policies that were matched. */
      readonly matched: { readonly webhooks: number; readonly policies: number }
    }

/** What the server did with a dry run of the request. */
export interface CheckAnswer {
  readonly allowed: boolean
  readonly code: number
  readonly reason: string
  readonly message: string
  readonly warnings: readonly string[]
  /** The trace with what was observed put in. */
  readonly trace: Trace
  /** Where prediction and observation differ, in sentences; empty when they agree. */
  readonly differences: readonly string[]
  /** Milliseconds. */
  readonly took: number
}

export type { FindingsDepth, FindingsView }

/** A run over the objects of a cluster. */
const auditRequest = z.strictObject({
  context: contextId,
  /** Policies by name; absent: all that are bound. */
  policies: z.array(z.string().max(253)).max(2000).optional(),
  /**
   * YAML of policies, bindings and webhook configurations that are tried: each replaces the one of its
   * name, or comes to what is there. The findings say then what is new and what is gone by it.
   */
  draft: z.string().max(longestObject).optional(),
  /** Absent or empty: all, and objects that are in none. */
  namespaces: z.array(z.string().max(253)).max(2000).optional(),
})

export type AuditRequest = z.infer<typeof auditRequest>

export interface AuditView {
  /** Names the run in `admission.exportAudit`, for as long as its stream is open. */
  readonly run: string
  readonly state: 'reading' | 'running' | 'done' | 'cancelled' | 'invalid' | 'failed'
  /** Why it could not begin or did not end. */
  readonly error?: AppErrorBody
  /** Of a draft that cannot be read, from 1. */
  readonly line?: number
  readonly column?: number
  /** Objects gone through and, as far as it is known, to go through. */
  readonly done: number
  readonly wanted: number
  /** Milliseconds since it began. */
  readonly took: number
  readonly policies: number
  readonly totals: AuditTotals
  /** Most findings first; as many as a view can show. */
  readonly groups: readonly AuditGroup[]
  readonly otherGroups: number
  /** Kinds that could not be read, and what else makes the answer less than whole. */
  readonly gaps: readonly AppErrorBody[]
  readonly assumptions: readonly string[]
}

export interface AuditFile {
  readonly name: string
  readonly mediaType: string
  readonly text: string
}

const scratch = z.discriminatedUnion('type', [
  /** One expression; it may be of any type. */
  z.strictObject({ type: z.literal('expression'), text: z.string().max(longestObject) }),
  /** YAML of a validating or mutating policy: all its expressions. */
  z.strictObject({ type: z.literal('policy'), text: z.string().max(longestObject) }),
])

export type Scratch = z.infer<typeof scratch>

export type ScratchAnswer =
  | {
      readonly state: 'evaluated'
      readonly expressions: readonly EvaluatedExpression[]
      /** Milliseconds. */
      readonly took: number
      readonly assumptions: readonly string[]
    }
  | {
      readonly state: 'invalid'
      /** What cannot be read. */
      readonly part: 'scratch' | 'request'
      readonly error: AppErrorBody
      readonly line?: number
      readonly column?: number
    }

const findingsDepth = z.enum(['configuration', 'whole'])
const agreements = { readsSecrets: z.literal(true).optional(), asksServers: z.literal(true).optional() }

export const admission = {
  /** Policies, bindings, parameters and reach of a context, live. */
  'admission.policies': stateStream<PolicyInventory>()(z.strictObject({ context: contextId }), nothing),
  /** Webhooks in calling order with where their calls go, live. */
  'admission.webhooks': stateStream<WebhookInventory>()(z.strictObject({ context: contextId }), nothing),
  /**
   * What is wrong or risky in the configuration, the engines behind it and how they do, live. No Secret
   * is read before `readsSecrets` is sent, and no pod connected to before `asksServers` is, which then hold
   * for as long as the context is open.
   */
  'admission.findings': stateStream<FindingsView>()(
    z.strictObject({ context: contextId, depth: findingsDepth, ...agreements }),
    z.strictObject({ depth: findingsDepth.optional(), ...agreements }),
  ),
  /** What admission does with a request, live: computed again as the cluster changes. */
  'admission.trace': stateStream<TraceView>()(
    z.strictObject({ context: contextId, question: traceQuestion }),
    z.strictObject({ question: traceQuestion }),
  ),
  /** Asks the server by a dry run, which stores nothing. */
  'admission.check': method<CheckAnswer>()(
    z.strictObject({
      context: contextId,
      question: traceQuestion,
      /** True once the user agreed that webhooks are called: a protected context asks for it. */
      consented: z.boolean().optional(),
    }),
  ),
  /** Policies against objects that exist. An update ends the run; what was found stays. */
  'admission.audit': stateStream<AuditView>()(auditRequest, z.strictObject({ cancelled: z.literal(true) })),
  /** All findings of a run as a file. */
  'admission.exportAudit': method<AuditFile>()(
    z.strictObject({ run: z.string().max(100), format: z.enum(['csv', 'json', 'sarif']) }),
  ),
  /** The same, written into a folder of this machine; answers the path of the new file. */
  'admission.saveAudit': method<{ readonly path: string }>()(
    z.strictObject({
      run: z.string().max(100),
      format: z.enum(['csv', 'json', 'sarif']),
      folder: z.string().min(1).max(4096),
    }),
  ),
  /** Functions and macros that expressions may use on a server of a release, for completion. */
  'admission.functions': method<readonly KnownFunction[]>()(
    z.strictObject({ minor: z.number().int().min(0).max(1000) }),
  ),
  /** Evaluates what was written against a request. */
  'admission.evaluate': method<ScratchAnswer>()(
    z.strictObject({ context: contextId, scratch, question: traceQuestion }),
  ),
}
