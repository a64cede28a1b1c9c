import type { AppErrorBody } from '../../shared/errors/index.ts'
import type { Clock, Timer } from '../../shared/flow/index.ts'
import type { SessionTrouble } from '../../shared/ipc/index.ts'

/** So many answers with errors, at least, within the time that they are remembered. */
const enough = 3
const rememberedMillis = 30_000
/** Without another one for this long the trouble is over. */
const calmMillis = 15_000

interface Fault {
  /** By the clock's `elapsed`. */
  readonly at: number
  readonly date: number
  /** The API group that failed, by the root of its paths. */
  readonly group: string
}

/**
 * Sees the trouble of a server that is reachable: it answers, with errors or by asking to come back
 * later. One failing request says little, and one failing group of an aggregated API is the trouble
 * of that group: its lists say so themselves.
 */
export class Trouble {
  readonly #clock: Clock
  readonly #changed: (trouble: SessionTrouble | null) => void
  #faults: readonly Fault[] = []
  #shown: SessionTrouble | null = null
  #calm: Timer | null = null

  constructor(clock: Clock, changed: (trouble: SessionTrouble | null) => void) {
    this.#clock = clock
    this.#changed = changed
  }

  get present(): SessionTrouble | null {
    return this.#shown
  }

  /** An answer that was an error. @param path of the request */
  answered(error: AppErrorBody, path: string): void {
    const isThrottled = error.kind === 'throttled'
    if (!isThrottled && !(error.kind === 'serverFault' && (error.status ?? 0) >= 500)) return
    const [at, date] = [this.#clock.elapsed(), this.#clock.now()]
    this.#faults = [
      ...this.#faults.filter(fault => at - fault.at < rememberedMillis),
      { at, date, group: groupOf(path) },
    ].slice(-20)
    if (!isThrottled && !this.#isServerWide()) return
    this.#calm?.cancel()
    const seconds = error.retryAfterSeconds ?? 0
    this.#calm = this.#clock.after(calmMillis + seconds * 1000, () => this.#show(null))
    this.#show({
      since: this.#shown?.since ?? this.#faults[0]?.date ?? date,
      reason: error,
      retryAt: error.retryAfterSeconds === undefined ? null : date + seconds * 1000,
    })
  }

  clear(): void {
    this.#calm?.cancel()
    this.#calm = null
    this.#faults = []
    this.#shown = null
  }

  #isServerWide(): boolean {
    const groups = new Set(this.#faults.map(({ group }) => group))
    return this.#faults.length >= enough && (groups.has(coreGroup) || groups.size > 1)
  }

  #show(trouble: SessionTrouble | null): void {
    if (trouble === null) this.clear()
    this.#shown = trouble
    this.#changed(trouble)
  }
}

const coreGroup = ''

/** The group that a path belongs to; what is no API of its own belongs to the server itself. */
function groupOf(path: string): string {
  return /^\/apis\/([^/]+)\//.exec(path)?.[1] ?? coreGroup
}
