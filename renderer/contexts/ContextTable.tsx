import { type MouseEvent, useCallback, useMemo, useState } from 'react'
import type { ContextEntry, ContextList, Row } from '../../shared/ipc/index.ts'
import { useSessions, useSettings } from '../live/index.ts'
import { focusRows, type ShownColumn, type Sort, VirtualTable } from '../table/index.ts'
import { Button, EmptyState, PointMenu, SplitPane } from '../ui/index.ts'
import { ContextCell } from './ContextCell.tsx'
import { ContextDetails } from './ContextDetails.tsx'
import { ContextOptionsDialog } from './ContextOptions.tsx'
import styles from './Contexts.module.css'
import { type ContextActionSources, contextActions } from './contextActions.ts'
import type { PartProps } from './parts.ts'
import { contextColumns, contextRows, withOpenOnes } from './rows.ts'

const nothing = () => undefined

interface MenuPlace {
  readonly entry: ContextEntry
  readonly at: { readonly x: number; readonly y: number }
}

interface ContextTableProps extends PartProps {
  /** A row became the active one, or none is any more. */
  readonly onRow: (isThere: boolean) => void
}

/** The rows of all contexts that match, the details of the one in front, and what is asked of one. */
export function ContextTable({
  list,
  filter,
  onFilter,
  hasDetails,
  onDetails,
  onRow,
  opening,
}: ContextTableProps) {
  const sessions = useSessions()
  const rowHeight = useSettings()?.density === 'comfortable' ? 32 : 26
  const [sort, setSort] = useState<Sort>({ column: 'Name', descending: false })
  const [key, setKey] = useState<string>()
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const [configured, setConfigured] = useState<string | null>(null)
  const { snapshot, entries } = useRows(list, filter, sort)
  const renderCell = useCallback(
    (row: Row, column: ShownColumn) => cellOf(entries.get(row.key), row, column),
    [entries],
  )
  const sessionOf = (entry: ContextEntry | undefined) =>
    sessions?.find(session => session.context === entry?.id)
  const open = (row: Row) => {
    const entry = entries.get(row.key)
    if (entry !== undefined) opening.open(entry)
  }
  const showMenu = (row: Row | undefined, at: MenuPlace['at']) => {
    const entry = entries.get(row?.key ?? '')
    if (entry !== undefined) setMenu({ entry, at })
  }
  const onContextMenu = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return
    const place = event.target.closest('[role=row]')?.getAttribute('aria-rowindex')
    const row = snapshot.rows[Number(place ?? 1) - 2]
    if (row === undefined) return
    event.preventDefault()
    setKey(row.key)
    showMenu(row, { x: event.clientX, y: event.clientY })
  }
  if (snapshot.matching === 0) return <NoContexts hasFilter={filter !== ''} onClear={() => onFilter('')} />
  const chosen = entries.get(key ?? '')
  const configuring = entries.get(configured ?? '')
  const configure = (entry: ContextEntry) => setConfigured(entry.id)
  return (
    <>
      <SplitPane
        direction="columns"
        label="Width of the details"
        share={25}
        first={
          // biome-ignore lint/a11y/noStaticElementInteractions: the menu key and the button of the details do the same
          <div className={styles.table} onContextMenu={onContextMenu}>
            <VirtualTable
              label="Contexts"
              snapshot={snapshot}
              columns={contextColumns}
              sort={sort}
              rowHeight={rowHeight}
              setWindow={nothing}
              onSort={setSort}
              onOpen={open}
              onCursor={({ row }) => {
                setKey(row?.key)
                onRow(row !== undefined)
              }}
              onKey={(event, row) => {
                if (event.key === 'i') onDetails()
                else if (event.key === 'm' || event.key === 'ContextMenu') showMenu(row, activeRowPlace())
                else return
                event.preventDefault()
              }}
              contextName={row => row.name}
              contextColour={row => entries.get(row.key)?.colour ?? 0}
              renderCell={renderCell}
            />
          </div>
        }
        second={
          hasDetails ? (
            <ContextDetails
              entry={chosen}
              session={sessionOf(chosen)}
              onOpen={opening.open}
              onConfigure={configure}
            />
          ) : null
        }
      />
      {menu !== null && (
        <RowMenu
          {...menu}
          session={sessionOf(menu.entry)}
          open={opening.open}
          configure={configure}
          onClose={() => setMenu(null)}
        />
      )}
      {configuring !== undefined && (
        <ContextOptionsDialog entry={configuring} onClose={() => setConfigured(null)} />
      )}
    </>
  )
}

/** The rows, and the entry behind each of them. */
function useRows(list: ContextList, filter: string, sort: Sort) {
  const sessions = useSessions()
  const all = useMemo(() => withOpenOnes(list.contexts, sessions ?? []), [list, sessions])
  const snapshot = useMemo(
    () => contextRows(all, sessions ?? [], filter, sort),
    [all, sessions, filter, sort],
  )
  const entries = useMemo(() => new Map(all.map(entry => [entry.id, entry])), [all])
  return { snapshot, entries }
}

interface RowMenuProps extends MenuPlace, ContextActionSources {
  readonly onClose: () => void
}

function RowMenu({ at, onClose, ...sources }: RowMenuProps) {
  const close = () => {
    onClose()
    focusRows()
  }
  const label = `Actions for ${sources.entry.name}`
  return <PointMenu label={label} at={at} entries={contextActions(sources)} onClose={close} />
}

/** Below the active row, for a menu that the keyboard opened. */
function activeRowPlace(): MenuPlace['at'] {
  const id = document.activeElement?.getAttribute('aria-activedescendant')
  const box = document.getElementById(id ?? '')?.getBoundingClientRect()
  return box === undefined ? { x: 80, y: 120 } : { x: box.left + 24, y: box.bottom }
}

function NoContexts({ hasFilter, onClear }: { readonly hasFilter: boolean; readonly onClear: () => void }) {
  if (hasFilter) {
    return (
      <EmptyState
        title="No context matches the filter"
        detail="The words are looked for in every column."
        actions={<Button onPress={onClear}>Clear the filter</Button>}
      />
    )
  }
  return (
    <EmptyState
      title="There is no kubeconfig yet"
      detail="Neither KUBECONFIG nor the default place names a file with contexts. Add a file or folder, paste one, open a dump, or look around in the sample cluster, which needs nothing installed."
    />
  )
}

function cellOf(entry: ContextEntry | undefined, row: Row, column: ShownColumn) {
  return entry === undefined ? undefined : <ContextCell entry={entry} row={row} column={column} />
}
