import type { GroupVersionKind, GroupVersionResource, Subject } from '../../cel/kubernetes/index.ts'

/** A request of which it is asked whether a webhook would be called for it. */
export interface Probe {
  readonly operation: 'CREATE' | 'UPDATE'
  readonly resource: GroupVersionResource
  readonly kind: GroupVersionKind
  /** Empty for what is in no namespace. */
  readonly namespace: string
  readonly name: string
  readonly user: Subject
}
