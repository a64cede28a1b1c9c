import { type AppErrorBody, assertNever } from '../../shared/errors/index.ts'
import { type Clock, Observable, type ReadonlyObservable, type Timer } from '../../shared/flow/index.ts'
import type { SessionState, SourcePhase } from '../../shared/ipc/index.ts'
import type { Show } from './decisions.ts'

/** A lost stream that is back within this time was never worth a word. */
const quietReconnect = 1500
/** Progress is told this often at most, in milliseconds. */
const progressEvery = 50

/** The phase that a stream shows, from what happens to it. */
export class Phases {
  readonly #clock: Clock
  readonly #phase = new Observable<SourcePhase>({ phase: 'waiting' })
  #pending: Timer | null = null
  #toldAt = Number.NEGATIVE_INFINITY
  #received = 0
  #total: number | null = null
  /** When the rows were last known to be right. */
  #currentAt: number
  /** True from the first complete list on. */
  isSynced = false

  constructor(clock: Clock) {
    this.#clock = clock
    this.#currentAt = clock.now()
  }

  get observable(): ReadonlyObservable<SourcePhase> {
    return this.#phase
  }

  /** The session cannot be used now. */
  sessionAway({ phase, reason }: SessionState): void {
    if (phase === 'loginNeeded')
      this.#set({ phase: 'loginNeeded', error: reason ?? noReason('loginNeeded'), ...this.#age() })
    else if (this.isSynced) this.#stale(reason ?? noReason('unreachable'), null)
    else this.#set({ phase: 'waiting' })
  }

  listing(): void {
    this.#received = 0
    this.#total = null
    const shown = this.#phase.get().phase
    // What was said to be wrong stands until something comes.
    if (shown === 'waiting') this.#set({ phase: 'loading', received: 0, total: null })
    else if (this.isSynced && shown === 'live') this.#relisting(undefined)
  }

  /** @param total of the list; null when the server does not say */
  progress(received: number, total: number | null): void {
    this.#received = received
    this.#total = total ?? this.#total
    const now = this.#clock.elapsed()
    if (now - this.#toldAt < progressEvery && received > 1) return
    this.#toldAt = now
    const shown = this.#phase.get()
    if (shown.phase === 'relisting') this.#relisting(shown.reason)
    else if (this.isSynced) this.#relisting(shown.phase === 'stale' ? shown.reason : undefined)
    else this.#set({ phase: 'loading', received, total: this.#total })
  }

  live(): void {
    this.isSynced = true
    this.#currentAt = this.#clock.now()
    if (this.#phase.get().phase !== 'live' || this.#pending !== null) this.#set({ phase: 'live' })
  }

  /** Something came on a live stream, or it ended just now: the rows were right until here. */
  seen(): void {
    this.#currentAt = this.#clock.now()
  }

  /** @param retryAt when the next step begins; null when nobody knows */
  show(show: Show, retryAt: number | null): void {
    switch (show.type) {
      case 'keep':
        return
      case 'staleSoon':
        this.#pending?.cancel()
        this.#pending = this.#clock.after(quietReconnect, () => this.#stale(show.error, null))
        return
      case 'stale':
        this.#stale(show.error, retryAt)
        return
      case 'relisting':
        if (this.isSynced) this.#relisting(show.reason)
        return
      case 'denied':
        this.#set({ phase: 'denied', error: show.error, readableNamespaces: [], ...this.#age() })
        return
      case 'kindGone':
        this.isSynced = false
        this.#set({ phase: 'kindGone', error: show.error })
        return
      case 'loginNeeded':
      case 'failed':
        this.#set({ phase: show.type, error: show.error, ...this.#age() })
        return
      default:
        assertNever(show)
    }
  }

  /** Adds to a denial where reading is allowed. */
  readable(namespaces: readonly string[]): void {
    const shown = this.#phase.get()
    if (shown.phase === 'denied' && namespaces.length > 0)
      this.#set({ ...shown, readableNamespaces: namespaces })
  }

  close(): void {
    this.#pending?.cancel()
    this.#pending = null
  }

  /** Without rows there is nothing that could be old: the first list has failed so far. */
  #stale(reason: AppErrorBody, retryAt: number | null): void {
    if (this.isSynced) this.#set({ phase: 'stale', since: this.#currentAt, reason, retryAt })
    else this.#set({ phase: 'failed', error: reason })
  }

  /** Until when the rows that are kept were right; nothing where there are none. */
  #age(): { readonly since?: number } {
    return this.isSynced ? { since: this.#currentAt } : {}
  }

  #relisting(reason: AppErrorBody | undefined): void {
    this.#set({
      phase: 'relisting',
      since: this.#currentAt,
      received: this.#received,
      total: this.#total,
      ...(reason === undefined ? {} : { reason }),
    })
  }

  #set(phase: SourcePhase): void {
    this.close()
    this.#phase.set(phase)
  }
}

function noReason(kind: 'loginNeeded' | 'unreachable'): AppErrorBody {
  return {
    kind,
    message: kind === 'loginNeeded' ? 'The server asks for a new login.' : 'The connection is not ready.',
  }
}
