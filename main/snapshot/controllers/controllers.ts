import type { Clock, Timer } from '../../../shared/flow/index.ts'
import type { KubeObject } from '../../../shared/kube/index.ts'
import type { Change, StoredResource } from '../store/index.ts'
import { tendBudget } from './budgets.ts'
import { Cluster, type ControllerSetup, isGoing, places } from './cluster.ts'
import { tendDaemonSet } from './daemonSets.ts'
import { tendDefinition } from './definitions.ts'
import { tendDeployment } from './deployments.ts'
import { tendService } from './endpoints.ts'
import { GarbageCollector } from './garbage.ts'
import { tendCronJob, tendJob } from './jobs.ts'
import { Kubelet } from './kubelet.ts'
import { emptyNamespace, furnish } from './namespaces.ts'
import { tendReplicaSet } from './replicas.ts'
import { tendStatefulSet } from './statefulSets.ts'

/** Milliseconds between what is noticed and what is done about it, so that changes can be followed. */
const pace = 250

type Tend = (cluster: Cluster, object: KubeObject) => void

const keyOf = ({ group, resource }: StoredResource): string => `${group}/${resource}`

/** Workloads, in the order in which they act. */
const workloads: ReadonlyMap<string, Tend> = new Map([
  [keyOf(places.deployments), tendDeployment],
  [keyOf(places.replicaSets), tendReplicaSet],
  [keyOf(places.statefulSets), tendStatefulSet],
  [keyOf(places.daemonSets), tendDaemonSet],
  ['batch/jobs', tendJob],
  ['batch/cronjobs', tendCronJob],
])

interface Tended {
  readonly resource: StoredResource
  readonly object: KubeObject
}

/**
 * Simulated controllers: they act on what clients write, so that what a write leads to can be watched. A workload
 * is looked after once a client wrote it or something that belongs to it; all others stay as they were made.
 */
export class Controllers {
  readonly #cluster: Cluster
  readonly #clock: Clock
  readonly #garbage: GarbageCollector
  readonly #kubelet: Kubelet
  readonly #unsubscribe: () => void
  readonly #tended = new Map<string, Tended>()
  /** Those of them that something changed about. */
  readonly #changed = new Set<string>()
  /** Objects of other kinds to look at in the next run, by kind. */
  readonly #namespaces = new Map<string, KubeObject>()
  readonly #definitions = new Map<string, KubeObject>()
  /** Namespaces whose budgets have to be counted again. */
  readonly #disturbed = new Set<string>()
  /** Namespaces whose services may lead to other pods. */
  readonly #rewired = new Set<string>()
  #timer: Timer | null = null
  #due = Number.POSITIVE_INFINITY

  constructor(setup: ControllerSetup) {
    this.#cluster = new Cluster(setup)
    this.#clock = setup.clock
    this.#garbage = new GarbageCollector(this.#cluster)
    this.#kubelet = new Kubelet(this.#cluster)
    this.#unsubscribe = setup.store.subscribe((resource, change) => this.#seen(resource, change))
  }

  /** Told of what a client wrote. */
  written(resource: StoredResource, before: KubeObject | null, after: KubeObject | null): void {
    const object = after ?? before
    if (object === null) return
    this.#tend(resource, object)
    this.#mark(object)
    if (keyOf(resource) === keyOf(places.services)) this.#rewired.add(object.metadata.namespace ?? '')
    this.#wake(pace)
  }

  isTended(uid: string): boolean {
    return this.#tended.has(uid)
  }

  stop(): void {
    this.#unsubscribe()
    this.#timer?.cancel()
    this.#timer = null
  }

  /** Looks after an object, where it is a workload, and after those that it belongs to. */
  #tend(resource: StoredResource, object: KubeObject): void {
    const { uid, namespace = '', ownerReferences = [] } = object.metadata
    if (uid !== undefined && workloads.has(keyOf(resource))) this.#tended.set(uid, { resource, object })
    for (const owner of ownerReferences) {
      const group = owner.apiVersion.includes('/') ? (owner.apiVersion.split('/')[0] ?? '') : ''
      const place = { group, resource: `${owner.kind.toLowerCase()}s` }
      if (!workloads.has(keyOf(place)) || this.#tended.has(owner.uid)) continue
      const found = this.#cluster.store.get(place, namespace, owner.name)
      if (found?.metadata.uid === owner.uid) this.#tend(place, found)
    }
  }

