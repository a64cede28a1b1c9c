import type { Clock, Timer } from '../../shared/flow/index.ts'
import type { OpenState, Overview } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import type { ApiClient } from '../api/index.ts'
import type { SeenCertificates } from '../diagnostics/index.ts'
import { type FactStore, FollowedKind, type FollowSetup, factStores, MadeState } from '../facts/index.ts'
import type { StoreKind, Watches } from '../watch/index.ts'
import { type BundleFact, certificateFacts, type Decode, readConversion } from './certificates.ts'
import { ServerHealth } from './health.ts'
import { type NamespaceFact, namespaceFacts, readNamespace } from './namespaces.ts'
import { type NodeFact, nodeFacts, readNode } from './nodes.ts'
import { readService, type ServiceFact, serviceFacts } from './services.ts'
import { mostWarnings, readWarning, type WarningFact, warningGroups } from './warnings.ts'
import { type CountedKind, claims, talliesOf, workloads } from './workloads.ts'

/** Changes are gathered for this long: two looks a second are what a person can follow. */
const gatherFor = 500
/** Warnings grow old without any event: milliseconds between two looks at the clock. */
const lookAgainAfter = 15_000

/** The stores that the overviews of a process share. */
export interface OverviewStores {
  readonly counted: ReadonlyMap<CountedKind, StoreKind<FactStore<string>>>
  readonly nodes: StoreKind<FactStore<NodeFact>>
  readonly warnings: StoreKind<FactStore<WarningFact>>
  readonly namespaces: StoreKind<FactStore<NamespaceFact>>
  readonly services: StoreKind<FactStore<ServiceFact>>
  readonly conversions: StoreKind<FactStore<BundleFact>>
}

export function overviewStores(decode: Decode): OverviewStores {
  const counted = [...workloads, claims].map(
    kind => [kind, factStores('table', (_item, cell) => kind.stateOf(cell))] as const,
  )
  return {
    counted: new Map(counted),
    nodes: factStores('objects', readNode),
    warnings: factStores('objects', readWarning, mostWarnings),
    namespaces: factStores('objects', readNamespace),
    services: factStores('objects', readService(decode)),
    conversions: factStores('objects', readConversion(decode)),
  }
}

export interface ViewSetup {
  readonly api: ApiClient
  readonly watches: Pick<Watches, 'share'>
  readonly clock: Clock
  readonly stores: OverviewStores
  readonly certificatesOf: (context: ContextId) => SeenCertificates | null
  /** The newest time in a dump, in milliseconds since the epoch; null for a cluster. */
  readonly takenAt: (context: ContextId) => number | null
  readonly notify: () => void
}

/** One open overview: watches while it is open, at most two values a second. */
export class OverviewView implements OpenState<unknown, Overview> {
  readonly #setup: ViewSetup
  readonly #counted: readonly { readonly kind: CountedKind; readonly followed: FollowedKind<string> }[]
  readonly #nodes: FollowedKind<NodeFact>
  readonly #warnings: FollowedKind<WarningFact>
  readonly #namespaces: FollowedKind<NamespaceFact>
  readonly #services: FollowedKind<ServiceFact>
  readonly #conversions: FollowedKind<BundleFact>
  readonly #health: ServerHealth
  readonly #unsubscribe: () => void
  readonly #state: MadeState<Overview>
  #ageing: Timer

  constructor(setup: ViewSetup) {
    this.#setup = setup
    const { api, watches, clock, stores } = setup
    this.#state = new MadeState({
      clock,
      notify: setup.notify,
      make: () => this.#compute(),
      release: () => this.#release(),
      pause: gatherFor,
    })
    const changed = (): void => this.#state.changed()
    const follow: FollowSetup = { api, watches, changed }
    const core = (kind: string) => ({ group: '', kind })
    this.#counted = [...stores.counted].map(([kind, store]) => ({
      kind,
      followed: new FollowedKind(follow, { group: kind.group, kind: kind.kind, stores: store }),
    }))
    this.#nodes = new FollowedKind(follow, { ...core('Node'), stores: stores.nodes })
    this.#namespaces = new FollowedKind(follow, { ...core('Namespace'), stores: stores.namespaces })
    const warning = { ...core('Event'), stores: stores.warnings, fieldSelector: 'type=Warning' }
    this.#warnings = new FollowedKind(follow, warning)
    const service = { group: 'apiregistration.k8s.io', kind: 'APIService', stores: stores.services }
    this.#services = new FollowedKind(follow, service)
    const definition = { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' }
    this.#conversions = new FollowedKind(follow, { ...definition, stores: stores.conversions })
    this.#health = new ServerHealth(api, clock, changed)
    this.#unsubscribe = api.discovery.subscribe(() => this.#look())
    this.#ageing = clock.after(lookAgainAfter, () => this.#lookAgain())
    changed()
  }

  take(): Overview | undefined {
    return this.#state.take()
  }

  update(): void {
    this.#state.update()
  }

  close(): void {
    this.#state.close()
  }

  #release(): void {
    this.#ageing.cancel()
    this.#unsubscribe()
    this.#health.close()
    for (const followed of this.#followed) followed.close()
  }

  get #followed(): readonly FollowedKind<unknown>[] {
    return [
      ...this.#counted.map(({ followed }) => followed),
      this.#nodes,
      this.#warnings,
      this.#namespaces,
      this.#services,
      this.#conversions,
    ] as readonly FollowedKind<unknown>[]
  }

  #look(): void {
    for (const followed of this.#followed) followed.look()
    this.#state.changed()
  }

  #lookAgain(): void {
    this.#ageing = this.#setup.clock.after(lookAgainAfter, () => this.#lookAgain())
    this.#state.changed()
  }

  #compute(): Overview {
    const { api, clock, certificatesOf, takenAt } = this.#setup
    const dumped = takenAt(api.context)
    const tallies = this.#counted.map(({ kind, followed }) => ({ kind, value: talliesOf(followed, kind) }))
    const claimed = tallies.find(({ kind }) => kind === claims)
    if (claimed === undefined) throw new Error('the claims are not among the counted kinds')
    return {
      takenAt: dumped,
      server: this.#health.server,
      // Files are neither alive nor ready.
      health: dumped === null ? this.#health.reports : [],
      apiServices: serviceFacts(this.#services),
      nodes: nodeFacts(this.#nodes),
      workloads: tallies.filter(({ kind }) => kind !== claims).map(({ value }) => value),
      claims: claimed.value,
      namespaces: namespaceFacts(this.#namespaces),
      warnings: warningGroups(this.#warnings, api, dumped ?? clock.now()),
      certificates: certificateFacts({
        services: this.#services,
        conversions: this.#conversions,
        seen: certificatesOf(api.context),
      }),
    }
  }
}
