import type { Run, RunSummary } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import { announce, errorBody, followRun, useContextEntry, useFollowedRun, useStream } from '../live/index.ts'
import { Button, ContextName, EmptyState, Select } from '../ui/index.ts'
import { RunResult } from './RunResult.tsx'
import styles from './Writes.module.css'

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
          <RunResult key={step.index} run={run} step={step} />
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
      {canResume && counts.waiting + counts.held > 0 && (
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

function ask(
  ...call: Parameters<typeof engine.call<'writes.cancelRun' | 'writes.resumeRun' | 'writes.forgetRun'>>
): void {
  engine.call(...call).catch((error: unknown) => announce(errorBody(error).message))
}
