import { type Resource, resourceKey } from './resource.ts'

/** Identity of a context: kubeconfig file plus context name, as one opaque string. */
export type ContextId = string

/** Names one object of one context. The namespace is empty for cluster-scoped kinds. */
export interface ObjectRef {
  readonly resource: Resource
  readonly namespace: string
  readonly name: string
}

/** Key of an object within its context. Names hold no `|`; those of some RBAC kinds hold `:` and `/`-free text. */
export function refKey(ref: ObjectRef): string {
  return `${resourceKey(ref.resource)}|${ref.namespace}|${ref.name}`
}
