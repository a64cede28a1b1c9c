import type { KubeObject } from '../../../shared/kube/index.ts'
import { at, integer, list, mapping, text } from '../tables/index.ts'
import { type Cluster, isGoing, mostPods, places, wanted } from './cluster.ts'
import { adopt, isReady, podOf } from './replicas.ts'
import { currentRevision } from './revisions.ts'

const component = 'statefulset-controller'

/** Pods in their order, one after the other unless told otherwise. Source: kubernetes/pkg/controller/statefulset. */
export function tendStatefulSet(cluster: Cluster, set: KubeObject): void {
  if (isGoing(set)) return
  adopt(cluster, places.pods, set)
  const revision = currentRevision(cluster, set)
  const pods = new Map(cluster.controlled(places.pods, set).map(pod => [pod.metadata.name, pod]))
  if (grow(cluster, set, pods, revision) && shrink(cluster, set, pods)) replace(cluster, set, pods, revision)
  report(cluster, set, revision)
}

function namesOf(set: KubeObject): readonly string[] {
  const start = integer(at(set, 'spec', 'ordinals', 'start'))
  const count = Math.min(wanted(set, 'replicas', 1), mostPods)
  return Array.from({ length: count }, (_, index) => `${set.metadata.name}-${start + index}`)
}

const isParallel = (set: KubeObject): boolean => at(set, 'spec', 'podManagementPolicy') === 'Parallel'

type Pods = ReadonlyMap<string, KubeObject>

/** @returns whether all pods that should be there are, and are ready */
function grow(cluster: Cluster, set: KubeObject, pods: Pods, revision: KubeObject): boolean {
  let isWhole = true
  for (const name of namesOf(set)) {
    const pod = pods.get(name)
    if (pod !== undefined && isReady(pod)) continue
    isWhole = false
    if (pod === undefined && cluster.store.get(places.pods, set.metadata.namespace ?? '', name) === null)
      addPod(cluster, set, name, revision)
    if (!isParallel(set)) return false
  }
  return isWhole || isParallel(set)
}

function addPod(cluster: Cluster, set: KubeObject, name: string, revision: KubeObject): void {
  const claims = list(at(set, 'spec', 'volumeClaimTemplates'))
  const template = at(set, 'spec', 'template')
  for (const claim of claims) addClaim(cluster, set, claim, name)
  const volumes = claims.map(claim => {
    const volume = text(at(claim, 'metadata', 'name'))
    return { name: volume, persistentVolumeClaim: { claimName: `${volume}-${name}` } }
  })
  const own = list(at(template, 'spec', 'volumes')).filter(
    each => !volumes.some(volume => volume.name === at(each, 'name')),
  )
  const labels = {
    'apps.kubernetes.io/pod-index': name.slice(name.lastIndexOf('-') + 1),
    'controller-revision-hash': revision.metadata.name,
    'statefulset.kubernetes.io/pod-name': name,
  }
  const spec = { hostname: name, subdomain: at(set, 'spec', 'serviceName'), volumes: [...own, ...volumes] }
  cluster.create(places.pods, podOf(set, template, name, { labels, spec }))
  const { name: setName } = set.metadata
  const message = `create Pod ${name} in StatefulSet ${setName} successful`
  cluster.tell(set, 'SuccessfulCreate', message, component)
}

function addClaim(cluster: Cluster, set: KubeObject, claim: unknown, pod: string): void {
  const namespace = set.metadata.namespace ?? ''
  const name = `${text(at(claim, 'metadata', 'name'))}-${pod}`
  if (cluster.store.get(places.claims, namespace, name) !== null) return
  const spec = mapping(at(claim, 'spec'))
  const labels = mapping(at(set, 'spec', 'selector', 'matchLabels')) as Readonly<Record<string, string>>
  cluster.create(places.claims, {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, namespace, labels, finalizers: ['kubernetes.io/pvc-protection'] },
    spec,
    status: { phase: 'Pending' },
  })
}

/** The last pods go first. @returns whether there are none too many */
function shrink(cluster: Cluster, set: KubeObject, pods: Pods): boolean {
  const kept = new Set(namesOf(set))
  const surplus = [...pods.values()].filter(({ metadata }) => !kept.has(metadata.name)).sort(lastFirst)
  for (const pod of surplus) {
    if (!isGoing(pod)) remove(cluster, set, pod)
    if (!isParallel(set)) break
  }
  return surplus.length === 0
}

const ordinalOf = ({ metadata: { name } }: KubeObject): number =>
  Number(name.slice(name.lastIndexOf('-') + 1))
const lastFirst = (a: KubeObject, b: KubeObject): number => ordinalOf(b) - ordinalOf(a)

function remove(cluster: Cluster, set: KubeObject, pod: KubeObject): void {
  cluster.delete(places.pods, pod)
  const message = `delete Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name} successful`
  cluster.tell(set, 'SuccessfulDelete', message, component)
}

/** Replaces the last pod that is of another revision, down to the partition. */
function replace(cluster: Cluster, set: KubeObject, pods: Pods, revision: KubeObject): void {
  const strategy = at(set, 'spec', 'updateStrategy')
  if (at(strategy, 'type') === 'OnDelete') return
  const partition = integer(at(strategy, 'rollingUpdate', 'partition'))
  const outdated = [...pods.values()].sort(lastFirst).find(pod => !isOf(pod, revision))
  if (outdated !== undefined && ordinalOf(outdated) >= partition && !isGoing(outdated))
    remove(cluster, set, outdated)
}

const isOf = ({ metadata }: KubeObject, revision: KubeObject): boolean =>
  metadata.labels?.['controller-revision-hash'] === revision.metadata.name

function report(cluster: Cluster, seen: KubeObject, revision: KubeObject): void {
  const set = cluster.again(places.statefulSets, seen)
  if (set === null) return
  const pods = cluster.controlled(places.pods, set)
  const ready = pods.filter(isReady).length
  const updated = pods.filter(pod => isOf(pod, revision)).length
  const isDone = updated === pods.length && pods.length === wanted(set, 'replicas', 1)
  const { name } = revision.metadata
  const before = text(at(set, 'status', 'currentRevision'), name)
  cluster.setStatus(places.statefulSets, set, {
    observedGeneration: set.metadata.generation,
    replicas: pods.length,
    readyReplicas: ready || undefined,
    availableReplicas: ready,
    updatedReplicas: updated || undefined,
    currentReplicas: (isDone ? updated : pods.length - updated) || undefined,
    currentRevision: isDone ? name : before,
    updateRevision: name,
  })
}
