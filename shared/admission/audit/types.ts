/** What a policy does with an object that exists, were it sent again. */
export type AuditEffect =
  /** The request would be refused. */
  | 'denied'
  | 'warned'
  | 'audited'
  /** It failed, and its failure ends nothing. */
  | 'error'
  /** It would change the object. */
  | 'mutated'
  /** A webhook would be called, and its answer is not known. */
  | 'called'
  /** It cannot be told; the message says why. */
  | 'unknown'

/** The object that a finding is about. */
export interface AuditedObject {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

export interface AuditFinding {
  /** API kind of the policy or webhook configuration. */
  readonly kind: string
  readonly policy: string
  readonly binding?: string
  readonly param?: string
  readonly webhook?: string
  readonly effect: AuditEffect
  readonly message: string
  /** Field of the policy that decided. */
  readonly field?: string
  readonly object: AuditedObject
  /** In a trial: `new` comes by the draft, `gone` ends by it. Absent where there is no draft. */
  readonly change?: AuditChange
}

export type AuditChange = 'new' | 'gone' | 'same'

/** Findings that are alike: one policy, binding, effect and message. */
export interface AuditGroup {
  readonly kind: string
  readonly policy: string
  readonly binding?: string
  readonly webhook?: string
  readonly effect: AuditEffect
  readonly message: string
  readonly change?: AuditChange
  readonly count: number
  /** Most first; the rest is in `otherNamespaces`. */
  readonly namespaces: readonly { readonly namespace: string; readonly count: number }[]
  readonly otherNamespaces: number
  /** The first of its objects. */
  readonly examples: readonly AuditedObject[]
}

/** What makes the answer of an audit less than whole, and what it takes for granted; in sentences. */
export interface AuditRemarks {
  readonly gaps: readonly string[]
  readonly assumptions: readonly string[]
}

export interface AuditTotals {
  readonly objects: number
  /** Pairs of object and policy that were evaluated. */
  readonly evaluations: number
  readonly findings: number
  /** Of the findings, how many are counted and no more: a file lacks them. */
  readonly omitted: number
  /** Of the findings, how many are in no group, because too many are unlike. */
  readonly ungrouped: number
  readonly byEffect: Readonly<Partial<Record<AuditEffect, number>>>
  /** Of a trial. */
  readonly byChange: Readonly<Partial<Record<AuditChange, number>>>
  /** Of a trial: what comes by the draft. */
  readonly newByEffect: Readonly<Partial<Record<AuditEffect, number>>>
}
