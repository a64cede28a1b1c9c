import type { Row, SourceStatus } from '../../../shared/ipc/index.ts'
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
    sort: query.sort ?? firstSort(resource),
  }
}

/** By name; events as they came, the latest first: ages ascend from the youngest. */
function firstSort({ group, resource }: Resource): ViewParams['sort'] {
  const isEvents = resource === 'events' && (group === '' || group === 'events.k8s.io')
  return { column: isEvents ? 'Last Seen' : 'Name', descending: false }
}

export function objectRefOf(row: Row, resource: Resource): ObjectRef {
  return { resource, namespace: row.namespace, name: row.name }
}

/** The resource as a context of the list serves it: another version, maybe, than the list's own. */
export function servedResource(
  sources: readonly SourceStatus[],
  context: ContextId,
  resource: Resource,
): Resource {
  return sources.find(source => source.context === context)?.resource ?? resource
}
