import { Dialog, DialogTrigger, Popover } from 'react-aria-components'
import type { LogSource } from '../../shared/ipc/index.ts'
import { bytesText, counted } from '../../shared/words/index.ts'
import { Button, type Meaning, MeaningMark, overlayPlace } from '../ui/index.ts'
import type { LogFacts } from './feed/LogFeed.ts'
import styles from './Logs.module.css'
import type { SourceTag } from './lines/sources.ts'
import type { LogParts } from './parts.ts'
import type { LogActions } from './useLogActions.ts'

type Phase = LogSource['phase']

const phases: readonly { readonly phase: Phase; readonly word: string; readonly meaning: Meaning | null }[] =
  [
    { phase: 'live', word: 'live', meaning: 'good' },
    { phase: 'connecting', word: 'connecting', meaning: null },
    { phase: 'waiting', word: 'waiting to start', meaning: 'unknown' },
    { phase: 'retrying', word: 'connecting again', meaning: 'warning' },
    { phase: 'failed', word: 'cannot be read', meaning: 'bad' },
    { phase: 'ended', word: 'ended', meaning: null },
  ]

/** How the sources do, what comes and what is held. */
export function StatusStrip(props: LogParts) {
  const { facts, error } = props.logs
  const { selected } = props.cursor
  if (facts === null)
    return <div className={styles.strip}>{error === null ? 'reading…' : 'not followed'}</div>
  const { rate, total, held, pending, dropped, bytes, behind } = facts
  return (
    <fieldset className={styles.strip} aria-label="State of the logs">
      {error === null ? <Sources {...props} facts={facts} /> : <Stopped />}
      <span>{`${rate.toLocaleString('en')} ${rate === 1 ? 'line' : 'lines'}/s`}</span>
      <span>
        {total >= held
          ? `${counted(held, 'line')} held`
          : `${total.toLocaleString('en')} of ${counted(held, 'line')} held`}
      </span>
      {pending !== undefined && <span>{`filtering, ${pending.toLocaleString('en')} to go`}</span>}
      {dropped > 0 && (
        <span className={styles.warned}>
          <MeaningMark meaning="warning" />
          {`${dropped.toLocaleString('en')} older made room`}
        </span>
      )}
      <span>{bytesText(bytes)}</span>
      {behind > 0 && <span>{`${behind.toLocaleString('en')} behind`}</span>}
      <span className={styles.gap} />
      {selected > 1 && <span>{`${selected.toLocaleString('en')} selected`}</span>}
    </fieldset>
  )
}

function Stopped() {
  return (
    <span className={styles.warned}>
      <MeaningMark meaning="warning" />
      not followed any more
    </span>
  )
}

/** Counts by state; pressed it names them. */
function Sources({ facts, logs, hidden, actions }: LogParts & { readonly facts: LogFacts }) {
  const { sources } = facts
  const counts = phases.flatMap(({ phase, word, meaning }) => {
    const count = sources.filter(source => source.phase === phase).length
    return count === 0 ? [] : [{ count, word, meaning }]
  })
  if (counts.length === 0) return <span>no sources</span>
  return (
    <DialogTrigger>
      <Button
        look="quiet"
        label={`Sources: ${counts.map(({ count, word }) => `${count} ${word}`).join(', ')}`}
      >
        {counts.map(({ count, word, meaning }) => (
          <span key={word} className={styles.warned}>
            {meaning !== null && <MeaningMark meaning={meaning} />}
            {`${count} ${word}`}
          </span>
        ))}
      </Button>
      <Popover {...overlayPlace()} className={styles.popover ?? ''} offset={4} placement="top start">
        <Dialog aria-label="Sources" className={styles.sources ?? ''}>
          <ul>
            {sources.map(source => (
              <SourceLine
                key={source.id}
                source={source}
                tag={logs.tags.get(source.id)}
                isHidden={hidden.includes(source.id)}
                actions={actions}
              />
            ))}
          </ul>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

interface SourceLineProps {
  readonly source: LogSource
  readonly tag: SourceTag | undefined
  readonly isHidden: boolean
  readonly actions: LogActions
}

function SourceLine({ source, tag, isHidden, actions }: SourceLineProps) {
  const { phase, reason, lines, id } = source
  const told = phases.find(one => one.phase === phase)
  return (
    <li className={styles.sourceLine}>
      <span className={styles.sourceName}>{tag?.title ?? ''}</span>
      <span className={styles.warned}>
        {told?.meaning != null && <MeaningMark meaning={told.meaning} />}
        {told?.word}
      </span>
      <span>{counted(lines, 'line')}</span>
      <Button look="quiet" onPress={() => (isHidden ? actions.showAllSources() : actions.hideSource(id))}>
        {isHidden ? 'Show' : 'Hide'}
      </Button>
      {reason !== undefined && <p className={styles.sourceReason}>{reason.message}</p>}
    </li>
  )
}
