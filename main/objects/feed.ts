import { AppError, type AppErrorBody, isAppError, isCancelled } from '../../shared/errors/index.ts'
import { backoffDelays, type Clock } from '../../shared/flow/index.ts'
import type { ObjectPhase, ObjectState } from '../../shared/ipc/index.ts'
import type { ContextId, KubeObject, ObjectRef, ResourceInfo } from '../../shared/kube/index.ts'
import type { ApiClient, OpenContexts } from '../api/index.ts'
import { hasKeptRevisions, type KeptRevision, readKeptRevisions } from './kept.ts'
import { watchOverSilence } from './liveness.ts'
import { pause } from './pause.ts'
import { SeenRevisions } from './revisions.ts'
import { isSecret, maskSecret } from './secrets.ts'
import { watchSingle } from './singleWatch.ts'

/** Between two reads of a kind that cannot be watched. */
const pollMilliseconds = 10_000
/** Between two looks whether the context is open by now. */
const openMilliseconds = 500
const retry = { initial: 500, factor: 2, maximum: 30_000, jitter: 0.3 }

type ConnectionEnd =
  | { readonly type: 'closed'; readonly resourceVersion: string }
  | { readonly type: 'readAgain' }
  | { readonly type: 'refused' }

export interface FeedSources {
  readonly contexts: OpenContexts
  readonly clock: Clock
  readonly random: () => number
  /** Told of what no `AppError` explains. */
  readonly onBug: (error: unknown) => void
}

/**
 * One object kept current: read, then watched by name, with the versions seen on the way. Runs
 * between `start` and `stop`; what it remembers outlives both.
 */
export class ObjectFeed {
  readonly #sources: FeedSources
  readonly #context: ContextId
  readonly #ref: ObjectRef
  readonly #seen = new SeenRevisions()
  readonly #listeners = new Set<() => void>()
  #status: ObjectPhase = { phase: 'loading' }
  #object: KubeObject | null = null
  #masked: KubeObject | null = null
  #kept: readonly KeptRevision[] = []
  #keptFor = ''
  #keptError: AppErrorBody | undefined
  #run: AbortController | null = null
  /** The server answered since the last failure. */
  #hasHeard = false
  /** Failures in a row. */
  #failures = 0

  constructor(context: ContextId, ref: ObjectRef, sources: FeedSources) {
    this.#context = context
    this.#ref = ref
    this.#sources = sources
  }

  get listenerCount(): number {
    return this.#listeners.size
  }

  /** Length of all versions held, in UTF-16 units of JSON. */
  get bytes(): number {
    return this.#seen.bytes
  }

  /** Tells of changes; the first listener starts the feed, the last one's end stops it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    if (this.#run === null) this.#start()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#stop()
    }
  }

  /** The object in clear, for those who stay in main. */
  followed(): {
    readonly object: KubeObject | null
    readonly phase: ObjectPhase['phase']
    readonly error?: AppErrorBody
  } {
    const status = this.#status
    const error =
      status.phase === 'failed' ? status.error : status.phase === 'stale' ? status.reason : undefined
    return { object: this.#object, phase: status.phase, ...(error === undefined ? {} : { error }) }
  }

  state(): ObjectState {
    return {
      status: this.#status,
      object: this.#masked,
      revisions: [...this.#seen.list(), ...this.#kept.map(kept => kept.revision)],
      ...(this.#keptError === undefined ? {} : { keptError: this.#keptError }),
    }
  }

  /** A remembered version, masked as everything that leaves main. */
  revision(id: string): KubeObject | null {
    const object = this.#seen.find(id) ?? this.#kept.find(kept => kept.revision.id === id)?.object ?? null
    return object === null ? null : this.#mask(object)
  }

  #start(): void {
    const run = new AbortController()
    this.#run = run
    this.#status = { phase: 'loading' }
    this.#follow(run.signal).catch((error: unknown) => {
      if (!run.signal.aborted) this.#sources.onBug(error)
    })
  }

