import type { KubeObject } from '../../../shared/kube/index.ts'
import { SnapshotStore } from '../store/index.ts'
import { registry } from './builder.ts'
import { change, touched } from './heartbeats.ts'
import { kinds } from './kinds.ts'
import { seededRandom } from './life.ts'
import { withManagers } from './managedFields.ts'
import { make, stamp, suffixOf, uidOf } from './objects.ts'
import { containerStatus, podConditions, podSpec } from './pods.ts'

const namespaces = ['shop', 'payments', 'platform', 'search', 'batch'] as const
const podsPerSet = 50
const image = `${registry}/shop/web:2.14.1`
const container = { name: 'web', image, port: 8080 }

/** One pod of a crowd. Its name, address and node follow from its number. */
function crowdPod(index: number, generation: number, created: number, template: Template): KubeObject {
  const namespace = namespaces[index % namespaces.length] ?? namespaces[0]
  const set = `web-${Math.floor(index / podsPerSet)}-${suffixOf(9, String(Math.floor(index / podsPerSet)))}`
  const name = `${set}-${suffixOf(5, String(index), String(generation))}`
  const labels = { 'app.kubernetes.io/name': 'web', team: namespace, 'pod-template-hash': set.slice(-9) }
  const node = `node-${index % 200}`
  const bare = make('Pod', namespace, name, created, {
    labels,
    spec: { ...template.spec, nodeName: node },
    status: { ...template.status, podIP: address(index), podIPs: [{ ip: address(index) }] },
  })
  const owner = {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    name: set,
    uid: uidOf('ReplicaSet', namespace, set),
    controller: true,
    blockOwnerDeletion: true,
  }
  const { managedFields } = template
  return { ...bare, metadata: { ...bare.metadata, ownerReferences: [owner], managedFields } }
}

const address = (index: number): string =>
  `10.${64 + ((index >> 16) & 63)}.${(index >> 8) & 255}.${index & 255}`

/** What near-identical pods share, held once. */
interface Template {
  readonly spec: Readonly<Record<string, unknown>>
  readonly status: Readonly<Record<string, unknown>>
  readonly managedFields: NonNullable<KubeObject['metadata']['managedFields']>
}

function crowdTemplate(now: number): Template {
  const spec = podSpec(container)
  const bare = make('Pod', 'shop', 'web', now, { spec })
  const status = {
    phase: 'Running',
    conditions: podConditions(now, true, now),
    hostIP: '10.20.0.11',
    startTime: stamp(now),
    containerStatuses: [containerStatus(bare, container, { is: 'running' }, now)],
    qosClass: 'Burstable',
  }
  const shared = withManagers(bare, [
    { manager: 'kube-controller-manager', at: now, of: { spec } },
    { manager: 'kubelet', subresource: 'status', at: now, of: { status } },
  ])
  return { spec, status, managedFields: shared.metadata.managedFields ?? [] }
}

/** A store with `count` running pods in five namespaces. */
export function crowdedStore(count: number, now: number, historyLimit: number): SnapshotStore {
  const store = new SnapshotStore({ historyLimit, firstVersion: 1000 })
  const template = crowdTemplate(now)
  for (const name of namespaces)
    store.load(
      kinds.Namespace,
      make('Namespace', '', name, now, {
        labels: { 'kubernetes.io/metadata.name': name },
        status: { phase: 'Active' },
      }),
    )
  for (let index = 0; index < count; index++)
    store.load(kinds.Pod, crowdPod(index, 0, now - (index % 86_400) * 1000, template))
  return store
}

/** How often the changes that are due are made, in milliseconds. */
const tick = 10

/** One change in this many replaces a pod by a new one; the others restart its container. */
const replacedOneIn = 20

/** Changes pods of a crowded store at a steady rate; the same seed makes the same changes. */
export class Churn {
  readonly #store: SnapshotStore
  readonly #random: () => number
  readonly #pods: KubeObject[]
  readonly #template: Template
  #timer: NodeJS.Timeout | null = null
  #changes = 0
  #generation = 0

  constructor(store: SnapshotStore, seed: number) {
    this.#store = store
    this.#random = seededRandom(seed)
    this.#pods = store.collection(kinds.Pod).list()
    this.#template = crowdTemplate(Date.now())
  }

  /** Changes made so far. */
  get changes(): number {
    return this.#changes
  }

  /** @param rate changes a second */
  start(rate: number): void {
    if (rate <= 0) return
    const began = performance.now()
    this.#timer = setInterval(() => {
      const due = Math.floor(((performance.now() - began) / 1000) * rate)
      while (this.#changes < due) this.step(Date.now())
    }, tick)
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
  }

  /** One change; a replacement counts as two. */
  step(now: number): void {
    const index = Math.floor(this.#random() * this.#pods.length)
    const pod = this.#pods[index]
    if (pod === undefined) return
    if (Math.floor(this.#random() * replacedOneIn) === 0) this.#replace(index, pod, now)
    else this.#restart(index, pod, now)
  }

  #restart(index: number, pod: KubeObject, now: number): void {
    const { containerStatuses } = pod.status as {
      readonly containerStatuses: readonly { readonly restartCount: number }[]
    }
    const restarts = (containerStatuses[0]?.restartCount ?? 0) + 1
    const status = containerStatus(pod, container, { is: 'running', restarts, lastRestartAge: 0 }, now)
    const changed = touched(change(pod, 'status', { containerStatuses: [status] }), 'kubelet', now)
    this.#pods[index] = this.#store.put(kinds.Pod, changed)
    this.#changes++
  }

  #replace(index: number, pod: KubeObject, now: number): void {
    this.#store.remove(kinds.Pod, pod.metadata.namespace ?? '', pod.metadata.name)
    this.#pods[index] = this.#store.put(kinds.Pod, crowdPod(index, ++this.#generation, now, this.#template))
    this.#changes += 2
  }
}
