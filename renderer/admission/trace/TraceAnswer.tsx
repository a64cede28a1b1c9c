import type { Trace } from '../../../shared/admission/index.ts'
import { visibleText } from '../../../shared/kube/index.ts'
import { counted } from '../../../shared/words/index.ts'
import { MeaningMark, Section } from '../../ui/index.ts'
import { gapLines } from '../parts/gaps.ts'
import side from './Side.module.css'
import styles from './TraceNotes.module.css'
import type { CheckState } from './useCheck.ts'
import { asPredicted, statusText } from './verdict.ts'

export interface TraceAnswerProps {
  readonly trace: Trace
  readonly check: CheckState
}

/** The answer as the user gets it: the status, warnings, what the server itself said, what could not be read. */
export function TraceAnswer({ trace, check }: TraceAnswerProps) {
  const isSilent =
    trace.status === null && trace.warnings.length + trace.gaps.length === 0 && check.answer === null
  if (isSilent && check.error === null) return null
  return (
    <section className={side.block} aria-label="The answer">
      <CheckNote check={check} trace={trace} />
      {trace.status !== null && (
        <p className={`${side.line} ${styles.answer}`}>
          <MeaningMark meaning="bad" />
          <span>
            <span className={styles.code}>{visibleText(statusText(trace.status))}</span>{' '}
            {visibleText(trace.status.message)}
          </span>
        </p>
      )}
      {trace.warnings.length > 0 && (
        <Section title="Warnings to the user" aside={trace.warnings.length}>
          <MarkedList meaning="warning" lines={trace.warnings} />
        </Section>
      )}
      {trace.gaps.length > 0 && (
        <Section title="Not readable, so not known" aside={trace.gaps.length}>
          <MarkedList meaning="unknown" lines={gapLines(trace.gaps)} />
        </Section>
      )}
    </section>
  )
}

function MarkedList({
  meaning,
  lines,
}: {
  readonly meaning: 'warning' | 'unknown'
  readonly lines: readonly string[]
}) {
  return (
    <ul className={styles.list}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same line may come twice
        <li key={at} className={side.line}>
          <MeaningMark meaning={meaning} />
          <span>{visibleText(line)}</span>
        </li>
      ))}
    </ul>
  )
}

function CheckNote({ trace, check: { answer, error, askedAt, isStale, predicted } }: TraceAnswerProps) {
  if (error !== null)
    return (
      <p className={side.line} role="status">
        <MeaningMark meaning="bad" />
        <span>The server could not be asked: {visibleText(error.message)}</span>
      </p>
    )
  if (answer === null) return null
  const { differences } = answer
  const end = answer.allowed
    ? 'went through'
    : `was refused with ${answer.code} ${visibleText(answer.reason)}`.trim()
  // The message of the status stands below.
  const isTold = trace.status?.message === answer.message
  return (
    <Section
      title="The server's dry run"
      aside={`asked at ${timeOf(askedAt)} · ${Math.round(answer.took)} ms`}
    >
      {isStale && (
        <p className={side.line} role="status">
          <MeaningMark meaning="warning" />
          <span>
            The way of this request has changed since: what is shown is the answer of {timeOf(askedAt)}. Ask
            again.
          </span>
        </p>
      )}
      <p className={side.line} role="status">
        <MeaningMark meaning={answer.allowed ? 'good' : 'bad'} />
        <span>
          It {end}
          {asPredicted(answer, predicted?.trace.verdict)}
          {!answer.allowed && answer.message !== '' && !isTold && ` ${visibleText(answer.message)}`}
        </span>
      </p>
      {differences.length > 0 && (
        <>
          <p className={side.line}>
            <MeaningMark meaning="warning" />
            <strong>{`It did otherwise than predicted in ${counted(differences.length, 'place')}`}</strong>
          </p>
          <ul className={styles.list}>
            {differences.map(difference => (
              <li key={difference} className={styles.difference}>
                {visibleText(difference)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

/** `17:03:22`, in the time of the reader. */
function timeOf(time: number): string {
  return clock.format(time)
}
