import type { Json, JsonObject } from '../../cel/kubernetes/index.ts'

/** What became of a JSON patch. */
export type PatchResult =
  | { readonly type: 'patched'; readonly document: Json }
  /** The text of the patch is none: a call error of a webhook, subject to its failure policy. */
  | { readonly type: 'undecodable'; readonly message: string }
  /** It does not apply to this document: ends the request whatever the failure policy of a webhook. */
  | { readonly type: 'failed'; readonly message: string }

export interface PatchOptions {
  /** Of mutating policies: a `test` that does not hold leaves the document as it was, and is no error. */
  readonly testFailureIsNoError?: boolean
}

/** What became of an apply configuration. */
export type MergeResult =
  | { readonly type: 'merged'; readonly document: JsonObject }
  | { readonly type: 'failed'; readonly message: string }
