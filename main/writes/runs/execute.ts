import { type AppErrorBody, isAppError } from '../../../shared/errors/index.ts'
import type { Executor, PlannedRequest, RunHandle } from '../types.ts'

const sentAtOnce = 4

export type Ready = (
  request: PlannedRequest,
  signal: AbortSignal,
  held: (note: string) => void,
) => Promise<void>

/**
 * Sends steps in their order, four at once where none needs another one first.
 * @param untilReady waits until what a step made can be used: a CustomResourceDefinition that is served
 */
export function inOrder(untilReady: Ready): Executor {
  return async (run, steps, signal, indices) => {
    const left = new Set(indices)
    const isOver = new Map<number, boolean>()
    const running = new Map<number, Promise<void>>()
    // What was refused beforehand, or failed before a run went on, holds back what needs it.
    for (const index of steps.keys()) if (!left.has(index)) isOver.set(index, run.phase(index) !== 'failed')
    for (;;) {
      for (const index of left) {
        if (running.size >= sentAtOnce || signal.aborted) break
        if (!(steps[index]?.after ?? []).every(before => isOver.has(before))) continue
        left.delete(index)
        const work = sendStep(run, index, steps, isOver, signal, untilReady).then(isDone => {
          isOver.set(index, isDone)
          running.delete(index)
        })
        running.set(index, work)
      }
      if (running.size === 0) return
      await Promise.race(running.values())
    }
  }
}

/** True where it was done, so that what comes after it can be tried. */
async function sendStep(
  run: RunHandle,
  index: number,
  steps: readonly PlannedRequest[],
  isOver: ReadonlyMap<number, boolean>,
  signal: AbortSignal,
  untilReady: Ready,
): Promise<boolean> {
  const before = steps[index]?.after ?? []
  const missing = before.find(each => isOver.get(each) === false)
  if (missing !== undefined) {
    run.set(index, { phase: 'failed', error: notDone(steps[missing]) })
    return false
  }
  try {
    for (const each of before) {
      const needed = steps[each]
      if (needed !== undefined)
        await untilReady(needed, signal, note => run.set(index, { phase: 'held', note }))
    }
    await run.send(index)
    return true
  } catch (error) {
    if (!isAppError(error)) throw error
    // It waits on: a run that is resumed sends it.
    if (signal.aborted && error.body.kind === 'cancelled') run.set(index, { phase: 'waiting' })
    else if (error.body.reason === 'NotReady') run.set(index, { phase: 'failed', error: error.body })
    return false
  }
}

function notDone(needed: PlannedRequest | undefined): AppErrorBody {
  return {
    kind: 'invalid',
    reason: 'NeedsAnother',
    message: `It was not sent, because a step that it needs was not done: ${needed?.title ?? 'an earlier one'}.`,
  }
}
