import type { AppErrorBody } from '../../../shared/errors/index.ts'
import { type Backoff, backoffDelays, type Clock } from '../../../shared/flow/index.ts'
import type { LogMark, LogOptions, LogSource } from '../../../shared/ipc/index.ts'
import type { ClusterSession } from '../../session/index.ts'
import type { Slicer } from '../../watch/index.ts'
import type { ContainerRecord } from './pods.ts'
import { type LogQuery, type ReadingEnd, readLog } from './reading.ts'
import { SeenLines } from './seenLines.ts'
import type { TailInput } from './tailMerge.ts'
import { type LineTime, TimeReader } from './times.ts'
import {
  gapText,
  goneText,
  refusalOf,
  restartText,
  type SourcePlace,
  troubleText,
  waitingError,
} from './words.ts'

/** Where a source puts what it reads. */
export interface SourceSink {
  line(bytes: Buffer, time: LineTime, cut: number): void
  mark(text: string, meaning: LogMark['meaning']): void
  phase(phase: LogSource['phase'], reason?: AppErrorBody): void
}

export interface FollowerOptions {
  readonly session: ClusterSession
  readonly clock: Clock
  readonly random: () => number
  readonly slicer: Slicer
  readonly place: SourcePlace
  readonly options: LogOptions
  /** True for a container that came after the others: all of its log is new. */
  readonly isLate: boolean
  /** Takes the lines with which the log begins, where those of several are merged. */
  readonly tail: { readonly input: TailInput; readonly merged: Promise<void> } | null
  readonly sink: SourceSink
}

const retries: Backoff = { initial: 500, factor: 2, maximum: 15_000, jitter: 0.3 }
/** How long a kubelet may take to tell that a container is over, after its log has ended. */
const settleMillis = 2500
const triesToFinish = 5

/**
 * Follows the log of one container, over its restarts, for as long as it is there. After every end of a
 * connection the log is read on from the last line, with what comes twice left out, so that all lines are
 * there once; where that cannot be said, a mark says why.
 */
export class Follower {
  readonly #options: FollowerOptions
  readonly #times = new TimeReader()
  readonly #closing = new AbortController()
  #record: ContainerRecord | null
  #uid: string
  /** Ends the wait for news; nothing while none is waited for. */
  #wake: () => void = () => undefined
  /** Ends any wait. */
  #stopWaiting: () => void = () => undefined
  readonly #seen = new SeenLines()
  #delays: Generator<number, never>
  /** One of the delays was used since a line came. */
  #hasWaited = false
  /** When the server first answered, by its clock; for logs of which no line came before they were lost. */
  #openedAt = Number.NaN
  #isTailOver = false
  #lastMark = ''
  /** Why the last attempt failed; undefined once one succeeds. */
  #lastError: AppErrorBody | undefined
  /** The last connection was lost, and nothing read since tells that it did no harm. */
  #isUnsure = false

  constructor(record: ContainerRecord, uid: string, options: FollowerOptions) {
    this.#record = record
    this.#uid = uid
    this.#options = options
    this.#delays = this.#newDelays()
  }

  /** Follows until the container is over or the follower closed. Rejects for a mistake of ours only. */
  async run(): Promise<void> {
    const { options } = this.#options
    try {
      if (options.previous) await this.#readOnce({ previous: true, ...firstQuery(options) })
      else if (!options.follow) await this.#readOnce(firstQuery(options))
      else await this.#follow()
    } finally {
      this.#options.tail?.input.end()
    }
  }

