import type { Run, RunStep } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import { addressOf, announce, errorBody, openReview } from '../live/index.ts'
import { Button, Chip } from '../ui/index.ts'
import { RunAnswer } from './RunAnswer.tsx'
import styles from './Writes.module.css'
import { phaseWords, problemText } from './words.ts'

/** What came of one request, and the way back. */
export function RunResult({ run, step }: { readonly run: Run; readonly step: RunStep }) {
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
        {step.error !== undefined && <p className={styles.bad}>{visibleText(problemText(step.error))}</p>}
        {step.warnings.map(warning => (
          <p key={warning} className={styles.quiet}>{`Warning: ${visibleText(warning)}`}</p>
        ))}
        <RunAnswer run={run.id} step={step} />
      </div>
      {entry !== undefined && step.phase === 'done' && (
        <Button look="quiet" label={`Undo ${step.title}`} onPress={() => void undo(entry)}>
          Undo…
        </Button>
      )}
    </li>
  )
}

/** The inverse of a write, reviewed like any other. */
export async function undo(entry: string): Promise<void> {
  try {
    openReview(await engine.call('writes.undo', { entry }))
  } catch (error) {
    announce(errorBody(error).message)
  }
}
