import { type AppErrorBody, isAppError, isCancelled } from '../../../shared/errors/index.ts'
import { resourcePath } from '../../api/index.ts'
import type { ApiResponse, ClusterSession } from '../../session/index.ts'
import type { Slicer } from '../../watch/index.ts'
import { LineSplitter } from './lineSplitter.ts'
import { longestLine } from './lineStore.ts'
import type { SourcePlace } from './words.ts'

export type LogQuery = Readonly<Record<string, string | number | boolean | undefined>>

export interface LogReading {
  readonly session: ClusterSession
  readonly slicer: Slicer
  readonly place: SourcePlace
  readonly query: LogQuery
  readonly signal: AbortSignal
  /** The server accepted; @param date what its clock said, in milliseconds since the epoch, or NaN */
  readonly opened: (date: number) => void
  readonly line: (bytes: Buffer, cut: number) => void
  /** Called after each part of the answer; waits when lines come faster than they are taken. */
  readonly pause: () => Promise<void>
  /** Whether what comes behind the last line end is a line: nothing can be added to it any more. */
  readonly takesRest: boolean
}

export type ReadingEnd =
  | { readonly type: 'ended' }
  /** It was refused or not answered: nothing was read. */
  | { readonly type: 'refused'; readonly error: AppErrorBody }
  | { readonly type: 'lost'; readonly error: AppErrorBody }
  | { readonly type: 'closed' }

const pods = { group: '', version: 'v1', resource: 'pods' }

/** Reads one answer of `GET pods/log` to its end. Never throws what can be expected. */
export async function readLog(reading: LogReading): Promise<ReadingEnd> {
  const { session, place, query, signal } = reading
  const { namespace, pod, container } = place
  let response: ApiResponse
  try {
    response = await session.request({
      method: 'GET',
      path: resourcePath(pods, { namespace, name: pod, subresource: 'log' }),
      query: { ...query, container, timestamps: true },
      accept: 'application/json, */*',
      idleTimeout: null,
      whenThrottled: 'fail',
      purpose: `read the log of container ${container} in pod ${pod}`,
      signal,
    })
  } catch (error) {
    return isCancelled(error) ? { type: 'closed' } : { type: 'refused', error: bodyOf(error) }
  }
  try {
    reading.opened(Date.parse(response.headers.date ?? ''))
    return await readBody(reading, response)
  } catch (error) {
    return signal.aborted || isCancelled(error) ? { type: 'closed' } : { type: 'lost', error: bodyOf(error) }
  } finally {
    response.dispose()
  }
}

async function readBody(
  { slicer, line, pause, signal, takesRest }: LogReading,
  response: ApiResponse,
): Promise<ReadingEnd> {
  const splitter = new LineSplitter(longestLine)
  for await (const chunk of response.body) {
    splitter.push(chunk, line)
    await pause()
    if (slicer.isSpent()) await slicer.pause()
    if (signal.aborted) return { type: 'closed' }
  }
  if (takesRest) splitter.rest(line)
  await pause()
  return { type: 'ended' }
}

function bodyOf(error: unknown): AppErrorBody {
  if (isAppError(error)) return error.body
  throw error
}
