import type { Operation, Row } from '../../../shared/ipc/index.ts'
import type { ContextId, ObjectRef, ResourceInfo } from '../../../shared/kube/index.ts'
import { announce, currentContexts, type ListQuery, openOperation } from '../../live/index.ts'
import type { TableSnapshot } from '../../table/index.ts'
import { type OperationAction, writeRefusal } from '../operationActions.ts'
import { operationsOfRows } from './operationsOfRows.ts'

export interface ListInFront {
  readonly context: ContextId
  readonly kind: ResourceInfo | null
  readonly query: ListQuery
  readonly snapshot: Pick<TableSnapshot, 'rows' | 'columns'>
  readonly chosen: readonly Row[]
  readonly refOf: (row: Row) => ObjectRef
}

/** What can be done to the chosen rows, and to all that the list's selectors match. */
export function operationsOfList(
  { context, kind, query, snapshot, chosen, refOf }: ListInFront,
  selected: number,
): readonly OperationAction[] {
  return [
    ...operationsOfRows(chosen, selected, kind, refOf, snapshot.columns),
    ...deletionOfAll(context, kind, query, chosen[0] ?? snapshot.rows[0], refOf),
  ]
}

/**
 * Deleting all that a list's selectors match, in one request. None where the list is of several contexts or
 * the server has no such request.
 * @param row any of the list; its namespace is proposed where the list is of several
 */
function deletionOfAll(
  context: ContextId,
  kind: ResourceInfo | null,
  query: ListQuery,
  row: Row | undefined,
  refOf: (row: Row) => ObjectRef,
): readonly OperationAction[] {
  if (row === undefined || query.merged.length > 0 || kind?.verbs.includes('deletecollection') !== true)
    return []
  const refusal = writeRefusal(currentContexts().find(({ id }) => id === context) ?? null)
  const target = refOf(row)
  const [only, ...others] = query.namespaces
  const initial: Operation = {
    type: 'deleteCollection',
    namespace: !kind.namespaced ? '' : only !== undefined && others.length === 0 ? only : target.namespace,
    labelSelector: query.labelSelector,
    fieldSelector: query.fieldSelector,
    propagation: 'Background',
    grace: -1,
  }
  const open = () => openOperation({ type: initial.type, context, targets: [target], initial })
  return [
    {
      id: initial.type,
      label: 'Delete all that match…',
      aliases: ['delete collection', 'delete all'],
      refusal,
      run: () => (refusal === null ? open() : announce(refusal)),
    },
  ]
}
