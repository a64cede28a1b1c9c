import type { AppErrorBody } from '../../shared/errors/index.ts'
import type { Clock, Timer } from '../../shared/flow/index.ts'
import type { ClusterSession } from '../session/index.ts'

/** A live stream, as the pulse sees it. */
export interface Pulsing {
  /** When the last byte came, in milliseconds since the epoch. */
  readonly lastByteAt: number
  readonly hasSeenBookmark: boolean
  /**
   * Opens another stream from the same version, which takes over if the old one stays silent
   * meanwhile. `silent`: no answer within the time.
   */
  renew(milliseconds: number): Promise<'alive' | 'silent'>
  /** The server does not answer and this stream is silent. */
  stalled(error: AppErrorBody): void
}

const interval = 6000
const silentFor = 1000
const patience = 3000
/** Servers that send bookmarks send one about every minute on every watch. */
const bookmarkOverdue = 90_000
const overduePerTick = 10
/** A timer this late means that the process, or the machine, slept. */
const sleptAfter = 5000

/**
 * Finds streams that died without a word: a proxy that forgot the connection, a cable. Silence
 * alone says nothing, since a quiet kind may send nothing but a bookmark a minute. So once in
 * 6 s, one request for a whole context, the stream that has been silent the longest is renewed: a
 * second watch is opened from the same version and takes over. That does three things.
 * - It asks whether the server answers at all. If not within 3 s, every stream that has been silent
 *   since the question is stale: at most 10 s after its last byte.
 * - It bounds how long one dead stream among sound ones goes unseen, to 6 s times the silent
 *   streams of the context; where bookmarks come, to 96 s however many there are. No list has to
 *   be compared: the new stream begins at the version the old one stopped at, so what was missed
 *   arrives, and rows are right whether the old stream was dead or not.
 * - It keeps quiet versions fresh.
 */
export class Pulse {
  readonly #session: ClusterSession
  readonly #clock: Clock
  readonly #streams = new Set<Pulsing>()
  #timer: Timer | null = null

  constructor(session: ClusterSession, clock: Clock) {
    this.#session = session
    this.#clock = clock
  }

  get isIdle(): boolean {
    return this.#streams.size === 0
  }

  add(stream: Pulsing): void {
    this.#streams.add(stream)
    if (this.#timer === null) this.#schedule()
  }

  remove(stream: Pulsing): void {
    this.#streams.delete(stream)
    if (!this.isIdle) return
    this.#timer?.cancel()
    this.#timer = null
  }

  #schedule(): void {
    const due = this.#clock.now() + interval
    this.#timer = this.#clock.after(interval, () => {
      const hasSlept = this.#clock.now() - due > sleptAfter
      if (hasSlept) this.#session.wake()
      const checked = hasSlept ? Promise.resolve() : this.#check()
      void checked.then(() => {
        if (!this.isIdle) this.#schedule()
      })
    })
  }

  async #check(): Promise<void> {
    const asked = this.#clock.now()
    const silent = [...this.#streams]
      .filter(stream => asked - stream.lastByteAt >= silentFor)
      .sort((a, b) => a.lastByteAt - b.lastByteAt)
    const [longest, ...others] = silent
    if (longest === undefined) return
    const overdue = others
      .filter(stream => stream.hasSeenBookmark && asked - stream.lastByteAt > bookmarkOverdue)
      .slice(0, overduePerTick)
    const answers = await Promise.all([longest, ...overdue].map(stream => stream.renew(patience)))
    if (answers[0] === 'silent') this.#stall(asked)
  }

  #stall(asked: number): void {
    const error: AppErrorBody = {
      kind: 'unreachable',
      message: `The server has not answered for ${patience / 1000} seconds.`,
      context: this.#session.context,
    }
    for (const stream of [...this.#streams]) if (stream.lastByteAt < asked) stream.stalled(error)
  }
}

/** One pulse for each session with live streams. */
export class Pulses {
  readonly #clock: Clock
  readonly #bySession = new Map<ClusterSession, Pulse>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Watches over `stream` until the returned function is called. */
  add(session: ClusterSession, stream: Pulsing): () => void {
    const pulse = this.#bySession.get(session) ?? new Pulse(session, this.#clock)
    this.#bySession.set(session, pulse)
    pulse.add(stream)
    return () => {
      pulse.remove(stream)
      if (pulse.isIdle && this.#bySession.get(session) === pulse) this.#bySession.delete(session)
    }
  }
}
