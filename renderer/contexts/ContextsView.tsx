import { useCallback, useMemo, useState } from 'react'
import type { ContextEntry, Row } from '../../shared/ipc/index.ts'
import { useContextList, useSessions, useSettings } from '../live/index.ts'
import { focusRows, type ShownColumn, type Sort, VirtualTable } from '../table/index.ts'
import { Button, EmptyState, FilterField, Icon } from '../ui/index.ts'
import { AddPathDialog, PasteDialog } from './AddDialogs.tsx'
import { ContextCell } from './ContextCell.tsx'
import styles from './Contexts.module.css'
import { FileProblems } from './FileProblems.tsx'
import { OpenDialog, useOpenContext } from './opening.tsx'
import { contextColumns, contextRows } from './rows.ts'

const nothing = () => undefined

/** The start page: every context of every file. Nothing is contacted until one is opened. */
export function ContextsView() {
  const list = useContextList()
  const sessions = useSessions()
  const rowHeight = useSettings()?.density === 'comfortable' ? 32 : 26
  const [filter, setFilter] = useState('')
  const [sort, setSort] = useState<Sort>({ column: 'Name', descending: false })
  const [dialog, setDialog] = useState<'path' | 'paste' | null>(null)
  const opening = useOpenContext()
  const snapshot = useMemo(
    () => contextRows(list?.contexts ?? [], sessions ?? [], filter, sort),
    [list, sessions, filter, sort],
  )
  const entries = useMemo(() => new Map(list?.contexts.map(entry => [entry.id, entry])), [list])
  const renderCell = useCallback(
    (row: Row, column: ShownColumn) => cellOf(entries.get(row.key), row, column),
    [entries],
  )
  if (list === null) return null
  const sample = list.contexts.find(({ origin }) => origin === 'sample')
  const own = list.contexts.filter(({ origin }) => origin !== 'sample').length
  return (
    <div className={styles.view}>
      <header className={styles.head}>
        <div className={styles.titles}>
          <h1 className={styles.title}>Contexts</h1>
          <p className={styles.promise}>
            {`${counted(own, 'context')} in ${counted(list.files.length, 'file')}. Nothing is contacted and no plugin runs until you open one.`}
          </p>
        </div>
        <div className={styles.filter}>
          <FilterField label="Filter contexts" value={filter} onChange={setFilter} onSubmit={focusRows} />
        </div>
        <div className={styles.actions}>
          <Button onPress={() => setDialog('path')}>
            <Icon name="plus" />
            Add a file or folder
          </Button>
          <Button onPress={() => setDialog('paste')}>Paste a kubeconfig</Button>
          {sample !== undefined && (
            <Button look={own === 0 ? 'primary' : 'plain'} onPress={() => opening.open(sample)}>
              Sample cluster
            </Button>
          )}
        </div>
      </header>
      <FileProblems files={list.files} />
      {snapshot.matching > 0 ? (
        <VirtualTable
          label="Contexts"
          snapshot={snapshot}
          columns={contextColumns}
          sort={sort}
          rowHeight={rowHeight}
          setWindow={nothing}
          onSort={setSort}
          onOpen={row => {
            const entry = entries.get(row.key)
            if (entry !== undefined) opening.open(entry)
          }}
          onCursor={nothing}
          onKey={nothing}
          contextName={row => row.name}
          contextColour={row => entries.get(row.key)?.colour ?? 0}
          renderCell={renderCell}
        />
      ) : (
        <NoContexts hasFilter={filter !== ''} onClear={() => setFilter('')} />
      )}
      {dialog === 'path' && <AddPathDialog onClose={() => setDialog(null)} />}
      {dialog === 'paste' && <PasteDialog onClose={() => setDialog(null)} />}
      <OpenDialog opening={opening} />
    </div>
  )
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
      detail="Neither KUBECONFIG nor the default place names a file with contexts. Add a file or folder, paste one, or look around in the sample cluster, which needs nothing installed."
    />
  )
}

function cellOf(entry: ContextEntry | undefined, row: Row, column: ShownColumn) {
  return entry === undefined ? undefined : <ContextCell entry={entry} row={row} column={column} />
}

function counted(count: number, noun: string): string {
  return `${new Intl.NumberFormat().format(count)} ${count === 1 ? noun : `${noun}s`}`
}
