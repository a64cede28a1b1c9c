import type { Column, OperationType, Row } from '../../../shared/ipc/index.ts'
import type { ObjectRef, ResourceInfo } from '../../../shared/kube/index.ts'
import { announce, currentContexts } from '../../live/index.ts'
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
  columns: readonly Pick<Column, 'name'>[],
): readonly OperationAction[] {
  const [first] = rows
  if (first === undefined || (selected > 0 && rows.length !== selected)) return []
  if (rows.some(({ context }) => context !== first.context)) return []
  const entry = currentContexts().find(({ id }) => id === first.context) ?? null
  return operationActions(first.context, rows.map(refOf), kind, entry, needlessForRows(rows, kind, columns))
}

/** The selected rows, else the active one, of those that were seen. */
export function markedRows(
  selected: ReadonlySet<string>,
  active: Row | undefined,
  seen: readonly (Row | undefined)[],
): readonly Row[] {
  if (selected.size === 0) return active === undefined ? [] : [active]
  const rows = new Map<string, Row>()
  for (const row of seen) if (row !== undefined && selected.has(row.key)) rows.set(row.key, row)
  return [...rows.values()]
}

/** Asks how the rows are to be deleted, or says why they cannot be. */
export function deleteRows(operations: readonly OperationAction[]): void {
  const deletion = operations.find(({ id }) => id === 'delete')
  if (deletion !== undefined) deletion.run()
  else announce('These rows cannot be deleted together. Select rows of one context that were all on screen.')
}

/** Operations that would change nothing of any of the rows, as far as their columns tell. */
function needlessForRows(
  rows: readonly Row[],
  kind: ResourceInfo | null,
  columns: readonly Pick<Column, 'name'>[],
): ReadonlySet<OperationType> {
  const told = kind === null ? undefined : toldByColumn[`${kind.group}/${kind.resource}`]
  const place = columns.findIndex(({ name }) => name === told?.column)
  if (told === undefined || place < 0) return new Set()
  const texts = rows.map(({ cells }) => String(cells[place]))
  const isOn = (text: string) => text.includes(told.text)
  return new Set([...(texts.every(isOn) ? [told.on] : []), ...(texts.some(isOn) ? [] : [told.off])])
}

/** Columns that tell which of a pair of operations there is a use for. */
const toldByColumn: Readonly<
  Record<
    string,
    {
      readonly column: string
      readonly text: string
      readonly on: OperationType
      readonly off: OperationType
    }
  >
> = {
  '/nodes': { column: 'Status', text: 'SchedulingDisabled', on: 'cordon', off: 'uncordon' },
  'batch/cronjobs': { column: 'Suspend', text: 'True', on: 'suspend', off: 'unsuspend' },
  'batch/jobs': { column: 'Status', text: 'Suspended', on: 'suspend', off: 'unsuspend' },
}
