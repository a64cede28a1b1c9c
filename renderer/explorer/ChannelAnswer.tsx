import { useState } from 'react'
import type { ChannelFrame } from '../../shared/ipc/index.ts'
import { Button, Chip, CodeBlock, EmptyState, Section, TextField } from '../ui/index.ts'
import { Refused } from './AnswerParts.tsx'
import styles from './Explorer.module.css'

interface ChannelAnswerProps {
  readonly frame: Omit<ChannelFrame, 'messages'>
  readonly messages: ChannelFrame['messages']
  readonly input: (text: string) => void
}

/** Messages of a connection to a pod, each with its channel. */
export function ChannelAnswer({ frame, messages, input }: ChannelAnswerProps) {
  const { phase, protocol, total, skipped, code, error } = frame
  const [text, setText] = useState('')
  const send = () => {
    if (text === '') return
    input(`${text}\n`)
    setText('')
  }
  const isOpen = phase === 'open'
  return (
    <Section
      title="Connection"
      aside={<Chip meaning={isOpen ? 'good' : phase === 'failed' ? 'bad' : undefined}>{phase}</Chip>}
    >
      <p className={styles.faint} role="note">
        {[
          protocol === '' ? '' : `protocol ${protocol}`,
          `${total} messages`,
          skipped > 0 ? `${skipped} came too fast and are not shown` : '',
          code === undefined ? '' : `closed with code ${code}`,
        ]
          .filter(part => part !== '')
          .join(' · ')}
      </p>
      {error !== undefined && <Refused error={error} />}
      {isOpen && (
        <div className={styles.inputLine}>
          <TextField label="Line to send" value={text} isMono onChange={setText} onSubmit={send} />
          <Button isDisabled={text === ''} onPress={send}>
            Send line
          </Button>
        </div>
      )}
      {isOpen && total === 0 && <EmptyState title="Nothing has come yet" />}
      <ol className={styles.entries} aria-label="Messages">
        {messages.map(message => (
          <li key={message.seq} className={styles.message}>
            <span className={styles.faint}>{`${message.channel}, ${message.bytes} bytes`}</span>
            {message.text !== '' && (
              <CodeBlock label={`Message ${message.seq + 1} on ${message.channel}`}>{message.text}</CodeBlock>
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}
