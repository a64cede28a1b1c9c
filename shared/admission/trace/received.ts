import type { JsonObject } from '../../cel/kubernetes/index.ts'
import { fieldsOf, listOf, stringOf } from '../fields.ts'
import type { TraceRequest } from './types.ts'

/**
 * An object as the server takes it from a request before anything looks at it: what is in no namespace
 * names none, and a list of managers that cannot be read counts as none. Source: apiserver,
 * registry/rest/meta.go, and structured-merge in apimachinery, util/managedfields.
 */
export function received(object: JsonObject, { namespace, resource }: TraceRequest): JsonObject {
  const metadata = fieldsOf(object.metadata)
  const isInNone = namespace === '' || (resource.group === '' && resource.resource === 'namespaces')
  const left = new Set([
    ...(isInNone && stringOf(metadata.namespace) !== '' ? ['namespace'] : []),
    ...(listOf(metadata.managedFields).every(isManager) ? [] : ['managedFields']),
  ])
  if (left.size === 0) return object
  const kept = Object.entries(metadata).filter(([name]) => !left.has(name))
  return { ...object, metadata: Object.fromEntries(kept) as JsonObject }
}

function isManager(entry: unknown): boolean {
  const { operation, fieldsType } = fieldsOf(entry)
  return (operation === 'Apply' || operation === 'Update') && fieldsType === 'FieldsV1'
}
