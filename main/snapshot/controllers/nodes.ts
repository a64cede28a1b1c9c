import type { KubeObject } from '../../../shared/kube/index.ts'
import { at, hasCondition, list, mapping, text } from '../tables/index.ts'
import { type Cluster, places } from './cluster.ts'

/**
 * The node for a pod: of those that take it the one with the fewest pods, the first by name of equals. Null
 * where none does, with the reason as the scheduler words it. Resources and affinity are not weighed.
 */
export function chooseNode(
  cluster: Cluster,
  pod: KubeObject,
): { readonly node: string } | { readonly reason: string } {
  const nodes = cluster.store.collection(places.nodes).list()
  const refusals = new Map<string, number>()
  const load = podsByNode(cluster)
  let best: string | null = null
  for (const node of nodes) {
    const refusal = refusalOf(node, pod)
    const { name } = node.metadata
    if (refusal !== null) refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1)
    else if (best === null || (load.get(name) ?? 0) < (load.get(best) ?? 0)) best = name
  }
  if (best !== null) return { node: best }
  const why = [...refusals].map(([refusal, count]) => `${count} ${refusal}`).join(', ')
  return { reason: `0/${nodes.length} nodes are available: ${why === '' ? 'there is none' : why}.` }
}

function podsByNode(cluster: Cluster): ReadonlyMap<string, number> {
  const load = new Map<string, number>()
  for (const pod of cluster.store.collection(places.pods).list()) {
    const node = text(at(pod, 'spec', 'nodeName'))
    load.set(node, (load.get(node) ?? 0) + 1)
  }
  return load
}

function refusalOf(node: KubeObject, pod: KubeObject): string | null {
  const taint = untolerated(node, pod)
  if (at(node, 'spec', 'unschedulable') === true && !tolerates(pod, unschedulable))
    return 'node(s) were unschedulable'
  if (taint !== null) return `node(s) had untolerated taint {${taint}}`
  if (!hasCondition(node, 'Ready')) return 'node(s) were not ready'
  const wanted = Object.entries(mapping(at(pod, 'spec', 'nodeSelector')))
  const matches = wanted.every(([key, value]) => node.metadata.labels?.[key] === value)
  return matches ? null : "node(s) didn't match Pod's node affinity/selector"
}

const unschedulable = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }

function untolerated(node: KubeObject, pod: KubeObject): string | null {
  for (const taint of list(at(node, 'spec', 'taints'))) {
    const key = text(at(taint, 'key'))
    const isSoft = text(at(taint, 'effect')) === 'PreferNoSchedule'
    if (isSoft || key === unschedulable.key || tolerates(pod, taint)) continue
    return `${key}: ${text(at(taint, 'value'))}`
  }
  return null
}

function tolerates(pod: KubeObject, taint: unknown): boolean {
  return list(at(pod, 'spec', 'tolerations')).some(each => {
    const [key, effect] = [text(at(each, 'key')), text(at(each, 'effect'))]
    if (effect !== '' && effect !== at(taint, 'effect')) return false
    if (text(at(each, 'operator')) === 'Exists') return key === '' || key === at(taint, 'key')
    return key === at(taint, 'key') && text(at(each, 'value')) === text(at(taint, 'value'))
  })
}

/** Whether the pods of a daemon set run on a node: being cordoned is no reason against it, as for the real one. */
export function takesDaemon(node: KubeObject, pod: KubeObject): boolean {
  const asDaemon = { ...pod, spec: { ...mapping(pod.spec), tolerations: daemonTolerations(pod) } }
  return refusalOf(node, asDaemon) === null
}

/** Source: kubernetes/pkg/controller/daemon/util. */
export function daemonTolerations(pod: KubeObject): readonly unknown[] {
  const own = list(at(pod, 'spec', 'tolerations'))
  const added = ['not-ready', 'unreachable'].map(each => ({
    key: `node.kubernetes.io/${each}`,
    operator: 'Exists',
    effect: 'NoExecute',
  }))
  const pressed = ['disk-pressure', 'memory-pressure', 'pid-pressure', 'unschedulable'].map(each => ({
    key: `node.kubernetes.io/${each}`,
    operator: 'Exists',
    effect: 'NoSchedule',
  }))
  return [...own, ...added, ...pressed]
}
