import { type LogLevelName, type LogView, logLevels, type PodLogFrame } from '../../../shared/ipc/index.ts'
import { compileFilter, compileSearch } from '../../../shared/logs/index.ts'
import type { Slicer } from '../../watch/index.ts'
import { EntryMaker } from './entries.ts'
import { Hits } from './hits.ts'
import type { LineStore } from './lineStore.ts'
import { type Selection, select } from './selection.ts'

export type ViewPart = Pick<PodLogFrame, 'start' | 'entries' | 'total' | 'pending' | 'hits' | 'behind'>

/** What is shown of a store: a window on what the filter lets through, while it is paused as it was. */
export class LinesView {
  readonly #store: LineStore
  readonly #slicer: Slicer
  readonly #changed: () => void
  readonly #maker: EntryMaker
  #view: LogView
  #selection: Selection
  #hits: Hits | null = null
  /** Place of the window in all that the filter ever let through: as lines make room, it moves along. */
  #start = 0
  #isGoingOn = false
  #isClosed = false
  /** Set while paused: entries from this number on are not shown, and how many lines there were. */
  #pausedAt: { readonly number: number; readonly lines: number } | null = null

  /** @throws AppError `invalid` for a pattern that is none */
  constructor(store: LineStore, view: LogView, slicer: Slicer, changed: () => void) {
    this.#store = store
    this.#slicer = slicer
    this.#changed = changed
    this.#maker = new EntryMaker(store)
    this.#view = view
    this.#selection = select(store, compileFilter(view.filter), slicer, () => this.#found())
    this.#search(view)
    this.#place(view)
  }

  /** @throws AppError `invalid` for a pattern that is none: the view stays as it is */
  update(view: LogView): void {
    const before = this.#view
    const filter = compileFilter(view.filter)
    const meets = compileSearch(view.search)
    const isOther = JSON.stringify(view.filter) !== JSON.stringify(before.filter)
    this.#view = view
    if (isOther) {
      this.#selection.close()
      this.#selection = select(this.#store, filter, this.#slicer, () => this.#found())
    }
    if (isOther || JSON.stringify(view.search) !== JSON.stringify(before.search)) this.#search(view, meets)
    this.#place(view)
  }

  /** Lines came. */
  advance(): void {
    this.#selection.advance()
    this.#hits?.advance()
  }

  part(): ViewPart {
    const total = this.#total
    const { count } = this.#view.window
    const asked = this.#view.window.start === 'end' ? total : this.#start - this.#selection.gone
    const start = Math.max(0, Math.min(asked, total - count))
    this.#maker.begin()
    const hits = this.#hits
    const meets = hits === null ? null : (number: number, shown: string) => hits.has(number, shown)
    const entries = Array.from({ length: Math.min(count, total - start) }, (_, index) =>
      this.#maker.entry(this.#selection.at(start + index), {
        isContext: this.#selection.isContext(start + index),
        meets,
      }),
    )
    if (!this.#maker.isWhole) void this.#goOn()
    const pending = Math.min(this.#below, this.#store.end) - this.#selection.position
    return {
      start,
      entries,
      total,
      ...(pending > 0 ? { pending } : {}),
      hits: hits === null ? null : hits.countBelow(this.#below),
      behind: this.#pausedAt === null ? 0 : this.#store.taken - this.#pausedAt.lines,
    }
  }

  /** Numbers of the entries of a stretch, in their order. */
  stretch(start: number, count: number): readonly number[] {
    const length = Math.max(0, Math.min(count, this.#total - start))
    return Array.from({ length }, (_, index) => this.#selection.at(start + index))
  }

  /** Numbers of all that the filter lets through now. */
  all(): readonly number[] {
    return this.stretch(0, this.#total)
  }

  /** @see the contract's `logs.find` */
  async find(from: number, isBackward: boolean, signal: AbortSignal): Promise<number | null> {
    const total = this.#total
    if (this.#hits === null || total === 0 || from >= total) return null
    const place = from >= 0 ? from : isBackward ? total - 1 : 0
    const number = await this.#hits.find(this.#selection.at(place), this.#below, isBackward, signal)
    if (number === null) return null
    const found = this.#selection.placeOf(number)
    return found < this.#total ? found : null
  }

  close(): void {
    this.#isClosed = true
    this.#selection.close()
    this.#hits?.close()
  }

  /** Entries from this number on are not shown. */
  get #below(): number {
    return this.#pausedAt?.number ?? Number.POSITIVE_INFINITY
  }

  get #total(): number {
    const { length } = this.#selection
    return this.#pausedAt === null ? length : Math.min(length, this.#selection.placeOf(this.#pausedAt.number))
  }

  /** Lets the next frame have what was too much for this one. */
  async #goOn(): Promise<void> {
    if (this.#isGoingOn) return
    this.#isGoingOn = true
    await this.#slicer.pause()
    this.#isGoingOn = false
    if (!this.#isClosed) this.#changed()
  }

  #found(): void {
    this.#hits?.advance()
    this.#changed()
  }

  #search(view: LogView, meets = compileSearch(view.search)): void {
    this.#hits?.close()
    this.#hits =
      meets === null
        ? null
        : new Hits(this.#store, this.#selection, meets, this.#slicer, () => this.#changed())
  }

  #place({ window, isPaused }: LogView): void {
    if (window.start !== 'end') this.#start = window.start + this.#selection.gone
    if (!isPaused) this.#pausedAt = null
    else this.#pausedAt ??= { number: this.#store.end, lines: this.#store.taken }
  }
}

/** Lines held by level. */
export function levelCounts(store: LineStore): PodLogFrame['levels'] {
  const counts: Partial<Record<LogLevelName | 'none', number>> = {}
  for (const [index, name] of (['none', ...logLevels] as const).entries()) {
    const count = store.levels[index] ?? 0
    if (count > 0) counts[name] = count
  }
  return counts
}
