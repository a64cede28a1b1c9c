import { requestLimitSeconds, type Trace, type TraceStep } from '../../../shared/admission/index.ts'
import { visibleText } from '../../../shared/kube/index.ts'
import { counted } from '../../../shared/words/index.ts'
import { Section } from '../../ui/index.ts'
import styles from './TraceNotes.module.css'

export interface TraceNotesProps {
  readonly trace: Trace
  /** What it took to compute, in words. */
  readonly effort: string
}

/** What holds for the whole way: what is written to the audit log, what is assumed, how long it may take. */
export function TraceNotes({ trace, effort }: TraceNotesProps) {
  const annotations = Object.entries(trace.auditAnnotations)
  const waiting = waitingInWords(trace.steps)
  return (
    <div className={styles.notes}>
      {annotations.length > 0 && (
        <Section title="Audit annotations" aside={annotations.length}>
          <dl className={styles.annotations}>
            {annotations.map(([key, value]) => (
              <div key={key}>
                <dt>{visibleText(key)}</dt>
                <dd>{visibleText(value)}</dd>
              </div>
            ))}
          </dl>
        </Section>
      )}
      {trace.assumptions.length > 0 && (
        <Section title="Taken for granted" aside={trace.assumptions.length}>
          <ul className={styles.list}>
            {trace.assumptions.map(assumption => (
              <li key={assumption} className={styles.faint}>
                {visibleText(assumption)}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {waiting !== '' && <p className={styles.faint}>{waiting}</p>}
      <p className={styles.faint}>{effort}</p>
    </div>
  )
}

/** How long the webhooks that are called may let the request wait; empty where none is. */
export function waitingInWords(steps: readonly TraceStep[]): string {
  const called = steps.filter(step => step.webhook !== undefined && isCalled(step))
  const seconds = (phase: TraceStep['phase']) =>
    called.filter(step => step.phase === phase).map(step => step.timeoutSeconds ?? 10)
  const inRow = seconds('mutatingWebhook').reduce((sum, each) => sum + each, 0)
  const beside = Math.max(0, ...seconds('validatingWebhook'))
  if (inRow + beside === 0) return ''
  const parts = [
    inRow > 0 ? `the mutating ones ${inRow} s one after another` : '',
    beside > 0 ? `the validating ones ${beside} s beside each other` : '',
  ].filter(part => part !== '')
  return `Webhooks that do not answer hold the request up: ${parts.join(', ')}; the server gives up after ${requestLimitSeconds} s.`
}

function isCalled({ outcome, isNotReached }: TraceStep): boolean {
  return isNotReached !== true && outcome !== 'notMatched' && outcome !== 'skipped'
}

/** `10 webhooks and 14 policies matched in 6 ms`. */
export function effortInWords(
  { webhooks, policies }: { readonly webhooks: number; readonly policies: number },
  took: number,
): string {
  const time = took < 1 ? 'less than 1 ms' : `${Math.round(took)} ms`
  return `${counted(webhooks, 'webhook')} and ${counted(policies, 'policy', 'policies')} matched in ${time}`
}
