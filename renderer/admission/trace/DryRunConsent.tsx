import type { TraceQuestion } from '../../../shared/ipc/index.ts'
import { type ContextId, visibleText } from '../../../shared/kube/index.ts'
import { useContextEntry, useSession } from '../../live/index.ts'
import { Button, Dialog, Icon } from '../../ui/index.ts'
import styles from './DryRunConsent.module.css'
import { dryRunInWords } from './dryRunWords.ts'

export interface DryRunConsentProps {
  readonly context: ContextId
  readonly question: TraceQuestion
  readonly kind: string
  readonly onAgree: () => void
  readonly onClose: () => void
}

/** Asks whether a dry run may be sent to a protected context: what it is, as whom, and what it sets going. */
export function DryRunConsent({ context, question, kind, onAgree, onClose }: DryRunConsentProps) {
  const entry = useContextEntry(context)
  const me = useSession(context)?.userName ?? ''
  return (
    <Dialog
      title="Send a dry run to a protected context?"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" autoFocus onPress={onAgree}>
            Send the dry run
          </Button>
        </>
      }
    >
      <p className={styles.context}>
        <span className={styles.dot} data-context-colour={entry?.colour ?? 0} />
        <span className={styles.name}>{visibleText(entry?.name ?? '')}</span>
        <Icon name="lock" />
        <span className={styles.faint}>protected</span>
      </p>
      <ul className={styles.lines}>
        {dryRunInWords(question, { kind, me }).map(line => (
          <li key={line}>{visibleText(line)}</li>
        ))}
      </ul>
      <p className={styles.faint}>The answer holds for this one dry run; the next is asked about again.</p>
    </Dialog>
  )
}
