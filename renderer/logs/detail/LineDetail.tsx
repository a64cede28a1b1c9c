import { useEffect, useState } from 'react'
import type { PodLogLine } from '../../../shared/ipc/index.ts'
import { bytesText } from '../../../shared/words/index.ts'
import { copyText } from '../../live/index.ts'
import { Button, Chip, EmptyState, Icon, Menu, Section } from '../../ui/index.ts'
import { levelWords } from '../lines/cells.ts'
import { timeText } from '../lines/times.ts'
import type { LogParts } from '../parts.ts'
import { termsOf } from '../toolbar/LineMenu.tsx'
import type { LogActions } from '../useLogActions.ts'
import styles from './LineDetail.module.css'
import { WholeLine } from './WholeLine.tsx'

/** One line in full: when, where from, its members if it is JSON, and all of its text. */
export function LineDetail(props: LogParts) {
  const { cursor, actions } = props
  const { entry } = cursor
  return (
    <section className={styles.detail} aria-label="Line in full">
      <div className={styles.head}>
        <h2 className={styles.title}>Line in full</h2>
        <Button look="quiet" label="Close the details" onPress={actions.closeDetail}>
          <Icon name="close" />
        </Button>
      </div>
      <div className={styles.content}>
        {entry === undefined ? (
          <EmptyState title="No line is chosen" detail="Click one, or go to it with the arrow keys." />
        ) : entry.type === 'mark' ? (
          <p>{entry.text}</p>
        ) : (
          <Line key={entry.number} {...props} line={entry} />
        )}
      </div>
    </section>
  )
}

function Line({ line, logs, place, actions }: LogParts & { readonly line: PodLogLine }) {
  const { feed, tags } = logs
  const [wants, setWants] = useState(false)
  const tag = tags.get(line.source)
  const isCut = line.cut > 0
  const whole = line.text.length + line.cut
  return (
    <>
      <div className={styles.facts}>
        {line.level !== null && (
          <Chip
            meaning={
              line.level === 'error' || line.level === 'fatal'
                ? 'bad'
                : line.level === 'warn'
                  ? 'warning'
                  : undefined
            }
          >
            {levelWords[line.level]}
          </Chip>
        )}
        <span className={styles.source}>{tag?.title ?? ''}</span>
        {line.time !== '' && (
          <time className={styles.time} dateTime={line.time}>
            {line.time} <Ago time={line.time} />
          </time>
        )}
      </div>
      {line.fields !== null && (
        <Fields fields={line.fields} columns={place.looks.columns} actions={actions} />
      )}
      <Section
        title="Text"
        aside={isCut ? `${bytesText(line.text.length)} of ${bytesText(whole)}` : undefined}
        actions={
          <>
            {isCut && !wants && (
              <Button onPress={() => setWants(true)}>{`Show whole (${bytesText(whole)})`}</Button>
            )}
            {!wants && (
              <Button onPress={() => void copyText(line.text, isCut ? 'the begin of the line' : 'the line')}>
                Copy
              </Button>
            )}
          </>
        }
      >
        {wants ? (
          <WholeLine session={feed.session} number={line.number} />
        ) : (
          <pre className={styles.text}>{line.text}</pre>
        )}
      </Section>
    </>
  )
}

function Ago({ time }: { readonly time: string }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return `(${timeText(time, 'relative', now)} ago)`
}

interface FieldsProps {
  readonly fields: Readonly<Record<string, string>>
  readonly columns: readonly string[]
  readonly actions: LogActions
}

function Fields({ fields, columns, actions }: FieldsProps) {
  return (
    <Section title="Fields">
      <dl className={styles.fields}>
        {Object.entries(fields).map(([key, value]) => (
          <div key={key} className={styles.field}>
            <dt className={styles.key}>{key}</dt>
            <dd className={styles.entry}>
              <span className={styles.value}>{value}</span>
              <Menu
                label={`Menu of ${key}`}
                trigger={
                  <Button look="quiet" label={`What to do with ${key}`}>
                    <Icon name="chevronDown" />
                  </Button>
                }
                entries={[
                  {
                    id: 'copy',
                    label: 'Copy the value',
                    run: () => void copyText(value, `the value of ${key}`),
                  },
                  ...termsOf(key, value).map(({ label, term }) => ({
                    id: term.how,
                    label,
                    run: () => actions.addTerm(term),
                  })),
                  {
                    id: 'column',
                    label: columns.includes(key) ? 'Has a column' : 'Show as a column',
                    isDisabled: columns.includes(key),
                    run: () => actions.addColumn(key),
                  },
                ]}
              />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
