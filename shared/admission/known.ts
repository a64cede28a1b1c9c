import type { AppErrorBody } from '../errors/index.ts'
import type { KubeObject } from '../kube/index.ts'

/**
 * What is known of a kind. Only `known` says that something is not there: what may not be read,
 * or is not read yet, never counts as missing.
 */
export type Known =
  | {
      readonly state: 'known'
      readonly items: readonly KubeObject[]
      readonly staleSince: number | null
      /** Why there may be more than `items`, of which nothing can be told; absent where they are all. */
      readonly partial?: AppErrorBody
    }
  | { readonly state: 'loading' }
  | { readonly state: 'unreadable'; readonly error: AppErrorBody }
  /** The server offers no such kind. */
  | { readonly state: 'notServed' }

export function itemsOf(known: Known): readonly KubeObject[] {
  return known.state === 'known' ? known.items : []
}

/** Why it cannot be told that something is not there; null where it can, or is not known yet. */
export function gapOf(known: Known): AppErrorBody | null {
  if (known.state === 'unreadable') return known.error
  return known.state === 'known' ? (known.partial ?? null) : null
}

/** How one kind that a view needs is doing, for banners and empty states. */
export interface SourceNote {
  readonly kind: string
  readonly state: 'loading' | 'live' | 'stale' | 'unreadable' | 'notServed'
  /** Present with `stale`: milliseconds since the epoch. */
  readonly since?: number
  /** Present with `unreadable`: verb, resource and scope. */
  readonly error?: AppErrorBody
}

export function noteOf(kind: string, known: Known): SourceNote {
  if (known.state === 'known') {
    // None of what may be part of more: nothing was said.
    if (known.items.length === 0 && known.partial !== undefined)
      return { kind, state: 'unreadable', error: known.partial }
    return known.staleSince === null
      ? { kind, state: 'live' }
      : { kind, state: 'stale', since: known.staleSince }
  }
  return known.state === 'unreadable'
    ? { kind, state: known.state, error: known.error }
    : { kind, state: known.state }
}
