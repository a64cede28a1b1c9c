import type { Meaning } from '../../../../shared/ipc/index.ts'
import type { KubeObject } from '../../../../shared/kube/index.ts'
import { listAt, textAt } from '../../../../shared/relations/index.ts'

export interface Condition {
  readonly type: string
  readonly status: string
  readonly reason: string
  readonly message: string
  /** Milliseconds since the epoch; null when the condition tells none. */
  readonly since: number | null
  readonly meaning: Meaning
}

/** Conditions that are bad news when they hold. All others are good news. */
const unwanted =
  /Pressure$|Unavailable$|Failed$|Failure$|^Failing$|^Stalled$|^Degraded$|ContentRemaining$|FinalizersRemaining$|^NamespaceDeletion|^DisruptionTarget$|^Terminating$|^Dangling|^NonStructural|^KubernetesAPIApprovalPolicyNonconformant|^FailureTarget$/

/** An object's conditions, the one that changed last first. */
export function conditionsOf(object: KubeObject): readonly Condition[] {
  return listAt(object, 'status', 'conditions')
    .map(condition => {
      const type = textAt(condition, 'type')
      const status = textAt(condition, 'status')
      const since = Date.parse(textAt(condition, 'lastTransitionTime') || textAt(condition, 'lastUpdateTime'))
      return {
        type,
        status,
        reason: textAt(condition, 'reason'),
        message: textAt(condition, 'message'),
        since: Number.isNaN(since) ? null : since,
        meaning: meaningOf(type, status),
      }
    })
    .filter(({ type }) => type !== '')
    .sort((a, b) => (b.since ?? 0) - (a.since ?? 0))
}

function meaningOf(type: string, status: string): Meaning {
  if (status !== 'True' && status !== 'False') return 'unknown'
  const isGood = (status === 'True') !== unwanted.test(type)
  if (isGood) return 'good'
  return 'bad'
}
