import { type AppErrorBody, isAppError } from '../../shared/errors/index.ts'
import type { Executor, PlannedRequest } from '../writes/index.ts'
import { mapAtOnce } from './targets.ts'

const sentAtOnce = 4

/**
 * Sends steps that need nothing of each other. Where the server refuses a step because its object is no longer as it
 * was planned for, that is said: the server itself says only that the request has an error.
 */
export const sendIndependently: Executor = async (run, steps, signal, indices) => {
  await mapAtOnce(indices, sentAtOnce, async index => {
    if (signal.aborted) return
    try {
      await run.send(index)
    } catch (error) {
      if (!isAppError(error)) throw error
      const step = steps[index]
      if (signal.aborted && error.body.kind === 'cancelled') run.set(index, { phase: 'waiting' })
      else if (step !== undefined && isTestFailed(step, error.body))
        run.set(index, { phase: 'failed', error: changedMeanwhile(error.body) })
    }
  })
}

/** A failed `test` of a JSON patch. Source of its words: apimachinery, pkg/api/errors, NewGenericServerResponse. */
function isTestFailed(
  { contentType, body }: PlannedRequest,
  { status, causes = [], message }: AppErrorBody,
): boolean {
  return (
    contentType === 'application/json-patch+json' &&
    status === 422 &&
    causes.length === 0 &&
    /rejected our request due to an error in our request|testing (?:path|value)/.test(message) &&
    typeof body === 'string' &&
    body.includes('"op":"test"')
  )
}

function changedMeanwhile(error: AppErrorBody): AppErrorBody {
  const message =
    'Somebody else changed the same field since this was planned, so that nothing was written. Plan it again to see what is there now.'
  return { ...error, kind: 'conflict', reason: 'ChangedMeanwhile', message }
}
