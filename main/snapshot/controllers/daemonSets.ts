import type { KubeObject } from '../../../shared/kube/index.ts'
import { at, text } from '../tables/index.ts'
import { type Cluster, hasEnded, isGoing, places } from './cluster.ts'
import { daemonTolerations, takesDaemon } from './nodes.ts'
import { adopt, isReady, podOf } from './replicas.ts'
import { currentRevision, hashOf } from './revisions.ts'

const component = 'daemonset-controller'
const nodeOf = (pod: KubeObject): string => text(at(pod, 'spec', 'nodeName'))

/** A pod on every node that takes it; of a new template they are replaced one by one. */
export function tendDaemonSet(cluster: Cluster, set: KubeObject): void {
  if (isGoing(set)) return
  adopt(cluster, places.pods, set)
  const hash = hashOf(currentRevision(cluster, set))
  const template = at(set, 'spec', 'template')
  const nodes = cluster.store
    .collection(places.nodes)
    .list()
    .filter(node => takesDaemon(node, podOf(set, template, '')))
    .map(({ metadata }) => metadata.name)
  for (const name of nodes) {
    const there = podsOf(cluster, set).some(pod => nodeOf(pod) === name)
    if (!there) addPod(cluster, set, name, hash)
  }
  for (const pod of podsOf(cluster, set)) if (!nodes.includes(nodeOf(pod))) remove(cluster, set, pod)
  replace(cluster, set, hash)
  report(cluster, set, nodes.length, hash)
}

const podsOf = (cluster: Cluster, set: KubeObject): readonly KubeObject[] =>
  cluster.controlled(places.pods, set).filter(pod => !hasEnded(pod))

function addPod(cluster: Cluster, set: KubeObject, node: string, hash: string): void {
  const { name, namespace = '', uid = '' } = set.metadata
  const podName = cluster.freeName(places.pods, namespace, `${name}-`, uid, node)
  const labels = { 'controller-revision-hash': hash, 'pod-template-generation': '1' }
  const pod = podOf(set, at(set, 'spec', 'template'), podName, { labels, spec: { nodeName: node } })
  const spec = { ...(pod.spec as object), tolerations: daemonTolerations(pod) }
  cluster.create(places.pods, { ...pod, spec })
  cluster.tell(set, 'SuccessfulCreate', `Created pod: ${podName}`, component)
}

function remove(cluster: Cluster, set: KubeObject, pod: KubeObject): void {
  if (isGoing(pod)) return
  cluster.delete(places.pods, pod)
  cluster.tell(set, 'SuccessfulDelete', `Deleted pod: ${pod.metadata.name}`, component)
}

const isOf = (pod: KubeObject, hash: string): boolean =>
  pod.metadata.labels?.['controller-revision-hash'] === hash

function replace(cluster: Cluster, set: KubeObject, hash: string): void {
  if (at(set, 'spec', 'updateStrategy', 'type') === 'OnDelete') return
  const pods = podsOf(cluster, set)
  const outdated = pods.filter(pod => !isOf(pod, hash))
  const [next] = [...outdated.filter(pod => !isReady(pod)), ...outdated]
  if (next !== undefined && (pods.every(isReady) || !isReady(next))) remove(cluster, set, next)
}

function report(cluster: Cluster, seen: KubeObject, desired: number, hash: string): void {
  const set = cluster.again(places.daemonSets, seen)
  if (set === null) return
  const pods = podsOf(cluster, set).filter(pod => !isGoing(pod))
  const ready = pods.filter(isReady).length
  cluster.setStatus(places.daemonSets, set, {
    observedGeneration: set.metadata.generation,
    currentNumberScheduled: pods.length,
    desiredNumberScheduled: desired,
    numberMisscheduled: 0,
    numberReady: ready,
    numberAvailable: ready || undefined,
    numberUnavailable: desired - ready || undefined,
    updatedNumberScheduled: pods.filter(pod => isOf(pod, hash)).length || undefined,
  })
}
