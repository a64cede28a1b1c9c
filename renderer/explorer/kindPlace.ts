import type { ContextId } from '../../shared/kube/index.ts'

/** A kind in one version, of one context. */
export interface KindPlace {
  readonly context: ContextId
  readonly group: string
  readonly version: string
  readonly kind: string
}