  #seen(resource: StoredResource, change: Change): void {
    this.#garbage.seen(resource, change)
    this.#kubelet.seen(resource, change)
    const { object, type, previous } = change
    const { uid = '', namespace = '' } = object.metadata
    const key = keyOf(resource)
    // What belongs to a workload that is looked after is looked after too; so is what is left of one.
    if (type === 'DELETED') this.#tended.delete(uid)
    else if (workloads.has(key) && this.#hasTendedOwner(object)) this.#tended.set(uid, { resource, object })
    if (previous !== null) this.#mark(previous)
    this.#mark(object)
    if (key === keyOf(places.nodes)) this.#markDaemonSets()
    if (key === keyOf(places.pods) || key === keyOf(places.budgets)) this.#disturbed.add(namespace)
    const isOurPod = key === keyOf(places.pods) && (this.#hasTendedOwner(object) || isGoing(object))
    if (isOurPod) this.#rewired.add(namespace)
    if (key === keyOf(places.namespaces) && type !== 'DELETED' && (previous === null || isGoing(object)))
      this.#namespaces.set(uid, object)
    if (key === keyOf(places.definitions) && type !== 'DELETED') this.#definitions.set(uid, object)
    this.#wake(pace)
  }

  /** Has an object looked at, where it is looked after, and all that it belongs to. */
  #mark({ metadata: { uid = '', ownerReferences = [] } }: KubeObject): void {
    if (this.#changed.has(uid)) return
    if (this.#tended.has(uid)) this.#changed.add(uid)
    for (const reference of ownerReferences) {
      const owner = this.#tended.get(reference.uid)
      if (owner !== undefined) this.#mark(owner.object)
    }
  }

  #markDaemonSets(): void {
    for (const [uid, { resource }] of this.#tended)
      if (resource.resource === places.daemonSets.resource) this.#changed.add(uid)
  }

  #hasTendedOwner({ metadata }: KubeObject): boolean {
    return (metadata.ownerReferences ?? []).some(({ uid }) => this.#tended.has(uid))
  }

  #wake(milliseconds: number): void {
    const due = this.#clock.elapsed() + milliseconds
    if (this.#timer !== null && this.#due <= due) return
    this.#timer?.cancel()
    this.#due = due
    this.#timer = this.#clock.after(milliseconds, () => {
      this.#timer = null
      this.#run()
    })
  }

  #run(): void {
    this.#tendDefinitions()
    this.#tendNamespaces()
    this.#tendWorkloads()
    const next = this.#kubelet.run()
    this.#garbage.run()
    this.#tendBudgets()
    this.#tendServices()
    if (next !== null) this.#wake(Math.max(pace, next))
  }

  #tendDefinitions(): void {
    const definitions = take(this.#definitions)
    for (const seen of definitions) {
      const definition = this.#cluster.again(places.definitions, seen)
      if (definition === null) continue
      tendDefinition(this.#cluster, definition)
      if (isGoing(definition)) this.#keep(this.#definitions, places.definitions, definition)
    }
  }

  #tendNamespaces(): void {
    for (const seen of take(this.#namespaces)) {
      const namespace = this.#cluster.again(places.namespaces, seen)
      if (namespace === null) continue
      if (isGoing(namespace)) emptyNamespace(this.#cluster, namespace)
      else furnish(this.#cluster, namespace)
      if (isGoing(namespace)) this.#keep(this.#namespaces, places.namespaces, namespace)
    }
  }

  /** What is still there is looked at again with the next change of whatever. */
  #keep(waiting: Map<string, KubeObject>, resource: StoredResource, object: KubeObject): void {
    const current = this.#cluster.again(resource, object)
    if (current !== null) waiting.set(current.metadata.uid ?? '', current)
  }

  #tendWorkloads(): void {
    const changed = [...this.#changed].map(uid => this.#tended.get(uid)).filter(each => each !== undefined)
    this.#changed.clear()
    for (const [key, tend] of workloads)
      for (const { resource, object } of changed) {
        const current = keyOf(resource) === key ? this.#cluster.again(resource, object) : null
        if (current !== null) tend(this.#cluster, current)
      }
  }

  #tendServices(): void {
    const namespaces = [...this.#rewired]
    this.#rewired.clear()
    for (const namespace of namespaces)
      for (const service of this.#cluster.store.collection(places.services).list(namespace))
        tendService(this.#cluster, service)
  }

  #tendBudgets(): void {
    const namespaces = [...this.#disturbed]
    this.#disturbed.clear()
    for (const namespace of namespaces)
      for (const budget of this.#cluster.store.collection(places.budgets).list(namespace))
        if (!isGoing(budget)) tendBudget(this.#cluster, budget)
  }
}

function take(waiting: Map<string, KubeObject>): readonly KubeObject[] {
  const objects = [...waiting.values()]
  waiting.clear()
  return objects
}
