import { randomUUID } from 'node:crypto'
import { AppError, type AppErrorBody, isAppError } from '../../../shared/errors/index.ts'
import {
  type Clock,
  Observable,
  type ReadonlyObservable,
  type Timer,
  type Unsubscribe,
} from '../../../shared/flow/index.ts'
import type { ContextEntry, Forward, ForwardList } from '../../../shared/ipc/index.ts'
import type { ContextId, ObjectRef } from '../../../shared/kube/index.ts'
import type { ApiClient, OpenContexts } from '../../api/index.ts'
import { orAborted } from '../../session/index.ts'
import type { SettingsStore } from '../../settings/index.ts'
import type { Watches } from '../../watch/index.ts'
import { readPods } from './choices.ts'
import { RunningForward } from './forward.ts'
import { checkedPort } from './ports.ts'
import { refuseForwards } from './refuse.ts'
import { type RememberedForward, rememberedOf, stoppedForward, withForward } from './remembered.ts'
import { readTarget, targetName } from './target.ts'

export interface ForwardsOptions {
  readonly contexts: OpenContexts & {
    /** Opens a context that is not open. */
    open(context: ContextId): Promise<ApiClient>
  }
  readonly watches: Pick<Watches, 'objects'>
  readonly settings: SettingsStore
  /** The entry of a context; null for none. */
  readonly entryOf: (context: ContextId) => ContextEntry | null
  readonly clock: Clock
  readonly onBug: (error: unknown) => void
}

export interface WantedForward {
  readonly ref: ObjectRef
  readonly address: RememberedForward['address']
  readonly ports: readonly { readonly asked: string; readonly local: number }[]
}

/** Bytes are told this often, in milliseconds. */
const tellEvery = 100

/** All forwards: those that run, and those that the settings remember. */
export class ForwardRegistry {
  readonly list: ReadonlyObservable<ForwardList>
  readonly #list = new Observable<ForwardList>({ forwards: [] })
  readonly #options: ForwardsOptions
  readonly #running = new Map<string, { readonly forward: RunningForward; readonly unfollow: Unsubscribe }>()
  /** Those that are prepared; aborted where somebody stops them meanwhile. */
  readonly #starting = new Map<string, AbortController>()
  /** What forwards of this run last were that do not run now. */
  readonly #last = new Map<string, Forward>()
  readonly #unsubscribe: Unsubscribe
  #timer: Timer | null = null
  #isClosed = false

