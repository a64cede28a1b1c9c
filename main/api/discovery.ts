import { isAppError } from '../../shared/errors/index.ts'
import { type Clock, Observable, type ReadonlyObservable, type Timer } from '../../shared/flow/index.ts'
import type { Discovery } from '../../shared/ipc/index.ts'
import type { ClusterSession } from '../session/index.ts'
import { aggregatedAccept, isAggregated, readAggregated } from './aggregated.ts'
import { readGrouped } from './grouped.ts'

/** Discovery is read again this often in milliseconds, for servers where CRDs may not be watched. */
const rereadAfter = 60_000

interface Answer {
  readonly etag: string
  readonly document: unknown
}

/** Keeps what a server offers current: read when the session gets ready, on demand, and now and then. */
export class FollowedDiscovery {
  readonly #session: ClusterSession
  readonly #clock: Clock
  readonly #value = new Observable<Discovery>({ resources: [], failures: [], readAt: 0 })
  readonly #ended = new AbortController()
  readonly #unsubscribe: () => void
  #timer: Timer | null = null
  #running: Promise<void> | null = null
  #again = false
  #etags = ''

  constructor(session: ClusterSession, clock: Clock) {
    this.#session = session
    this.#clock = clock
    this.#unsubscribe = session.state.subscribe(({ phase }) => {
      if (phase === 'ready') void this.refresh()
    })
    if (session.state.get().phase === 'ready') void this.refresh()
  }

  get value(): ReadonlyObservable<Discovery> {
    return this.#value
  }

  /** Reads again; calls during a reading share one more. Never rejects. */
  refresh(): Promise<void> {
    if (this.#running !== null) {
      this.#again = true
      return this.#running
    }
    this.#running = this.#readUntilQuiet().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  close(): void {
    this.#unsubscribe()
    this.#timer?.cancel()
    this.#ended.abort()
  }

  async #readUntilQuiet(): Promise<void> {
    do {
      this.#again = false
      await this.#read()
    } while (this.#again && !this.#ended.signal.aborted)
    this.#timer?.cancel()
    if (!this.#ended.signal.aborted) this.#timer = this.#clock.after(rereadAfter, () => void this.#reread())
  }

  async #reread(): Promise<void> {
    if (this.#session.state.get().phase === 'ready') await this.refresh()
  }

  async #read(): Promise<void> {
    try {
      const [core, groups] = await Promise.all([this.#fetch('/api'), this.#fetch('/apis')])
      const etags = `${core.etag} ${groups.etag}`
      const isUnchanged = core.etag !== '' && groups.etag !== '' && etags === this.#etags
      if (isUnchanged && this.#value.get().failures.length === 0) return
      const found =
        isAggregated(core.document) && isAggregated(groups.document)
          ? join(readAggregated(core.document), readAggregated(groups.document))
          : await readGrouped(
              core.document,
              groups.document,
              async path => (await this.#fetch(path)).document,
            )
      this.#etags = etags
      this.#value.set({ ...found, readAt: this.#clock.now() })
    } catch (error) {
      if (this.#ended.signal.aborted) return
      if (!isAppError(error)) throw error
      // What was known stays: the kinds are most likely still there.
      const failures = [{ groupVersion: 'discovery', error: error.body }]
      this.#value.set({ ...this.#value.get(), failures })
    }
  }

  async #fetch(path: string): Promise<Answer> {
    const response = await this.#session.request({
      method: 'GET',
      path,
      accept: aggregatedAccept,
      purpose: 'read what the server offers (discovery)',
      signal: this.#ended.signal,
    })
    return { etag: response.headers.etag ?? '', document: await response.json() }
  }
}

function join(
  a: ReturnType<typeof readAggregated>,
  b: ReturnType<typeof readAggregated>,
): ReturnType<typeof readAggregated> {
  return { resources: [...a.resources, ...b.resources], failures: [...a.failures, ...b.failures] }
}
