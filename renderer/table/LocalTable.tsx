import { useCallback, useMemo, useState } from 'react'
import type { Column, Row } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import { useSettings } from '../live/index.ts'
import { type ShownColumn, shownColumns } from './columns.ts'
import type { Cursor } from './cursor.ts'
import type { RowFigures } from './figures.ts'
import { type LocalRow, sortedRows } from './localRows.ts'
import type { TableSnapshot } from './snapshot.ts'
import type { Sort } from './TableHead.tsx'
import { VirtualTable } from './VirtualTable.tsx'

export interface LocalTableProps {
  readonly label: string
  readonly context: ContextId
  /** Those of the cells, in their order; `Name` shows the name. */
  readonly columns: readonly Column[]
  /** Columns of figures, behind the others. */
  readonly figures?: readonly { readonly name: string; readonly description: string }[]
  readonly rows: readonly LocalRow[]
  readonly firstSort: Sort
  readonly onOpen: (row: LocalRow) => void
  readonly onActive?: (row: LocalRow | null) => void
}

const noFigures: NonNullable<LocalTableProps['figures']> = []
const nothing = () => undefined

/** The virtual table on rows that are all here: sorted here, with figures among their cells. */
export function LocalTable(props: LocalTableProps) {
  const { label, context, columns, figures = noFigures, rows, onOpen, onActive } = props
  const [sort, setSort] = useState(props.firstSort)
  const rowHeight = useSettings()?.density === 'comfortable' ? 32 : 26
  const shown = useMemo(
    () => [
      ...shownColumns(columns, { isWide: true, hidden: [], isMerged: false }),
      ...figures.map((column): ShownColumn => ({ type: 'figure', isPlain: true, ...column })),
    ],
    [columns, figures],
  )
  const sorted = useMemo(() => sortedRows(rows, columns, sort), [rows, columns, sort])
  const byKey = useMemo(() => new Map(rows.map(row => [row.key, row])), [rows])
  const snapshot = useSnapshot(context, columns, sorted)
  const drawn = useMemo(() => figuresOf(byKey), [byKey])
  const rowOf = (row: Row | undefined): LocalRow | null => (row && byKey.get(row.key)) ?? null
  const onCursor = useCallback(
    ({ row }: Cursor) => onActive?.((row && byKey.get(row.key)) ?? null),
    [onActive, byKey],
  )
  return (
    <VirtualTable
      label={label}
      snapshot={snapshot}
      columns={shown}
      sort={sort}
      rowHeight={rowHeight}
      setWindow={nothing}
      onSort={setSort}
      onOpen={row => {
        const local = rowOf(row)
        if (local !== null) onOpen(local)
      }}
      onCursor={onCursor}
      onKey={nothing}
      contextName={noName}
      contextColour={noColour}
      figures={drawn}
    />
  )
}

const noName = () => ''
const noColour = () => 0

/** Rows that are as before stay the same objects, so that nothing is drawn again for them. */
function useSnapshot(
  context: ContextId,
  columns: readonly Column[],
  sorted: readonly LocalRow[],
): TableSnapshot {
  return useMemo(
    () => ({
      columns,
      start: 0,
      rows: sorted.map(({ key, namespace, name, cells }): Row => {
        return { key, context, namespace, name, cells, uid: '', created: 0, deleting: false, changed: 0 }
      }),
      matching: sorted.length,
      total: sorted.length,
      sources: [],
      changesPerSecond: 0,
      error: null,
      isKnown: true,
    }),
    [context, columns, sorted],
  )
}

function figuresOf(rows: ReadonlyMap<string, LocalRow>): RowFigures {
  return {
    of: (row, column) => rows.get(row.key)?.figures[column]?.cell,
    show: nothing,
    subscribe: () => nothing,
  }
}
