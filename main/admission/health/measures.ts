import { AdmissionMetrics, type MeasuresNote } from '../../../shared/admission/health/index.ts'
import { type AppErrorKind, isAppError, isCancelled } from '../../../shared/errors/index.ts'
import type { Clock } from '../../../shared/flow/index.ts'
import type { ClusterSession } from '../../session/index.ts'
import { Poll } from './poll.ts'

/** The text is large and the server makes it anew for everybody: milliseconds between two readings. */
const askEvery = 60_000
/** A text longer than this, in bytes, is not read to its end. */
const longest = 128 * 1024 * 1024
const longestLine = 65_536

/** What passes by itself. */
const passing: ReadonlySet<AppErrorKind> = new Set<AppErrorKind>(['unreachable', 'loginNeeded', 'throttled'])

const oneReplica =
  'Counted by the one replica of the API server that answered, since it was started; others count for themselves.'

/** The API server's own measures of admission, read while somebody looks. */
export class Measures {
  readonly #poll: Poll
  #metrics: AdmissionMetrics | null = null
  #note: MeasuresNote = { state: 'notRead', why: 'The measures of the API server are being read.' }

  constructor(session: ClusterSession, clock: Clock, changed: () => void) {
    this.#poll = new Poll(clock, askEvery, async signal => {
      try {
        this.#metrics = await readMeasures(session, signal)
        this.#note = { state: 'read', at: clock.now(), note: oneReplica }
      } catch (error) {
        if (isCancelled(error)) return 'later'
        if (!isAppError(error)) throw error
        this.#note = { state: 'unreadable', error: error.body }
      }
      changed()
      return this.#note.state === 'unreadable' && passing.has(this.#note.error.kind) ? 'soon' : 'later'
    })
  }

  get note(): MeasuresNote {
    return this.#note
  }

  get metrics(): AdmissionMetrics | null {
    return this.#metrics
  }

  close(): void {
    this.#poll.close()
  }
}

/** Reads `/metrics` as it comes in; keeps only what it says of admission. @throws AppError */
export async function readMeasures(session: ClusterSession, signal: AbortSignal): Promise<AdmissionMetrics> {
  const response = await session.request({
    method: 'GET',
    path: '/metrics',
    accept: 'text/plain',
    purpose: 'read the measures of the API server',
    signal,
  })
  const metrics = new AdmissionMetrics()
  const decoder = new TextDecoder()
  let rest = ''
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    if (size > longest) break
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = (lines.pop() ?? '').slice(0, longestLine)
    for (const line of lines) metrics.addLine(line)
  }
  metrics.addLine(rest)
  response.dispose()
  return metrics
}
