import { type AppErrorBody, isAppError } from '../../../shared/errors/index.ts'
import type { Clock, Unsubscribe } from '../../../shared/flow/index.ts'
import type { ApiClient } from '../../api/index.ts'
import { type Found, recognised, sorted } from './products.ts'

const services = { group: '', version: 'v1', resource: 'services' }
const pageSize = 500
const mostPages = 20
/** Where all Services may not be listed, those of these namespaces may be. */
const likely = ['monitoring', 'prometheus', 'observability', 'openshift-monitoring', 'victoria-metrics']
/** What was found is believed this long, in milliseconds. */
const believed = 300_000
const ofOurs: AppErrorBody = {
  kind: 'internal',
  message: 'The Services could not be read for a mistake of Gatehouse; its log says which.',
}

export type SearchState =
  | { readonly state: 'searching' }
  | { readonly state: 'found'; readonly found: readonly Found[] }
  | { readonly state: 'unreadable'; readonly error: AppErrorBody }

/** Looks for a Prometheus among the Services of a context, when somebody wants a history. */
export class PrometheusSearch {
  readonly #api: ApiClient
  readonly #clock: Clock
  readonly #listeners = new Set<() => void>()
  readonly #ended = new AbortController()
  readonly #unsubscribe: Unsubscribe
  #state: SearchState = { state: 'searching' }
  #isSearching = false
  #searchedAt = Number.NEGATIVE_INFINITY

  constructor(api: ApiClient, clock: Clock) {
    this.#api = api
    this.#clock = clock
    this.#unsubscribe = api.session.state.subscribe(() => {
      if (this.#listeners.size > 0) this.#look()
    })
  }

  get state(): SearchState {
    return this.#state
  }

  subscribe(listener: () => void): Unsubscribe {
    this.#listeners.add(listener)
    this.#look()
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#ended.abort()
    this.#unsubscribe()
    this.#listeners.clear()
  }

  #look(): void {
    const isFresh = this.#clock.elapsed() - this.#searchedAt < believed
    if (this.#isSearching || isFresh || this.#api.session.state.get().phase !== 'ready') return
    void this.#search()
  }

  async #search(): Promise<void> {
    this.#isSearching = true
    try {
      this.#state = await this.#searched()
    } catch (error) {
      this.#state = { state: 'unreadable', error: ofOurs }
      throw error
    } finally {
      this.#isSearching = false
      this.#searchedAt = this.#clock.elapsed()
      if (!this.#ended.signal.aborted) for (const listener of [...this.#listeners]) listener()
    }
  }

  async #searched(): Promise<SearchState> {
    try {
      return { state: 'found', found: sorted(await this.#list('')) }
    } catch (error) {
      if (!isAppError(error)) throw error
      if (error.body.kind !== 'denied') return { state: 'unreadable', error: error.body }
      const found = await this.#inLikelyPlaces()
      return found.length === 0
        ? { state: 'unreadable', error: error.body }
        : { state: 'found', found: sorted(found) }
    }
  }

  async #inLikelyPlaces(): Promise<readonly Found[]> {
    const names = [...new Set([...likely, ...this.#api.session.namedNamespaces()])].slice(0, 20)
    const lists = await Promise.allSettled(names.map(namespace => this.#list(namespace)))
    return lists.flatMap(list => (list.status === 'fulfilled' ? list.value : []))
  }

  async #list(namespace: string): Promise<readonly Found[]> {
    const found: Found[] = []
    let token = ''
    for (let page = 0; page < mostPages; page++) {
      const { signal } = this.#ended
      const list = await this.#api.list(services, { namespace, limit: pageSize, continue: token, signal })
      found.push(...list.items.map(recognised).filter(one => one !== null))
      token = list.continue
      if (token === '') break
    }
    return found
  }
}
