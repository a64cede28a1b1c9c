import type { KubeObject } from '../../../shared/kube/index.ts'
import type { StoredResource } from '../store/index.ts'
import { at, integer, list, mapping, selects, text } from '../tables/index.ts'
import { type Cluster, controllerOf, hasEnded, isGoing, places, wanted } from './cluster.ts'
import { share } from './deployments.ts'
import { isReady } from './replicas.ts'

/** How many of its pods a budget lets go. Source: kubernetes/pkg/controller/disruption. */
export function tendBudget(cluster: Cluster, budget: KubeObject): void {
  const pods = cluster.store
    .collection(places.pods)
    .list(budget.metadata.namespace)
    .filter(pod => selects(at(budget, 'spec', 'selector'), pod) && !hasEnded(pod))
  const expected = expectedPods(cluster, pods)
  const { minAvailable, maxUnavailable } = mapping(budget.spec)
  const desired =
    maxUnavailable === undefined
      ? share(minAvailable ?? 1, expected, Math.ceil)
      : Math.max(0, expected - share(maxUnavailable, expected, Math.ceil))
  const there = new Set(pods.filter(pod => !isGoing(pod)).map(({ metadata }) => metadata.name))
  const disrupted = Object.entries(mapping(at(budget, 'status', 'disruptedPods'))).filter(([name]) =>
    there.has(name),
  )
  const gone = new Set(disrupted.map(([name]) => name))
  const healthy = pods.filter(pod => isReady(pod) && !gone.has(pod.metadata.name)).length
  const allowed = expected === 0 ? 0 : Math.max(0, healthy - desired)
  cluster.setStatus(places.budgets, budget, {
    ...{ currentHealthy: healthy, desiredHealthy: desired, expectedPods: expected },
    disruptionsAllowed: allowed,
    disruptedPods: disrupted.length === 0 ? undefined : Object.fromEntries(disrupted),
    observedGeneration: budget.metadata.generation,
    conditions: conditionsOf(cluster, budget, allowed > 0),
  })
}

const scaled: Readonly<Record<string, StoredResource>> = {
  ReplicaSet: places.replicaSets,
  StatefulSet: places.statefulSets,
}

/** As many pods as their controllers want, and those that have none. */
function expectedPods({ store }: Cluster, pods: readonly KubeObject[]): number {
  const owners = new Map<string, number>()
  let alone = 0
  for (const pod of pods) {
    const owner = controllerOf(pod)
    const resource = scaled[owner?.kind ?? '']
    const found =
      owner === undefined || resource === undefined
        ? null
        : store.get(resource, pod.metadata.namespace ?? '', owner.name)
    if (found === null) alone++
    else owners.set(`${found.kind}/${found.metadata.name}`, wanted(found, 'replicas', 1))
  }
  return alone + [...owners.values()].reduce((sum, each) => sum + each, 0)
}

function conditionsOf({ stamp }: Cluster, budget: KubeObject, isSufficient: boolean): readonly unknown[] {
  const known = list(at(budget, 'status', 'conditions'))
  const status = isSufficient ? 'True' : 'False'
  const before = known.find(each => at(each, 'type') === 'DisruptionAllowed')
  const isSame =
    at(before, 'status') === status &&
    integer(at(before, 'observedGeneration')) === integer(budget.metadata.generation)
  if (isSame) return known
  const condition = {
    ...{ type: 'DisruptionAllowed', status, reason: isSufficient ? 'SufficientPods' : 'InsufficientPods' },
    message: text(at(before, 'message')),
    lastTransitionTime: stamp,
    observedGeneration: budget.metadata.generation,
  }
  return [...known.filter(each => at(each, 'type') !== 'DisruptionAllowed'), condition]
}
