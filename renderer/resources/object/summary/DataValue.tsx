import { type ReactNode, useState } from 'react'
import type { AppErrorBody } from '../../../../shared/errors/index.ts'
import { engine } from '../../../bridge/index.ts'
import { copyText, errorBody } from '../../../live/index.ts'
import { Banner, Button, Chip, CodeBlock } from '../../../ui/index.ts'
import styles from '../Object.module.css'
import { useSubject } from '../subject.ts'
import { bytesOfBase64, hexDump, textOfBytes } from './bytes.ts'
import { type DataEntry, maskedSize } from './data.ts'

/** The value of one key: text as text, binary as hex, a Secret's only once asked for. */
export function DataValue({ entry }: { readonly entry: DataEntry }) {
  if (entry.type === 'masked') return <MaskedValue entry={entry} />
  if (entry.type === 'binary') return <Base64Value name={entry.key} base64={entry.text} />
  return (
    <Value name={entry.key} text={entry.text}>
      {null}
    </Value>
  )
}

function MaskedValue({ entry }: { readonly entry: DataEntry }) {
  const { context, ref } = useSubject()
  const [base64, setBase64] = useState<{ readonly mask: string; readonly value: string } | null>(null)
  const [error, setError] = useState<AppErrorBody | null>(null)
  const reveal = () => {
    engine.call('objects.reveal', { context, ref, key: entry.key }).then(
      value => {
        setError(null)
        setBase64({ mask: entry.text, value })
      },
      (failure: unknown) => setError(errorBody(failure)),
    )
  }
  // A value that changed meanwhile is hidden again: what was shown is not what is stored.
  if (base64 !== null && base64.mask === entry.text)
    return (
      <Base64Value name={entry.key} base64={base64.value}>
        <Button onPress={() => setBase64(null)}>Hide</Button>
      </Base64Value>
    )
  return (
    <div className={styles.value}>
      <div className={styles.valueHead}>
        <Chip>hidden</Chip>
        <span className={styles.quiet}>{maskedSize(entry.text)}</span>
        <span className={styles.gap} />
        <Button onPress={reveal}>{`Reveal ${entry.key}`}</Button>
      </div>
      {error !== null && <Banner meaning="bad">{error.message}</Banner>}
      <p className={styles.hint}>
        The value stays out of this window until you ask for it, one key at a time. It is never logged.
      </p>
    </div>
  )
}

function Base64Value({
  name,
  base64,
  children = null,
}: {
  readonly name: string
  readonly base64: string
  readonly children?: ReactNode
}) {
  const bytes = bytesOfBase64(base64)
  if (bytes === null)
    return (
      <Value name={name} text={base64}>
        <Chip meaning="warning">not base64</Chip>
        {children}
      </Value>
    )
  const text = textOfBytes(bytes)
  if (text !== null)
    return (
      <Value name={name} text={text}>
        {children}
      </Value>
    )
  return (
    <Value name={name} text={hexDump(bytes)} copied={base64}>
      <Chip>binary</Chip>
      {children}
    </Value>
  )
}

interface ValueProps {
  readonly name: string
  readonly text: string
  /** What to copy where it is not the text shown: base64 of binary values. */
  readonly copied?: string
  readonly children: ReactNode
}

function Value({ name, text, copied, children }: ValueProps) {
  return (
    <div className={styles.value}>
      <div className={styles.valueHead}>
        {children}
        <span className={styles.gap} />
        <Button onPress={() => void copyText(copied ?? text, name)}>
          {copied === undefined ? 'Copy' : 'Copy as base64'}
        </Button>
      </div>
      {text === '' ? (
        <p className={styles.hint}>The value is empty.</p>
      ) : (
        <CodeBlock label={`Value of ${name}`}>{text}</CodeBlock>
      )}
    </div>
  )
}
