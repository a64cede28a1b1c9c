import { isAppError } from '../../../shared/errors/index.ts'
import { formatAge, ownersAt, readOwnership } from '../../../shared/kube/index.ts'
import type { Listing } from '../listing.ts'
import { listIfReadable } from '../listing.ts'
import { at, listAt, numberAt, textAt } from '../reading.ts'
import { nameOf, type Setup, type Target } from '../targets.ts'
import { knownFinalizer, type Runner } from './knownFinalizers.ts'

/** A finalizer with who clears it, and how that one is doing. */
export interface HoldingFinalizer {
  readonly name: string
  readonly owner: string
  readonly state: string
  /** Whether its owner seems to run; null where nothing tells. */
  readonly isAlive: boolean | null
  readonly waitsFor: string
  readonly leftBehind: string
}

/** A lease that was not renewed for so long belongs to nobody that runs: leaders renew within 10 s. */
const deadLeaseMillis = 60_000

/** Finalizers of an object; those of a namespace's own list too. */
export function finalizersOf({ object, kind }: Pick<Target, 'object' | 'kind'>): readonly string[] {
  const own = kind === 'Namespace' ? listAt(object, 'spec', 'finalizers') : []
  return [...listAt(object, 'metadata', 'finalizers'), ...own].filter(name => typeof name === 'string')
}

/** Looks into who clears finalizers; asks for each lease and for the workloads once. */
export class FinalizerOwners {
  readonly #setup: Setup
  readonly #leases = new Map<string, Promise<Liveness>>()
  #workloads: Promise<readonly Target[]> | null = null

  constructor(setup: Setup) {
    this.#setup = setup
  }

  async read(name: string, target: Target): Promise<HoldingFinalizer> {
    const known = knownFinalizer(name)
    if (known !== null) return { name, ...known, ...(await this.#liveness(known.runsIn)) }
    const writers = this.#writersOf(name, target)
    const setBy =
      writers.length === 0 ? '' : `; it was put there by ${writers.map(one => `“${one}”`).join(', ')}`
    return {
      name,
      owner: `a controller that Gatehouse does not know${setBy}`,
      waitsFor: 'What it waits for is known to that controller alone.',
      leftBehind: 'What that controller would have cleaned up stays, inside of the cluster or outside of it.',
      ...(await this.#guess([...writers, ...wordsOf(name)])),
    }
  }

  /** Field managers that say that they put it there; a person's tools tell nothing of a controller. */
  #writersOf(name: string, { object }: Target): readonly string[] {
    const index = (object.metadata.finalizers ?? []).indexOf(name)
    if (index < 0) return []
    const managers = ownersAt(readOwnership(object), ['metadata', 'finalizers', index])
    return [...new Set(managers.map(({ manager }) => manager))]
  }

  #liveness(runner: Runner): Promise<Liveness> {
    switch (runner.type) {
      case 'server':
        return Promise.resolve({ state: 'it answers', isAlive: true })
      case 'lease': {
        const asked = this.#leases.get(runner.name) ?? this.#readLease(runner.name)
        this.#leases.set(runner.name, asked)
        return asked
      }
      case 'workload':
        return this.#guess([runner.name])
    }
  }

  async #readLease(name: string): Promise<Liveness> {
    const { api, signal, clock } = this.#setup
    const leases = api.findKind('coordination.k8s.io', 'Lease')
    try {
      if (leases === null) return untold
      const lease = await api.get({ resource: leases, namespace: 'kube-system', name }, signal)
      const age = clock.now() - Date.parse(textAt(lease, 'spec', 'renewTime'))
      if (Number.isNaN(age)) return untold
      return age < deadLeaseMillis
        ? { state: `it runs: its lease was renewed ${formatAge(age)} ago`, isAlive: true }
        : { state: `it does not seem to run: its lease was renewed ${formatAge(age)} ago`, isAlive: false }
    } catch (error) {
      if (!isAppError(error) || signal.aborted) throw error
      return untold
    }
  }

  /** Workloads whose name has one of the words. */
  async #guess(words: readonly string[]): Promise<Liveness> {
    this.#workloads ??= this.#readWorkloads()
    const workloads = await this.#workloads
    const found = workloads.filter(({ ref }) => words.some(word => ref.name.includes(word)))
    if (found.length === 0)
      return { state: 'no workload is found whose name says that it is its own', isAlive: null }
    const isReady = found.some(isRunning)
    const said = found.slice(0, 3).map(one => `${nameOf(one.kind, one.ref)} (${readinessOf(one)})`)
    const more = found.length > 3 ? ` and ${found.length - 3} more` : ''
    return { state: `perhaps ${said.join(', ')}${more}`, isAlive: isReady }
  }

  async #readWorkloads(): Promise<readonly Target[]> {
    const kinds = ['Deployment', 'StatefulSet', 'DaemonSet']
    const lists: readonly Listing[] = await Promise.all(
      kinds.map(kind => listIfReadable(this.#setup, { group: 'apps', kind }, { most: 2000 })),
    )
    return lists.flatMap(({ found }) => found)
  }
}

type Liveness = Pick<HoldingFinalizer, 'state' | 'isAlive'>
const untold: Liveness = { state: 'nothing tells whether it runs', isAlive: null }

const wantedOf = ({ object }: Target): number =>
  numberAt(object, 'status', 'desiredNumberScheduled') ?? numberAt(object, 'spec', 'replicas') ?? 1
const readyOf = ({ object }: Target): number =>
  numberAt(object, 'status', 'numberReady') ?? numberAt(object, 'status', 'readyReplicas') ?? 0

const isRunning = (target: Target): boolean => readyOf(target) > 0
const readinessOf = (target: Target): string =>
  at(target.object, 'status') === undefined
    ? 'state unknown'
    : `${readyOf(target)} of ${wantedOf(target)} ready`

/** Parts of names that every project has. */
const common = new Set([
  'com',
  'dev',
  'finalizer',
  'finalizers',
  'k8s',
  'kubernetes',
  'net',
  'org',
  'sigs',
  'controller',
])

/** Words of a finalizer that may be in the name of its owner: `foo.example.com/x` has `example`, and `foo`. */
export function wordsOf(finalizer: string): readonly string[] {
  return finalizer.split(/[./]/).filter(word => word.length >= 4 && !common.has(word.toLowerCase()))
}