  /** What is known of the container now; null when its pod is gone. */
  update(record: ContainerRecord | null, uid: string): void {
    if (record !== null && uid !== this.#uid) this.#uid = uid
    this.#record = record
    this.#wake()
  }

  close(): void {
    this.#closing.abort()
    this.#stopWaiting()
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  async #follow(): Promise<void> {
    const { isLate, options } = this.#options
    let query = isLate ? {} : firstQuery(options)
    while (!this.#isClosed) {
      const run = await this.#begun()
      if (run === null) return
      this.#seen.newRun()
      if (!(await this.#followRun(run, query))) return
      if (!(await this.#nextRun(run))) return
      query = {}
    }
  }

  /** Waits until the container has begun. Null when it never will. */
  async #begun(): Promise<Run | null> {
    for (;;) {
      const record = this.#record
      if (this.#isClosed || record === null) {
        this.#phase('ended')
        return null
      }
      if (record.run !== null) return { uid: this.#uid, number: record.run }
      this.#phase('waiting', waitingError(this.#options.place, record.waiting))
      await this.#change()
    }
  }

  /** Reads one run to its end. @returns false when nothing more can be read */
  async #followRun(run: Run, first: LogQuery): Promise<boolean> {
    await this.#readTail(first)
    this.#isUnsure = false
    while (!this.#isClosed) {
      const wasRunning = this.#isRunning(run)
      const end = await this.#read({ ...this.#resumed(first), follow: wasRunning || undefined }, !wasRunning)
      if (end.type === 'closed') return false
      if (end.type === 'ended') {
        if (!wasRunning) return true
        if (this.#isRunning(run)) await this.#change(settleMillis)
      } else if (!(await this.#mayGoOn(end))) return false
      if (!this.#isRunning(run)) return this.#finish(run, first)
      if (end.type === 'ended') await this.#change(this.#nextDelay())
    }
    return false
  }

  /** The lines with which a log begins, merged with those of others. */
  async #readTail(first: LogQuery): Promise<void> {
    const { tail } = this.#options
    if (tail === null || this.#isTailOver) return
    await this.#read(first, false)
    this.#isTailOver = true
    tail.input.end()
    await tail.merged
  }

  /**
   * After the end of a run: reads what a lost connection, or one that ended too early, may have left.
   * @returns false when nothing more can be read
   */
  async #finish(run: Run, first: LogQuery): Promise<boolean> {
    for (let tries = 0; tries < triesToFinish && !this.#isClosed; tries++) {
      const record = this.#record
      if (record === null) break
      const isSame = this.#uid === run.uid && record.run === run.number
      const isPrevious = this.#uid === run.uid && record.run === run.number + 1
      if (!isSame && !isPrevious) break
      const end = await this.#read({ ...this.#resumed(first), previous: isPrevious || undefined }, true)
      if (end.type === 'closed') return false
      if (end.type === 'ended') {
        this.#isUnsure = this.#seen.isApart
        break
      }
      if (refusalOf(end.error, this.#options.place).type === 'never') break
      await this.#change(this.#nextDelay())
    }
    if (this.#isUnsure) this.#mark(this.#record === null ? goneText(this.#options.place) : gapText, 'warning')
    this.#isUnsure = false
    return true
  }

  /** Waits for the run after this one. @returns false when there is none */
  async #nextRun(run: Run): Promise<boolean> {
    const { place } = this.#options
    for (;;) {
      const record = this.#record
      if (this.#isClosed || record === null) {
        this.#phase('ended')
        return false
      }
      const isOther = this.#uid !== run.uid || (record.run !== null && record.run !== run.number)
      if (isOther) {
        const isAnew = this.#uid !== run.uid
        const unseen = (record.run ?? 0) - run.number - 1
        this.#mark(
          isAnew ? `Pod ${place.pod} was made anew.` : restartText(place, record.end, unseen),
          isAnew || record.end?.exitCode === 0 ? 'unknown' : 'warning',
        )
        return true
      }
      if (!record.isRestarted && !record.isRunning) {
        this.#phase('ended')
        return false
      }
      this.#phase('waiting', waitingError(place, record.waiting))
      await this.#change()
    }
  }

  /** A log that is not followed: read once, again only where the connection is lost. */
  async #readOnce(query: LogQuery): Promise<void> {
    while (!this.#isClosed) {
      const end = await this.#read({ ...query, ...this.#resumed(query) }, true)
      if (end.type === 'closed') return
      if (end.type === 'ended') return this.#phase('ended')
      const refusal = refusalOf(end.error, this.#options.place)
      if (refusal.type === 'waiting') return this.#phase('ended', refusal.error)
      if (!(await this.#mayGoOn(end))) return
    }
  }

  #isRunning(run: Run): boolean {
    const record = this.#record
    return record?.isRunning === true && record.run === run.number && this.#uid === run.uid
  }

  /** Where a log that was read before goes on. */
  #resumed(first: LogQuery): LogQuery {
    const from = this.#seen.resumeFrom
    if (from !== null) return { sinceTime: new Date(from * 1000).toISOString().replace('.000Z', 'Z') }
    // Of a log with a bound nothing came yet: what is written after the first answer must not be left out.
    if (first.tailLines === undefined || Number.isNaN(this.#openedAt)) return first
    return { sinceTime: new Date(this.#openedAt - 1000).toISOString() }
  }

  async #read(query: LogQuery, takesRest: boolean): Promise<ReadingEnd> {
    const { session, slicer, place, tail } = this.#options
    const input = this.#isTailOver ? null : (tail?.input ?? null)
    this.#seen.resume()
    this.#phase(this.#isUnsure ? 'retrying' : 'connecting', this.#lastError)
    const end = await readLog({
      session,
      slicer,
      place,
      query,
      takesRest,
      signal: this.#closing.signal,
      opened: date => {
        this.#openedAt = Number.isNaN(this.#openedAt) ? date : this.#openedAt
        this.#phase('live')
      },
      line: (bytes, cut) => this.#line(bytes, cut, input),
      pause: () => input?.room() ?? Promise.resolve(),
    })
    if (end.type === 'lost') this.#isUnsure = true
    if (end.type === 'ended' && !this.#seen.isApart) this.#isUnsure = false
    return end
  }

  #line(bytes: Buffer, cut: number, input: TailInput | null): void {
    const { place, sink } = this.#options
    const time = this.#times.read(bytes)
    const trouble = time.prefix === 0 ? troubleText(bytes.toString('utf8', 0, 1000), place) : null
    if (trouble !== null) {
      this.#mark(trouble, 'warning')
      return
    }
    const kind = this.#seen.take(bytes, time)
    if (kind === 'repeat') return
    if (kind === 'gap') {
      this.#mark(this.#seen.takeDoubt() || gapText, 'warning')
      this.#isUnsure = false
    }
    this.#lastMark = ''
    // Lines come: the next loss is a new one.
    if (this.#hasWaited) this.#delays = this.#newDelays()
    this.#hasWaited = false
    if (input !== null) input.put({ bytes, cut, time })
    else sink.line(bytes, time, cut)
  }

  /** After a loss or a refusal: waits as long as it takes. @returns false when there is no use in it */
  async #mayGoOn(end: Extract<ReadingEnd, { readonly error: AppErrorBody }>): Promise<boolean> {
    const refusal =
      end.type === 'lost'
        ? ({ type: 'later', error: end.error } as const)
        : refusalOf(end.error, this.#options.place)
    if (refusal.type === 'never') {
      this.#phase(this.#record === null ? 'ended' : 'failed', refusal.error)
      return false
    }
    this.#lastError = refusal.error
    this.#phase(refusal.type === 'waiting' ? 'waiting' : 'retrying', refusal.error)
    const delay = Math.max(this.#nextDelay(), (refusal.error.retryAfterSeconds ?? 0) * 1000)
    await this.#change(delay, refusal.error.kind !== 'throttled')
    return !this.#isClosed
  }

  #nextDelay(): number {
    this.#hasWaited = true
    return this.#delays.next().value
  }

  #newDelays(): Generator<number, never> {
    return backoffDelays(retries, this.#options.random)
  }

  #phase(phase: LogSource['phase'], reason?: AppErrorBody): void {
    if (phase === 'live') this.#lastError = undefined
    if (!this.#isClosed) this.#options.sink.phase(phase, reason)
  }

  /** What is said again and again, with no line between, is said once. */
  #mark(text: string, meaning: LogMark['meaning']): void {
    if (this.#isClosed || text === this.#lastMark) return
    this.#lastMark = text
    this.#options.sink.mark(text, meaning)
  }

  /** Waits for news of the container, for the session's return, or for so long. */
  async #change(milliseconds?: number, wakes = true): Promise<void> {
    if (this.#isClosed) return
    const { clock, session } = this.#options
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = milliseconds === undefined ? null : clock.after(milliseconds, resolve)
    const unsubscribe = wakes ? session.wakeups.subscribe(() => resolve()) : () => undefined
    this.#wake = wakes ? resolve : () => undefined
    this.#stopWaiting = resolve
    try {
      await promise
    } finally {
      timer?.cancel()
      unsubscribe()
    }
  }
}

/** One life of a container: its pod, and how often it was restarted before. */
interface Run {
  readonly uid: string
  readonly number: number
}

function firstQuery({ tail, sinceSeconds }: LogOptions): LogQuery {
  return { tailLines: tail ?? undefined, sinceSeconds: sinceSeconds ?? undefined }
}
