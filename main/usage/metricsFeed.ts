import { type AppErrorBody, isAppError } from '../../shared/errors/index.ts'
import type { Clock, Timer, Unsubscribe } from '../../shared/flow/index.ts'
import type { MetricsState } from '../../shared/ipc/index.ts'
import { parseApiVersion } from '../../shared/kube/index.ts'
import { type ApiClient, resourcePath } from '../api/index.ts'
import { Slicer } from '../watch/index.ts'
import { MeasuredItems } from './measured.ts'
import { Beats } from './series.ts'

/** The servers measure every 15 seconds or so. Milliseconds. */
const every = 15_000
/** The same where there are many pods: their answer is megabytes. */
const everyOfMany = 30_000
const many = 2000
/** Who comes between two looks waits no longer than this for figures that nobody has asked for yet. */
const soonest = 1000
const timeout = 20_000
/** Of the namespaces that may be read where all of them may not, so many are asked. */
const mostNamespaces = 20
/** How long it is believed which namespaces may be read. Milliseconds. */
const believed = 300_000
const group = 'metrics.k8s.io'
const ofOurs: AppErrorBody = {
  kind: 'internal',
  message: 'The figures could not be read for a mistake of Gatehouse; its log says which.',
}

/** What is asked for: pods of a namespace or of all (empty), or the nodes. */
export interface Scope {
  readonly kind: 'pods' | 'nodes'
  readonly namespace: string
}

interface Allowed {
  readonly namespaces: readonly string[]
  /** Milliseconds since the epoch. */
  readonly until: number
  readonly denial: AppErrorBody
}

interface Followed {
  readonly scope: Scope
  lookers: number
  state: Exclude<MetricsState['state'], 'absent'>
  error: AppErrorBody | null
  at: number
  /** Namespaces read in place of all, and why not all; null: all of them may be. */
  allowed: Allowed | null
}

/** One who looks at figures; they are only fetched while somebody does. */
export interface Look {
  state(): MetricsState
  close(): void
}

/** The figures of `metrics.k8s.io` of one context: one poll that all who look share, and what it brought for an hour. */
export class MetricsFeed {
  readonly beats = new Beats()
  readonly pods = new MeasuredItems(this.beats)
  readonly nodes = new MeasuredItems(this.beats)
  readonly #api: ApiClient
  readonly #clock: Clock
  readonly #slicer = new Slicer()
  readonly #followed = new Map<string, Followed>()
  readonly #listeners = new Set<() => void>()
  readonly #subscriptions: readonly Unsubscribe[]
  readonly #ended = new AbortController()
  #timer: Timer | null = null
  #isAsking = false
  #askedAt = Number.NEGATIVE_INFINITY

  constructor(api: ApiClient, clock: Clock) {
    this.#api = api
    this.#clock = clock
    const look = (): void => {
      this.#plan()
      this.#tell()
    }
    this.#subscriptions = [api.session.state.subscribe(look), api.discovery.subscribe(look)]
  }

  /** Looks at a scope until it is closed. @param changed called after each answer */
  look(scopes: readonly Scope[], changed: () => void): Look {
    const followed = scopes.map(scope => this.#follow(scope))
    const listener = (): void => changed()
    this.#listeners.add(listener)
    this.#plan()
    return {
      state: () => this.#state(followed),
      close: () => {
        if (!this.#listeners.delete(listener)) return
        for (const one of followed) one.lookers--
        this.#plan()
      },
    }
  }

  close(): void {
    this.#ended.abort()
    this.#timer?.cancel()
    this.#timer = null
    this.#listeners.clear()
    for (const unsubscribe of this.#subscriptions) unsubscribe()
  }

  get #wanted(): readonly Followed[] {
    return [...this.#followed.values()].filter(one => one.lookers > 0 && this.#holderOf(one) === one)
  }

  /** All pods hold those of each namespace: a namespace is not asked for besides. */
  #holderOf(followed: Followed): Followed {
    const whole = this.#followed.get('pods ')
    const isHeld =
      followed.scope.kind === 'pods' &&
      whole !== undefined &&
      whole.lookers > 0 &&
      whole.state !== 'denied' &&
      whole.allowed === null
    return isHeld ? whole : followed
  }

  #follow(scope: Scope): Followed {
    const key = `${scope.kind} ${scope.namespace}`
    const followed = this.#followed.get(key) ?? {
      scope,
      lookers: 0,
      state: 'loading',
      error: null,
      at: 0,
      allowed: null,
    }
    this.#followed.set(key, followed)
    followed.lookers++
    return followed
  }

  #state(followed: readonly Followed[]): MetricsState {
    const none = { error: null, at: 0, namespaces: [] }
    const absence = this.#absence(followed[0]?.scope.kind ?? 'pods')
    if (absence !== null) return { ...none, ...absence, at: Math.max(0, ...followed.map(({ at }) => at)) }
    const known = followed.map(one => this.#holderOf(one))
    const worst = (state: Followed['state']) => known.find(one => one.state === state)
    const one = worst('failing') ?? worst('denied') ?? worst('loading') ?? known[0]
    if (one === undefined) return { ...none, state: 'loading' }
    const namespaces = one.state === 'live' ? (one.allowed?.namespaces ?? []) : []
    return { state: one.state, error: one.error, at: one.at, namespaces }
  }

