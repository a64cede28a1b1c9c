import type { KubeObject } from '../../../shared/kube/index.ts'
import type { SnapshotStore } from '../store/index.ts'
import { SampleBuilder } from './builder.ts'
import { makeEvent } from './events.ts'
import { change, touched } from './heartbeats.ts'
import { kinds, storedAs } from './kinds.ts'
import { isPodReady, makeEndpointSlice } from './networking.ts'
import { annotate, stamp } from './objects.ts'
import { podSpec } from './pods.ts'
import { webChoice } from './shop.ts'
import {
  appLabels,
  containerOf,
  deploymentStatus,
  makeReplica,
  makeReplicaSet,
  templateHash,
  type WorkloadChoice,
} from './workloads.ts'

/**
 * Rolls out `web` to its next version, a pod at a time, as the deployment controller would: a new
 * replica set, one more pod, one less of the old, until none of the old is left.
 */
export class RollingUpdate {
  readonly #store: SnapshotStore
  readonly #builder: SampleBuilder
  readonly #isTended: (uid: string) => boolean
  #choice: WorkloadChoice = webChoice
  #replaced: number | null = null

  /** @param isTended whether somebody else looks after an object of this uid, which is left alone then */
  constructor(store: SnapshotStore, isTended: (uid: string) => boolean = () => false) {
    this.#store = store
    this.#isTended = isTended
    this.#builder = new SampleBuilder(0)
  }

