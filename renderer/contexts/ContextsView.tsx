import { useCallback, useEffect, useRef, useState } from 'react'
import { counted } from '../../shared/words/index.ts'
import { useContextList } from '../live/index.ts'
import { focusRows } from '../table/index.ts'
import { Button, FilterField, Icon, useIsWider } from '../ui/index.ts'
import styles from './Contexts.module.css'
import { ContextTable } from './ContextTable.tsx'
import { showDoor } from './doors.ts'
import { FileDrop } from './FileDrop.tsx'
import { FileProblems } from './FileProblems.tsx'
import { OpenDialog, useOpenContext } from './opening.tsx'
import type { PartProps } from './parts.ts'

/** Narrower than this there is no room beside the table, in pixels of the window. */
const roomForDetails = 1180

/** The start page: every context of every file. Nothing is contacted until one is opened. */
export function ContextsView() {
  const list = useContextList()
  const [filter, setFilter] = useState('')
  const [wish, setWish] = useState<boolean | null>(null)
  const { hasRow, onRow } = useSettledRow()
  const isRoomy = useIsWider(roomForDetails)
  // Unless asked for, details come with a row to tell of: empty they would only take room.
  const hasDetails = wish ?? (hasRow && isRoomy)
  const opening = useOpenContext()
  if (list === null) return null
  const parts = {
    list,
    filter,
    onFilter: setFilter,
    hasDetails,
    onDetails: () => setWish(!hasDetails),
    opening,
  }
  return (
    <FileDrop>
      <div className={styles.view}>
        <Head {...parts} />
        <FileProblems files={list.files} />
        <ContextTable {...parts} onRow={onRow} />
        <OpenDialog opening={opening} />
      </div>
    </FileDrop>
  )
}

/** A second click within this time is one with the first, in milliseconds. */
const doubleClick = 500

/** Whether a row is chosen, told late enough that details which come with it take no second click from it. */
function useSettledRow() {
  const [hasRow, setHasRow] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onRow = useCallback((isThere: boolean) => {
    clearTimeout(timer.current)
    if (isThere) timer.current = setTimeout(() => setHasRow(true), doubleClick)
    else setHasRow(false)
  }, [])
  return { hasRow, onRow }
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

function Head({ list, filter, onFilter, hasDetails, onDetails, opening }: PartProps) {
  const sample = list.contexts.find(({ origin }) => origin === 'sample')
  const own = list.contexts.filter(({ origin }) => origin === 'kubeconfig').length
  const dumps = list.contexts.filter(({ origin }) => origin === 'snapshot').length
  const counts = [
    ...(own > 0 || dumps === 0
      ? [`${counted(own, 'context')} in ${counted(list.files.length, 'file')}`]
      : []),
    ...(dumps > 0 ? [counted(dumps, 'dump')] : []),
    ...(sample === undefined ? [] : ['the sample cluster']),
  ]
  return (
    <header className={styles.head}>
      <div className={styles.titles}>
        <h1 className={styles.title}>Contexts</h1>
        <p className={styles.promise}>
          {`${listed(counts)}. Nothing is contacted and no plugin runs until you open one.`}
        </p>
      </div>
      <div className={styles.actions}>
        <Button onPress={() => showDoor('path')}>
          <Icon name="plus" />
          Add a file or folder
        </Button>
        <Button onPress={() => showDoor('paste')}>Paste a kubeconfig</Button>
        <Button onPress={() => showDoor('dump')}>Open YAML or a dump…</Button>
        {sample !== undefined && (
          <Button look={own === 0 ? 'primary' : 'plain'} onPress={() => opening.open(sample)}>
            Sample cluster
          </Button>
        )}
      </div>
      <div className={styles.tools}>
        <div className={styles.filter}>
          <FilterField label="Filter contexts" value={filter} onChange={onFilter} onSubmit={focusRows} />
        </div>
        <span className={styles.gap} />
        <Button isPressed={hasDetails} onPress={onDetails} keys="i">
          Details
        </Button>
      </div>
    </header>
  )
}
