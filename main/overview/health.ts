import { AppError, isAppError } from '../../shared/errors/index.ts'
import type { Clock, Timer, Unsubscribe } from '../../shared/flow/index.ts'
import type { HealthCheck, HealthReport, ServerFacts } from '../../shared/ipc/index.ts'
import type { ApiClient } from '../api/index.ts'
import { cut, textAt } from './read.ts'

/** The endpoints give no watch: they are asked again this often in milliseconds while somebody looks. */
const askEvery = 10_000
const timeout = 10_000
const paths = ['/livez', '/readyz'] as const

/** What the server says of itself: health by check, version and platform. */
export class ServerHealth {
  readonly #api: ApiClient
  readonly #clock: Clock
  readonly #changed: () => void
  readonly #ended = new AbortController()
  readonly #unsubscribe: Unsubscribe
  #reports: readonly HealthReport[] = paths.map(path => ({
    path,
    state: 'loading',
    checks: [],
    error: null,
    checkedAt: 0,
  }))
  #server: ServerFacts
  #timer: Timer | null = null
  #isAsking = false

  constructor(api: ApiClient, clock: Clock, changed: () => void) {
    this.#api = api
    this.#clock = clock
    this.#changed = changed
    this.#server = { version: api.session.state.get().serverVersion ?? '', platform: '', error: null }
    let wasReady = false
    const look = (): void => {
      const isReady = api.session.state.get().phase === 'ready'
      if (isReady && !wasReady) void this.#ask()
      wasReady = isReady
    }
    this.#unsubscribe = api.session.state.subscribe(look)
    look()
  }

  get reports(): readonly HealthReport[] {
    return this.#reports
  }

  get server(): ServerFacts {
    return this.#server
  }

  close(): void {
    this.#unsubscribe()
    this.#timer?.cancel()
    this.#ended.abort()
  }

  async #ask(): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    this.#timer?.cancel()
    const [server, ...reports] = await Promise.all([
      this.#version(),
      ...paths.map(path => this.#report(path)),
    ])
    this.#isAsking = false
    if (this.#ended.signal.aborted) return
    this.#server = server
    this.#reports = reports
    this.#changed()
    this.#timer = this.#clock.after(askEvery, () => {
      if (this.#api.session.state.get().phase === 'ready') void this.#ask()
    })
  }

  async #report(path: HealthReport['path']): Promise<HealthReport> {
    const checkedAt = this.#clock.now()
    try {
      const text = await this.#read(`${path}`, 'text/plain', { verbose: true })
      return { path, state: 'good', checks: readChecks(text), error: null, checkedAt }
    } catch (error) {
      const { body } = expected(error)
      const failed = readChecks((body.causes ?? []).join('\n'))
      const isAnswer = body.kind === 'serverFault' && body.status !== undefined
      return { path, state: isAnswer ? 'bad' : 'unreadable', checks: failed, error: body, checkedAt }
    }
  }

  async #version(): Promise<ServerFacts> {
    try {
      const version: unknown = JSON.parse(await this.#read('/version', 'application/json'))
      return { version: textAt(version, 'gitVersion'), platform: textAt(version, 'platform'), error: null }
    } catch (error) {
      if (error instanceof SyntaxError) return this.#server
      return { ...this.#server, error: expected(error).body }
    }
  }

  async #read(path: string, accept: string, query: Readonly<Record<string, boolean>> = {}): Promise<string> {
    const response = await this.#api.session.request({
      method: 'GET',
      path,
      query,
      accept,
      purpose: `get ${path}`,
      idleTimeout: timeout,
      signal: this.#ended.signal,
    })
    return response.text()
  }
}

function expected(error: unknown): AppError {
  if (isAppError(error)) return error
  // The signal of an overview that was closed.
  return new AppError({ kind: 'cancelled', message: String(error) })
}

const mostChecks = 200

/** Reads lines like `[+]etcd ok` and `[-]etcd failed: reason withheld`. */
export function readChecks(text: string): readonly HealthCheck[] {
  return text
    .split('\n')
    .flatMap(line => {
      const [, sign, name, rest = ''] = /^\[([+-])\](\S+)\s*(.*)$/.exec(line) ?? []
      if (sign === undefined || name === undefined) return []
      const isHealthy = sign === '+'
      return [
        { name: cut(name, 200), isHealthy, reason: isHealthy ? '' : cut(rest.replace(/^failed:\s*/, '')) },
      ]
    })
    .slice(0, mostChecks)
}
