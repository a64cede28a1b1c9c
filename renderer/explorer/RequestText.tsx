import { useState } from 'react'
import type { AppErrorBody } from '../../shared/errors/index.ts'
import { assertNever } from '../../shared/errors/index.ts'
import type { ApiOperation, RequestPreview } from '../../shared/ipc/index.ts'
import { copyText } from '../live/index.ts'
import { Button, Checkbox, Chip, CodeBlock, Icon, Section } from '../ui/index.ts'
import styles from './Explorer.module.css'
import { MethodMark } from './MethodMark.tsx'
import type { Sending } from './useSending.ts'

interface RequestProps {
  readonly operation: ApiOperation
  readonly preview: RequestPreview | null
  readonly sending: Sending
}

/** What is asked for, and the button that asks: in sight wherever the form is. */
export function RequestHead({ operation, preview, sending }: RequestProps) {
  const [reveal, setReveal] = useState(false)
  const isSecret = operation.group === '' && operation.resource === 'secrets'
  const route = preview?.route ?? 'read'
  const problems = preview?.problems ?? []
  return (
    <header className={styles.head}>
      <div className={styles.headLine}>
        <h2 className={styles.title}>
          <MethodMark method={operation.method} />
          <code>{operation.path}</code>
          {operation.isDeprecated && <Chip meaning="warning">deprecated</Chip>}
        </h2>
        {sending.isBusy ? (
          <Button onPress={sending.stop}>Stop</Button>
        ) : (
          <Button
            look="primary"
            isDisabled={preview === null || problems.length > 0}
            onPress={() => sending.send(route, reveal && isSecret)}
          >
            {sendText(route)}
          </Button>
        )}
      </div>
      <p className={styles.faint}>{routeText(operation, route)}</p>
      {isSecret && (
        <Checkbox isChecked={reveal} onChange={setReveal}>
          Show values of Secrets in the answer
        </Checkbox>
      )}
    </header>
  )
}

/** The request as it will be sent, and how others would send it. */
export function RequestText({
  preview,
  error,
}: {
  readonly preview: RequestPreview | null
  readonly error: AppErrorBody | null
}) {
  const problems = preview?.problems ?? []
  return (
    <Section title="Request">
      {preview !== null && (
        <div className={styles.request}>
          <Line title="HTTP" text={`${preview.method} ${preview.path}`} />
          <Line title="kubectl" text={preview.kubectl} none="kubectl has no way to send this." />
          <Line title="curl" text={preview.curl} />
        </div>
      )}
      {error !== null && <p className={styles.problem}>{error.message}</p>}
      {problems.length > 0 && (
        <ul className={styles.missing}>
          {problems.map(({ parameter, message }) => (
            <li key={`${parameter} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function sendText(route: RequestPreview['route']): string {
  switch (route) {
    case 'read':
      return 'Send'
    case 'stream':
      return 'Follow'
    case 'channel':
      return 'Connect'
    case 'plan':
      return 'Review…'
    default:
      return assertNever(route)
  }
}

function routeText({ method }: ApiOperation, route: RequestPreview['route']): string {
  switch (route) {
    case 'read':
      return method === 'GET' ? 'Reads and changes nothing.' : 'Asks the server and changes nothing.'
    case 'stream':
      return 'Stays open and shows what comes, until it is stopped.'
    case 'channel':
      return method === 'POST'
        ? 'Opened as a WebSocket, whose request is a GET: the POST form speaks SPDY, which it replaces.'
        : 'Opened as a WebSocket. Refused in protected contexts.'
    case 'plan':
      return 'Could change something: you see what it would do before it is sent.'
    default:
      return assertNever(route)
  }
}

function Line({
  title,
  text,
  none = '',
}: {
  readonly title: string
  readonly text: string
  readonly none?: string
}) {
  return (
    <div className={styles.line}>
      <span className={styles.lineTitle}>{title}</span>
      {text === '' ? (
        <span className={styles.faint}>{none}</span>
      ) : (
        <>
          <div className={styles.lineText}>
            <CodeBlock label={title}>{text}</CodeBlock>
          </div>
          <Button
            look="quiet"
            label={`Copy ${title}`}
            onPress={() => void copyText(text, `the ${title} form`)}
          >
            <Icon name="copy" />
          </Button>
        </>
      )}
    </div>
  )
}
