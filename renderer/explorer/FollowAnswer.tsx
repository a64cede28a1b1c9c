import { useState } from 'react'
import type { ApiOperation, FollowEntry, FollowFrame } from '../../shared/ipc/index.ts'
import { bytesText } from '../../shared/words/index.ts'
import { Banner, Button, Chip, CodeBlock, EmptyState, type Meaning, Section } from '../ui/index.ts'
import { Headers, Refused, StatusChip } from './AnswerParts.tsx'
import { drawn, yamlOf } from './answerText.ts'
import styles from './Explorer.module.css'
import { mostKept } from './useSending.ts'

interface FollowAnswerProps {
  readonly operation: ApiOperation
  readonly frame: Omit<FollowFrame, 'entries'>
  readonly entries: readonly FollowEntry[]
}

const phases: Readonly<Record<FollowFrame['phase'], string>> = {
  connecting: 'connecting',
  open: 'open',
  ended: 'ended',
  failed: 'failed',
}

/** Entries drawn at once; older ones are kept and come back by pausing. */
const mostShown = 200

/** What a stream brings, the newest first; while paused what is shown stays. */
export function FollowAnswer({ frame, entries }: FollowAnswerProps) {
  const [paused, setPaused] = useState<readonly FollowEntry[] | null>(null)
  const [chosen, setChosen] = useState<FollowEntry | null>(null)
  const shown = paused ?? entries
  const missed = paused === null ? 0 : frame.total - (paused.at(-1)?.seq ?? -1) - 1
  const { phase, total, skipped, status, error } = frame
  return (
    <Section
      title="Stream"
      aside={<StatusChip status={status} reason={phases[phase]} />}
      actions={
        <Button
          look="quiet"
          isPressed={paused !== null}
          onPress={() => setPaused(paused === null ? entries : null)}
        >
          {paused === null ? 'Pause' : missed > 0 ? `Go on (${missed} new)` : 'Go on'}
        </Button>
      }
    >
      {frame.warnings.map(warning => (
        <Banner key={warning} meaning="warning">
          {warning}
        </Banner>
      ))}
      <p className={styles.faint} role="note">
        {[
          `${total} came, ${bytesText(frame.bytes)}`,
          total > mostKept ? `the newest ${mostKept} are kept` : '',
          skipped > 0 ? `${skipped} came too fast and are not shown` : '',
          frame.auditId === '' ? '' : `audit id ${frame.auditId}`,
          frame.isMasked ? 'values of Secrets are replaced by their sizes' : '',
        ]
          .filter(part => part !== '')
          .join(' · ')}
      </p>
      <Headers headers={frame.headers} />
      {error !== undefined && <Refused error={error} />}
      {total === 0 && phase === 'open' && <EmptyState title="Nothing has come yet" />}
      <ol className={styles.entries} aria-label="What came, the newest first">
        {shown
          .slice(-mostShown)
          .toReversed()
          .map(entry => (
            <li key={entry.seq}>
              <Entry
                entry={entry}
                isChosen={chosen?.seq === entry.seq}
                onChoose={() => setChosen(chosen?.seq === entry.seq ? null : entry)}
              />
            </li>
          ))}
      </ol>
    </Section>
  )
}

const meanings: Readonly<Record<string, Meaning>> = { ADDED: 'good', DELETED: 'bad', ERROR: 'bad' }

interface EntryProps {
  readonly entry: FollowEntry
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Entry({ entry, isChosen, onChoose }: EntryProps) {
  if (entry.type === 'LINE') return <code className={styles.lineEntry}>{entry.text}</code>
  return (
    <>
      <button type="button" className={styles.entry} aria-expanded={isChosen} onClick={onChoose}>
        <time className={styles.faint}>{new Date(entry.at).toLocaleTimeString()}</time>
        <Chip meaning={meanings[entry.type]}>{entry.type}</Chip>
        <span className={styles.entryTitle}>{entry.title}</span>
        <span className={styles.faint}>{entry.resourceVersion}</span>
      </button>
      {isChosen && (
        <CodeBlock label={`Object of ${entry.title}`}>
          {drawn(yamlOf(entry.text) ?? entry.text).text}
        </CodeBlock>
      )}
    </>
  )
}
