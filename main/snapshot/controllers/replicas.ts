import type { KubeObject } from '../../../shared/kube/index.ts'
import type { StoredResource } from '../store/index.ts'
import { at, hasCondition, mapping, selects, text } from '../tables/index.ts'
import {
  type Cluster,
  controlledBy,
  controllerOf,
  hasEnded,
  isGoing,
  mostPods,
  places,
  wanted,
} from './cluster.ts'

export const isReady = (pod: KubeObject): boolean => hasCondition(pod, 'Ready') && !isGoing(pod)

/** A pod of a template, controlled by `owner`. */
export function podOf(
  owner: KubeObject,
  template: unknown,
  name: string,
  more: { readonly labels?: object; readonly spec?: object } = {},
): KubeObject {
  const metadata = mapping(at(template, 'metadata'))
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: owner.metadata.namespace ?? '',
      generation: 1,
      labels: { ...mapping(metadata.labels), ...more.labels } as Readonly<Record<string, string>>,
      ...(metadata.annotations === undefined
        ? {}
        : { annotations: metadata.annotations as Readonly<Record<string, string>> }),
      ownerReferences: [controlledBy(owner)],
    },
    spec: { ...mapping(at(template, 'spec')), ...more.spec },
    status: { phase: 'Pending' },
  }
}

/** Objects that are nobody's and that `owner` selects become its own. */
export function adopt(cluster: Cluster, resource: StoredResource, owner: KubeObject): void {
  if (isGoing(owner)) return
  for (const object of cluster.store.collection(resource).list(owner.metadata.namespace)) {
    if (isGoing(object) || controllerOf(object) !== undefined) continue
    if (!selects(at(owner, 'spec', 'selector'), object)) continue
    const ownerReferences = [...(object.metadata.ownerReferences ?? []), controlledBy(owner)]
    cluster.update(resource, { ...object, metadata: { ...object.metadata, ownerReferences } })
  }
}

/** As many pods as a replica set wants, and its status. */
export function tendReplicaSet(cluster: Cluster, set: KubeObject): void {
  if (isGoing(set)) return
  adopt(cluster, places.pods, set)
  const active = activePods(cluster, set)
  const { name, namespace = '', uid = '' } = set.metadata
  const replicas = wanted(set, 'replicas', 1)
  for (let index = active.length; index < Math.min(replicas, mostPods); index++) {
    const podName = cluster.freeName(places.pods, namespace, `${name}-`, uid)
    const pod = cluster.create(places.pods, podOf(set, at(set, 'spec', 'template'), podName))
    cluster.tell(set, 'SuccessfulCreate', `Created pod: ${pod.metadata.name}`, 'replicaset-controller')
  }
  for (const pod of [...active].sort(firstToGo).slice(0, Math.max(0, active.length - replicas))) {
    cluster.delete(places.pods, pod)
    cluster.tell(set, 'SuccessfulDelete', `Deleted pod: ${pod.metadata.name}`, 'replicaset-controller')
  }
  const now = activePods(cluster, set)
  const ready = now.filter(isReady).length
  cluster.setStatus(places.replicaSets, set, {
    replicas: now.length,
    fullyLabeledReplicas: now.length || undefined,
    readyReplicas: ready || undefined,
    availableReplicas: ready || undefined,
    observedGeneration: set.metadata.generation,
  })
}

export function activePods(cluster: Cluster, owner: KubeObject): readonly KubeObject[] {
  return cluster.controlled(places.pods, owner).filter(pod => !isGoing(pod) && !hasEnded(pod))
}

/** Those without a node go first, then those that are not ready, then the youngest. */
function firstToGo(a: KubeObject, b: KubeObject): number {
  const rank = (pod: KubeObject): number =>
    text(at(pod, 'spec', 'nodeName')) === '' ? 0 : isReady(pod) ? 2 : 1
  const age = (pod: KubeObject): number => Date.parse(pod.metadata.creationTimestamp ?? '')
  return rank(a) - rank(b) || age(b) - age(a) || (a.metadata.name < b.metadata.name ? -1 : 1)
}
