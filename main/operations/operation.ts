import { assertNever } from '../../shared/errors/index.ts'
import type { Operation } from '../../shared/ipc/index.ts'
import type { ObjectRef } from '../../shared/kube/index.ts'
import { planReview } from './certificates.ts'
import { planContainers, planResize } from './containers.ts'
import { planDelete } from './deletion/delete.ts'
import { planDeleteCollection } from './deletion/deleteCollection.ts'
import { planRemoveFinalizers } from './deletion/removeFinalizers.ts'
import { planDrain } from './drain/plan.ts'
import { planSuspend, planTrigger } from './jobs.ts'
import { planKeys } from './keys.ts'
import { planMetadata } from './metadata.ts'
import { planCordon, planTaints } from './nodes.ts'
import { planBind, planEvict } from './pods.ts'
import type { PlannedOperation } from './requests.ts'
import { planRollBack } from './rollBack.ts'
import { planPause, planRestart } from './rollouts.ts'
import { planScale } from './scale.ts'
import { readTargets, type Setup, type Targets } from './targets.ts'
import { planToken } from './token.ts'

/**
 * An operation on objects of one kind as requests with their consequences.
 * @throws AppError where it makes no sense for the kind, or for the only object
 */
export async function planOperation(
  setup: Setup,
  refs: readonly ObjectRef[],
  operation: Operation,
): Promise<PlannedOperation> {
  // What matches a selector is read by the operation itself.
  if (operation.type === 'deleteCollection') return planDeleteCollection(setup, operation)
  return planFor(setup, await readTargets(setup, refs), operation)
}

type OnTargets = Exclude<Operation, { readonly type: 'deleteCollection' }>

async function planFor(setup: Setup, targets: Targets, operation: OnTargets): Promise<PlannedOperation> {
  switch (operation.type) {
    case 'scale':
      return planScale(setup, targets, operation)
    case 'restart':
      return planRestart(setup, targets)
    case 'pause':
    case 'resume':
      return planPause(setup, targets, operation.type === 'pause')
    case 'rollBack':
      return planRollBack(setup, targets, operation.revision)
    case 'cordon':
    case 'uncordon':
      return planCordon(setup, targets, operation.type === 'cordon')
    case 'drain':
      return planDrain(setup, targets, operation)
    case 'labels':
    case 'annotations':
      return planMetadata(setup, targets, operation)
    case 'taints':
      return planTaints(setup, targets, operation)
    case 'evict':
      return planEvict(setup, targets, operation)
    case 'resize':
      return planResize(setup, targets, operation)
    case 'containers':
      return planContainers(setup, targets, operation)
    case 'token':
      return planToken(setup, targets, operation)
    case 'approve':
    case 'deny':
      return planReview(setup, targets, operation)
    case 'bind':
      return planBind(setup, targets, operation.node)
    case 'suspend':
    case 'unsuspend':
      return planSuspend(setup, targets, operation.type === 'suspend')
    case 'trigger':
      return planTrigger(setup, targets, operation.jobName)
    case 'keys':
      return planKeys(setup, targets, operation.set)
    case 'delete':
      return planDelete(setup, targets, operation)
    case 'removeFinalizers':
      return planRemoveFinalizers(setup, targets, operation.finalizers)
    default:
      return assertNever(operation)
  }
}