  constructor(options: ForwardsOptions) {
    this.#options = options
    this.list = this.#list
    this.#unsubscribe = options.settings.value.subscribe(() => {
      this.#stopProtected()
      this.#changed()
    })
    this.#tell()
  }

  /** @throws AppError */
  async start(context: ContextId, wanted: WantedForward, signal?: AbortSignal): Promise<Forward> {
    const api = this.#options.contexts.get(context)
    const id = randomUUID()
    return this.#prepared(id, own =>
      this.#run(id, api, wanted, signal === undefined ? own : AbortSignal.any([signal, own])),
    )
  }

  /** Starts one that is remembered, and opens its context where it is not. @throws AppError */
  async restart(id: string): Promise<void> {
    if (this.#running.has(id) || this.#starting.has(id)) return
    const remembered = this.#remembered(id)
    const { context, ref, address, ports } = remembered
    this.#last.set(id, { ...stoppedForward(remembered), phase: 'starting' })
    this.#tell()
    let isStopped = (): boolean => false
    try {
      await this.#prepared(id, async signal => {
        isStopped = () => signal.aborted
        refuseForwards(this.#options.entryOf(context), context)
        const api = await orAborted(this.#options.contexts.open(context), signal)
        await this.#run(id, api, { ref, address, ports }, signal)
      })
    } catch (error) {
      if (isStopped()) throw notStarted()
      const reason = bodyOf(error)
      this.#last.set(id, { ...stoppedForward(remembered), phase: 'failed', ...(reason && { reason }) })
      this.#tell()
      throw error
    }
  }

  stop(id: string, reason?: AppErrorBody): void {
    this.#abort(id)
    const running = this.#running.get(id)
    const last = this.#last.get(id)
    if (running !== undefined) {
      const { reason: _, ...state } = running.forward.state()
      this.#end(id, running)
      this.#keepLast({
        ...state,
        phase: 'stopped',
        pod: '',
        connections: { ...state.connections, open: 0 },
        ...(reason === undefined ? {} : { reason }),
      })
    } else if (last !== undefined) this.#last.delete(id)
    this.#tell()
  }

  forget(id: string): void {
    this.#abort(id)
    const running = this.#running.get(id)
    if (running !== undefined) this.#end(id, running)
    this.#last.delete(id)
    const { settings } = this.#options
    settings.change({ forwards: settings.value.get().forwards.filter(one => one.id !== id) })
    this.#tell()
  }

  /** Whether an open forward listens on a port of this machine. */
  isForwarded(port: number): boolean {
    return [...this.#running.values()].some(({ forward }) => forward.holds(port))
  }

  close(): void {
    this.#isClosed = true
    this.#unsubscribe()
    this.#timer?.cancel()
    for (const id of [...this.#starting.keys()]) this.#abort(id)
    for (const [id, running] of [...this.#running]) this.#end(id, running)
  }

  /** Does what starts a forward, until somebody stops or forgets it. */
  async #prepared<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const starting = new AbortController()
    this.#starting.set(id, starting)
    try {
      return await work(starting.signal)
    } finally {
      // Stopped and started again, it belongs to the later start.
      if (this.#starting.get(id) === starting) this.#starting.delete(id)
    }
  }

  #abort(id: string): void {
    this.#starting.get(id)?.abort(notStarted())
    this.#starting.delete(id)
  }

  async #run(id: string, api: ApiClient, wanted: WantedForward, signal: AbortSignal): Promise<Forward> {
    const { clock, watches, onBug } = this.#options
    const { ref, address } = wanted
    refuseForwards(this.#options.entryOf(api.context), api.context)
    const target = await readTarget(api, ref, signal)
    const { podSpec } = await readPods(api, target, signal).catch(tolerateDenied)
    const ports = wanted.ports.map(({ asked, local }) => {
      const { scheme, remote } = checkedPort(target, asked, podSpec)
      return { asked, local, scheme, remote }
    })
    const forward = new RunningForward({
      id,
      api,
      target,
      address,
      ports,
      watches,
      clock,
      onBug,
      changed: () => this.#changed(),
      ownHolder: port => this.#holderOf(port),
    })
    try {
      await forward.listen()
      signal.throwIfAborted()
      this.#refuseWhenOver(id, api)
    } catch (error) {
      forward.close()
      throw error
    }
    const unfollow = api.session.state.subscribe(({ phase }) => {
      if (phase === 'closed') this.stop(id, contextClosed)
    })
    this.#running.set(id, { forward, unfollow })
    this.#last.delete(id)
    this.#remember(forward.state())
    this.#tell()
    return forward.state()
  }

  /** While it was prepared its context may have been closed or protected, or the same one started twice. */
  #refuseWhenOver(id: string, api: ApiClient): void {
    const isOver = this.#isClosed || api.session.state.get().phase === 'closed' || this.#running.has(id)
    if (isOver) throw notStarted()
    refuseForwards(this.#options.entryOf(api.context), api.context)
  }

  #end(id: string, { forward, unfollow }: { forward: RunningForward; unfollow: Unsubscribe }): void {
    this.#running.delete(id)
    unfollow()
    forward.close()
  }

  #stopProtected(): void {
    for (const [id, { forward }] of [...this.#running]) {
      const entry = this.#options.entryOf(forward.context)
      if (forward.isProtected) this.stop(id, protectedNow(entry?.name ?? forward.context))
    }
  }

  #remembered(id: string): RememberedForward {
    const found = this.#options.settings.value.get().forwards.find(one => one.id === id)
    if (found !== undefined) return found
    throw new AppError({ kind: 'gone', message: 'This forward is not remembered any more.' })
  }

  #remember(forward: Forward): void {
    const { settings } = this.#options
    const isRunning = (id: string): boolean => this.#running.has(id)
    const { forwards } = settings.value.get()
    settings.change({ forwards: withForward(forwards, rememberedOf(forward), isRunning) })
  }

  /** Of one that was forgotten while it ran, as by clearing the settings, nothing is kept. */
  #keepLast(forward: Forward): void {
    if (!this.#isRemembered(forward.id)) return
    this.#remember(forward)
    this.#last.set(forward.id, forward)
  }

  #isRemembered(id: string): boolean {
    return this.#options.settings.value.get().forwards.some(one => one.id === id)
  }

  #holderOf(port: number): string | null {
    for (const { forward } of this.#running.values()) {
      if (!forward.holds(port)) continue
      const { context } = forward
      return `the forward to ${targetName(forward.target)} in ${this.#options.entryOf(context)?.name ?? context}`
    }
    return null
  }

  #changed(): void {
    if (this.#isClosed) return
    this.#timer ??= this.#options.clock.after(tellEvery, () => this.#tell())
  }

  #tell(): void {
    this.#timer?.cancel()
    this.#timer = null
    if (this.#isClosed) return
    const remembered = this.#options.settings.value.get().forwards.map(one => {
      const running = this.#running.get(one.id)
      return running?.forward.state() ?? this.#last.get(one.id) ?? stoppedForward(one)
    })
    // What listens is listed, whatever the settings say.
    const others = [...this.#running].filter(([id]) => !this.#isRemembered(id))
    this.#list.set({ forwards: [...remembered, ...others.map(([, { forward }]) => forward.state())] })
  }
}

const contextClosed: AppErrorBody = {
  kind: 'notOpen',
  message: 'Its context was closed. Starting it opens the context again.',
}

function notStarted(): AppError {
  return new AppError({ kind: 'cancelled', message: 'The forward was not started.' })
}

function protectedNow(name: string): AppErrorBody {
  return {
    kind: 'invalid',
    reason: 'ProtectedContext',
    message: `${name} is protected now, so nothing is forwarded to it.`,
  }
}

/** Who may not list pods may still be let through to one. */
function tolerateDenied(error: unknown): { readonly podSpec: unknown } {
  if (isAppError(error) && error.body.kind === 'denied') return { podSpec: null }
  throw error
}

function bodyOf(error: unknown): AppErrorBody | null {
  return isAppError(error) ? error.body : null
}
