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

/**
 * Opening contexts with what may stand between: broken entries, and credentials of another file.
 * Whoever `stays` is not led to the context that was opened.
 */
export function useOpenContext({ stays = false }: { readonly stays?: boolean } = {}): Opening {
  const [asked, setAsked] = useState<ContextEntry | null>(null)
  const start = async (entry: ContextEntry, hasConsent: boolean) => {
    try {
      if (hasConsent) await engine.call('contexts.consent', { context: entry.id })
      const opened = engine.call('contexts.open', { context: entry.id })
      // Reading a dump takes its time, and its context shows how far it is.
      if (entry.origin === 'snapshot' && !stays) navigate(addressOf.context(entry.id))
      await opened
      if (!stays) navigate(addressOf.context(entry.id))
    } catch (error) {
      const body = errorBody(error)
      if (body.kind !== 'cancelled') announce(body.message)
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
  return <ConsentDialog entry={asked} onCancel={cancel} onAgree={consent} />
}

interface ConsentProps {
  readonly entry: ContextEntry
  readonly onCancel: () => void
  readonly onAgree: () => void
}

/** Asks once, in the words of main: credentials that leave their file, or a program that is run. */
function ConsentDialog({ entry, onCancel, onAgree }: ConsentProps) {
  const mixes = entry.borrowed.length > 0
  return (
    <Dialog
      title={mixes ? 'Send credentials of another file?' : 'Run the program that this file names?'}
      isOpen
      onClose={onCancel}
      actions={
        <>
          <Button onPress={onCancel}>Don't open</Button>
          <Button look="primary" onPress={onAgree}>
            {mixes ? 'Open and send them' : 'Open and run it'}
          </Button>
        </>
      }
    >
      <p>
        The context <strong>{visibleText(entry.name)}</strong> is in <code>{visibleText(entry.source)}</code>
        {mixes ? ', but part of it comes from elsewhere. ' : '. '}
        {visibleText(entry.consentQuestion ?? '')}
      </p>
      {mixes && (
        <ul className={styles.lines}>
          {entry.borrowed.map(line => (
            <li key={line}>{visibleText(line)}</li>
          ))}
        </ul>
      )}
      <p className={styles.note}>
        You are asked once, and can take it back under the context's details or in the settings. A file that
        someone sent you should not get this.
      </p>
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
