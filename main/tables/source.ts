import { isAppError } from '../../shared/errors/index.ts'
import type { Clock, Timer, Unsubscribe } from '../../shared/flow/index.ts'
import type { SourcePhase, SourceStatus } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import type { ApiClient, OpenContexts } from '../api/index.ts'
import type { SharedWatch, StoreKind, Watches, WatchTarget } from '../watch/index.ts'
import type { RowListener, RowStore } from './rowStore.ts'

/** What the views of a process share. */
export interface TableEnvironment {
  readonly contexts: OpenContexts
  readonly watches: Watches
  readonly clock: Clock
  readonly stores: StoreKind<RowStore>
  /** Stores in use, with the number of their users: what `tables.search` looks through. */
  readonly inUse: Map<RowStore, number>
}

/** Told of rows, and of stores that come and go with all their rows. */
export interface SourceListener extends RowListener {
  opened(store: RowStore): void
  closed(store: RowStore): void
  statusChanged(): void
}

interface Share {
  readonly shared: SharedWatch<RowStore>
  readonly namespace: string
  readonly subscriptions: readonly Unsubscribe[]
}

/** A context that is not open may be opened any time, and nothing tells. */
const lookAgain = 500

/**
 * One context and scope of a view. It waits for the context to be open, follows it when it is
 * closed and opened again, and reads single namespaces where all of them are denied.
 */
export class ViewSource {
  readonly #environment: TableEnvironment
  readonly #context: ContextId
  readonly #target: WatchTarget
  readonly #listener: SourceListener
  #api: ApiClient | null = null
  #unfollow: Unsubscribe | null = null
  #share: Share | null = null
  #fallbacks: Share[] = []
  #timer: Timer | null = null

  constructor(
    environment: TableEnvironment,
    context: ContextId,
    target: WatchTarget,
    listener: SourceListener,
  ) {
    this.#environment = environment
    this.#context = context
    this.#target = target
    this.#listener = listener
  }

  /** Begins; the listener may be told of rows at once. */
  open(): void {
    try {
      const api = this.#environment.contexts.get(this.#context)
      // A client that was closed is not taken again; its successor will be another one.
      if (api.session.state.get().phase !== 'closed') {
        this.#follow(api)
        return
      }
    } catch (error) {
      if (!isAppError(error)) throw error
    }
    this.#timer = this.#environment.clock.after(lookAgain, () => this.open())
  }

  get stores(): readonly RowStore[] {
    return this.#shares.map(({ shared }) => shared.store)
  }

  get statuses(): readonly SourceStatus[] {
    if (this.#share === null) return [this.#status(this.#target.namespace, { phase: 'waiting' })]
    return this.#shares.map(({ shared, namespace }) => this.#status(namespace, shared.phase.get()))
  }

  close(): void {
    this.#timer?.cancel()
    this.#leave()
  }

  get #shares(): readonly Share[] {
    return this.#share === null ? [] : [this.#share, ...this.#fallbacks]
  }

  #status(namespace: string, status: SourcePhase): SourceStatus {
    return { context: this.#context, namespace, status }
  }

  #follow(api: ApiClient): void {
    this.#api = api
    this.#unfollow = api.session.state.subscribe(({ phase }) => {
      if (phase !== 'closed') return
      this.#leave()
      this.#listener.statusChanged()
      this.open()
    })
    this.#share = this.#take(api, this.#target)
    this.#denied(this.#share.shared.phase.get())
  }

  #leave(): void {
    this.#unfollow?.()
    this.#unfollow = null
    for (const share of this.#shares) this.#release(share)
    this.#share = null
    this.#fallbacks = []
    this.#api = null
  }

  #take(api: ApiClient, target: WatchTarget): Share {
    const { watches, stores, inUse } = this.#environment
    const shared = watches.share(api, target, stores)
    const { store } = shared
    inUse.set(store, (inUse.get(store) ?? 0) + 1)
    const isMain = target === this.#target
    const subscriptions = [
      store.subscribe(this.#listener),
      shared.phase.subscribe(phase => {
        if (isMain) this.#denied(phase)
        this.#listener.statusChanged()
      }),
    ]
    this.#listener.opened(store)
    return { shared, namespace: target.namespace, subscriptions }
  }

  #release({ shared, subscriptions }: Share): void {
    const { inUse } = this.#environment
    const users = (inUse.get(shared.store) ?? 0) - 1
    if (users > 0) inUse.set(shared.store, users)
    else inUse.delete(shared.store)
    for (const unsubscribe of subscriptions) unsubscribe()
    this.#listener.closed(shared.store)
    shared.release()
  }

  /** Opens the readable namespaces of a denial, and gives them up when it is over. */
  #denied(phase: SourcePhase): void {
    const api = this.#api
    if (api === null) return
    const wanted = phase.phase === 'denied' ? phase.readableNamespaces : []
    const isOver = phase.phase === 'live'
    const keeps = (share: Share) => !isOver || wanted.includes(share.namespace)
    for (const share of this.#fallbacks) if (!keeps(share)) this.#release(share)
    this.#fallbacks = this.#fallbacks.filter(keeps)
    for (const namespace of wanted)
      if (!this.#fallbacks.some(share => share.namespace === namespace))
        this.#fallbacks.push(this.#take(api, { ...this.#target, namespace }))
  }
}