  #stop(): void {
    this.#run?.abort()
    this.#run = null
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const api = await this.#openContext(signal)
    if (api === null) return
    let delays = backoffDelays(retry, this.#sources.random)
    const wake = (now: () => void): (() => void) => api.session.wakeups.subscribe(now)
    while (!signal.aborted) {
      this.#hasHeard = false
      try {
        await this.#readAndWatch(api, signal)
        this.#failures = 0
      } catch (error) {
        if (signal.aborted || isCancelled(error)) return
        if (!isAppError(error)) throw error
        // Whoever answered meanwhile is asked again soon; only silence makes the waits longer.
        if (this.#hasHeard) this.#failures = 0
        if (this.#hasHeard) delays = backoffDelays(retry, this.#sources.random)
        this.#fail(error.body)
        this.#failures++
        const wait = isFinal(error.body) ? pollMilliseconds : delays.next().value
        await pause(this.#sources.clock, wait, signal, wake)
      }
    }
  }

  /** The client of the context, waiting while it is not open. Null when aborted meanwhile. */
  async #openContext(signal: AbortSignal): Promise<ApiClient | null> {
    while (!signal.aborted) {
      try {
        return this.#sources.contexts.get(this.#context)
      } catch (error) {
        if (!isAppError(error)) throw error
        this.#fail(error.body)
        await pause(this.#sources.clock, openMilliseconds, signal)
      }
    }
    return null
  }

  /** One read and what follows it, until it must be read again. */
  async #readAndWatch(api: ApiClient, signal: AbortSignal): Promise<void> {
    const info = api.find(this.#ref.resource)
    if (info !== null && !info.verbs.includes('get') && !info.verbs.includes('list')) throw createOnly(info)
    const resourceVersion = await this.#read(api, info, signal)
    const canWatch = resourceVersion !== '' && (info === null || info.verbs.includes('watch'))
    if (!canWatch || !(await this.#watch(api, resourceVersion, signal)))
      await pause(this.#sources.clock, pollMilliseconds, signal, now => api.session.wakeups.subscribe(now))
  }

  /** The version to watch from; empty when there is none to be had. */
  async #read(api: ApiClient, info: ResourceInfo | null, signal: AbortSignal): Promise<string> {
    try {
      if (info === null || info.verbs.includes('get')) {
        const object = await this.#patiently(signal, limited => api.get(this.#ref, limited))
        this.#present(object, api)
        return object.metadata.resourceVersion ?? ''
      }
    } catch (error) {
      if (!isAppError(error) || error.body.status !== 404) throw error
      if (this.#object === null && info === null) throw error
      this.#missing(error.body)
    }
    return await this.#readByList(api, signal)
  }

  /**
   * A request on a connection that died unnoticed would wait for long. While what is shown is
   * stale it gets a few seconds, more each time: the object may be large and the line slow.
   */
  async #patiently<T>(signal: AbortSignal, ask: (limited: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#status.phase !== 'stale') return await ask(signal)
    const limit = new AbortController()
    const timer = this.#sources.clock.after(Math.min(30_000, 3000 * 2 ** this.#failures), () => limit.abort())
    try {
      return await ask(AbortSignal.any([signal, limit.signal]))
    } catch (error) {
      if (signal.aborted || !limit.signal.aborted) throw error
      throw new AppError({
        kind: 'unreachable',
        message: 'The server does not answer.',
        context: this.#context,
      })
    } finally {
      timer.cancel()
    }
  }

  async #readByList(api: ApiClient, signal: AbortSignal): Promise<string> {
    try {
      const list = await api.list(this.#ref.resource, {
        namespace: this.#ref.namespace,
        fieldSelector: `metadata.name=${this.#ref.name}`,
        signal,
      })
      const object = list.items.find(item => item.metadata.name === this.#ref.name)
      if (object !== undefined) this.#present(object, api)
      else this.#missing(notFound(this.#context, this.#ref))
      return list.resourceVersion
    } catch (error) {
      // Reading it by name told enough; that a list is refused only means to ask again later.
      if (isAppError(error) && error.body.kind === 'denied' && this.#status.phase !== 'loading') return ''
      throw error
    }
  }

  /** Watches until the object must be read again. False when watching is refused. */
  async #watch(api: ApiClient, from: string, signal: AbortSignal): Promise<boolean> {
    const { clock } = this.#sources
    let resourceVersion = from
    while (!signal.aborted) {
      const began = clock.elapsed()
      const end = await this.#watchOnce(api, resourceVersion, signal)
      // A server that ends each watch at once must not be asked in a loop.
      if (clock.elapsed() - began < 1000) await pause(clock, 1000, signal)
      if (end.type === 'readAgain') return true
      if (end.type === 'refused') return false
      resourceVersion = end.resourceVersion
    }
    return true
  }

  /** One connection. @throws AppError when it is lost. */
  async #watchOnce(api: ApiClient, from: string, signal: AbortSignal): Promise<ConnectionEnd> {
    const { clock } = this.#sources
    const run = new AbortController()
    const end = (): void => run.abort()
    let resourceVersion = from
    let heardAt = clock.elapsed()
    signal.addEventListener('abort', end, { once: true })
    const unsubscribe = api.session.wakeups.subscribe(end)
    const endVigil = watchOverSilence(api, clock, {
      lastHeardAt: () => heardAt,
      onOverdue: end,
      onSilent: error => {
        this.#fail(error)
        end()
      },
    })
    try {
      const result = await watchSingle(api, this.#ref, from, run.signal, event => {
        heardAt = clock.elapsed()
        if (event.type === 'present') this.#present(event.object, api)
        if (event.type === 'deleted') this.#deleted(event.object)
        resourceVersion =
          event.type === 'version' ? event.resourceVersion : (event.object.metadata.resourceVersion ?? '')
      })
      const mustRead = result === 'expired' || resourceVersion === ''
      return mustRead ? { type: 'readAgain' } : { type: 'closed', resourceVersion }
    } catch (error) {
      if (run.signal.aborted) return { type: 'readAgain' }
      if (isAppError(error) && (error.body.kind === 'denied' || error.body.status === 405))
        return { type: 'refused' }
      throw error
    } finally {
      endVigil()
      unsubscribe()
      signal.removeEventListener('abort', end)
    }
  }

  #present(object: KubeObject, api: ApiClient): void {
    this.#hasHeard = true
    this.#object = object
    this.#masked = this.#mask(object)
    this.#status = { phase: 'live' }
    this.#seen.add(object, this.#sources.clock.now())
    this.#readKept(object, api)
    this.#tell()
  }

  #deleted(object: KubeObject): void {
    const last = this.#object
    // The deletion of an earlier object of this name says nothing of the present one.
    if (last !== null && object.metadata.uid !== last.metadata.uid) return
    this.#status = { phase: 'deleted', at: this.#sources.clock.now() }
    this.#tell()
  }

