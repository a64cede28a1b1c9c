import { useEffect, useRef } from 'react'
import type { ContextEntry, Row } from '../../../shared/ipc/index.ts'
import { type ObjectRef, visibleText } from '../../../shared/kube/index.ts'
import { currentContexts, editObject, useIsViewActive } from '../../live/index.ts'
import type { TableSnapshot, ViewParams } from '../../table/index.ts'
import type { OperationAction } from '../operationActions.ts'
import { offeredActions, type StreamAction, streamActions } from '../streamActions.ts'
import { yamlLabel } from './CopyMenu.tsx'
import { copyTable, countedRows } from './copying.ts'
import { type ListAction, offerListActions } from './listActions.ts'
import type { YamlCopying } from './useYamlCopy.ts'

export interface ListRowsInFront {
  readonly params: ViewParams
  readonly snapshot: TableSnapshot
  readonly chosen: readonly Row[]
  readonly selected: ReadonlySet<string>
  readonly active: Row | undefined
  readonly yaml: YamlCopying
  readonly open: (row: Row, tab?: string) => void
  readonly refOf: (row: Row) => ObjectRef
  readonly operations: readonly OperationAction[]
}

/** Offers the palette what can be done with the rows, while the list is in front. */
export function useListActions(rows: ListRowsInFront): void {
  const isActive = useIsViewActive()
  const latest = useRef(rows)
  latest.current = rows
  useEffect(() => (isActive ? offerListActions(() => actionsOf(latest.current)) : undefined), [isActive])
}

function actionsOf({
  params,
  snapshot,
  chosen,
  selected,
  active,
  yaml,
  open,
  refOf,
  operations,
}: ListRowsInFront): readonly ListAction[] {
  const { matching } = snapshot
  if (matching === 0) return []
  const many = countedRows(selected.size, matching)
  const copies: readonly ListAction[] = [
    {
      title: `Copy the names of ${many}`,
      aliases: ['copy', 'copy names'],
      run: () => void copyTable(params, selected, matching, 'names'),
    },
    {
      title: `Copy ${many} as CSV`,
      aliases: ['copy', 'csv'],
      run: () => void copyTable(params, selected, matching, 'csv'),
    },
  ]
  if (chosen.length === 0) return copies
  const yamlCopy: ListAction = {
    title: `Copy the ${yamlLabel(chosen, selected.size)}`,
    aliases: ['copy', 'yaml', 'copy yaml'],
    run: () => yaml.start(chosen),
  }
  const what = selected.size > 0 ? many : visibleText(active?.name ?? '')
  const changes = operations.map(({ label, aliases, run }) => ({ title: `${label} ${what}`, aliases, run }))
  if (active === undefined) return [...changes, yamlCopy, ...copies]
  const name = visibleText(active.name)
  return [
    ...offered(active, refOf),
    ...changes,
    { title: `Open ${name}`, aliases: ['open'], run: () => open(active) },
    {
      title: `Edit ${name}`,
      aliases: ['edit', 'yaml'],
      run: () => editObject(active.context, refOf(active)),
    },
    { title: `Open the YAML of ${name}`, aliases: ['yaml', 'open yaml'], run: () => open(active, 'yaml') },
    { title: `Open the tree of ${name}`, aliases: ['tree'], run: () => open(active, 'tree') },
    { title: `Open the history of ${name}`, aliases: ['history'], run: () => open(active, 'history') },
    yamlCopy,
    ...copies,
  ]
}

function offered(row: Row, refOf: (row: Row) => ObjectRef): readonly ListAction[] {
  return streamActionsOfRow(row, refOf).map(({ title, aliases, run }) => ({
    title: visibleText(title),
    aliases,
    run,
  }))
}

/** What leads into the containers behind a row, where its context runs any. */
export function streamActionsOfRow(row: Row, refOf: (row: Row) => ObjectRef): readonly StreamAction[] {
  return offeredActions(actionsOfRow(row, refOf), entryOf(row))
}

/** Does what a key means for a row beside its tabs: edits it, or leads into its containers. */
export function runRowKey(key: string, row: Row | undefined, refOf: (row: Row) => ObjectRef): void {
  if (row === undefined) return
  if (key === 'e') editObject(row.context, refOf(row))
  else
    actionsOfRow(row, refOf)
      .find(({ keys }) => keys === key)
      ?.run()
}

function actionsOfRow(row: Row, refOf: (row: Row) => ObjectRef): readonly StreamAction[] {
  return streamActions(row.context, refOf(row), entryOf(row))
}

function entryOf({ context }: Row): ContextEntry | null {
  return currentContexts().find(({ id }) => id === context) ?? null
}
