import { setTimeout } from 'node:timers/promises'
import { AppError, isAppError } from '../../../../shared/errors/index.ts'
import { type Container, run } from '../remote/index.ts'

/** A lost connection is back soon, or else for long. */
const pausesMillis = [0, 300, 1500]
const longestMillis = 5000

/**
 * Removes what is left of a copy that failed.
 * @returns the error, with a word on the draft where it could not be removed
 */
export async function withoutDraft(container: Container, draft: string, error: unknown): Promise<unknown> {
  for (const pause of pausesMillis) {
    if (pause > 0) await setTimeout(pause)
    if (container.session.state.get().phase === 'closed') break
    try {
      const signal = AbortSignal.timeout(longestMillis)
      // The process that was ended may still be writing.
      const { code } = await run(container, ['rm', '-rf', '--', draft], { signal })
      if (code === 0) return error
    } catch (failure) {
      if (!isAppError(failure)) throw failure
    }
  }
  const left = `What was copied so far may still be in ${draft}.`
  if (!isAppError(error)) return error
  return new AppError({ ...error.body, causes: [...(error.body.causes ?? []), left] }, { cause: error })
}
