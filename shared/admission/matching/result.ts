import type { GroupVersionKind, GroupVersionResource } from '../../cel/kubernetes/index.ts'
import type { TraceStatus } from '../trace/types.ts'

/** Why a request is not taken. */
export interface NotMatched {
  readonly type: 'notMatched'
  /** One sentence that begins with the deciding field, e.g. `namespaceSelector: team=web is not on namespace shop`. */
  readonly reason: string
  /** The deciding field, e.g. `rules[0].resources`. */
  readonly field: string
  /** True where other content of the object could have made it match. */
  readonly dependsOnContent?: boolean
}

/** The selectors cannot be evaluated, which ends the request (webhooks) or is a configuration error (policies). */
export interface MatchError {
  readonly type: 'error'
  readonly status: TraceStatus
  readonly reason: string
  readonly field: string
}

export type Match =
  | {
      readonly type: 'matched'
      /** What the object is handed over as. */
      readonly resource: GroupVersionResource
      readonly kind: GroupVersionKind
      /** True where another version than that of the request was matched. */
      readonly isEquivalent: boolean
      /** True where other content of the object could have made it not match. */
      readonly dependsOnContent: boolean
      /** What it was matched by, in one sentence. */
      readonly reason: string
      /** The rule, e.g. `rules[0]`; empty where there is none. */
      readonly field: string
    }
  | NotMatched
  /** It depends on what is not known. */
  | { readonly type: 'unknown'; readonly reason: string; readonly field: string }
  | MatchError

/** Whether a selector lets a request pass. */
export type Passing =
  | { readonly type: 'passes'; readonly dependsOnContent: boolean }
  | NotMatched
  | { readonly type: 'unknown'; readonly reason: string; readonly field: string }
  | MatchError
