import type { Clock, Timer } from '../../shared/flow/index.ts'
import type {
  Column,
  Contract,
  OpenState,
  ParamsOf,
  SourceStatus,
  TableFrame,
  UpdateOf,
} from '../../shared/ipc/index.ts'
import { rowKey, type StoredRow } from './rowStore.ts'
import { View, type ViewOptions } from './view.ts'

export type ViewParams = ParamsOf<Contract['tables.view']>
export type ViewUpdate = UpdateOf<Contract['tables.view']>

/** Between two notices at least, in milliseconds: one frame of a screen. */
const noticeEvery = 16
/**
 * The same while a list is still being read and the window is full already: its rows give way to
 * earlier ones with every page, and drawing each step takes the core from the reading.
 */
const noticeEveryWhileFilling = 100

/** What the receiver was told last, to tell only what is new. */
interface Told {
  readonly rows: ReadonlyMap<string, StoredRow>
  readonly keys: readonly string[]
  readonly columns: readonly Column[]
  readonly matching: number
  readonly total: number
  readonly statuses: readonly SourceStatus[]
  readonly changesPerSecond: number
  readonly start: number
}

/** The window of a view as a stream of frames. */
export class ViewFrames implements OpenState<ViewUpdate, TableFrame> {
  readonly #view: View
  readonly #clock: Clock
  readonly #notify: () => void
  #window: { readonly start: number; readonly count: number }
  #told: Told | null = null
  #noticedAt = Number.NEGATIVE_INFINITY
  #timer: Timer | null = null
  /** The timer waits for the longer time. */
  #isPatient = false

  constructor(params: ViewParams, options: Omit<ViewOptions, 'changed'>, notify: () => void) {
    this.#clock = options.environment.clock
    this.#notify = notify
    this.#window = params.window
    this.#view = new View(params, {
      ...options,
      changed: () => this.#changed(),
      statusChanged: () => this.#statusChanged(),
    })
  }

  /** While a new order is worked out, the receiver keeps what it has. */
  take(): TableFrame | undefined {
    if (this.#view.isArranging) return undefined
    const next = this.#state()
    const told = this.#told
    this.#told = next
    const rows = next.keys.filter(
      key => told?.rows.get(key) !== next.rows.get(key) || told?.columns !== next.columns,
    )
    if (told !== null && rows.length === 0 && isSame(told, next)) return undefined
    return {
      columns: next.columns,
      start: next.start,
      keys: next.keys,
      rows: rows.flatMap(key => {
        const row = next.rows.get(key)
        return row === undefined ? [] : [this.#view.drawn(row)]
      }),
      matching: next.matching,
      total: next.total,
      sources: next.statuses,
      changesPerSecond: next.changesPerSecond,
    }
  }

  update({ filter, sort, window }: ViewUpdate): void {
    // Frames on the way were made for what is no longer wanted, and the receiver may drop them:
    // everything in the window is told again.
    this.#told = null
    if (window !== undefined) this.#window = window
    this.#view.update(filter, sort)
    this.#changed()
  }

  close(): void {
    this.#timer?.cancel()
    this.#view.close()
  }

  #state(): Told {
    const view = this.#view
    // A window past the end shows the end: rows may have gone since it was asked for.
    const start = Math.max(0, Math.min(this.#window.start, view.matching - this.#window.count))
    const rows = new Map(view.rows(start, this.#window.count).map(row => [rowKey(row), row]))
    return {
      rows,
      keys: [...rows.keys()],
      columns: view.columns,
      matching: view.matching,
      total: view.total,
      statuses: view.statuses,
      changesPerSecond: view.changesPerSecond,
      start,
    }
  }

  #changed(): void {
    if (this.#timer !== null) return
    this.#isPatient = this.#isFilling()
    const every = this.#isPatient ? noticeEveryWhileFilling : noticeEvery
    const wait = this.#noticedAt + every - this.#clock.elapsed()
    if (wait <= 0) this.#notice()
    else
      this.#timer = this.#clock.after(wait, () => {
        this.#timer = null
        this.#notice()
      })
  }

  /** The end of the reading is told without the longer wait. */
  #statusChanged(): void {
    if (this.#isPatient && this.#view.isSettled) {
      this.#timer?.cancel()
      this.#timer = null
    }
    this.#changed()
  }

  #isFilling(): boolean {
    return this.#told !== null && this.#told.keys.length >= this.#window.count && !this.#view.isSettled
  }

  #notice(): void {
    this.#noticedAt = this.#clock.elapsed()
    this.#notify()
  }
}

function isSame(a: Told, b: Told): boolean {
  return (
    a.columns === b.columns &&
    a.start === b.start &&
    a.matching === b.matching &&
    a.total === b.total &&
    a.changesPerSecond === b.changesPerSecond &&
    a.keys.length === b.keys.length &&
    a.keys.every((key, index) => key === b.keys[index]) &&
    a.statuses.length === b.statuses.length &&
    a.statuses.every(
      ({ status, namespace }, index) =>
        status === b.statuses[index]?.status && namespace === b.statuses[index].namespace,
    )
  )
}
