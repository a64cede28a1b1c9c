import type { PlanStep } from '../../shared/ipc/index.ts'

/** Steps that are held back, each by the first refused one that it needs, directly or through others. */
export function heldBy(steps: readonly PlanStep[]): ReadonlyMap<number, PlanStep> {
  const refused = new Map(steps.filter(step => step.problem !== undefined).map(step => [step.index, step]))
  const held = new Map<number, PlanStep>()
  // What a step needs stands before it.
  for (const { index, after, problem } of steps) {
    if (problem !== undefined) continue
    const by = after.map(each => refused.get(each) ?? held.get(each)).find(each => each !== undefined)
    if (by !== undefined) held.set(index, by)
  }
  return held
}

/** Steps that can be sent: accepted, not held back, and with something to change. */
export function sendableOf(steps: readonly PlanStep[]): readonly number[] {
  const held = heldBy(steps)
  return steps
    .filter(({ index, problem, isUnchanged }) => problem === undefined && !isUnchanged && !held.has(index))
    .map(({ index }) => index)
}

/**
 * Steps of the run: what was chosen, and what cannot be sent now. The run says of those why not, and they
 * can be tried again from it.
 */
export function sentOf(steps: readonly PlanStep[], chosen: ReadonlySet<number>): readonly number[] {
  const sendable = new Set(sendableOf(steps))
  return steps.map(({ index }) => index).filter(index => chosen.has(index) || !sendable.has(index))
}