  /** Why there is nothing to ask; null where there is. */
  #absence(kind: Scope['kind']): Pick<MetricsState, 'state' | 'error'> | null {
    if (this.#resource(kind) !== null) return null
    const { readAt, failures } = this.#api.discovery.get()
    const failure = failures.find(each => parseApiVersion(each.groupVersion).group === group)
    if (failure !== undefined) return { state: 'failing', error: failure.error }
    return { state: readAt === 0 ? 'loading' : 'absent', error: null }
  }

  #resource(kind: Scope['kind']) {
    const info = this.#api.findKind(group, kind === 'pods' ? 'PodMetrics' : 'NodeMetrics')
    return info === null ? null : { group: info.group, version: info.version, resource: info.resource }
  }

  /** Asks at once where somebody waits for a first answer, else when it is time; never while nobody looks. */
  #plan(): void {
    this.#timer?.cancel()
    this.#timer = null
    const wanted = this.#wanted
    const isReady = this.#api.session.state.get().phase === 'ready'
    if (wanted.length === 0 || !isReady || this.#isAsking || this.#ended.signal.aborted) return
    if (wanted.every(({ scope }) => this.#resource(scope.kind) === null)) return
    const pause = this.pods.items.size > many ? everyOfMany : every
    const isNew = wanted.some(({ at, state }) => at === 0 && state === 'loading')
    const due = this.#askedAt + (isNew ? soonest : pause)
    this.#timer = this.#clock.after(Math.max(0, due - this.#clock.elapsed()), () => void this.#ask(wanted))
  }

  async #ask(wanted: readonly Followed[]): Promise<void> {
    this.#isAsking = true
    this.#askedAt = this.#clock.elapsed()
    const beat = this.beats.take(this.#clock.now())
    try {
      await Promise.all(wanted.map(followed => this.#askOne(followed, beat)))
    } finally {
      this.#isAsking = false
      if (!this.#ended.signal.aborted) {
        this.#tell()
        this.#plan()
      }
    }
  }

  /** What may not be read as a whole is read in parts, once an ask: a server may deny these as well. */
  async #askOne(followed: Followed, beat: number): Promise<void> {
    if ((await this.#read(followed, beat)) || followed.state !== 'denied') return
    const { scope, error } = followed
    followed.allowed = null
    if (error === null || scope.kind !== 'pods' || scope.namespace !== '') return
    const namespaces = await this.#allowedNamespaces()
    if (namespaces.length === 0 || this.#ended.signal.aborted) return
    followed.allowed = { namespaces, until: this.#clock.now() + believed, denial: error }
    if (!(await this.#read(followed, beat))) followed.allowed = null
  }

  /** True when all was read that was asked for; else the state says what went wrong. */
  async #read(followed: Followed, beat: number): Promise<boolean> {
    const { kind, namespace } = followed.scope
    if (followed.allowed !== null && followed.allowed.until <= this.#clock.now()) followed.allowed = null
    try {
      for (const one of followed.allowed?.namespaces ?? [namespace]) await this.#take(kind, one, beat)
      followed.error = followed.allowed?.denial ?? null
      followed.state = 'live'
      followed.at = this.#clock.now()
      return true
    } catch (error) {
      if (!this.#ended.signal.aborted) fail(followed, error)
      return false
    }
  }

  async #allowedNamespaces(): Promise<readonly string[]> {
    const resource = this.#resource('pods')
    if (resource === null) return []
    const named = this.#api.session.namedNamespaces().slice(0, mostNamespaces)
    try {
      return await this.#api.allowedNamespaces('list', resource, named)
    } catch (error) {
      if (isAppError(error)) return []
      throw error
    }
  }

  async #take(kind: Scope['kind'], namespace: string, beat: number): Promise<void> {
    const resource = this.#resource(kind)
    if (resource === null) return
    const place = namespace === '' ? '' : ` in namespace ${namespace}`
    const response = await this.#api.session.request({
      method: 'GET',
      path: resourcePath(resource, { namespace }),
      accept: 'application/json',
      purpose: `list the metrics of ${kind}${place}`,
      idleTimeout: timeout,
      whenThrottled: 'fail',
      signal: this.#ended.signal,
    })
    const answer = (await response.json()) as { readonly items?: unknown } | null
    const items = kind === 'pods' ? this.pods : this.nodes
    for (const item of Array.isArray(answer?.items) ? answer.items : []) {
      items.take(beat, item)
      if (this.#slicer.isSpent()) await this.#slicer.pause()
    }
    items.prune(namespace)
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}

/** @throws what is no AppError, once it is said that there is nothing to wait for */
function fail(followed: Followed, error: unknown): void {
  followed.error = isAppError(error) ? error.body : ofOurs
  followed.state = followed.error.kind === 'denied' ? 'denied' : 'failing'
  if (!isAppError(error)) throw error
}

/** One feed for each open context, for as long as it is open. */
export class MetricsFeeds {
  readonly #clock: Clock
  readonly #feeds = new Map<ApiClient, MetricsFeed>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  of(api: ApiClient): MetricsFeed {
    const known = this.#feeds.get(api)
    if (known !== undefined) return known
    const feed = new MetricsFeed(api, this.#clock)
    this.#feeds.set(api, feed)
    const unsubscribe = api.session.state.subscribe(({ phase }) => {
      if (phase !== 'closed') return
      unsubscribe()
      this.#feeds.delete(api)
      feed.close()
    })
    return feed
  }
}
