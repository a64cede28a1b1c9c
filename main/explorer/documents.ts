import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError, isAppError } from '../../shared/errors/index.ts'
import { Observable, type ReadonlyObservable } from '../../shared/flow/index.ts'
import type { ApiCatalog, ApiOperation, ApiOperationSummary } from '../../shared/ipc/index.ts'
import type { ApiClient } from '../api/index.ts'
import { fieldsOf, listOf, textOf } from '../api/index.ts'
import { discoveredOperations, plainOperations } from './discovered.ts'
import { operationsOf } from './operations.ts'

/** Documents read at once: each is megabytes, and the server makes them on demand. */
const atOnce = 3

type Failure = ApiCatalog['failures'][number]

/** The operations of one server: from discovery at once, and exactly once its documents are read. */
export class ApiDocuments {
  readonly #api: ApiClient
  readonly #ended = new AbortController()
  readonly #catalog = new Observable<ApiCatalog>({ operations: [], failures: [], pending: 1 })
  /** By name of the document, e.g. `apis/apps/v1`, with the address that holds its hash. */
  readonly #read = new Map<string, { readonly url: string; readonly operations: readonly ApiOperation[] }>()
  readonly #unsubscribe: () => void
  #failures: readonly Failure[] = []
  #operations: ReadonlyMap<string, ApiOperation> = new Map()
  #listed: readonly string[] = []
  #pending = 1
  #isReading: Promise<void> | null = null
  #isOutdated = false

  constructor(api: ApiClient) {
    this.#api = api
    this.#unsubscribe = api.discovery.subscribe(() => this.#discovered())
    if (api.discovery.get().readAt > 0) this.#discovered()
  }

  get catalog(): ReadonlyObservable<ApiCatalog> {
    return this.#catalog
  }

  /** @throws AppError `gone` */
  async operation(id: string): Promise<ApiOperation> {
    if (!this.#operations.has(id) || this.#pending > 0) await this.#isReading
    const found = this.#operations.get(id)
    if (found !== undefined) return found
    throw new AppError({
      kind: 'gone',
      context: this.#api.context,
      resource: id,
      message: `The server does not offer the operation ${id}.`,
    })
  }

  close(): void {
    this.#unsubscribe()
    this.#ended.abort()
  }

  #discovered(): void {
    this.#join()
    if (this.#isReading !== null) {
      this.#isOutdated = true
      return
    }
    this.#isReading = this.#readAll().finally(() => {
      this.#isReading = null
    })
  }

  async #readAll(): Promise<void> {
    do {
      this.#isOutdated = false
      await this.#readOnce()
    } while (this.#isOutdated && !this.#ended.signal.aborted)
  }

  async #readOnce(): Promise<void> {
    const failures: Failure[] = []
    const failed = (document: string, error: unknown): void => {
      if (!isAppError(error)) throw error
      if (!this.#ended.signal.aborted) failures.push({ document, error: error.body })
    }
    const [index, listed] = await Promise.all([
      this.#json('/openapi/v3').catch(error => failed('openapi/v3', error)),
      // Which paths there are is told to few: what is known of all servers stands in for it.
      this.#json('/').catch(() => undefined),
    ])
    this.#listed = listOf(fieldsOf(listed).paths).filter(path => typeof path === 'string')
    const served = Object.entries(fieldsOf(fieldsOf(index).paths)).map(
      ([name, entry]) => [name, textOf(fieldsOf(entry).serverRelativeURL)] as const,
    )
    for (const name of this.#read.keys()) {
      if (!served.some(([known]) => known === name)) this.#read.delete(name)
    }
    const waiting = served.filter(([name, url]) => url !== '' && this.#read.get(name)?.url !== url)
    this.#pending = waiting.length
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [name, url] = next
        await this.#readDocument(name, url).catch(error => failed(name, error))
        this.#pending--
        if (this.#ended.signal.aborted) return
        if (this.#pending % 8 === 0) this.#join()
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    this.#failures = failures
    this.#pending = 0
    this.#join()
  }

  async #readDocument(name: string, url: string): Promise<void> {
    const document = await this.#json(url)
    // Megabytes each: others have their turn between parsing and reading.
    await nextTurn()
    this.#read.set(name, { url, operations: operationsOf(document) })
  }

  async #json(url: string): Promise<unknown> {
    const [path = '', search = ''] = url.split('?')
    const response = await this.#api.session.request({
      method: 'GET',
      path,
      query: Object.fromEntries(new URLSearchParams(search)),
      accept: 'application/json',
      purpose: 'read the operations of the API (OpenAPI)',
      signal: this.#ended.signal,
    })
    return response.json()
  }

  /** What documents declare counts before what discovery tells. */
  #join(): void {
    if (this.#ended.signal.aborted) return
    const found = new Map<string, ApiOperation>()
    const add = (operation: ApiOperation): void => {
      const key = `${operation.method} ${operation.path.replace(/\/$/, '')}`
      if (!found.has(key)) found.set(key, operation)
    }
    for (const { operations } of this.#read.values()) for (const each of operations) add(each)
    for (const info of this.#api.discovery.get().resources)
      for (const each of discoveredOperations(info)) add(each)
    for (const each of plainOperations(this.#listed)) add(each)
    const operations = [...found.values()].sort(byPlace)
    this.#operations = new Map(operations.map(each => [each.id, each]))
    this.#catalog.set({
      operations: operations.map(summaryOf),
      failures: this.#failures,
      pending: this.#pending,
    })
  }
}

function summaryOf(operation: ApiOperation): ApiOperationSummary {
  const { id, method, path, action, group, version, resource, subresource, kind } = operation
  return { id, method, path, action, group, version, resource, subresource, kind }
}

const methodOrder = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']

function byPlace(a: ApiOperation, b: ApiOperation): number {
  const text = ({ path }: ApiOperation): string => path
  if (a.path !== b.path) return text(a) < text(b) ? -1 : 1
  return methodOrder.indexOf(a.method) - methodOrder.indexOf(b.method)
}
