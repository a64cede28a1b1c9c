import { type AppErrorBody, isNotInDump } from '../../shared/errors/index.ts'
import type { Unsubscribe } from '../../shared/flow/index.ts'
import type { OverviewSource, SourcePhase } from '../../shared/ipc/index.ts'
import { parseApiVersion, type ResourceInfo, resourceKey } from '../../shared/kube/index.ts'
import type { ApiClient } from '../api/index.ts'
import type { SharedWatch, StoreKind, Watches } from '../watch/index.ts'
import type { FactStore } from './factStore.ts'

/** A kind that a view needs. */
export interface WantedKind<Fact> {
  readonly group: string
  readonly kind: string
  readonly stores: StoreKind<FactStore<Fact>>
  /** One namespace alone; unset: all that may be read. */
  readonly namespace?: string
  readonly labelSelector?: string
  readonly fieldSelector?: string
}

export interface FollowSetup {
  readonly api: ApiClient
  readonly watches: Pick<Watches, 'share'>
  /** Called after every change. */
  readonly changed: () => void
}

interface Share<Fact> {
  readonly namespace: string
  readonly shared: SharedWatch<FactStore<Fact>>
  readonly subscriptions: readonly Unsubscribe[]
}

/** Of the namespaces that may be read where all of them may not, so many are watched. */
const mostNamespaces = 20

/** One kind, followed: opened when discovery knows it, by namespaces where all of them are denied. */
export class FollowedKind<Fact> {
  readonly #setup: FollowSetup
  readonly #wanted: WantedKind<Fact>
  #info: ResourceInfo | null = null
  #main: Share<Fact> | null = null
  #fallbacks: Share<Fact>[] = []

  constructor(setup: FollowSetup, wanted: WantedKind<Fact>) {
    this.#setup = setup
    this.#wanted = wanted
    this.look()
  }

  /** Discovery changed: the kind may have come, gone, or changed its version. */
  look(): void {
    const { api } = this.#setup
    const info = api.findKind(this.#wanted.group, this.#wanted.kind)
    if ((info && resourceKey(info)) === (this.#info && resourceKey(this.#info))) return
    this.#leave()
    this.#info = info
    if (info === null) return
    this.#main = this.#take(info, this.#wanted.namespace ?? '')
    this.#denied(this.#main.shared.phase.get())
  }

  /** The stores that hold something: one, or those of the namespaces that may be read. */
  get stores(): readonly FactStore<Fact>[] {
    const shares = this.#fallbacks.length > 0 ? this.#fallbacks : this.#main === null ? [] : [this.#main]
    return shares.map(({ shared }) => shared.store)
  }

  get facts(): readonly Fact[] {
    return this.stores.flatMap(store => [...store.facts.values()])
  }

  get total(): number {
    return this.stores.reduce((sum, { size }) => sum + size, 0)
  }

  /** How many objects there are of each fact, for facts that are words. */
  get counts(): ReadonlyMap<Fact, number> {
    const [first, ...others] = this.stores
    const sum = new Map(first?.counts)
    for (const store of others)
      for (const [fact, count] of store.counts) sum.set(fact, (sum.get(fact) ?? 0) + count)
    return sum
  }

  source(): OverviewSource {
    const { kind } = this.#wanted
    const info = this.#info
    const resource = info && { group: info.group, version: info.version, resource: info.resource }
    const plain = { kind, resource, received: 0, expected: null, since: 0, error: null, namespaces: [] }
    if (this.#main === null) return { ...plain, ...this.#absence() }
    const phase = this.#main.shared.phase.get()
    const isReadable = this.#fallbacks.some(({ shared }) => shared.isSynced)
    if (phase.phase === 'denied' && isReadable) {
      const namespaces = this.#fallbacks.map(({ namespace }) => namespace)
      return { ...plain, state: 'live', error: phase.error, namespaces }
    }
    return { ...plain, ...stateOf(phase, this.#main.shared.isSynced) }
  }

  close(): void {
    this.#leave()
  }

  #absence(): Pick<OverviewSource, 'state'> & Partial<OverviewSource> {
    const { readAt, failures } = this.#setup.api.discovery.get()
    const failure = failures.find(each => parseApiVersion(each.groupVersion).group === this.#wanted.group)
    if (failure !== undefined) return { state: 'unreadable', error: failure.error }
    return { state: readAt === 0 ? 'loading' : 'notServed' }
  }

  #take({ group, version, resource }: ResourceInfo, namespace: string): Share<Fact> {
    const { api, watches, changed } = this.#setup
    const { stores, labelSelector = '', fieldSelector = '' } = this.#wanted
    const target = { resource: { group, version, resource }, namespace, labelSelector, fieldSelector }
    const shared = watches.share(api, target, stores)
    const subscriptions = [
      shared.store.subscribe(changed),
      shared.phase.subscribe(phase => {
        if (namespace === (this.#wanted.namespace ?? '')) this.#denied(phase)
        changed()
      }),
    ]
    return { namespace, shared, subscriptions }
  }

  #denied(phase: SourcePhase): void {
    const info = this.#info
    if (info === null || !info.namespaced || this.#wanted.namespace !== undefined) return
    if (phase.phase === 'live') {
      for (const share of this.#fallbacks) release(share)
      this.#fallbacks = []
    }
    if (phase.phase !== 'denied') return
    for (const namespace of phase.readableNamespaces.slice(0, mostNamespaces)) {
      if (!this.#fallbacks.some(share => share.namespace === namespace))
        this.#fallbacks.push(this.#take(info, namespace))
    }
  }

  #leave(): void {
    for (const share of [...this.#fallbacks, ...(this.#main === null ? [] : [this.#main])]) release(share)
    this.#fallbacks = []
    this.#main = null
  }
}

function release({ shared, subscriptions }: Share<unknown>): void {
  for (const unsubscribe of subscriptions) unsubscribe()
  shared.release()
}

type Standing = Pick<OverviewSource, 'state'> & Partial<OverviewSource>

function stateOf(phase: SourcePhase, isSynced: boolean): Standing {
  switch (phase.phase) {
    case 'waiting':
      return { state: 'loading' }
    case 'loading':
      return { state: 'loading', received: phase.received, expected: phase.total }
    case 'live':
      return { state: 'live' }
    case 'relisting':
      return phase.reason === undefined
        ? { state: 'live' }
        : { state: 'stale', since: phase.since, error: phase.reason }
    case 'stale':
      return { state: 'stale', since: phase.since, error: phase.reason }
    case 'kindGone':
      return isNotInDump(phase.error) ? { state: 'unreadable', error: phase.error } : { state: 'notServed' }
    case 'loginNeeded':
    case 'denied':
    case 'failed':
      return unreadable(phase.error, isSynced)
  }
}

function unreadable(error: AppErrorBody, isSynced: boolean): Standing {
  return isSynced ? { state: 'stale', since: 0, error } : { state: 'unreadable', error }
}
