import { memo, useDeferredValue, useEffect, useRef, useState } from 'react'
import type { LogLevel, LogLine } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { copyText, useCall, useContextList } from '../live/index.ts'
import { Banner, Button, EmptyState, FilterField, type Meaning, MeaningMark, Select } from '../ui/index.ts'
import styles from './Diagnostics.module.css'
import { fitting, type KnownLog, type LogFilter, plainLine } from './logLines.ts'
import { useLog } from './useLog.ts'

/** More than these a person does not scroll through; filters reach the rest. */
const mostShown = 600

/** Our own log as it is written. */
export function LogTab({ isOpen }: { readonly isOpen: boolean }) {
  const live = useLog(isOpen)
  const [held, setHeld] = useState<KnownLog | null>(null)
  const [filter, setFilter] = useState<LogFilter>({ text: '', level: 'debug', context: '' })
  const { lines, missed } = held ?? live
  const fits = fitting(lines, useDeferredValue(filter))
  const shown = fits.slice(-mostShown)
  const waiting = held === null ? 0 : live.lines.filter(({ id }) => id > (held.lines.at(-1)?.id ?? 0)).length
  return (
    <div className={styles.tab}>
      <LogToolbar
        lines={live.lines}
        filter={filter}
        onFilter={setFilter}
        waiting={held === null ? null : waiting}
        onHold={() => setHeld(held === null ? live : null)}
        onCopy={() => void copyText(fits.map(plainLine).join('\n'), `${fits.length} lines`)}
      />
      {live.error !== null && <Banner meaning="bad">{live.error.message}</Banner>}
      {missed > 0 && (
        <Banner meaning="unknown">{`${missed} lines came faster than they could be shown. They are in the file.`}</Banner>
      )}
      {shown.length === 0 ? (
        <NoLines hasLines={lines.length > 0} />
      ) : (
        <LogList lines={shown} isFollowing={held === null} omitted={fits.length - shown.length} />
      )}
      <LogPlace />
    </div>
  )
}

interface LogToolbarProps {
  readonly lines: readonly LogLine[]
  readonly filter: LogFilter
  readonly onFilter: (filter: LogFilter) => void
  /** Lines that came since the view was paused; null while it is not. */
  readonly waiting: number | null
  readonly onHold: () => void
  readonly onCopy: () => void
}

const levelOptions = [
  { id: 'debug', label: 'everything' },
  { id: 'info', label: 'info and worse' },
  { id: 'warn', label: 'warnings and worse' },
  { id: 'error', label: 'errors' },
]

function LogToolbar({ lines, filter, onFilter, waiting, onHold, onCopy }: LogToolbarProps) {
  const nameOf = useContextNames()
  const contexts = [...new Set(lines.flatMap(({ context }) => (context === '' ? [] : [context])))]
  return (
    <div className={styles.toolbar}>
      <div className={styles.filter}>
        <FilterField
          label="Filter the log"
          value={filter.text}
          onChange={text => onFilter({ ...filter, text })}
        />
      </div>
      <Select
        label="Show"
        options={levelOptions}
        value={filter.level}
        onChange={level => onFilter({ ...filter, level: level as LogLevel })}
      />
      <Select
        label="of"
        options={[{ id: '', label: 'all contexts' }, ...contexts.map(id => ({ id, label: nameOf(id) }))]}
        value={filter.context}
        onChange={context => onFilter({ ...filter, context })}
      />
      <span className={styles.gap} />
      <Button isPressed={waiting !== null} onPress={onHold}>
        {waiting === null ? 'Pause' : waiting === 0 ? 'Go on' : `Go on with ${waiting} new`}
      </Button>
      <Button onPress={onCopy}>Copy</Button>
    </div>
  )
}

export function useContextNames(): (context: string) => string {
  const list = useContextList()
  return context => visibleText(list?.contexts.find(({ id }) => id === context)?.name ?? context)
}

interface LogListProps {
  readonly lines: readonly LogLine[]
  readonly isFollowing: boolean
  readonly omitted: number
}

/** Follows its end as long as the reader is there. */
function LogList({ lines, isFollowing, omitted }: LogListProps) {
  const place = useRef<HTMLElement>(null)
  const isAtEnd = useRef(true)
  const nameOf = useContextNames()
  const last = lines.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last line is what it waits for
  useEffect(() => {
    const list = place.current
    if (list !== null && isFollowing && isAtEnd.current) list.scrollTop = list.scrollHeight
  }, [last, isFollowing])
  const onScroll = () => {
    const list = place.current
    if (list !== null) isAtEnd.current = list.scrollTop + list.clientHeight >= list.scrollHeight - 30
  }
  return (
    <section
      className={styles.log}
      ref={place}
      onScroll={onScroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label="Log lines"
    >
      {omitted > 0 && (
        <p className={styles.omitted}>{`${omitted} earlier lines fit too: narrow the filter.`}</p>
      )}
      <ol>
        {lines.map(line => (
          <Line key={line.id} line={line} contextName={line.context === '' ? '' : nameOf(line.context)} />
        ))}
      </ol>
    </section>
  )
}

const meanings: Readonly<Record<LogLevel, Meaning | null>> = {
  debug: null,
  info: null,
  warn: 'warning',
  error: 'bad',
}
const timeFormat = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
})

const Line = memo(function Line({
  line,
  contextName,
}: {
  readonly line: LogLine
  readonly contextName: string
}) {
  const meaning = meanings[line.level]
  return (
    <li className={styles.line}>
      <time className={styles.time} dateTime={new Date(line.time).toISOString()}>
        {timeFormat.format(line.time)}
      </time>
      <span className={styles.level}>
        {meaning !== null && <MeaningMark meaning={meaning} />}
        {line.level}
      </span>
      <span className={styles.words}>
        <strong>{visibleText(line.message)}</strong>
        {contextName !== '' && <span className={styles.context}>{contextName}</span>}
        {line.fields !== '' && <span className={styles.fields}>{visibleText(line.fields)}</span>}
      </span>
    </li>
  )
})

function NoLines({ hasLines }: { readonly hasLines: boolean }) {
  return hasLines ? (
    <EmptyState title="No line fits" detail="Lines are there, but none fits the filter." />
  ) : (
    <EmptyState
      title="Nothing was logged yet"
      detail="Lines appear here as they are written, from the start of this run on. Earlier runs are in the file."
    />
  )
}

function LogPlace() {
  const { value } = useCall('diagnostics.info', {})
  return (
    <p className={styles.foot}>
      {value !== null && (
        <>
          Since the start of this run. The file: <code>{value.logFile}</code>
          <Button look="quiet" onPress={() => void copyText(value.logFile, 'the path of the log')}>
            Copy the path
          </Button>
        </>
      )}
    </p>
  )
}
