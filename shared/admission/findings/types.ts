import type { ObjectRef } from '../../kube/index.ts'
import type { FindingId } from './ids.ts'

/** `high` refuses requests or checks nothing now, `medium` may, `low` is a risk, `info` is good to know. */
export type FindingSeverity = 'high' | 'medium' | 'low' | 'info'

/** The worst first. */
export const severities: readonly FindingSeverity[] = ['high', 'medium', 'low', 'info']

/** An object that a finding speaks of. */
export interface FindingObject {
  readonly kind: string
  readonly ref: ObjectRef
  /** Field in question, e.g. `webhooks[0].failurePolicy`; absent where the whole object is. */
  readonly field?: string
}

/** One step of a change, as in a JSON patch (RFC 6902). */
export interface FixOperation {
  readonly op: 'add' | 'replace' | 'remove'
  /** JSON pointer into the object. */
  readonly path: string
  readonly value?: unknown
}

/** A change of one object. */
export interface FixDiff {
  readonly object: FindingObject
  /**
   * YAML of the object before and after, of which list entries that do not change are left out and
   * long values are shortened: to read and to copy lines from, not to apply as it stands. Empty
   * where the object is to be created.
   */
  readonly before: string
  readonly after: string
  /** The same change to apply to the whole object; one `add` with an empty path creates it. */
  readonly operations: readonly FixOperation[]
}

/** What to do about it. */
export interface Fix {
  /** One to three sentences. */
  readonly words: string
  /** Absent where the change cannot be told, or is none of one object. */
  readonly diff?: FixDiff
}

/** Something wrong or risky in how admission is set up. */
export interface Finding {
  /** Stable name of the check, e.g. `service-missing`; a section of `docs/findings.md`. */
  readonly id: FindingId
  /** Unique among the findings of a cluster and the same from one look to the next. */
  readonly key: string
  readonly severity: FindingSeverity
  readonly title: string
  /** The one that is to be changed first; never empty. */
  readonly objects: readonly FindingObject[]
  /** What was seen, in sentences with values; never empty. */
  readonly evidence: readonly string[]
  /** What follows from it, for whoever decides whether it matters. */
  readonly why: string
  readonly fix: Fix
  /** Where it is explained, e.g. `docs/findings.md#service-missing`. */
  readonly docs: string
}
