import { useState } from 'react'
import type { Run, RunStep, RunSummary } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import {
  addressOf,
  announce,
  copyText,
  errorBody,
  followRun,
  openReview,
  useContextEntry,
  useFollowedRun,
  useStream,
} from '../live/index.ts'
import { Button, Chip, CodeBlock, ContextName, EmptyState, Select } from '../ui/index.ts'
import styles from './Writes.module.css'
import { phaseWords } from './words.ts'

/** What was sent: how it goes, with a result for each request. */
export function RunsPanel() {
  const runs = useStream('writes.runs', {}).value
  const followed = useFollowedRun()
  if (runs === null) return null
  const shown = runs.find(({ id }) => id === followed) ?? runs.at(-1)
  if (shown === undefined)
    return (
      <EmptyState
        title="Nothing was written yet"
        detail="What you confirm in a review goes on here, with a result for each request. The journal keeps what was written."
      />
    )
  return (
    <section className={styles.runs} aria-label="Writes">
      {runs.length > 1 && (
        <div className={styles.bar}>
          <Select
            label="Run"
            value={shown.id}
            options={runs.map(run => ({ id: run.id, label: `${visibleText(run.title)}, ${run.phase}` }))}
            onChange={followRun}
          />
        </div>
      )}
      <RunDetail key={shown.id} summary={shown} />
    </section>
  )
}

/** Rows that are shown; failed ones come first among them. */
const mostSteps = 500

function RunDetail({ summary }: { readonly summary: RunSummary }) {
  const run = useStream('writes.run', { id: summary.id }).value
  const entry = useContextEntry(summary.context)
  if (run === null) return null
  const left = run.counts.waiting + run.counts.sending + run.counts.held
  const ended = run.steps.length - left
  const steps = run.steps.toSorted(
    (one, other) => Number(other.phase === 'failed') - Number(one.phase === 'failed'),
  )
  return (
    <>
      <div className={styles.bar}>
        <strong>{visibleText(run.title)}</strong>
        <ContextName entry={entry} />
        <span role="status" className={styles.quiet}>
          {`${run.phase}: ${ended} of ${run.steps.length}`}
          {run.counts.failed > 0 && `, ${run.counts.failed} failed`}
        </span>
        {run.phase === 'running' && (
          <progress className={styles.progress} aria-label="Progress" max={run.steps.length} value={ended} />
        )}
        <span className={styles.gap} />
        <RunActions run={run} />
      </div>
      <ul className={styles.results} aria-label="Results">
        {steps.slice(0, mostSteps).map(step => (
          <Result key={step.index} run={run} step={step} />
        ))}
        {steps.length > mostSteps && <li className={styles.quiet}>{`${steps.length - mostSteps} more`}</li>}
      </ul>
    </>
  )
}

function RunActions({ run: { id, phase, canResume, counts } }: { readonly run: Run }) {
  if (phase === 'running') return <Button onPress={() => ask('writes.cancelRun', { id })}>Cancel</Button>
  return (
    <>
      {canResume && (
        <Button onPress={() => ask('writes.resumeRun', { id, failedToo: false })}>Send the rest</Button>
      )}
      {counts.failed > 0 && (
        <Button onPress={() => ask('writes.resumeRun', { id, failedToo: true })}>Try the failed again</Button>
      )}
      <Button look="quiet" onPress={() => ask('writes.forgetRun', { id })}>
        Forget
      </Button>
    </>
  )
}

function Result({ run, step }: { readonly run: Run; readonly step: RunStep }) {
  const { text, meaning } = phaseWords[step.phase]
  const { entry, ref } = step
  return (
    <li className={styles.result}>
      <Chip meaning={meaning}>{text}</Chip>
      <div className={styles.resultText}>
        {ref === null ? (
          visibleText(step.title)
        ) : (
          <a href={addressOf.object(run.context, ref)}>{visibleText(step.title)}</a>
        )}
        {step.note !== undefined && <p className={styles.quiet}>{visibleText(step.note)}</p>}
        {step.error !== undefined && (
          <p className={styles.bad}>
            {visibleText([step.error.message, ...(step.error.causes ?? [])].join(' '))}
          </p>
        )}
        {step.warnings.map(warning => (
          <p key={warning} className={styles.quiet}>{`Warning: ${visibleText(warning)}`}</p>
        ))}
        {step.hasAnswer && <Answer run={run.id} step={step.index} />}
      </div>
      {entry !== undefined && step.phase === 'done' && (
        <Button look="quiet" label={`Undo ${step.title}`} onPress={() => void undo(entry)}>
          Undo…
        </Button>
      )}
    </li>
  )
}

/** What the server answered, in clear on the reader's wish. */
function Answer({ run, step }: { readonly run: string; readonly step: number }) {
  const [text, setText] = useState<string | null>(null)
  const show = () => {
    engine.call('writes.answer', { run, step }).then(
      answer => setText(tokenOf(answer) ?? JSON.stringify(answer, null, 2)),
      (error: unknown) => announce(errorBody(error).message),
    )
  }
  if (text === null)
    return (
      <Button look="quiet" onPress={show}>
        Show the answer
      </Button>
    )
  return (
    <>
      <div className={styles.answer}>
        <CodeBlock label="Answer">{text}</CodeBlock>
      </div>
      <Button look="quiet" onPress={() => void copyText(text, 'the answer')}>
        Copy
      </Button>
      <Button look="quiet" onPress={() => setText(null)}>
        Hide
      </Button>
    </>
  )
}

function tokenOf(answer: unknown): string | null {
  const status = (answer as { readonly status?: { readonly token?: unknown } } | null)?.status
  return typeof status?.token === 'string' ? status.token : null
}

/** The inverse of a write, reviewed like any other. */
export async function undo(entry: string): Promise<void> {
  try {
    openReview(await engine.call('writes.undo', { entry }))
  } catch (error) {
    announce(errorBody(error).message)
  }
}

function ask(
  ...call: Parameters<typeof engine.call<'writes.cancelRun' | 'writes.resumeRun' | 'writes.forgetRun'>>
): void {
  engine.call(...call).catch((error: unknown) => announce(errorBody(error).message))
}
