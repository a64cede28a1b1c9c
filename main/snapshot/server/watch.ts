import type { ServerResponse } from 'node:http'
import type { Clock, Timer } from '../../../shared/flow/index.ts'
import type { KubeObject } from '../../../shared/kube/index.ts'
import type { ServedResource } from '../catalog/index.ts'
import { type Change, type Collection, unpacked } from '../store/index.ts'
import { type Form, single } from './form.ts'
import { atVersion } from './list.ts'
import { type Matches, readCount, readFlag, readVersion } from './query.ts'
import { invalidListOptions, type StatusError, versionTooOld } from './status.ts'

export interface WatchRequest {
  readonly resource: ServedResource
  readonly collection: Collection
  readonly namespace: string
  readonly matches: Matches | null
  readonly form: Form
  readonly query: URLSearchParams
  readonly clock: Clock
  /** Milliseconds between bookmarks. */
  readonly bookmarkInterval: number
  /** Version of the store now. */
  version(): number
}

/** Characters that wait for a slow receiver before its watch is ended. */
const backlogLimit = 64 * 1024 * 1024

/** How many initial objects are written between two looks at the receiver. */
const batchSize = 500

type Begin = 'objects' | 'now' | { readonly since: readonly Change[] } | { readonly error: StatusError }

/**
 * One watch connection: initial objects, then every change as it happens, with bookmarks. Lines
 * of one turn of the event loop go out in one write.
 */
export class WatchStream {
  readonly #request: WatchRequest
  readonly #response: ServerResponse
  readonly #timers = new Set<Timer>()
  #unsubscribe: () => void = () => undefined
  #pending = ''
  #isFlushScheduled = false
  #isFirst = true
  /** Changes that came while the initial objects were still being written. */
  #waiting: Change[] | null = null
  #isOver = false

  constructor(request: WatchRequest, response: ServerResponse) {
    this.#request = request
    this.#response = response
  }