  /** Does the next step. @returns whether more steps of this rollout follow soon */
  step(now: number): 'more' | 'done' {
    const uid = this.#deployment()?.metadata.uid
    if (uid === undefined || this.#isTended(uid)) return 'done'
    if (this.#replaced === null) {
      this.#begin(now)
      this.#replaced = 0
      return 'more'
    }
    const index = this.#replaced++
    this.#replace(index, now)
    if (this.#replaced < this.#choice.replicas) return 'more'
    this.#finish(now)
    this.#replaced = null
    return 'done'
  }

  #begin(now: number): void {
    const tags = [...this.#choice.tags, nextTag(this.#choice.tags.at(-1) ?? '')].slice(-3)
    this.#choice = { ...webChoice, tags }
    const deployment = this.#deployment()
    if (deployment === null) return
    const { namespace } = this.#choice
    const hash = templateHash(namespace, this.#choice.name, tags.at(-1) ?? '')
    const revision = Number(deployment.metadata.annotations?.['deployment.kubernetes.io/revision'] ?? 0) + 1
    const container = containerOf(this.#choice, tags.at(-1) ?? '')
    const template = {
      metadata: { labels: appLabels(this.#choice) },
      spec: podSpec(container, this.#choice.spec),
    }
    const bumped = annotate(change(deployment, 'spec', { template }), {
      'deployment.kubernetes.io/revision': String(revision),
    })
    const generation = (deployment.metadata.generation ?? 0) + 1
    const rolled = { ...bumped, metadata: { ...bumped.metadata, generation } }
    this.#store.put(kinds.Deployment, touched(rolled, 'argocd-controller', now))
    const set = makeReplicaSet(this.#builder, rolled, this.#choice, tags.length - 1, true)
    const fresh = annotate(set, { 'deployment.kubernetes.io/revision': String(revision) })
    this.#store.put(kinds.ReplicaSet, {
      ...fresh,
      metadata: { ...fresh.metadata, creationTimestamp: stamp(now) },
    })
    this.#pruneReplicaSets(hash)
    this.#tell(rolled, 'ScalingReplicaSet', `Scaled up replica set ${set.metadata.name} from 0 to 1`, now)
  }

  #replace(index: number, now: number): void {
    const { namespace, name, tags } = this.#choice
    const hash = templateHash(namespace, name, tags.at(-1) ?? '')
    const set = this.#store.get(kinds.ReplicaSet, namespace, `${name}-${hash}`)
    if (set === null) return
    const pod = makeReplica(this.#builder, set, this.#choice, index, { is: 'running' }, now)
    this.#store.put(kinds.Pod, pod)
    const [old] = this.#pods().filter(({ metadata }) => metadata.labels?.['pod-template-hash'] !== hash)
    if (old !== undefined) this.#store.remove(kinds.Pod, namespace, old.metadata.name)
    this.#updateEndpoints()
    this.#tell(pod, 'Scheduled', `Successfully assigned ${namespace}/${pod.metadata.name} to a node`, now)
  }

  #finish(now: number): void {
    const { namespace, name, tags, replicas } = this.#choice
    const hash = templateHash(namespace, name, tags.at(-1) ?? '')
    for (const set of this.#replicaSets()) {
      const isCurrent = set.metadata.name === `${name}-${hash}`
      const spec = set.spec as { readonly replicas: number }
      if (!isCurrent && spec.replicas === 0) continue
      const wanted = isCurrent ? replicas : 0
      const scaled = change(change(set, 'spec', { replicas: wanted }), 'status', {
        replicas: wanted,
        readyReplicas: wanted,
        availableReplicas: wanted,
        fullyLabeledReplicas: wanted,
      })
      this.#store.put(kinds.ReplicaSet, scaled)
    }
    const deployment = this.#deployment()
    if (deployment === null) return
    const created = Date.parse(deployment.metadata.creationTimestamp ?? '')
    const status = deploymentStatus(deployment, replicas, replicas, created, now)
    this.#store.put(kinds.Deployment, touched({ ...deployment, status }, 'kube-controller-manager', now))
  }

  #deployment(): KubeObject | null {
    return this.#store.get(kinds.Deployment, this.#choice.namespace, this.#choice.name)
  }

  #ofChoice(object: KubeObject): boolean {
    return object.metadata.labels?.['app.kubernetes.io/name'] === this.#choice.name
  }

  #pods(): readonly KubeObject[] {
    return this.#store
      .collection(kinds.Pod)
      .list(this.#choice.namespace)
      .filter(pod => this.#ofChoice(pod))
  }

  #replicaSets(): readonly KubeObject[] {
    return this.#store
      .collection(kinds.ReplicaSet)
      .list(this.#choice.namespace)
      .filter(set => this.#ofChoice(set))
  }

  /** Keeps the history at four, as a small revisionHistoryLimit would. */
  #pruneReplicaSets(current: string): void {
    const past = this.#replicaSets()
      .filter(({ metadata }) => !metadata.name.endsWith(current))
      .sort((a, b) => revisionOf(a) - revisionOf(b))
    for (const set of past.slice(0, Math.max(0, past.length - 3)))
      this.#store.remove(kinds.ReplicaSet, this.#choice.namespace, set.metadata.name)
  }

  #updateEndpoints(): void {
    const { namespace, name } = this.#choice
    const service = this.#store.get(kinds.Service, namespace, name)
    if (service === null) return
    const slice = makeEndpointSlice(service, this.#pods().filter(isPodReady), 0, 8080, 'http')
    const known = this.#store.get(kinds.EndpointSlice, namespace, slice.metadata.name)
    this.#store.put(kinds.EndpointSlice, known === null ? slice : { ...slice, metadata: known.metadata })
  }

  /** Records an event, and forgets those of the rollouts before the last few. */
  #tell(about: KubeObject, reason: string, message: string, now: number): void {
    const component = reason === 'Scheduled' ? 'default-scheduler' : 'deployment-controller'
    const event = makeEvent({
      about,
      type: 'Normal',
      reason,
      message,
      component,
      first: now,
      last: now,
      count: 1,
    })
    this.#store.put(storedAs(event), event)
    const events = this.#store.collection(kinds.Event).list(this.#choice.namespace)
    const old = events.filter(({ lastTimestamp }) => now - Date.parse(String(lastTimestamp)) > 60 * 60_000)
    for (const { metadata } of old) this.#store.remove(kinds.Event, metadata.namespace ?? '', metadata.name)
  }
}

function revisionOf(set: KubeObject): number {
  return Number(set.metadata.annotations?.['deployment.kubernetes.io/revision'] ?? 0)
}

/** The next patch version. */
function nextTag(tag: string): string {
  const parts = tag.split('.')
  return [...parts.slice(0, -1), String(Number(parts.at(-1)) + 1)].join('.')
}
