import { isAppError } from '../../shared/errors/index.ts'
import type { Clock, Timer, Unsubscribe } from '../../shared/flow/index.ts'
import type { SourcePhase, SourceStatus } from '../../shared/ipc/index.ts'
import { type ContextId, type Resource, resourceKey } from '../../shared/kube/index.ts'
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
 * closed and opened again, reads single namespaces where all of them are denied, and takes the
 * version of the kind that this server serves where it does not know the one that was asked for.
 */
export class ViewSource {
  readonly #environment: TableEnvironment
  readonly #context: ContextId
  readonly #target: WatchTarget
  readonly #listener: SourceListener
  #api: ApiClient | null = null
  #unfollow: readonly Unsubscribe[] = []
  /** What is read: the target in a version that is served. */
  #served: WatchTarget
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
    this.#served = target
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
    const { resource } = this.#served
    const isAsAsked = resource.version === this.#target.resource.version
    return { context: this.#context, namespace, status, ...(isAsAsked ? {} : { resource }) }
  }

  #follow(api: ApiClient): void {
    this.#api = api
    this.#unfollow = [
      api.session.state.subscribe(({ phase }) => phase === 'closed' && this.#begin()),
      // Servers are upgraded, and discovery may come after the first request.
      api.discovery.subscribe(() => {
        if (resourceKey(servedAs(api, this.#target.resource)) !== resourceKey(this.#served.resource))
          this.#begin()
      }),
    ]
    this.#served = { ...this.#target, resource: servedAs(api, this.#target.resource) }
    this.#share = this.#take(api, this.#served)
    this.#denied(this.#share.shared.phase.get())
  }

  #begin(): void {
    this.#leave()
    this.#listener.statusChanged()
    this.open()
  }

  #leave(): void {
    for (const unfollow of this.#unfollow) unfollow()
    this.#unfollow = []
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
    const isMain = target === this.#served
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
        this.#fallbacks.push(this.#take(api, { ...this.#served, namespace }))
  }
}

/**
 * The resource as this server serves it: in the version that was asked for, else in the one it
 * prefers. An older server has older versions of the same kinds.
 */
function servedAs(api: ApiClient, wanted: Resource): Resource {
  if (api.find(wanted) !== null) return wanted
  const others = api.discovery
    .get()
    .resources.filter(({ group, resource }) => group === wanted.group && resource === wanted.resource)
  const other = others.find(({ preferred }) => preferred) ?? others[0]
  return other === undefined ? wanted : { ...wanted, version: other.version }
}
