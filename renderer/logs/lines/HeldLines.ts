import type { LogEntry, PodLogFrame } from '../../../shared/ipc/index.ts'
import { entryAt, type LogFeed } from '../feed/LogFeed.ts'
import { anywhere, type Bounds, locate } from './locate.ts'
import { type PlaceRange, windowAround } from './range.ts'

/** A line whose place has to be found anew, because all places moved. */
interface Sought {
  readonly number: number
  /** Where it stood. */
  readonly place: number
  readonly bounds: Bounds
  /** Lines that had made room by then: bounds hold only while no others do. */
  readonly dropped: number
}

/** By how many places lines moved, and whether they are those of another filter. */
export interface Taken {
  readonly shift: number
  readonly isOther: boolean
}

/**
 * The frame that is drawn. While the reader reads, the lines under the eyes stay, wherever their
 * places go: as old lines make room, as the filter changes, and even when main has them no more.
 */
export class HeldLines {
  #feed: LogFeed
  #frame: PodLogFrame | null = null
  /** Filter of the frame, as text. */
  #filter = ''
  #sought: Sought | null = null
  #isStranded = false
  #settled: (() => void)[] = []

  constructor(feed: LogFeed) {
    this.#feed = feed
  }

  get frame(): PodLogFrame | null {
    return this.#frame
  }

  get total(): number {
    return this.#frame?.total ?? 0
  }

  /** What is drawn is not held by main any more. */
  get isStranded(): boolean {
    return this.#isStranded
  }

  entry(place: number): LogEntry | undefined {
    return entryAt(this.#frame, place)
  }

  reset(feed: LogFeed): void {
    this.#feed = feed
    this.#frame = null
    this.#isStranded = false
    this.release()
  }

  /** From now on the line at a place stays where it is. */
  hold(place: number): void {
    // Main goes on until it hears of it: by then the line may stand elsewhere.
    this.#sought = this.#seek(place)
  }

  /** The line at a place, to be found wherever it goes; null where none is known. */
  #seek(place: number): Sought | null {
    const number = this.entry(place)?.number
    const dropped = this.#frame?.dropped ?? 0
    return number === undefined ? null : { number, place, bounds: anywhere, dropped }
  }

  /** No line has to stay any more. */
  release(): void {
    this.#sought = null
    const waiting = this.#settled
    this.#settled = []
    for (const resolve of waiting) resolve()
  }

  /** Resolves once places are those that main has. */
  settle(): Promise<void> {
    if (this.#sought === null) return Promise.resolve()
    return new Promise(resolve => this.#settled.push(resolve))
  }

  /** Draws a frame as it is. */
  adopt(frame: PodLogFrame, shift = 0): Taken {
    const isOther = !this.#isSameFilter
    if (isOther) this.#filter = JSON.stringify(this.#feed.view.filter)
    this.#isStranded = false
    this.#frame = frame
    return { shift, isOther }
  }

  /** Takes a frame while the line at a place has to stay; null: it waits for another one. */
  take(frame: PodLogFrame, place: number): Taken | null {
    if (this.#isStranded && this.#isSameFilter) return null
    // A new filter is still on its way to the line: what it found so far would be taken for all.
    if (frame.pending !== undefined && !this.#isSameFilter) return null
    const sought = this.#sought ?? this.#seek(place)
    if (sought === null) return this.adopt(frame)
    const { dropped } = frame
    const found = locate(frame, sought.number, sought.dropped === dropped ? sought.bounds : anywhere)
    if (found.type === 'ask') {
      // Made for a window of before: the one that was asked for since is on its way.
      if (this.#feed.isPending) return null
      this.#sought = { ...sought, bounds: found.bounds, dropped }
      this.#feed.show({ window: { start: found.start, count: this.#feed.view.window.count } })
      return null
    }
    this.release()
    return this.#isGone(frame, sought.number) ? this.#strand() : this.adopt(frame, found.place - sought.place)
  }

  /** Asks main for what is drawn and some more around it. */
  askAround(range: PlaceRange): void {
    if (this.#sought !== null || this.#isStranded || this.#frame === null || this.total === 0) return
    const { window } = this.#feed.view
    const current = this.#feed.isPending ? window : { start: this.#frame.start, count: window.count }
    const next = windowAround(current, range, this.total)
    if (next !== current) this.#feed.show({ window: next })
  }

  get #isSameFilter(): boolean {
    return JSON.stringify(this.#feed.view.filter) === this.#filter
  }

  /** A line made room for others, which no filter explains. */
  #isGone({ start, entries, dropped }: PodLogFrame, number: number): boolean {
    const first = entries[0]?.number ?? Number.MAX_SAFE_INTEGER
    return start === 0 && first > number && dropped > (this.#frame?.dropped ?? 0) && this.#isSameFilter
  }

  /** The lines at hand stay with the reader. */
  #strand(): Taken | null {
    if (this.#frame === null) return null
    const { start, entries } = this.#frame
    this.#isStranded = true
    this.#frame = { ...this.#frame, start: 0, total: entries.length }
    return { shift: -start, isOther: false }
  }
}
