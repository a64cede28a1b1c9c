import type { Clock, Timer } from '../../shared/flow/index.ts'
import type { LiveRows, TableSnapshot } from './snapshot.ts'

/** Between two tellings of what only counts on, in milliseconds. */
const pace = 250

/**
 * The rows of a view as they come. Who draws them follows every one; the rest of the page is told
 * at once of what matters to it, e.g. that there are rows now, and of mere counts four times a
 * second, so that a thousand changes a second do not render everything around the rows anew.
 */
export class RowFeed implements LiveRows {
  readonly #clock: Clock
  readonly #tell: (snapshot: TableSnapshot) => void
  readonly #listeners = new Set<() => void>()
  #current: TableSnapshot
  #told: TableSnapshot
  #toldAt = Number.NEGATIVE_INFINITY
  #timer: Timer | null = null

  constructor(empty: TableSnapshot, clock: Clock, tell: (snapshot: TableSnapshot) => void) {
    this.#clock = clock
    this.#tell = tell
    this.#current = { ...empty, live: this }
    this.#told = this.#current
  }

  get current(): TableSnapshot {
    return this.#current
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  set(next: TableSnapshot): void {
    this.#current = { ...next, live: this }
    for (const listener of [...this.#listeners]) listener()
    const wait = this.#toldAt + pace - this.#clock.elapsed()
    if (wait <= 0 || matters(this.#told, next)) this.#tellNow()
    else this.#timer ??= this.#clock.after(wait, () => this.#tellNow())
  }

  close(): void {
    this.#timer?.cancel()
    this.#timer = null
  }

  #tellNow(): void {
    this.close()
    this.#told = this.#current
    this.#toldAt = this.#clock.elapsed()
    this.#tell(this.#current)
  }
}

function matters(told: TableSnapshot, next: TableSnapshot): boolean {
  return (
    told.columns !== next.columns ||
    told.isKnown !== next.isKnown ||
    told.error !== next.error ||
    (told.matching === 0) !== (next.matching === 0) ||
    told.sources.length !== next.sources.length ||
    told.sources.some((source, index) => source.status.phase !== next.sources[index]?.status.phase)
  )
}
