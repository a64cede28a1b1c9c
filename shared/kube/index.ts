/**
 * The Kubernetes vocabulary: objects, group-version-resource and references. Pure types and
 * functions that every process shares.
 */
export type { KubeObject, ManagedFieldsEntry, ObjectMeta, OwnerReference } from './object.ts'
export { type ContextId, type ObjectRef, refKey } from './ref.ts'
export {
  apiVersionOf,
  type GroupVersion,
  parseApiVersion,
  type Resource,
  type ResourceInfo,
  resourceKey,
  type SubresourceInfo,
  type Verb,
} from './resource.ts'
