import { useState } from 'react'
import { create } from 'zustand'
import type { Snapshot } from '../../shared/ipc/index.ts'
import { type ContextId, visibleText } from '../../shared/kube/index.ts'
import { copyText } from '../live/index.ts'
import { Banner, Button, Dialog, FilterField } from '../ui/index.ts'
import styles from './Dump.module.css'
import { isOnlyTwice, matchingProblems, placeOf, problemSentence } from './dumpText.ts'

/** Contexts whose line about problems was put away. */
const put = create<{ readonly away: ReadonlySet<ContextId> }>()(() => ({ away: new Set() }))

/** Above the views of a dump: what of it could not be read. */
export function DumpBanner({ snapshot }: { readonly snapshot: Snapshot }) {
  const isAway = put(state => state.away.has(snapshot.context))
  const sentence = problemSentence(snapshot)
  if (sentence === null || isAway) return null
  return (
    <Banner
      meaning={isOnlyTwice(snapshot) ? 'unknown' : 'warning'}
      actions={
        <>
          <DumpProblemsButton snapshot={snapshot} />
          <Button
            look="quiet"
            onPress={() => put.setState(({ away }) => ({ away: new Set(away).add(snapshot.context) }))}
          >
            Hide
          </Button>
        </>
      }
    >
      <strong>{sentence}.</strong>{' '}
      {isOnlyTwice(snapshot) ? 'The newer one is shown.' : 'What they hold may be missing here.'}{' '}
      {snapshot.notes?.join(' ')}
    </Banner>
  )
}

/** Opens the list of problems; nothing where there are none. */
export function DumpProblemsButton({ snapshot }: { readonly snapshot: Snapshot }) {
  const [isOpen, setIsOpen] = useState(false)
  if (snapshot.problems.length === 0) return null
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>Show what</Button>
      {isOpen && <ProblemsDialog snapshot={snapshot} onClose={() => setIsOpen(false)} />}
    </>
  )
}

interface ProblemsDialogProps {
  readonly snapshot: Snapshot
  readonly onClose: () => void
}

function ProblemsDialog({ snapshot, onClose }: ProblemsDialogProps) {
  const [filter, setFilter] = useState('')
  const { problems, problemCount, notes = [] } = snapshot
  const shown = matchingProblems(problems, filter)
  const copy = () => {
    const lines = shown.map(problem => `${placeOf(problem)}\t${problem.message}`)
    void copyText(`${lines.join('\n')}\n`, `${shown.length} problems`)
  }
  return (
    <Dialog
      title={
        isOnlyTwice(snapshot)
          ? `What is there twice in ${visibleText(snapshot.name)}`
          : `What could not be read of ${visibleText(snapshot.name)}`
      }
      isOpen
      isWide
      onClose={onClose}
      actions={
        <>
          <Button isDisabled={shown.length === 0} onPress={copy}>
            {`Copy ${shown.length === problems.length ? 'all' : shown.length}`}
          </Button>
          <Button look="primary" onPress={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className={styles.problemTools}>
        <div className={styles.problemFilter}>
          <FilterField label="Filter problems" value={filter} onChange={setFilter} takesSlash={false} />
        </div>
        <span className={styles.note} role="status">
          {countText(shown.length, problems.length, problemCount)}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must take focus */}
      <ul className={styles.problems} aria-label="Problems" tabIndex={0}>
        {shown.map((problem, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list of a reading does not change, and lines may repeat
          <li key={index} className={styles.problem}>
            <span className={styles.place}>{visibleText(placeOf(problem))}</span>
            <span>{visibleText(problem.message)}</span>
          </li>
        ))}
      </ul>
      {notes.length > 0 && <p className={styles.note}>{visibleText(notes.join(' '))}</p>}
    </Dialog>
  )
}

function countText(shown: number, kept: number, all: number): string {
  const { format } = new Intl.NumberFormat()
  if (shown < kept) return `${format(shown)} of ${format(kept)}`
  return kept < all ? `the first ${format(kept)} of ${format(all)}` : `${format(all)}`
}
