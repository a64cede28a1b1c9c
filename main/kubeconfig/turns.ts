import { setImmediate as nextTurn } from 'node:timers/promises'

/** Work in steps: it yields wherever it can be left for a while. */
export type Steps<Result> = Generator<undefined, Result>

/** Longest that the steps of one turn take, in milliseconds; the last of them may end later. */
const turnMillis = 3

/** Does the steps in turns that leave the event loop to others in between. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const end = performance.now() + turnMillis
    do {
      const { done, value } = steps.next()
      if (done) return value
    } while (performance.now() < end)
    await nextTurn()
  }
}

/** Does the steps in one go. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
