import { isAppError } from '../../shared/errors/index.ts'
import { type Clock, Observable, type ReadonlyObservable, type Timer } from '../../shared/flow/index.ts'
import type { NamespaceList } from '../../shared/ipc/index.ts'
import { fieldsOf, listOf, textOf } from './read.ts'
import type { ApiClient } from './types.ts'

/** The list is read again this often in milliseconds where it cannot be watched. */
const rereadAfter = 15_000
/** After a change, or the ordinary end of a watch. */
const rereadSoon = 200
const path = '/api/v1/namespaces'
const pods = { group: '', version: 'v1', resource: 'pods' }
const watchSeconds = 600

interface Read {
  readonly list: NamespaceList
  /** Version to watch from; empty when there is nothing to watch. */
  readonly resourceVersion: string
}

/**
 * Names of the namespaces of a context, kept current. Where listing them is denied: those that
 * are named by the context, the settings or earlier use and in which pods may be listed.
 */
export class FollowedNamespaces {
  readonly #api: ApiClient
  readonly #clock: Clock
  readonly #value = new Observable<NamespaceList>({ names: [], complete: false })
  readonly #ended = new AbortController()
  readonly #unsubscribe: () => void
  #watch: AbortController | null = null
  #timer: Timer | null = null
  #wasReady = false

  constructor(api: ApiClient, clock: Clock) {
    this.#api = api
    this.#clock = clock
    const look = (): void => {
      const isReady = api.session.state.get().phase === 'ready'
      if (isReady && !this.#wasReady) void this.#read()
      this.#wasReady = isReady
    }
    this.#unsubscribe = api.session.state.subscribe(look)
    look()
  }

  get value(): ReadonlyObservable<NamespaceList> {
    return this.#value
  }

  close(): void {
    this.#unsubscribe()
    this.#timer?.cancel()
    this.#watch?.abort()
    this.#ended.abort()
  }

  async #read(): Promise<void> {
    this.#timer?.cancel()
    this.#watch?.abort()
    const watch = new AbortController()
    this.#watch = watch
    const { list, resourceVersion } = await this.#list()
    if (watch.signal.aborted) return
    if (JSON.stringify(list) !== JSON.stringify(this.#value.get())) this.#value.set(list)
    const hasChanged = resourceVersion !== '' && (await this.#untilChange(resourceVersion, watch.signal))
    if (watch.signal.aborted || this.#api.session.state.get().phase !== 'ready') return
    this.#timer = this.#clock.after(hasChanged ? rereadSoon : rereadAfter, () => void this.#read())
  }

  async #list(): Promise<Read> {
    try {
      const names: string[] = []
      let resourceVersion = ''
      let token = ''
      do {
        const page = await this.#page(token)
        names.push(...listOf(page.items).map(item => textOf(fieldsOf(fieldsOf(item).metadata).name)))
        const metadata = fieldsOf(page.metadata)
        resourceVersion = textOf(metadata.resourceVersion)
        token = textOf(metadata.continue)
      } while (token !== '')
      return { list: { names: names.sort(), complete: true }, resourceVersion }
    } catch (error) {
      if (!isAppError(error)) throw error
      if (error.body.kind !== 'denied') {
        return { list: { ...this.#value.get(), error: error.body }, resourceVersion: '' }
      }
      const names = await this.#named()
      return { list: { names, complete: false, error: error.body }, resourceVersion: '' }
    }
  }

  async #page(token: string): Promise<Readonly<Record<string, unknown>>> {
    const response = await this.#api.session.request({
      method: 'GET',
      path,
      query: { limit: 500, continue: token || undefined },
      accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json',
      purpose: 'list namespaces',
      signal: this.#ended.signal,
    })
    return fieldsOf(await response.json())
  }

  /** True when a namespace came or went, or the watch ended as it should; false when there is no watching. */
  async #untilChange(resourceVersion: string, signal: AbortSignal): Promise<boolean> {
    try {
      const response = await this.#api.session.request({
        method: 'GET',
        path,
        query: { watch: true, resourceVersion, timeoutSeconds: watchSeconds },
        accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json',
        purpose: 'watch namespaces',
        idleTimeout: null,
        signal,
      })
      const decoder = new TextDecoder()
      let tail = ''
      for await (const chunk of response.body) {
        // Only whether something came or went matters: the list is short and read again.
        tail = tail.slice(-40) + decoder.decode(chunk, { stream: true })
        if (/"type":"(?!MODIFIED|BOOKMARK)/.test(tail)) {
          response.dispose()
          return true
        }
      }
      return true
    } catch (error) {
      if (isAppError(error)) return false
      throw error
    }
  }

  async #named(): Promise<readonly string[]> {
    const candidates = [...new Set(this.#api.session.namedNamespaces())].sort()
    try {
      return await this.#api.allowedNamespaces('list', pods, candidates)
    } catch (error) {
      if (isAppError(error)) return candidates
      throw error
    }
  }
}
