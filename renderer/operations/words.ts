import type { OperationType } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import type { OperationQuestion } from '../live/index.ts'

const verbs: Readonly<Record<OperationType, string>> = {
  scale: 'Scale',
  restart: 'Restart',
  pause: 'Pause the rollout of',
  resume: 'Resume the rollout of',
  rollBack: 'Roll back',
  cordon: 'Cordon',
  uncordon: 'Uncordon',
  drain: 'Drain',
  labels: 'Labels of',
  annotations: 'Annotations of',
  taints: 'Taints of',
  evict: 'Evict',
  resize: 'Resize',
  containers: 'Containers of',
  token: 'Token for',
  approve: 'Approve',
  deny: 'Deny',
  bind: 'Bind',
  suspend: 'Suspend',
  unsuspend: 'Go on with',
  trigger: 'Run',
  keys: 'Keys of',
  delete: 'Delete',
  deleteCollection: 'Delete all of',
  removeFinalizers: 'Remove finalizers of',
}

/** `Scale web`, `Delete 3 pods`. */
export function titleOf({ type, targets }: OperationQuestion): string {
  const [first] = targets
  if (type === 'deleteCollection')
    return `Delete all ${visibleText(first?.resource.resource ?? 'objects')} that match`
  const what =
    targets.length === 1 && first !== undefined
      ? first.name
      : `${targets.length} ${first?.resource.resource ?? 'objects'}`
  return `${verbs[type]} ${visibleText(what)}`
}
