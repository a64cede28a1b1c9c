import type { AppErrorBody } from '../../../shared/errors/index.ts'
import type { PlanStep } from '../../../shared/ipc/index.ts'
import { type FieldPath, formatPath, isMapping, type KubeObject } from '../../../shared/kube/index.ts'
import { isSame } from './changes.ts'
import { parseServerPath, valueAt } from './fields.ts'
import { shownValue } from './shown.ts'

type Immutable = PlanStep['immutable']

/**
 * Fields that servers let nobody change once they are set, by group and kind. Source: kubernetes 1.36,
 * pkg/apis/<group>/validation, the checks of updates.
 */
const fixed: Readonly<Record<string, readonly string[]>> = {
  'apps/Deployment': ['spec.selector'],
  'apps/DaemonSet': ['spec.selector'],
  'apps/ReplicaSet': ['spec.selector'],
  'apps/StatefulSet': [
    'spec.selector',
    'spec.serviceName',
    'spec.volumeClaimTemplates',
    'spec.podManagementPolicy',
  ],
  'batch/Job': [
    'spec.selector',
    'spec.template',
    'spec.completionMode',
    'spec.podFailurePolicy',
    'spec.successPolicy',
  ],
  '/PersistentVolumeClaim': [
    'spec.storageClassName',
    'spec.accessModes',
    'spec.volumeMode',
    'spec.volumeName',
    'spec.selector',
    'spec.dataSource',
  ],
  '/Service': ['spec.clusterIP'],
  '/Secret': ['type'],
  '/Pod': [
    'spec.nodeName',
    'spec.serviceAccountName',
    'spec.volumes',
    'spec.restartPolicy',
    'spec.hostNetwork',
  ],
  'rbac.authorization.k8s.io/RoleBinding': ['roleRef'],
  'rbac.authorization.k8s.io/ClusterRoleBinding': ['roleRef'],
  'storage.k8s.io/StorageClass': ['provisioner', 'parameters', 'reclaimPolicy', 'volumeBindingMode'],
  'scheduling.k8s.io/PriorityClass': ['value', 'preemptionPolicy'],
  'networking.k8s.io/IngressClass': ['spec.controller'],
  'apiextensions.k8s.io/CustomResourceDefinition': ['spec.group', 'spec.scope'],
  'node.k8s.io/RuntimeClass': ['handler'],
}

/** What a Secret or ConfigMap holds fast that says of itself that it is immutable. */
const held = ['data', 'stringData', 'binaryData', 'immutable']

/** Fields of an intent that differ from what is live and may not. Both as they may be shown. */
export function immutableChanges(live: KubeObject | null, intent: unknown): Immutable {
  if (live === null || !isMapping(intent)) return []
  const [version = '', group = ''] = live.apiVersion.split('/').reverse()
  const fields = version === '' ? [] : (fixed[`${group}/${live.kind}`] ?? [])
  return [...fields, ...(live.immutable === true ? held : [])]
    .map(field => field.split('.'))
    .filter(path => {
      const before = valueAt(live, path)
      const after = valueAt(intent, path)
      return before !== undefined && before !== '' && after !== undefined && !holds(before, after)
    })
    .map(path => entryOf(path, live, intent))
}

/** Whether a value has all that is asked for; it may have more, which the server filled in. */
function holds(value: unknown, asked: unknown): boolean {
  if (isMapping(value) && isMapping(asked))
    return Object.entries(asked).every(([name, inner]) => inner === null || holds(value[name], inner))
  if (Array.isArray(value) && Array.isArray(asked))
    return value.length === asked.length && asked.every((item, index) => holds(value[index], item))
  return isSame(value, asked)
}

const immutableForm =
  /^([\w.[\]()"/-]+): .*(?:field is immutable|may not be changed|are forbidden|cannot be changed|updates to .* forbidden)/is

/** Fields that the server itself refused to have changed. */
export function refusedChanges(error: AppErrorBody, live: KubeObject | null, intent: unknown): Immutable {
  if (error.status !== 422) return []
  const lines = error.causes ?? []
  const places = lines.flatMap(line => immutableForm.exec(line)?.[1] ?? [])
  return [...new Set(places)].map(place =>
    entryOf(parseServerPath(`.${place}`, [intent, live]), live, intent),
  )
}

function entryOf(path: FieldPath, live: unknown, intent: unknown): Immutable[number] {
  return {
    field: formatPath(path),
    before: shownValue(valueAt(live, path)) ?? '',
    after: shownValue(valueAt(intent, path)) ?? '',
  }
}
