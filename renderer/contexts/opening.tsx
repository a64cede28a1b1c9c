import { useState } from 'react'
import type { AppErrorBody } from '../../shared/errors/index.ts'
import type { ContextEntry } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import { addressOf, announce, errorBody, navigate } from '../live/index.ts'
import { Button, CodeBlock, Dialog } from '../ui/index.ts'
import styles from './Contexts.module.css'

export interface Opening {
  /** Opens a context; where something must be said or asked first, a dialog does. */
  readonly open: (entry: ContextEntry) => void
  readonly asked: ContextEntry | null
  readonly consent: () => void
  readonly cancel: () => void
}

/** Opening contexts with what may stand between: broken entries, and credentials of another file. */
export function useOpenContext(): Opening {
  const [asked, setAsked] = useState<ContextEntry | null>(null)
  const start = async (entry: ContextEntry, hasConsent: boolean) => {
    try {
      if (hasConsent) await engine.call('contexts.consent', { context: entry.id })
      await engine.call('contexts.open', { context: entry.id })
      navigate(addressOf.context(entry.id))
    } catch (error) {
      announce(errorBody(error).message)
    }
  }
  return {
    asked,
    open: entry => {
      if (entry.problem !== undefined || entry.needsConsent) setAsked(entry)
      else void start(entry, false)
    },
    consent: () => {
      if (asked !== null) void start(asked, true)
      setAsked(null)
    },
    cancel: () => setAsked(null),
  }
}

export function OpenDialog({ opening }: { readonly opening: Opening }) {
  const { asked, cancel, consent } = opening
  if (asked === null) return null
  if (asked.problem !== undefined)
    return <ProblemDialog entry={asked} problem={asked.problem} onClose={cancel} />
  return (
    <Dialog
      title="Send credentials of another file?"
      isOpen
      onClose={cancel}
      actions={
        <>
          <Button onPress={cancel}>Don't open</Button>
          <Button look="primary" onPress={consent}>
            Open and send them
          </Button>
        </>
      }
    >
      <p>
        The context <strong>{visibleText(asked.name)}</strong> is in <code>{visibleText(asked.source)}</code>,
        but part of it comes from elsewhere. Opening it would send those credentials to{' '}
        <code>{visibleText(asked.server)}</code>.
      </p>
      <ul className={styles.lines}>
        {asked.borrowed.map(line => (
          <li key={line}>{visibleText(line)}</li>
        ))}
      </ul>
      <p className={styles.note}>You are asked once. A file that someone sent you should not get this.</p>
    </Dialog>
  )
}

interface ProblemProps {
  readonly entry: ContextEntry
  readonly problem: AppErrorBody
  readonly onClose: () => void
}

function ProblemDialog({ entry, problem, onClose }: ProblemProps) {
  return (
    <Dialog
      title={`${entry.name} cannot be opened`}
      isOpen
      onClose={onClose}
      actions={
        <Button look="primary" onPress={onClose}>
          Close
        </Button>
      }
    >
      <p>{visibleText(problem.message)}</p>
      {problem.causes !== undefined && <CodeBlock label="Details">{problem.causes.join('\n')}</CodeBlock>}
      <p className={styles.note}>
        It stands in <code>{visibleText(entry.source)}</code>. The file is watched: once it is put right, the
        entry can be opened.
      </p>
    </Dialog>
  )
}
