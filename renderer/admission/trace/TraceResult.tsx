import type { Trace, TraceStep } from '../../../shared/admission/index.ts'
import type { TraceQuestion } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import { SplitPane } from '../../ui/index.ts'
import { ObjectPane, type SentText } from './ObjectPane.tsx'
import { StepDetail } from './StepDetail.tsx'
import { StepList } from './StepList.tsx'
import { stepTarget } from './stepTarget.ts'
import { TraceAnswer } from './TraceAnswer.tsx'
import { effortInWords, TraceNotes } from './TraceNotes.tsx'
import styles from './TraceResult.module.css'
import type { RequestState } from './useRequest.ts'
import { endInWords, staleInWords, verdictInWords } from './verdict.ts'

export interface TraceResultProps {
  readonly context: ContextId
  readonly request: RequestState
  readonly operation: TraceQuestion['operation']
  /** Index of the chosen step; null: the end of the way. */
  readonly selected: number | null
  readonly onSelect: (step: number | null) => void
  readonly onOpen: (step: TraceStep) => void
  readonly sent: SentText | null
  /** Where an object can be chosen, where none can be here. */
  readonly elsewhere?: string | undefined
  /** The steps take the keys of rows; else the cards above do. */
  readonly takesKeys?: boolean
}

function endWithAge(trace: Trace, operation: TraceQuestion['operation']): string {
  const stale = staleInWords(trace)
  return `${endInWords(trace, operation)}${stale === null ? '' : ` (${stale})`}`
}

/** The steps and what holds for all of them; beside them the chosen step and the object. */
export function TraceResult(props: TraceResultProps) {
  const {
    context,
    request,
    operation,
    selected,
    onSelect,
    onOpen,
    sent,
    elsewhere,
    takesKeys = false,
  } = props
  const { trace, traced, steps, check, discovery, state } = request
  const isOfBefore = state.view?.state === 'invalid'
  const compared = steps.find(({ index }) => index === selected) ?? null
  // Without an object there is room beside the steps for what holds for all of them.
  const isAnyObject = elsewhere !== undefined
  const notes = trace !== null && (
    <TraceNotes trace={trace} effort={traced === null ? '' : effortInWords(traced.matched, traced.took)} />
  )
  const object = (
    <div className={styles.side}>
      {compared !== null && (
        <StepDetail
          key={selected}
          context={context}
          compared={compared}
          target={stepTarget(compared.step, discovery)}
        />
      )}
      {selected === null && trace !== null && !isOfBefore && <TraceAnswer trace={trace} check={check} />}
      <ObjectPane
        trace={trace}
        selected={selected}
        sent={sent}
        elsewhere={elsewhere}
        isDelete={operation === 'DELETE'}
      />
      {isAnyObject && selected === null && notes}
    </div>
  )
  return (
    <SplitPane
      direction="columns"
      label="Size of the object"
      share={54}
      first={
        trace === null ? null : (
          <div className={`${styles.steps} ${isOfBefore ? styles.before : ''}`}>
            <StepList
              steps={steps}
              selected={selected}
              onSelect={onSelect}
              onOpen={onOpen}
              end={{ meaning: verdictInWords(trace).meaning, text: endWithAge(trace, operation) }}
              takesKeys={takesKeys}
            />
            {!isAnyObject && notes}
          </div>
        )
      }
      second={object}
    />
  )
}
