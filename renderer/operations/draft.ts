import type { Operation, OperationType } from '../../shared/ipc/index.ts'
import type { KubeObject } from '../../shared/kube/index.ts'
import { listAt, numberAt } from '../../shared/relations/index.ts'

/** Operations with nothing to choose: they go to their review at once. */
export const plainTypes: ReadonlySet<OperationType> = new Set([
  'restart',
  'pause',
  'resume',
  'cordon',
  'uncordon',
  'suspend',
  'unsuspend',
])

/** What a dialog starts from. `object` is the first target as it is now, null where it cannot be read. */
export function initialOperation(type: OperationType, object: KubeObject | null): Operation {
  switch (type) {
    case 'scale':
      return { type, replicas: numberAt(object, 'spec', 'replicas') ?? 1 }
    case 'rollBack':
      return { type, revision: 0 }
    case 'drain':
      return { type, grace: -1, timeout: 0, deletesEmptyDir: false, deletesUnmanaged: false, podSelector: '' }
    case 'labels':
    case 'annotations':
      return { type, changes: {} }
    case 'taints':
      return { type, set: [], remove: [] }
    case 'evict':
      return { type, grace: -1 }
    case 'resize':
    case 'containers':
      return { type, containers: {} }
    case 'token':
      return { type, audiences: [], seconds: 3600, boundPod: '' }
    case 'approve':
      return { type, reason: 'ApprovedInGatehouse', message: '' }
    case 'deny':
      return { type, reason: 'DeniedInGatehouse', message: '' }
    case 'bind':
      return { type, node: '' }
    case 'trigger':
      return { type, jobName: jobNameOf(object?.metadata.name ?? 'job') }
    case 'keys':
      return { type, set: {} }
    case 'delete':
      return { type, propagation: 'Background', grace: -1, preconditions: 'uid' }
    case 'deleteCollection':
      return {
        type,
        namespace: '',
        labelSelector: '',
        fieldSelector: '',
        propagation: 'Background',
        grace: -1,
      }
    case 'removeFinalizers':
      return { type, finalizers: object === null ? [] : listAt(object, 'metadata', 'finalizers').map(String) }
    default:
      return { type }
  }
}

/** A Job's name has at most 63 characters, because it becomes a label of its pods. */
function jobNameOf(name: string): string {
  return `${name.slice(0, 48)}-${Date.now().toString(36)}`
}

const qualified = /^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)$/
const labelValue = /^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/
const prefix = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/
const dataKey = /^[-._a-zA-Z0-9]{1,253}$/

/** Why the server would refuse a key of labels, annotations or taints (IsQualifiedName); null when it is good. */
export function pairKeyProblem(key: string): string | null {
  const [name = '', domain, ...more] = key.split('/').reverse()
  const isGood =
    more.length === 0 &&
    qualified.test(name) &&
    (domain === undefined || (domain.length <= 253 && prefix.test(domain)))
  return isGood
    ? null
    : 'A key is a name of at most 63 letters, digits, -, _ and ., which starts and ends with a letter or digit; before it may stand a DNS name and a slash.'
}

/** Why the server would refuse a label's value (IsValidLabelValue); null when it is good, as empty is. */
export function labelValueProblem(value: string): string | null {
  return labelValue.test(value)
    ? null
    : 'A value has at most 63 letters, digits, -, _ and ., and starts and ends with a letter or digit. It may be empty.'
}

/** Why the server would refuse a key of a ConfigMap or Secret (IsConfigMapKey); null when it is good. */
export function dataKeyProblem(key: string): string | null {
  return dataKey.test(key) && key !== '.' && !key.startsWith('..')
    ? null
    : 'A key has at most 253 letters, digits, -, _ and ., and does not start with two dots.'
}

/** What still has to be chosen before a plan can be made; null when nothing. */
export function missingOf(operation: Operation): string | null {
  switch (operation.type) {
    case 'labels':
    case 'annotations':
      return Object.keys(operation.changes).length === 0 ? 'Add or remove something first.' : null
    case 'taints':
      return operation.set.length + operation.remove.length === 0 ? 'Add or remove a taint first.' : null
    case 'resize':
    case 'containers':
      return Object.keys(operation.containers).length === 0 ? 'Change a container first.' : null
    case 'bind':
      return operation.node === '' ? 'Name the node.' : null
    case 'keys':
      return Object.keys(operation.set).length === 0 ? 'Change a key first.' : null
    case 'removeFinalizers':
      return operation.finalizers.length === 0 ? 'The object has no finalizer.' : null
    default:
      return null
  }
}
