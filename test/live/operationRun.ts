/** Runs one operation of the explorer as the page does, and says what came of it. */
import { AppError, isAppError } from '../../shared/errors/index.ts'
import type { ApiCall, CallRoute, Handlers, OpenState } from '../../shared/ipc/index.ts'

export interface Outcome {
  readonly route: CallRoute
  readonly isDone: boolean
  /** Why it failed, as the server said it. */
  readonly reason: string
}

type Calls = Pick<
  Handlers,
  | 'explorer.preview'
  | 'explorer.call'
  | 'explorer.follow'
  | 'explorer.channel'
  | 'explorer.plan'
  | 'writes.send'
  | 'writes.run'
>

/** A slow machine answers late. */
const patience = 60_000

export async function runCall(handlers: Calls, call: ApiCall): Promise<Outcome> {
  const signal = AbortSignal.timeout(patience)
  const { route, problems } = await handlers['explorer.preview'](call, signal)
  const done: Outcome = { route, isDone: true, reason: '' }
  const failed = (reason: string): Outcome => ({ route, isDone: false, reason })
  if (problems.length > 0) return failed(problems.map(({ message }) => message).join(' '))
  try {
    switch (route) {
      case 'read': {
        const { error } = await handlers['explorer.call']({ ...call, reveal: false }, signal)
        return error === undefined ? done : failed(`${error.status} ${error.message}`)
      }
      case 'stream':
        return await ended(
          notify => handlers['explorer.follow']({ ...call, reveal: false }, notify),
          ({ phase, error }) =>
            phase === 'connecting' ? null : phase === 'failed' ? failed(textOf(error)) : done,
        )
      case 'channel':
        return await ended(
          notify => handlers['explorer.channel'](call, notify),
          ({ phase, error }) =>
            phase === 'connecting' ? null : phase === 'failed' ? failed(textOf(error)) : done,
        )
      case 'plan': {
        const plan = await handlers['explorer.plan'](call, signal)
        const [step] = plan.steps
        const { run } = await handlers['writes.send'](
          { plan: plan.id, typed: plan.typed?.text ?? '' },
          signal,
        ).catch((error: unknown) => {
          const isProtected = isAppError(error) && error.body.reason === 'ProtectedContext'
          throw step?.problem === undefined || isProtected ? error : new AppError(step.problem)
        })
        return await ended(
          notify => handlers['writes.run']({ id: run }, notify),
          ({ phase, steps: [sent] }) =>
            phase === 'running'
              ? null
              : sent?.phase === 'done' || sent?.phase === 'unchanged'
                ? done
                : failed(`${sent?.phase ?? phase}: ${textOf(sent?.error)}`),
        )
      }
    }
  } catch (error) {
    if (!isAppError(error)) throw error
    return failed(textOf(error.body))
  }
}

function textOf(error: AppError['body'] | undefined): string {
  return error === undefined
    ? 'nothing was said'
    : `${error.status ?? error.reason ?? error.kind} ${error.message}`
}

/** Follows a state until it says what came of it. */
async function ended<Update, Value>(
  open: (notify: () => void) => OpenState<Update, Value>,
  judge: (value: Value) => Outcome | null,
): Promise<Outcome> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  const timer = setTimeout(() => reject(new Error(`nothing came of it in ${patience} ms`)), patience)
  const look = (): void => {
    try {
      const value = state.take()
      const outcome = value === undefined ? null : judge(value)
      if (outcome !== null) resolve(outcome)
    } catch (error) {
      reject(error instanceof Error ? error : new Error(String(error)))
    }
  }
  const state = open(() => queueMicrotask(look))
  queueMicrotask(look)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    state.close()
  }
}
