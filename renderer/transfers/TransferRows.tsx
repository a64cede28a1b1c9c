import { useState } from 'react'
import type { Transfer } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { counted } from '../../shared/words/index.ts'
import { useContextEntry } from '../live/index.ts'
import { Button, Chip, ContextName, Icon, MeaningMark } from '../ui/index.ts'
import { TransferActions } from './TransferActions.tsx'
import styles from './Transfers.module.css'
import { amountText, paceText, stateOf } from './words.ts'

export interface TransferRowsProps {
  readonly transfer: Transfer
}

/** A copy: its line, and below it why it failed and what was left out. */
export function TransferRows({ transfer }: TransferRowsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { direction, source, destination, refusedCount } = transfer
  const { text, meaning } = stateOf(transfer)
  const isFrom = direction === 'fromContainer'
  return (
    <tbody>
      <tr>
        <th scope="row" className={styles.paths}>
          <span className={styles.quiet}>
            <Icon name={isFrom ? 'arrowDown' : 'arrowUp'} />
            {isFrom ? 'to this machine' : 'from this machine'}
          </span>
          <span className={styles.path} title={source}>
            {visibleText(source)}
          </span>
          <span className={styles.path} title={destination}>
            → {visibleText(destination)}
          </span>
        </th>
        <td className={styles.place} title={`${transfer.namespace}/${transfer.pod}, ${transfer.container}`}>
          <Where transfer={transfer} />
        </td>
        <td className={styles.progress}>
          <div className={styles.state}>
            <Chip meaning={meaning}>{text}</Chip>
            {refusedCount > 0 && (
              <Button look="quiet" isPressed={isOpen} onPress={() => setIsOpen(!isOpen)}>
                {isOpen ? 'Hide' : 'Show'} {counted(refusedCount, 'entry', 'entries')} left out
              </Button>
            )}
          </div>
          <Amount transfer={transfer} />
        </td>
        <td className={styles.rowActions}>
          <TransferActions transfer={transfer} />
        </td>
      </tr>
      <Reason transfer={transfer} />
      {isOpen && <Refused transfer={transfer} />}
    </tbody>
  )
}

function Where({ transfer }: TransferRowsProps) {
  const { context, namespace, pod, container } = transfer
  const entry = useContextEntry(context)
  return (
    <>
      <ContextName entry={entry} />
      <span className={styles.line}>
        {visibleText(namespace)}/{visibleText(pod)}
      </span>
      <span className={styles.line}>{visibleText(container)}</span>
    </>
  )
}

function Amount({ transfer }: TransferRowsProps) {
  const { phase, bytes, totalBytes, source } = transfer
  return (
    <>
      {phase === 'running' && (
        <progress
          className={styles.meter}
          aria-label={`Copied of ${source}`}
          max={Math.max(totalBytes ?? 0, bytes, 1)}
          {...(totalBytes === null ? {} : { value: bytes })}
        />
      )}
      <span className={styles.line}>{amountText(transfer)}</span>
      <span className={styles.line}>{paceText(transfer, Date.now())}</span>
    </>
  )
}

function Reason({ transfer }: TransferRowsProps) {
  const { reason, phase } = transfer
  if (reason === undefined) return null
  return (
    <tr>
      <td colSpan={4}>
        <p>
          <MeaningMark meaning={phase === 'failed' ? 'bad' : 'unknown'} /> {visibleText(reason.message)}
        </p>
        {reason.causes?.map(cause => (
          <p key={cause} className={styles.mono}>
            {visibleText(cause)}
          </p>
        ))}
      </td>
    </tr>
  )
}

function Refused({ transfer }: TransferRowsProps) {
  const { refused, refusedCount } = transfer
  const more = refusedCount - refused.length
  return (
    <tr>
      <td colSpan={4}>
        <ul className={styles.refused} aria-label="What was left out">
          {refused.map(({ path, why }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an archive may hold an entry twice; the list only grows
            <li key={index}>
              <code>{visibleText(path === '' ? 'an entry' : path)}</code>
              <span>{visibleText(why)}</span>
            </li>
          ))}
        </ul>
        {more > 0 && <p>and {counted(more, 'more entry', 'more entries')}</p>}
      </td>
    </tr>
  )
}
