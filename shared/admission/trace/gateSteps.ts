import { authorize, type Gate, type GateResult } from '../gates/index.ts'
import { sameJson } from '../patch/index.ts'
import type { Run } from './run.ts'

/** Asks whether the user may make the request at all. */
export function runAuthorization(run: Run): void {
  take(authorize(run.request, run.quietWorld), 'authorization', run, 0)
}

/** Runs built-in plugins in their order, until one ends the request. */
export function runGates(gates: readonly Gate[], run: Run, round: 0 | 1, isMutating = false): void {
  for (const gate of gates) {
    if (run.ended !== null) return
    const result = gate.run(run.request, run.object, run.quietWorld)
    take(result, gate.plugin, run, round)
    if (isMutating && result.steps.some(step => step.outcome === 'unknown'))
      run.doubtContent(`${gate.plugin} may have changed the object`)
  }
}

function take(result: GateResult, by: string, run: Run, round: 0 | 1): void {
  const { object, denied } = result
  const isDoubtful = run.contentDoubt !== null
  const change =
    object !== null && by !== 'authorization' && !sameJson(run.object, object)
      ? { change: run.change(object) }
      : {}
  for (const step of result.steps) {
    const isTold = round === 0 || step.outcome === 'mutated' || step.outcome === 'denied'
    if (!isTold) continue
    const sure = isDoubtful && step.outcome !== 'unknown' ? ({ certainty: 'unknown' } as const) : {}
    run.add({ ...step, round, ...sure, ...(step.outcome === 'mutated' ? change : {}) })
  }
  for (const warning of result.warnings ?? []) run.warn(warning)
  for (const [key, value] of Object.entries(result.auditAnnotations ?? {})) run.annotate(key, value)
  for (const assumption of result.assumptions ?? []) run.assume(assumption)
  for (const gap of result.gaps ?? []) run.addGap(gap)
  if (denied !== undefined) run.end(denied, by, !isDoubtful)
}
