import { AppError, type AppErrorBody, isAppError, isCancelled } from '../../shared/errors/index.ts'
import { backoffDelays, type Clock } from '../../shared/flow/index.ts'
import type { ObjectPhase, ObjectState } from '../../shared/ipc/index.ts'
import type { ContextId, KubeObject, ObjectRef, ResourceInfo } from '../../shared/kube/index.ts'
import type { ApiClient, OpenContexts } from '../api/index.ts'
import { hasKeptRevisions, type KeptRevision, readKeptRevisions } from './kept.ts'
import { pause } from './pause.ts'
import { SeenRevisions } from './revisions.ts'
import { isSecret, maskSecret } from './secrets.ts'
import { watchSeconds, watchSingle } from './singleWatch.ts'

/** Between two reads of a kind that cannot be watched. */
const pollMilliseconds = 10_000
/** Between two looks whether the context is open by now. */
const openMilliseconds = 500
const retry = { initial: 500, factor: 2, maximum: 30_000, jitter: 0.3 }

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
      try {
        await this.#readAndWatch(api, signal)
        delays = backoffDelays(retry, this.#sources.random)
      } catch (error) {
        if (signal.aborted || isCancelled(error)) return
        if (!isAppError(error)) throw error
        this.#fail(error.body)
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
        const object = await api.get(this.#ref, signal)
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

  /** Watches until the version is too old. False when watching is refused. */
  async #watch(api: ApiClient, from: string, signal: AbortSignal): Promise<boolean> {
    let resourceVersion = from
    while (!signal.aborted) {
      // A connection that died in silence ends with the time after which the server would have closed.
      const run = new AbortController()
      const end = (): void => run.abort()
      signal.addEventListener('abort', end, { once: true })
      const timer = this.#sources.clock.after((watchSeconds + 15) * 1000, end)
      const unsubscribe = api.session.wakeups.subscribe(end)
      const began = this.#sources.clock.now()
      try {
        const result = await watchSingle(api, this.#ref, resourceVersion, run.signal, event => {
          if (event.type === 'present') this.#present(event.object, api)
          if (event.type === 'deleted') this.#deleted(event.object)
          resourceVersion =
            event.type === 'version' ? event.resourceVersion : (event.object.metadata.resourceVersion ?? '')
        })
        if (result === 'expired' || resourceVersion === '') return true
      } catch (error) {
        if (signal.aborted) return true
        if (run.signal.aborted) return true
        if (isAppError(error) && (error.body.kind === 'denied' || error.body.status === 405)) return false
        throw error
      } finally {
        timer.cancel()
        unsubscribe()
        signal.removeEventListener('abort', end)
      }
      // A server that closes at once must not be asked in a loop.
      if (this.#sources.clock.now() - began < 1000) await pause(this.#sources.clock, 1000, signal)
    }
    return true
  }

  #present(object: KubeObject, api: ApiClient): void {
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