  #missing(error: AppErrorBody): void {
    if (this.#object === null) this.#status = { phase: 'failed', error }
    else if (this.#status.phase !== 'deleted')
      this.#status = { phase: 'deleted', at: this.#sources.clock.now() }
    this.#tell()
  }

  #fail(error: AppErrorBody): void {
    if (this.#object === null || error.kind === 'denied') this.#status = { phase: 'failed', error }
    else if (this.#status.phase !== 'stale')
      this.#status = { phase: 'stale', since: this.#sources.clock.now(), reason: error }
    this.#tell()
  }

  /** Kept revisions change only when the template does, which the generation tells. */
  #readKept(object: KubeObject, api: ApiClient): void {
    const signal = this.#run?.signal
    const version = `${object.metadata.uid}/${object.metadata.generation}/${observedOf(object)}`
    if (signal === undefined || !hasKeptRevisions(object) || version === this.#keptFor) return
    this.#keptFor = version
    readKeptRevisions(api, object, signal)
      .then(kept => {
        this.#kept = kept
        this.#keptError = undefined
        this.#tell()
      })
      .catch((error: unknown) => {
        if (signal.aborted || isCancelled(error)) return
        if (!isAppError(error)) this.#sources.onBug(error)
        else this.#keptError = error.body
        this.#tell()
      })
  }

  #mask(object: KubeObject): KubeObject {
    return isSecret(this.#ref) ? maskSecret(object) : object
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}

/** A Deployment's new ReplicaSet is there once the controller has seen the generation. */
function observedOf(object: KubeObject): string {
  const status = object.status as { readonly observedGeneration?: unknown } | undefined
  return String(status?.observedGeneration ?? '')
}

function isFinal(error: AppErrorBody): boolean {
  return error.kind === 'denied' || error.kind === 'gone' || error.kind === 'invalid'
}

function createOnly(info: ResourceInfo): AppError {
  return new AppError({
    kind: 'invalid',
    message: `${info.kind} can only be created: the server answers it at once and keeps no such object, so there is none to show.`,
    resource: `get ${info.resource}`,
  })
}

function notFound(context: ContextId, ref: ObjectRef): AppErrorBody {
  const where = ref.namespace === '' ? '' : ` in namespace ${ref.namespace}`
  return {
    kind: 'gone',
    status: 404,
    message: `No ${ref.resource.resource} named "${ref.name}"${where}. Should one be created, it appears here.`,
    context,
    resource: `get ${ref.resource.resource} ${ref.name}${where}`,
  }
}
