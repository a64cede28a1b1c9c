import type { KubeObject } from '../../../../shared/kube/index.ts'
import { stampOf } from '../../lifecycle/index.ts'
import type { SnapshotStore } from '../../store/index.ts'
import { at, hasCondition, integer, mapping, selects, text } from '../../tables/index.ts'
import { StatusError } from '../status.ts'

const budgets = { group: 'policy', resource: 'poddisruptionbudgets' }

/**
 * Whether budgets let a pod be evicted. Source: kubernetes/pkg/registry/core/pod/storage/eviction.go.
 * @returns the budget that this eviction uses up a part of; null where none has a say
 * @throws StatusError 403, 429, 500
 */
export function budgetOf(store: SnapshotStore, pod: KubeObject): KubeObject | null {
  const phase = text(at(pod, 'status', 'phase'))
  const isFree =
    ['Succeeded', 'Failed', 'Pending'].includes(phase) || pod.metadata.deletionTimestamp !== undefined
  if (isFree) return null
  const found = store
    .collection(budgets)
    .list(pod.metadata.namespace)
    .filter(({ spec }) => selects(at(spec, 'selector'), pod))
  const [budget, more] = found
  if (budget === undefined) return null
  if (more !== undefined)
    throw new StatusError(
      500,
      'InternalError',
      'Internal error occurred: This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    )
  if (isUnhealthyAndFree(pod, budget)) return null
  refuseOver(budget)
  return budget
}

/** A pod that is not ready may go where the budget says so, or where the others are healthy enough. */
function isUnhealthyAndFree(pod: KubeObject, budget: KubeObject): boolean {
  if (hasCondition(pod, 'Ready')) return false
  if (at(budget, 'spec', 'unhealthyPodEvictionPolicy') === 'AlwaysAllow') return true
  const [current, desired] = ['currentHealthy', 'desiredHealthy'].map(each =>
    integer(at(budget, 'status', each)),
  )
  return (desired ?? 0) > 0 && (current ?? 0) >= (desired ?? 0)
}

/** @throws StatusError 403, 429 where the budget has nothing left */
function refuseOver(budget: KubeObject): void {
  const { name, generation = 0 } = budget.metadata
  const status = mapping(budget.status)
  if (integer(status.observedGeneration) < generation)
    throw tooMany(`The disruption budget ${name} is still being processed by the server.`, {
      retryAfterSeconds: 10,
    })
  const allowed = integer(status.disruptionsAllowed)
  if (allowed < 0)
    throw new StatusError(
      403,
      'Forbidden',
      `poddisruptionbudgets.policy "${name}" is forbidden: pdb disruptions allowed is negative`,
      { details: { name, group: 'policy', kind: 'poddisruptionbudgets' } },
    )
  if (allowed > 0) return
  const needs = `The disruption budget ${name} needs ${integer(status.desiredHealthy)} healthy pods and has ${integer(status.currentHealthy)} currently`
  throw tooMany(needs, {})
}

function tooMany(message: string, more: object): StatusError {
  const said = "Cannot evict pod as it would violate the pod's disruption budget."
  const details = { ...more, causes: [{ reason: 'DisruptionBudget', message }] }
  return new StatusError(429, 'TooManyRequests', said, { details })
}

/** The budget with one disruption less to allow, until the pod is seen to be gone. @param now milliseconds since the epoch */
export function usedUp(budget: KubeObject, pod: string, now: number): KubeObject {
  const status = mapping(budget.status)
  const disruptedPods = { ...mapping(status.disruptedPods), [pod]: stampOf(now) }
  return {
    ...budget,
    status: { ...status, disruptionsAllowed: integer(status.disruptionsAllowed) - 1, disruptedPods },
  }
}
