import { useEffect, useMemo, useRef, useState } from 'react'
import { assertNever } from '../../shared/errors/index.ts'
import type { ApiAnswer, ApiOperation } from '../../shared/ipc/index.ts'
import { bytesText } from '../../shared/words/index.ts'
import { copyText } from '../live/index.ts'
import { Banner, Button, CodeBlock, DefinitionList, EmptyState, Section, Tabs } from '../ui/index.ts'
import { Headers, Refused, StatusChip } from './AnswerParts.tsx'
import { drawn, jsonOf, tableOf, yamlOf } from './answerText.ts'
import { ChannelAnswer } from './ChannelAnswer.tsx'
import styles from './Explorer.module.css'
import { FollowAnswer } from './FollowAnswer.tsx'
import type { Sending } from './useSending.ts'

/** What the server answered, or how far that is. */
export function Answer({
  operation,
  sending,
}: {
  readonly operation: ApiOperation
  readonly sending: Sending
}) {
  const place = useRef<HTMLDivElement>(null)
  const { received } = sending
  useEffect(() => {
    if (received.type !== 'nothing' && received.type !== 'waiting')
      place.current?.scrollIntoView({ block: 'start' })
  }, [received.type])
  return (
    <div ref={place} className={styles.answer}>
      <Content operation={operation} sending={sending} />
    </div>
  )
}

function Content({ operation, sending }: { readonly operation: ApiOperation; readonly sending: Sending }) {
  const { received } = sending
  switch (received.type) {
    case 'nothing':
      return (
        <EmptyState
          title="Nothing was sent yet"
          detail="The answer stands here: its status, how long it took, its audit id, warnings, headers and body."
        />
      )
    case 'waiting':
      return (
        <EmptyState
          title={received.route === 'plan' ? 'Asking what it would do' : 'Waiting for the server'}
        />
      )
    case 'failed':
      return <Refused error={received.error} />
    case 'planned':
      return (
        <EmptyState
          title="Under review"
          detail="What it would do stands in the review. What the server answers after that is kept there and in the journal."
        />
      )
    case 'answer':
      return <ReadAnswer answer={received.answer} />
    case 'stream':
      return <FollowAnswer operation={operation} frame={received.frame} entries={received.entries} />
    case 'channel':
      return <ChannelAnswer frame={received.frame} messages={received.messages} input={received.input} />
    default:
      return assertNever(received)
  }
}

function ReadAnswer({ answer }: { readonly answer: ApiAnswer }) {
  return (
    <Section
      title="Answer"
      aside={<StatusChip status={answer.status} reason={answer.error?.reason} />}
      actions={
        answer.body === '' ? undefined : (
          <Button look="quiet" onPress={() => void copyText(answer.body, 'the body')}>
            Copy body
          </Button>
        )
      }
    >
      <Facts answer={answer} />
      {answer.error !== undefined && <Refused error={answer.error} />}
      {answer.error === undefined && <Body answer={answer} />}
    </Section>
  )
}

function Facts({ answer }: { readonly answer: ApiAnswer }) {
  const { warnings, auditId, headers, headMillis, millis, bytes, contentType } = answer
  return (
    <>
      {warnings.map(warning => (
        <Banner key={warning} meaning="warning">
          {warning}
        </Banner>
      ))}
      <DefinitionList
        items={[
          {
            term: 'Time',
            description: `${Math.round(millis)} ms, the head after ${Math.round(headMillis)} ms`,
          },
          { term: 'Size', description: `${bytesText(bytes)}${contentType === '' ? '' : `, ${contentType}`}` },
          {
            term: 'Audit id',
            description: auditId === '' ? 'The server gave none.' : <code>{auditId}</code>,
          },
        ]}
      />
      <Headers headers={headers} />
    </>
  )
}

function Body({ answer }: { readonly answer: ApiAnswer }) {
  const [form, setForm] = useState('')
  const table = useMemo(() => (answer.form === 'json' ? tableOf(answer.body) : null), [answer])
  const text = useMemo(() => bodyText(answer, form), [answer, form])
  const forms = [
    ...(table === null ? [] : [{ id: 'table', title: 'Table' }]),
    ...(answer.form === 'json'
      ? [
          { id: 'yaml', title: 'YAML' },
          { id: 'json', title: 'JSON' },
        ]
      : []),
  ]
  const selected = form || (forms[0]?.id ?? '')
  const { text: shown, isCut } = drawn(text)
  const notes = [
    answer.isMasked && answer.body === '' ? 'The body holds Secrets and is left out in this form.' : '',
    answer.isMasked && answer.body !== '' ? 'Values of Secrets are replaced by their sizes.' : '',
    answer.isCut ? 'The answer goes on: its first 8 MB were read.' : '',
    isCut ? 'Only the beginning is shown; the whole can be copied.' : '',
    answer.form === 'binary' ? 'The bytes of its beginning, in hexadecimal.' : '',
  ].filter(note => note !== '')
  const content =
    selected === 'table' && table !== null ? (
      <TableText table={table} />
    ) : shown === '' ? (
      <p className={styles.faint}>The body is empty.</p>
    ) : (
      <CodeBlock label="Body of the answer">{shown}</CodeBlock>
    )
  return (
    <>
      {notes.map(note => (
        <p key={note} className={styles.faint} role="note">
          {note}
        </p>
      ))}
      {forms.length === 0 ? (
        content
      ) : (
        <Tabs label="Forms of the body" items={forms} selected={selected} onSelect={setForm}>
          <div className={styles.body}>{content}</div>
        </Tabs>
      )}
    </>
  )
}

function bodyText(answer: ApiAnswer, form: string): string {
  if (answer.form !== 'json') return answer.body
  return form === 'json' ? jsonOf(answer.body) : (yamlOf(answer.body) ?? answer.body)
}

/** Rows of a table that are drawn. */
const mostRows = 500

function TableText({ table }: { readonly table: NonNullable<ReturnType<typeof tableOf>> }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take focus
    <section className={styles.tablePlace} aria-label="Table of the answer" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {table.columns.map(column => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.slice(0, mostRows).map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of one answer never move
            <tr key={row}>
              {cells.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no name but their column
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {table.rows.length > mostRows && (
        <p className={styles.faint}>{`${table.rows.length - mostRows} more rows are in the other forms.`}</p>
      )}
    </section>
  )
}
