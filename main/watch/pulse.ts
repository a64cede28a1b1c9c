import type { AppErrorBody } from '../../shared/errors/index.ts'
import type { Clock, Timer } from '../../shared/flow/index.ts'
import type { ClusterSession } from '../session/index.ts'

/** A live stream, as the pulse sees it. */
export interface Pulsing {
  /** When the last byte came, by the clock's `elapsed`. */
  readonly lastByteAt: number
  /** Nobody looks at what it brings: it is checked once a minute. */
  readonly isBackground: boolean
  /**
   * Asks the server whether anything happened since the stream's version; a stream that missed
   * something ends and begins anew. `silent`: no answer within the time.
   */
  check(milliseconds: number): Promise<'alive' | 'silent'>
  /** The server does not answer and this stream is silent. */
  stalled(error: AppErrorBody): void
}

/** Every silent stream is checked once in this time, however many there are. */
const roundMillis = 10_000
const backgroundMillis = 60_000
/** The pause between two checks of a context, at most: the server itself is to be heard of. */
const longestPause = 5000
const shortestPause = 20
/** A stream that spoke, or was found sound, within this time needs no check. */
const freshMillis = 900
const patience = 3000
/** A timer this late means that the process, or the machine, slept. */
const sleptAfter = 4000
/** Contexts that wake at the same moment connect spread over this time. */
const wakeSpread = 800

/**
 * Finds streams that died without a word: a proxy that forgot the connection, a cable. Silence
 * alone says nothing, since a quiet kind may send nothing but a bookmark a minute. So the silent
 * streams of a context are checked in turn, each within ten seconds: a watch of one second from
 * the same version, on a connection that is there for such requests and stays. That does two
 * things.
 * - It asks whether the server answers at all. If not within 3 s, every stream that has been
 *   silent since the question is stale: at most 8 s after its last byte. The session hears of it.
 * - It finds one dead stream among sound ones, however many there are: what it missed comes on the
 *   check, at most 11 s after it happened, and another stream takes its place. No list has to be
 *   compared, and a stream that is dead but missed nothing harms nobody.
 */
export class Pulse {
  readonly #session: ClusterSession
  readonly #clock: Clock
  readonly #random: () => number
  readonly #streams = new Set<Pulsing>()
  readonly #checkedAt = new WeakMap<Pulsing, number>()
  readonly #asking = new Set<Pulsing>()
  #timer: Timer | null = null
  /** When the timer should go off, by the clock's `elapsed`. */
  #due = 0
  /** The same as a date: some systems' `elapsed` stands while the machine sleeps. */
  #dueDate = 0

  constructor(session: ClusterSession, clock: Clock, random: () => number) {
    this.#session = session
    this.#clock = clock
    this.#random = random
  }

  get isIdle(): boolean {
    return this.#streams.size === 0
  }

  add(stream: Pulsing): void {
    this.#streams.add(stream)
    // The more streams, the sooner is the next one's turn.
    if (this.#timer === null || this.#due > this.#clock.elapsed() + this.#pause) this.#schedule()
  }

  remove(stream: Pulsing): void {
    this.#streams.delete(stream)
    if (!this.isIdle) return
    this.#timer?.cancel()
    this.#timer = null
  }

  get #pause(): number {
    const inTurn = [...this.#streams].filter(({ isBackground }) => !isBackground).length
    return Math.min(Math.max(roundMillis / Math.max(inTurn, 1), shortestPause), longestPause)
  }

  #schedule(): void {
    this.#timer?.cancel()
    this.#due = this.#clock.elapsed() + this.#pause
    this.#dueDate = this.#clock.now() + this.#pause
    this.#timer = this.#clock.after(this.#pause, () => {
      const late = Math.max(this.#clock.elapsed() - this.#due, this.#clock.now() - this.#dueDate)
      if (late > sleptAfter) {
        this.#wake()
        return
      }
      void this.#check()
      this.#schedule()
    })
  }

  /** All connections are doubtful now. Those of other contexts wake at this moment too. */
  #wake(): void {
    this.#due = this.#clock.elapsed()
    this.#timer = this.#clock.after(this.#random() * wakeSpread, () => {
      this.#session.wake()
      this.#timer = null
      if (!this.isIdle) this.#schedule()
    })
  }

  async #check(): Promise<void> {
    const asked = this.#clock.elapsed()
    const stream = this.#oldest(asked)
    if (stream === null || asked - this.#soundAt(stream) < freshMillis) return
    this.#checkedAt.set(stream, asked)
    this.#asking.add(stream)
    const answer = await stream.check(patience)
    this.#asking.delete(stream)
    if (answer === 'silent') this.#stall(asked)
  }

  /** The stream of which nothing has been heard for the longest time. */
  #oldest(now: number): Pulsing | null {
    let oldest: Pulsing | null = null
    const isBackgroundAlone = [...this.#streams].every(({ isBackground }) => isBackground)
    for (const stream of this.#streams) {
      if (this.#asking.has(stream)) continue
      const isDue = !stream.isBackground || isBackgroundAlone
      if (!isDue && now - this.#soundAt(stream) < backgroundMillis) continue
      if (oldest === null || this.#soundAt(stream) < this.#soundAt(oldest)) oldest = stream
    }
    return oldest
  }

  #soundAt(stream: Pulsing): number {
    return Math.max(stream.lastByteAt, this.#checkedAt.get(stream) ?? Number.NEGATIVE_INFINITY)
  }

  #stall(asked: number): void {
    const silent = [...this.#streams].filter(stream => stream.lastByteAt < asked)
    if (silent.length === 0) return
    const error: AppErrorBody = {
      kind: 'unreachable',
      message: `The server has not answered for ${patience / 1000} seconds.`,
      context: this.#session.context,
    }
    for (const stream of silent) stream.stalled(error)
    this.#session.suspect(error)
  }
}

/** One pulse for each session with live streams. */
export class Pulses {
  readonly #clock: Clock
  readonly #random: () => number
  readonly #bySession = new Map<ClusterSession, Pulse>()

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock
    this.#random = random
  }

  /** Watches over `stream` until the returned function is called. */
  add(session: ClusterSession, stream: Pulsing): () => void {
    const pulse = this.#bySession.get(session) ?? new Pulse(session, this.#clock, this.#random)
    this.#bySession.set(session, pulse)
    pulse.add(stream)
    return () => {
      pulse.remove(stream)
      if (pulse.isIdle && this.#bySession.get(session) === pulse) this.#bySession.delete(session)
    }
  }
}
