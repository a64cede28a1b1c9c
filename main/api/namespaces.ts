import { isAppError } from '../../shared/errors/index.ts'
import { type Clock, Observable, type ReadonlyObservable, type Timer } from '../../shared/flow/index.ts'
import type { NamespaceList } from '../../shared/ipc/index.ts'
import type { ApiClient } from './types.ts'

/** The list is read again this often in milliseconds while someone shows it. */
const rereadAfter = 15_000
const namespaces = { group: '', version: 'v1', resource: 'namespaces' }
const pods = { group: '', version: 'v1', resource: 'pods' }

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
  #timer: Timer | null = null

  constructor(api: ApiClient, clock: Clock) {
    this.#api = api
    this.#clock = clock
    this.#unsubscribe = api.session.state.subscribe(() => void this.#read())
    void this.#read()
  }

  get value(): ReadonlyObservable<NamespaceList> {
    return this.#value
  }

  close(): void {
    this.#unsubscribe()
    this.#timer?.cancel()
    this.#ended.abort()
  }

  async #read(): Promise<void> {
    this.#timer?.cancel()
    if (this.#api.session.state.get().phase === 'ready') {
      const list = await this.#list()
      if (this.#ended.signal.aborted) return
      if (JSON.stringify(list) !== JSON.stringify(this.#value.get())) this.#value.set(list)
    }
    this.#timer?.cancel()
    if (!this.#ended.signal.aborted) this.#timer = this.#clock.after(rereadAfter, () => void this.#read())
  }

  async #list(): Promise<NamespaceList> {
    try {
      const names: string[] = []
      let token = ''
      do {
        const page = await this.#api.list(namespaces, {
          limit: 500,
          continue: token,
          signal: this.#ended.signal,
        })
        names.push(...page.items.map(({ metadata }) => metadata.name))
        token = page.continue
      } while (token !== '')
      return { names: names.sort(), complete: true }
    } catch (error) {
      if (!isAppError(error)) {
        if (this.#ended.signal.aborted) return this.#value.get()
        throw error
      }
      if (error.body.kind !== 'denied') return { ...this.#value.get(), error: error.body }
      return { names: await this.#named(), complete: false, error: error.body }
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
