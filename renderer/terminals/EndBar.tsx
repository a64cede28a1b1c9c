import { useState } from 'react'
import type { Terminal } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import { announce, errorBody, openDebug } from '../live/index.ts'
import { Button, MeaningMark } from '../ui/index.ts'
import { canConnectAgain, endWords } from './endWords.ts'
import styles from './Terminal.module.css'

export interface EndBarProps {
  readonly terminal: Terminal
  readonly onReopen: () => void
  readonly onClose: () => void
}

/** How a terminal ended, below its screen, and what can be done. */
export function EndBar({ terminal, onReopen, onClose }: EndBarProps) {
  const words = endWords(terminal)
  if (words === null) return null
  const { kind, phase, namespace, pod } = terminal
  const hasNoShell = kind === 'shell' && phase === 'failed'
  const podRef = { resource: { group: '', version: 'v1', resource: 'pods' }, namespace, name: pod }
  return (
    <div className={`${styles.end} ${styles[words.meaning]}`} role="status">
      <MeaningMark meaning={words.meaning} />
      <div className={styles.endText}>
        <strong>{visibleText(words.title)}</strong> {visibleText(words.detail)}
        {(terminal.reason?.causes ?? []).map(cause => (
          <span key={cause} className={styles.cause}>
            {visibleText(cause)}
          </span>
        ))}
        {terminal.leftBehind !== undefined && (
          <span> {visibleText(terminal.leftBehind)} is still there.</span>
        )}
      </div>
      {terminal.leftBehind !== undefined && <RemoveLeft terminal={terminal} />}
      {hasNoShell && <Button onPress={() => openDebug(terminal.context, podRef)}>Debug container…</Button>}
      {canConnectAgain(terminal) && (
        <span data-reopen="">
          <Button look="primary" keys="Enter" onPress={onReopen}>
            Connect again
          </Button>
        </span>
      )}
      <Button onPress={onClose}>Close</Button>
    </div>
  )
}

function RemoveLeft({ terminal }: { readonly terminal: Terminal }) {
  const [isRemoving, setIsRemoving] = useState(false)
  const remove = async () => {
    setIsRemoving(true)
    try {
      await engine.call('terminals.removeLeft', { id: terminal.id })
    } catch (error) {
      announce(errorBody(error).message)
    }
    setIsRemoving(false)
  }
  return (
    <Button isDisabled={isRemoving} onPress={() => void remove()}>
      Delete it
    </Button>
  )
}
