import { setImmediate as nextTurn } from 'node:timers/promises'
import { isAppError } from '../../shared/errors/index.ts'
import { type Clock, Observable, type ReadonlyObservable, type Timer } from '../../shared/flow/index.ts'
import type { Discovery, DiscoveryFailure } from '../../shared/ipc/index.ts'
import type { ClusterSession } from '../session/index.ts'
import { aggregatedAccept, type Found, isAggregated, readAggregated } from './aggregated.ts'
import { apiServicesPath, withConditions } from './apiServices.ts'
import { readGrouped } from './grouped.ts'
import { markPreferred } from './preferred.ts'

/** Discovery is read again this often in milliseconds, for servers where CRDs may not be watched. */
const rereadAfter = 60_000

/** The core API and the groups: two documents, read and kept apart. */
const roots = ['/api', '/apis'] as const
type Root = (typeof roots)[number]

/** What was found below a root, and the tag of the document that said so. */
interface Half {
  readonly found: Found
  /** Empty where the server gives none, or where parts are missing and must be read again. */
  readonly etag: string
}

/** Keeps what a server offers current: read when the session gets ready, on demand, and now and then. */
export class FollowedDiscovery {
  readonly #session: ClusterSession
  readonly #clock: Clock
  readonly #value = new Observable<Discovery>({ resources: [], failures: [], readAt: 0 })
  readonly #ended = new AbortController()
  readonly #unsubscribe: () => void
  readonly #halves = new Map<Root, Half>()
  #timer: Timer | null = null
  #running: Promise<void> | null = null
  #again = false
  #wasReady: boolean

  constructor(session: ClusterSession, clock: Clock) {
    this.#session = session
    this.#clock = clock
    this.#wasReady = session.state.get().phase === 'ready'
    this.#unsubscribe = session.state.subscribe(({ phase }) => {
      const isReady = phase === 'ready'
      if (isReady && !this.#wasReady) void this.refresh()
      this.#wasReady = isReady
    })
    if (this.#wasReady) void this.refresh()
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
    const failures = (await Promise.all(roots.map(root => this.#readHalf(root)))).flat()
    if (this.#ended.signal.aborted) return
    const halves = roots.flatMap(root => this.#halves.get(root) ?? [])
    const before = this.#value.get()
    const isComplete = failures.length === 0
    const missing = await this.#explained(halves.flatMap(half => half.found.failures))
    if (this.#ended.signal.aborted) return
    const found = {
      resources: markPreferred(halves.flatMap(half => half.found.resources)),
      failures: [...missing, ...failures],
    }
    // The same value stays the same object, so that nobody looks at it again for nothing.
    if ((before.readAt > 0 || !isComplete) && isSame(found, before)) return
    this.#value.set({ ...found, readAt: isComplete ? this.#clock.now() : before.readAt })
  }

  /** Says of each group-version that is missing what its APIService says; that may be denied. */
  async #explained(failures: readonly DiscoveryFailure[]): Promise<readonly DiscoveryFailure[]> {
    if (failures.length === 0) return failures
    try {
      return withConditions(failures, (await this.#fetch(apiServicesPath, '')).document)
    } catch (error) {
      if (isAppError(error)) return failures
      throw error
    }
  }

  /** Why a half could not be read: what was known of it stays, for its kinds are most likely still there. */
  async #readHalf(root: Root): Promise<readonly DiscoveryFailure[]> {
    try {
      const known = this.#halves.get(root)
      const { etag, document } = await this.#fetch(root, known?.etag ?? '')
      if (document === null) return []
      // Thousands of kinds take their time to parse and to read: not both in one turn.
      await nextTurn()
      const found = isAggregated(document)
        ? readAggregated(document)
        : await readGrouped(
            root === '/api' ? document : null,
            root === '/apis' ? document : null,
            async path => (await this.#fetch(path, '')).document,
          )
      this.#halves.set(root, { found, etag: found.failures.length === 0 ? etag : '' })
      return []
    } catch (error) {
      if (this.#ended.signal.aborted) return []
      if (!isAppError(error)) throw error
      return [{ groupVersion: root === '/api' ? 'v1' : 'all API groups', error: error.body }]
    }
  }

  /** @returns a null document when it still is the one with this tag */
  async #fetch(path: string, etag: string): Promise<{ readonly etag: string; readonly document: unknown }> {
    const response = await this.#session.request({
      method: 'GET',
      path,
      accept: path === apiServicesPath ? 'application/json' : aggregatedAccept,
      purpose: path === apiServicesPath ? 'list apiservices' : 'read what the server offers (discovery)',
      signal: this.#ended.signal,
      ...(etag === '' ? {} : { headers: { 'if-none-match': etag } }),
    })
    if (response.status === 304) {
      response.dispose()
      return { etag, document: null }
    }
    return { etag: response.headers.etag ?? '', document: await response.json() }
  }
}

/** Kind by kind, so that thousands of kinds are never one text. */
function isSame(found: Found, before: Found): boolean {
  return (
    found.resources.length === before.resources.length &&
    found.resources.every((kind, index) => {
      const known = before.resources[index]
      return kind === known || JSON.stringify(kind) === JSON.stringify(known)
    }) &&
    JSON.stringify(found.failures) === JSON.stringify(before.failures)
  )
}
