import { type AppErrorBody, isAppError } from '../../shared/errors/index.ts'
import type { Clock, Timer } from '../../shared/flow/index.ts'
import type { ApiClient } from '../api/index.ts'

export interface WatchedStream {
  /** When the stream last said something, by the clock’s `elapsed`. */
  readonly lastHeardAt: () => number
  /** The server does not answer: what is shown may be old. */
  readonly onSilent: (error: AppErrorBody) => void
  /** The server answers, but this stream is overdue: it must be opened again. */
  readonly onOverdue: () => void
}

/** A question every 7.5 s with 3 s to answer: a silent stall shows within 12 s, on a busy machine too. */
const interval = 7500
const patience = 3000
/** Servers send a bookmark about once a minute on every watch that asks for them. */
const bookmarkOverdue = 90_000

/**
 * Watches over the silence of one stream, which may be rest or death: a small question tells
 * whether the server answers at all, a missing bookmark whether the stream does. Ends when the
 * returned function is called.
 */
export function watchOverSilence(api: ApiClient, clock: Clock, stream: WatchedStream): () => void {
  const stop = new AbortController()
  let timer: Timer | null = null
  const schedule = (milliseconds: number): void => {
    timer = clock.after(milliseconds, () => void look())
  }
  const look = async (): Promise<void> => {
    const silence = clock.elapsed() - stream.lastHeardAt()
    if (silence > bookmarkOverdue) {
      stream.onOverdue()
      return
    }
    // A word that came a moment ago puts the question off by as much, not by a whole round.
    if (silence < interval) {
      schedule(interval - silence)
      return
    }
    const error = await unansweredQuestion(api, stop.signal)
    if (stop.signal.aborted) return
    if (error !== null) stream.onSilent(error)
    else schedule(interval)
  }
  schedule(interval)
  return () => {
    stop.abort()
    timer?.cancel()
  }
}

/** Any answer, a refusal too, tells that the server is there. */
async function unansweredQuestion(api: ApiClient, signal: AbortSignal): Promise<AppErrorBody | null> {
  try {
    const response = await api.session.request({
      method: 'GET',
      path: '/version',
      idleTimeout: patience,
      purpose: 'ask the server whether it is there',
      signal,
    })
    response.dispose()
    return null
  } catch (error) {
    return isAppError(error) && error.body.kind === 'unreachable' ? error.body : null
  }
}
