import { labelSelectorOf, matchesLabels } from '../../../shared/kube/index.ts'
import { counted } from '../../../shared/words/index.ts'
import { listIfReadable } from '../listing.ts'
import { at, listAt, numberAt, textAt } from '../reading.ts'
import { mapAtOnce, type Setup, type Target } from '../targets.ts'

/** Budgets of some namespaces. */
export interface Budgets {
  readonly all: readonly Target[]
  /** Why they could not be read; the server will say what they hold. */
  readonly unreadable: string | null
}

/** What budgets make of the eviction of a pod, as they stand now. */
export type Judgement =
  | { readonly type: 'free'; readonly budget: Target | null }
  /** Refused now, and no longer when something happens that may happen by itself. */
  | { readonly type: 'waits'; readonly text: string; readonly budgets: readonly Target[] }
  /** Refused until somebody changes something. */
  | { readonly type: 'never'; readonly text: string; readonly budgets: readonly Target[] }

/** Budgets that may hold the pods. */
export async function budgetsOf(setup: Setup, pods: readonly Target[]): Promise<Budgets> {
  const namespaces = [...new Set(pods.map(({ ref }) => ref.namespace))]
  const lists = await mapAtOnce(namespaces, 8, namespace =>
    listIfReadable(setup, { group: 'policy', kind: 'PodDisruptionBudget' }, { namespace }),
  )
  return {
    all: lists.flatMap(({ found }) => found),
    unreadable: lists.find(({ unreadable }) => unreadable !== null)?.unreadable ?? null,
  }
}

/** Budgets that select a pod; in policy/v1 an empty selector selects all, and none selects nothing. */
function budgetsFor(pod: Target, { all }: Budgets): readonly Target[] {
  return all.filter(({ ref, object }) => {
    const selector = at(object, 'spec', 'selector')
    if (ref.namespace !== pod.ref.namespace || typeof selector !== 'object' || selector === null) return false
    const parsed = labelSelectorOf(selector)
    return parsed.ok && matchesLabels(parsed.selector, pod.object.metadata.labels)
  })
}

/** Source: kubernetes, pkg/registry/core/pod/storage/eviction.go. */
export function judge(pod: Target, budgets: Budgets): Judgement {
  const { object } = pod
  const isUnguarded =
    ['Succeeded', 'Failed', 'Pending'].includes(textAt(object, 'status', 'phase')) ||
    object.metadata.deletionTimestamp !== undefined
  const found = budgetsFor(pod, budgets)
  const [budget] = found
  if (isUnguarded || budget === undefined) return { type: 'free', budget: null }
  if (found.length > 1) {
    const names = found.map(({ ref }) => ref.name).join(' and ')
    const text = `Budgets ${names} both select it, and the server evicts no pod that more than one selects. Change the selector of one of them.`
    return { type: 'never', text, budgets: found }
  }
  if (!isReady(pod)) {
    const policy = textAt(budget.object, 'spec', 'unhealthyPodEvictionPolicy')
    const { healthy, desired } = numbersOf(budget)
    if (policy === 'AlwaysAllow' || (healthy >= desired && desired > 0)) return { type: 'free', budget: null }
  }
  return judgeBudget(budget, isReady(pod))
}

export function isReady({ object }: Target): boolean {
  return listAt(object, 'status', 'conditions').some(
    condition => textAt(condition, 'type') === 'Ready' && textAt(condition, 'status') === 'True',
  )
}

function numbersOf({ object }: Target) {
  const of = (field: string): number => numberAt(object, 'status', field) ?? 0
  return {
    allowed: of('disruptionsAllowed'),
    healthy: of('currentHealthy'),
    desired: of('desiredHealthy'),
    expected: of('expectedPods'),
  }
}

/** Disruptions that a budget allows now. */
export function allowedBy(budget: Target): number {
  return numbersOf(budget).allowed
}

function judgeBudget(budget: Target, isPodReady: boolean): Judgement {
  const { object, ref } = budget
  const { allowed, healthy, desired, expected } = numbersOf(budget)
  const budgets = [budget]
  const generation = object.metadata.generation ?? 0
  if ((numberAt(object, 'status', 'observedGeneration') ?? 0) < generation)
    return { type: 'waits', text: `Budget ${ref.name} was changed and is not worked out yet.`, budgets }
  const failure = listAt(object, 'status', 'conditions').find(
    condition => textAt(condition, 'reason') === 'SyncFailed',
  )
  if (failure !== undefined && allowed === 0) {
    const text = `Budget ${ref.name} cannot be worked out, so that it allows nothing: ${textAt(failure, 'message')}. Repair or delete the budget.`
    return { type: 'never', text, budgets }
  }
  if (allowed > 0) return { type: 'free', budget }
  if (expected > 0 && desired >= expected) {
    const text = `Budget ${ref.name} (${ruleOf(budget)}) wants all ${expected} of its pods healthy, so that none can ever be evicted. Change the budget, or run more replicas.`
    return { type: 'never', text, budgets }
  }
  const own = isPodReady
    ? ''
    : ' This pod is not ready itself; unhealthyPodEvictionPolicy AlwaysAllow would let it go.'
  const text = `Budget ${ref.name} (${ruleOf(budget)}) needs ${counted(desired, 'healthy pod')} and has ${healthy} of ${expected}.${own}`
  return { type: 'waits', text, budgets }
}

/** `minAvailable: 2`. */
export function ruleOf({ object }: Target): string {
  const most = at(object, 'spec', 'maxUnavailable')
  return most === undefined || most === null
    ? `minAvailable: ${String(at(object, 'spec', 'minAvailable') ?? 1)}`
    : `maxUnavailable: ${String(most)}`
}
