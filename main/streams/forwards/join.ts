import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type AppErrorBody, isAppError } from '../../../shared/errors/index.ts'
import type { Clock, Timer } from '../../../shared/flow/index.ts'

/**
 * A client that has ended its side may still read. That it has ended cannot be told to the pod, which may
 * wait for it and never end: after so many milliseconds without a byte both sides are closed, sooner where
 * the pod had spoken last and no answer is due.
 */
const silenceOfAnswer = 10_000
const silenceOfAnswered = 1000

export interface Counters {
  sent(bytes: number): void
  received(bytes: number): void
}

/**
 * Carries bytes both ways, each as fast as the slower end takes them, until the connection is over and
 * both streams are closed.
 * @returns why it did not end orderly; null where it did, or the client wanted it so
 */
export function join(
  local: Socket,
  remote: Duplex,
  counters: Counters,
  clock: Clock,
): Promise<AppErrorBody | null> {
  const { promise, resolve } = Promise.withResolvers<AppErrorBody | null>()
  let failure: AppErrorBody | null = null
  let silence: Timer | null = null
  let isAnswerDue = false
  const restart = (): void => {
    silence?.cancel()
    silence = clock.after(isAnswerDue ? silenceOfAnswer : silenceOfAnswered, () => {
      local.destroy()
      remote.destroy()
    })
  }
  local.on('data', chunk => {
    isAnswerDue = true
    counters.sent(chunk.byteLength)
  })
  remote.on('data', (chunk: Uint8Array) => {
    isAnswerDue = false
    counters.received(chunk.byteLength)
    if (silence !== null) restart()
  })
  local.pipe(remote, { end: false })
  remote.pipe(local, { end: false })
  local.on('end', restart)
  local.on('error', () => remote.destroy())
  local.on('close', () => remote.destroy())
  remote.on('end', () => local.destroySoon())
  remote.on('error', error => {
    failure = bodyOf(error)
    // A reset tells the client that what came is not all.
    local.resetAndDestroy()
  })
  remote.on('close', () => {
    silence?.cancel()
    if (failure === null && !remote.readableEnded) local.destroy()
    resolve(failure)
  })
  return promise
}

function bodyOf(error: unknown): AppErrorBody {
  if (isAppError(error)) return error.body
  return { kind: 'internal', message: error instanceof Error ? error.message : String(error) }
}
