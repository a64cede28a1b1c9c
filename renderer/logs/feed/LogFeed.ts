import type { AppErrorBody } from '../../../shared/errors/index.ts'
import type { Clock, Timer } from '../../../shared/flow/index.ts'
import type { LogEntry, LogView, PodLogFrame } from '../../../shared/ipc/index.ts'
import { engine } from '../../bridge/index.ts'

/** What is known of all lines, without the lines themselves. */
export type LogFacts = Omit<PodLogFrame, 'entries' | 'start'>

/** What the page is told of the reading of logs. */
export interface LogState {
  /** Null before the first answer. */
  readonly facts: LogFacts | null
  /** Why the reading ended or could not begin. */
  readonly error: AppErrorBody | null
}

/** Between two tellings of what only counts on, in milliseconds. */
const pace = 250

/** Where changes of the view go to. */
interface Opened {
  update(update: { readonly view: LogView }): void
}

/** A frame, and whether its places are those of the view as it is now. */
export interface HeldFrame {
  readonly frame: PodLogFrame
  /** Made before the filter or the pause last changed. */
  readonly isBefore: boolean
}

/**
 * The frames of one reading of logs. Who draws the lines follows every one; the rest of the page
 * is told of what matters at once, and of mere counts four times a second.
 */
export class LogFeed {
  /** Names this reading in calls. */
  readonly session: string
  readonly #clock: Clock
  readonly #tell: (state: LogState) => void
  readonly #listeners = new Set<() => void>()
  #view: LogView
  #opened: Opened | null = null
  #held: HeldFrame | null = null
  /** The view's filter or pause changed since the last frame that knew of it. */
  #isChanging = false
  /** What was asked for last is not there yet. */
  #isPending = false
  #error: AppErrorBody | null = null
  #told: LogState = { facts: null, error: null }
  #toldAt = Number.NEGATIVE_INFINITY
  #timer: Timer | null = null
  #generation = 0

  constructor(session: string, view: LogView, clock: Clock, tell: (state: LogState) => void) {
    this.session = session
    this.#view = view
    this.#clock = clock
    this.#tell = tell
  }

  get view(): LogView {
    return this.#view
  }

  get isPending(): boolean {
    return this.#isPending
  }

  get latest(): HeldFrame | null {
    return this.#held
  }

  /** Counts up whenever main forgot everything: numbers and places begin anew. */
  get generation(): number {
    return this.#generation
  }

  connect(opened: Opened): void {
    this.#opened = opened
  }

  /** Calls for every frame. The answer ends it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Asks for something else to be shown. */
  show(change: Partial<LogView>): void {
    const next = { ...this.#view, ...change }
    // A window moves along as lines make room: the same place asked for again is another one.
    if (change.window === undefined && JSON.stringify(next) === JSON.stringify(this.#view)) return
    const isOther =
      next.isPaused !== this.#view.isPaused ||
      JSON.stringify(next.filter) !== JSON.stringify(this.#view.filter)
    this.#isChanging ||= isOther
    this.#isPending = true
    this.#view = next
    this.#opened?.update({ view: next })
  }

  /** Place of the next line that the search meets, from a place on; null for none. */
  find(from: number, isBackward: boolean): Promise<number | null> {
    return engine.call('logs.find', { session: this.session, from, isBackward })
  }

  take(frame: PodLogFrame, isOutdated: boolean): void {
    if (!isOutdated) {
      this.#isChanging = false
      this.#isPending = false
    }
    this.#held = { frame, isBefore: this.#isChanging }
    this.#error = null
    for (const listener of [...this.#listeners]) listener()
    this.#tellInTime()
  }

  end(error: AppErrorBody | null): void {
    this.#error = error
    this.#tellNow()
  }

  reopened(): void {
    this.#generation += 1
    this.#held = null
    // The stream is opened first, and then told what is shown of it.
    queueMicrotask(() => {
      for (const listener of [...this.#listeners]) listener()
    })
  }

  close(): void {
    this.#timer?.cancel()
    this.#timer = null
  }

  #tellInTime(): void {
    const wait = this.#toldAt + pace - this.#clock.elapsed()
    const facts = this.#held?.frame ?? null
    if (wait <= 0 || matters(this.#told.facts, facts)) this.#tellNow()
    else this.#timer ??= this.#clock.after(wait, () => this.#tellNow())
  }

  #tellNow(): void {
    this.close()
    this.#toldAt = this.#clock.elapsed()
    this.#told = { facts: factsOf(this.#held?.frame ?? null), error: this.#error }
    this.#tell(this.#told)
  }
}

function factsOf(frame: PodLogFrame | null): LogFacts | null {
  if (frame === null) return null
  const { entries: _entries, start: _start, ...facts } = frame
  return facts
}

function matters(told: LogFacts | null, next: PodLogFrame | null): boolean {
  if (told === null || next === null) return told !== null || next !== null
  return (
    (told.total === 0) !== (next.total === 0) ||
    (told.pending === undefined) !== (next.pending === undefined) ||
    told.hits !== next.hits ||
    told.problems.length !== next.problems.length ||
    told.sources.length !== next.sources.length ||
    told.sources.some((source, index) => source.phase !== next.sources[index]?.phase)
  )
}

/** The entry at a place, where the frame has it. */
export function entryAt(frame: PodLogFrame | null, place: number): LogEntry | undefined {
  return frame?.entries[place - frame.start]
}
