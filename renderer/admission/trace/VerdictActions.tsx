import type { ContextId } from '../../../shared/kube/index.ts'
import { Button, Chip } from '../../ui/index.ts'
import { DryRunConsent } from './DryRunConsent.tsx'
import type { RequestState } from './useRequest.ts'
import styles from './VerdictActions.module.css'
import { answerInWords, staleInWords, verdictInWords } from './verdict.ts'

export interface VerdictActionsProps {
  readonly context: ContextId
  readonly request: RequestState
  /** Whether there is an object that the server can be asked about. */
  readonly canCheck: boolean
}

/** How the way ends, what the server said of it, and the button that asks it. */
export function VerdictActions({ context, request, canCheck }: VerdictActionsProps) {
  const { asked, state, traced, check } = request
  const missing = traced?.trace.wishes.length ?? 0
  const verdict = traced === null ? null : verdictInWords(traced.trace)
  const stale = traced === null ? null : staleInWords(traced.trace)
  const isReading = state.view?.state === 'reading'
  const isAnswered = state.view?.state === 'traced'
  // A connection is opened or it is not, and of a patch only the result is known here.
  const takesDryRun =
    asked.type !== 'question' || (asked.question.operation !== 'CONNECT' && asked.question.isPatch !== true)
  const { answer } = check
  // What was open is so no more once the server has said it.
  const isDecided = answer !== null && !check.isStale && traced?.trace.verdict === 'unknown'
  return (
    <span className={styles.place}>
      <span className={`${styles.verdicts} ${state.isOutdated ? styles.outdated : ''}`} role="status">
        {isReading && traced !== null && <Chip>reading…</Chip>}
        {missing > 0 && <Chip>{`reading ${missing} more`}</Chip>}
        {verdict !== null && !isDecided && (
          <span className={`${styles.predicted} ${answer === null ? '' : styles.answered}`}>
            <Chip meaning={verdict.meaning}>{verdict.text}</Chip>
          </span>
        )}
        {stale !== null && <Chip meaning="unknown">{stale}</Chip>}
        {answer !== null && (
          <Chip meaning={answer.allowed ? 'good' : 'bad'}>{answerInWords(answer, check.isStale)}</Chip>
        )}
      </span>
      {canCheck && takesDryRun && (
        <Button
          look="primary"
          // A button that is disabled loses the focus: while it asks it only does nothing.
          isDisabled={!isAnswered && !check.isAsking}
          onPress={check.isAsking ? undefined : check.ask}
        >
          {check.isAsking ? 'Asking…' : answer === null ? 'Check with the server' : 'Check again'}
        </Button>
      )}
      {check.needsConsent && asked.type === 'question' && (
        <DryRunConsent
          context={context}
          question={asked.question}
          kind={asked.kind?.kind ?? asked.question.resource.resource}
          onAgree={check.consent}
          onClose={check.decline}
        />
      )}
    </span>
  )
}
