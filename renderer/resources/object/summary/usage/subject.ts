import { type KubeObject, printLabelSelector } from '../../../../../shared/kube/index.ts'
import { kindOf, mapSelector, selectorAt } from '../../../../../shared/relations/index.ts'

/** What has figures of use of its own. */
export interface UsageSubject {
  readonly type: 'pod' | 'workload' | 'node' | 'namespace'
  /** Of a workload: selects its pods. */
  readonly labelSelector: string
}

const workloads = new Set([
  'apps/Deployment',
  'apps/StatefulSet',
  'apps/DaemonSet',
  'apps/ReplicaSet',
  'batch/Job',
  'argoproj.io/Rollout',
])

/** How an object is asked for its figures; null for what has none. */
export function usageSubject(object: KubeObject): UsageSubject | null {
  const { group, kind } = kindOf(object)
  if (group === '' && kind === 'Pod') return { type: 'pod', labelSelector: '' }
  if (group === '' && kind === 'Node') return { type: 'node', labelSelector: '' }
  if (group === '' && kind === 'Namespace') return { type: 'namespace', labelSelector: '' }
  const isController = group === '' && kind === 'ReplicationController'
  if (!isController && !workloads.has(`${group}/${kind}`)) return null
  const selector = isController
    ? mapSelector(object, 'spec', 'selector')
    : selectorAt(object, 'spec', 'selector')
  // An empty selector would be every pod of the namespace.
  if (selector === null || selector.length === 0) return null
  return { type: 'workload', labelSelector: printLabelSelector(selector) }
}
