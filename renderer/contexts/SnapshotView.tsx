import type { ContextEntry, Snapshot, SnapshotPhase } from '../../shared/ipc/index.ts'
import { counted } from '../../shared/words/index.ts'
import { addressOf, navigate } from '../live/index.ts'
import { Button, EmptyState, useLater } from '../ui/index.ts'
import { closeContext, removeDump } from './contextActions.ts'
import styles from './Dump.module.css'
import { DumpProblemsButton } from './DumpProblems.tsx'
import { megabytes } from './dumpText.ts'

export interface SnapshotViewProps {
  readonly entry: ContextEntry
  readonly snapshot: Snapshot
  readonly onOpen: () => void
}

/** A dump whose objects are not there: not opened yet, being read, or not readable. */
export function SnapshotView({ entry, snapshot, onOpen }: SnapshotViewProps) {
  const { status } = snapshot
  switch (status.phase) {
    case 'reading':
      return <Reading entry={entry} status={status} />
    case 'failed':
      return (
        <EmptyState
          meaning="bad"
          title={`${entry.name} cannot be read`}
          detail={status.error.message}
          causes={status.error.causes ?? snapshot.paths}
          actions={
            <>
              <Button look="primary" onPress={onOpen}>
                Read it again
              </Button>
              <DumpProblemsButton snapshot={snapshot} />
              <Button onPress={() => navigate(addressOf.contexts())}>All contexts</Button>
              <Button
                onPress={() => {
                  removeDump(entry)
                  navigate(addressOf.contexts())
                }}
              >
                Remove it from the list
              </Button>
            </>
          }
        />
      )
    case 'closed':
    case 'ready':
      return (
        <EmptyState
          title={`${entry.name} is not open`}
          detail="A dump: its files are read once it is opened. They are only read, and nothing is sent anywhere."
          causes={snapshot.paths}
          actions={
            <>
              <Button look="primary" onPress={onOpen}>
                Read it
              </Button>
              <Button onPress={() => navigate(addressOf.contexts())}>All contexts</Button>
            </>
          }
        />
      )
  }
}

interface ReadingProps {
  readonly entry: ContextEntry
  readonly status: Extract<SnapshotPhase, { readonly phase: 'reading' }>
}

function Reading({ entry, status }: ReadingProps) {
  // A small dump is read in less than this, and then nothing flashes. Milliseconds.
  const isPatient = useLater(200)
  if (!isPatient) return null
  const { files, objects, bytes, bytesTotal } = status
  const size = bytesTotal === null ? megabytes(bytes) : `${megabytes(bytes)} of ${megabytes(bytesTotal)}`
  return (
    <EmptyState
      title={`Reading ${entry.name}`}
      detail={
        <div className={styles.progress}>
          <progress
            className={styles.meter}
            aria-label={`Reading ${entry.name}`}
            max={1}
            {...(bytesTotal === null || bytesTotal === 0 ? {} : { value: Math.min(1, bytes / bytesTotal) })}
          />
          <span>{`${counted(files, 'file')} · ${counted(objects, 'object')} · ${size}`}</span>
        </div>
      }
      actions={<Button onPress={() => closeContext(entry.id)}>Cancel</Button>}
    />
  )
}