  /** @throws StatusError 400 or 422, before anything is sent */
  start(): void {
    const begin = this.#begin()
    const timeout = readCount(this.#request.query, 'timeoutSeconds')
    this.#response.writeHead(200, {
      'content-type': 'application/json',
      'cache-control': 'no-cache, private',
    })
    this.#response.flushHeaders()
    if (typeof begin === 'object' && 'error' in begin) {
      this.#line('ERROR', begin.error.status)
      this.end()
      return
    }
    this.#response.once('close', () => this.#release())
    // The response of a peer that vanished reports errors here; `close` follows and releases.
    this.#response.on('error', () => this.#release())
    if (timeout !== null) this.#after(timeout * 1000, () => this.end())
    this.#unsubscribe = this.#request.collection.subscribe(change => this.#changed(change))
    if (begin === 'objects') void this.#sendObjects()
    else if (begin === 'now') this.#goLive()
    else {
      for (const change of begin.since) this.#changed(change)
      this.#goLive()
    }
  }

  /** Sends what is pending and ends the connection. */
  end(): void {
    if (this.#isOver) return
    this.#flush()
    this.#release()
    this.#response.end()
  }

  #begin(): Begin {
    const { query, collection } = this.#request
    const version = readVersion(query)
    const wantsInitial = query.get('sendInitialEvents')
    const match = query.get('resourceVersionMatch') ?? ''
    if (wantsInitial !== null && match !== 'NotOlderThan')
      throw invalidListOptions(
        'FieldValueForbidden',
        'resourceVersionMatch',
        'Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
      )
    if (wantsInitial === null && match !== '')
      throw invalidListOptions(
        'FieldValueForbidden',
        'resourceVersionMatch',
        'Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
      )
    if (readFlag(query, 'sendInitialEvents')) return 'objects'
    if (version === null || version === 0) return wantsInitial === null ? 'objects' : 'now'
    const since = collection.history.since(version)
    return since === null ? { error: versionTooOld(version, collection.history.floor) } : { since }
  }

  async #sendObjects(): Promise<void> {
    const { collection, namespace, matches, query } = this.#request
    this.#waiting = []
    const version = this.#request.version()
    let unsent = 0
    for (const stored of collection.stored(namespace)) {
      const object = unpacked(stored)
      if (matches !== null && !matches(object)) continue
      this.#event('ADDED', object)
      if (++unsent < batchSize) continue
      unsent = 0
      this.#flush()
      await this.#drained()
      if (this.#isOver) return
    }
    if (readFlag(query, 'sendInitialEvents')) this.#bookmark(version, true)
    const waiting = this.#waiting
    this.#waiting = null
    for (const change of waiting) this.#changed(change)
    this.#goLive()
  }

  #goLive(): void {
    if (readFlag(this.#request.query, 'allowWatchBookmarks')) this.#scheduleBookmark()
  }

  #scheduleBookmark(): void {
    this.#after(this.#request.bookmarkInterval, () => {
      this.#bookmark(this.#request.version(), false)
      this.#scheduleBookmark()
    })
  }

  #bookmark(version: number, isInitialEnd: boolean): void {
    if (!readFlag(this.#request.query, 'allowWatchBookmarks')) return
    const { group, version: apiVersion, kind } = this.#request.resource
    const annotations = isInitialEnd ? { annotations: { 'k8s.io/initial-events-end': 'true' } } : {}
    // A bookmark is an object without a name: the type says otherwise for the sake of all others.
    this.#event('BOOKMARK', {
      kind,
      apiVersion: group === '' ? apiVersion : `${group}/${apiVersion}`,
      metadata: { resourceVersion: String(version), ...annotations },
    } as unknown as KubeObject)
  }

  #changed(change: Change): void {
    if (this.#waiting !== null) {
      this.#waiting.push(change)
      return
    }
    const { namespace, matches } = this.#request
    const { object, previous } = change
    if (namespace !== '' && object.metadata.namespace !== namespace) return
    if (matches === null) {
      this.#event(change.type, object)
      return
    }
    const isIn = change.type !== 'DELETED' && matches(object)
    const wasIn = previous !== null && matches(previous)
    if (isIn) this.#event(wasIn ? 'MODIFIED' : 'ADDED', object)
    else if (wasIn) this.#event('DELETED', change.type === 'DELETED' ? object : leaving(previous, object))
  }

  #event(type: string, object: KubeObject): void {
    const { form, resource, clock } = this.#request
    const columns = this.#isFirst ? resource.columns : null
    this.#isFirst = false
    this.#line(type, single(form, resource, atVersion(object, resource), clock.now(), columns))
  }

  #line(type: string, object: object): void {
    this.#pending += `${JSON.stringify({ type, object })}\n`
    if (this.#isFlushScheduled) return
    this.#isFlushScheduled = true
    setImmediate(() => {
      this.#isFlushScheduled = false
      this.#flush()
    })
  }

  #flush(): void {
    if (this.#isOver || this.#pending === '') return
    const text = this.#pending
    this.#pending = ''
    this.#response.write(text)
    if (this.#response.writableLength > backlogLimit) {
      this.#release()
      this.#response.destroy()
    }
  }

  #drained(): Promise<void> {
    if (!this.#response.writableNeedDrain) return new Promise(setImmediate)
    return new Promise(resolve => {
      const go = (): void => {
        this.#response.off('drain', go)
        this.#response.off('close', go)
        resolve()
      }
      this.#response.on('drain', go)
      this.#response.on('close', go)
    })
  }

  #after(milliseconds: number, run: () => void): void {
    const timer = this.#request.clock.after(milliseconds, () => {
      this.#timers.delete(timer)
      run()
    })
    this.#timers.add(timer)
  }

  #release(): void {
    this.#isOver = true
    this.#unsubscribe()
    for (const timer of this.#timers) timer.cancel()
    this.#timers.clear()
  }
}

/** An object that a selector no longer lets through, as it was, under the version of the change. */
function leaving(previous: KubeObject, { metadata }: KubeObject): KubeObject {
  const { resourceVersion } = metadata
  return {
    ...previous,
    metadata: { ...previous.metadata, ...(resourceVersion === undefined ? {} : { resourceVersion }) },
  }
}
