import type { Trace, TraceStep } from '../../../shared/admission/index.ts'

/** A step as it is shown, beside what was predicted of it where the server showed it. */
export interface ComparedStep {
  readonly index: number
  readonly step: TraceStep
  /** Null before a check, and for what was not predicted at all. */
  readonly predicted: TraceStep | null
  /** The server did otherwise than predicted. */
  readonly differs: boolean
}

/**
 * The steps that are shown beside those that were predicted.
 * @param predicted null before the server was asked
 */
export function comparedSteps(
  shown: readonly TraceStep[],
  predicted: readonly TraceStep[] | null,
): readonly ComparedStep[] {
  if (predicted === null)
    return shown.map((step, index) => ({ index, step, predicted: null, differs: false }))
  const byKey = new Map(predicted.map(step => [stepKey(step), step]))
  return shown.map((step, index) => {
    const before = byKey.get(stepKey(step)) ?? null
    const isObserved = step.certainty === 'observed'
    return { index, step, predicted: before, differs: isObserved && isOther(before, step) }
  })
}

/** What makes a step the same in another trace. */
export function stepKey({ phase, kind, name, webhook, binding, param, round }: TraceStep): string {
  return JSON.stringify([phase, kind, name, webhook ?? '', binding ?? '', param ?? '', round])
}

/** What could not be known before cannot have been wrong. */
function isOther(predicted: TraceStep | null, observed: TraceStep): boolean {
  if (predicted === null) return true
  if (['called', 'unknown'].includes(predicted.outcome) || predicted.certainty === 'unknown') return false
  return predicted.outcome !== observed.outcome || predicted.status?.code !== observed.status?.code
}

/** Whether a way has changed: another verdict, other steps, or other answers of them. */
export function isOtherWay(before: Trace | null, now: Trace | null): boolean {
  if (before === now || before === null || now === null) return false
  return wayOf(before) !== wayOf(now)
}

function wayOf({ verdict, status, steps, warnings }: Trace): string {
  return JSON.stringify([verdict, status, steps.map(({ reason: _, ...step }) => step), warnings])
}
