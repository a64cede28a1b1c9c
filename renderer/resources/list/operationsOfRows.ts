import type { Row } from '../../../shared/ipc/index.ts'
import type { ObjectRef, ResourceInfo } from '../../../shared/kube/index.ts'
import { currentContexts } from '../../live/index.ts'
import { type OperationAction, operationActions } from '../operationActions.ts'

/**
 * What can be done to the chosen rows. None where they are of several contexts, because a plan is of
 * one, and none where some of the selection were never seen, because part of it would be left out.
 */
export function operationsOfRows(
  rows: readonly Row[],
  selected: number,
  kind: ResourceInfo | null,
  refOf: (row: Row) => ObjectRef,
): readonly OperationAction[] {
  const [first] = rows
  if (first === undefined || (selected > 0 && rows.length !== selected)) return []
  if (rows.some(({ context }) => context !== first.context)) return []
  const entry = currentContexts().find(({ id }) => id === first.context) ?? null
  return operationActions(first.context, rows.map(refOf), kind, entry)
}
