import { useEffect, useState } from 'react'
import type { JournalEntry } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import { addressOf, useCall, useStream } from '../live/index.ts'
import { Age, Button, Checkbox, Chip, DockTable, EmptyState, FilterField } from '../ui/index.ts'
import { undo } from './RunResult.tsx'
import styles from './Writes.module.css'

const pageSize = 100
const outcomes = { done: 'good', failed: 'bad', unknown: 'unknown' } as const

/** Everything that Gatehouse wrote, newest first, with the way back where there is one. */
export function JournalView({ context }: { readonly context: ContextId }) {
  const [search, setSearch] = useState('')
  const [isEverywhere, setIsEverywhere] = useState(false)
  const [from, setFrom] = useState(0)
  const version = useStream('writes.journalVersion', {}).value
  const asked = { search, context: isEverywhere ? '' : context, from, count: pageSize }
  const { value, error, again } = useCall('writes.journal', asked)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new entry is the reason to ask again
  useEffect(again, [version, again])
  const total = value?.total ?? 0
  return (
    <div className={styles.view}>
      <h1 className="visually-hidden">Journal</h1>
      <div className={styles.bar}>
        <div className={styles.search}>
          <FilterField
            label="Search the journal"
            value={search}
            onChange={text => {
              setSearch(text)
              setFrom(0)
            }}
          />
        </div>
        <Checkbox isChecked={isEverywhere} onChange={setIsEverywhere}>
          All contexts
        </Checkbox>
        <span className={styles.gap} />
        <Pages from={from} total={total} onGo={setFrom} />
      </div>
      {error !== null && (
        <EmptyState meaning="bad" title="The journal cannot be read" detail={error.message} />
      )}
      {value !== null && value.entries.length === 0 && (
        <EmptyState
          title={search === '' ? 'Nothing was written yet' : 'No entry matches'}
          detail="Every write that Gatehouse sends is listed here, with its outcome and the fields it changed. Values are not kept in the list."
        />
      )}
      {value !== null && value.entries.length > 0 && (
        <DockTable label="Journal" columns={['When', 'What', 'Context', 'Outcome', 'Fields']}>
          {value.entries.map(entry => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </DockTable>
      )}
    </div>
  )
}

function Pages({
  from,
  total,
  onGo,
}: {
  readonly from: number
  readonly total: number
  readonly onGo: (from: number) => void
}) {
  if (total <= pageSize)
    return <span className={styles.quiet}>{`${total} ${total === 1 ? 'entry' : 'entries'}`}</span>
  const end = Math.min(total, from + pageSize)
  return (
    <>
      <Button isDisabled={from === 0} onPress={() => onGo(Math.max(0, from - pageSize))}>
        Newer
      </Button>
      <span className={styles.quiet}>{`${from + 1} to ${end} of ${total}`}</span>
      <Button isDisabled={end >= total} onPress={() => onGo(from + pageSize)}>
        Older
      </Button>
    </>
  )
}

function Entry({ entry }: { readonly entry: JournalEntry }) {
  const { fields, ref } = entry
  return (
    <tbody>
      <tr>
        <td>
          <Age since={entry.at} />
        </td>
        <td>
          {ref === null ? entry.title : <a href={addressOf.object(entry.context, ref)}>{entry.title}</a>}
        </td>
        <td>{entry.contextName}</td>
        <td>
          <Chip meaning={outcomes[entry.outcome]} title={entry.message}>
            {entry.outcome === 'done' ? 'done' : entry.message}
          </Chip>
        </td>
        <td>
          {fields.slice(0, 3).join(', ')}
          {fields.length > 3 && ` and ${fields.length - 3} more`}
        </td>
        <td>
          {entry.canUndo ? (
            <Button look="quiet" label={`Undo ${entry.title}`} onPress={() => void undo(entry.id)}>
              Undo…
            </Button>
          ) : (
            <span className={styles.quiet}>{entry.noUndo ?? ''}</span>
          )}
        </td>
      </tr>
    </tbody>
  )
}
