import type { Row } from '../../../shared/ipc/index.ts'
import type { ContextId, ObjectRef, Resource } from '../../../shared/kube/index.ts'
import type { ListQuery } from '../../live/index.ts'
import type { ViewParams } from '../../table/index.ts'

/** What to ask main for, from where the list is. */
export function viewParams(context: ContextId, resource: Resource, query: ListQuery): ViewParams {
  const contexts = [...new Set([context, ...query.merged])]
  return {
    sources: contexts.map(one => ({ context: one, resource, namespaces: [...query.namespaces] })),
    labelSelector: query.labelSelector,
    fieldSelector: query.fieldSelector,
    filter: query.filter,
    sort: query.sort ?? { column: 'Name', descending: false },
  }
}

export function objectRefOf(row: Row, resource: Resource): ObjectRef {
  return { resource, namespace: row.namespace, name: row.name }
}
