import type { Consequence, Operation } from '../../shared/ipc/index.ts'
import { isMapping } from '../../shared/kube/index.ts'
import { counted } from '../../shared/words/index.ts'
import { needsKind } from './kinds.ts'
import { listIfReadable } from './listing.ts'
import { checkPairs } from './metadata.ts'
import { replaceIfUnchanged } from './patches.ts'
import { at, listAt, textAt } from './reading.ts'
import { consequence, forEachTarget, type PlannedOperation, patchOf, titleOf } from './requests.ts'
import { refsOf } from './rollouts.ts'
import { mapAtOnce, nameOf, refusal, type Setup, type Target, type Targets } from './targets.ts'

/** Lets the scheduler put no more pods on a node, or again. */
export async function planCordon(
  setup: Setup,
  targets: Targets,
  cordons: boolean,
): Promise<PlannedOperation> {
  const verb = cordons ? 'cordon' : 'uncordon'
  needsKind(setup, ['/Node'], `Only Nodes can be ${verb}ed.`)
  const requests = forEachTarget(setup, targets, verb, target => {
    if (isCordoned(target) === cordons)
      throw refusal(
        'NothingToDo',
        `${nameOf('Node', target.ref)} is ${cordons ? 'cordoned already' : 'not cordoned'}.`,
      )
    return cordonRequest(target, cordons)
  })
  const text = cordons
    ? 'No new pod is scheduled there, except those that tolerate it, such as pods of DaemonSets. What runs there goes on.'
    : 'New pods may be scheduled there again. What was evicted does not come back by itself.'
  return {
    title: titleOf(cordons ? 'Cordon' : 'Uncordon', setup, refsOf(targets)),
    requests,
    consequences: [consequence('info', text)],
  }
}

export function isCordoned({ object }: Target): boolean {
  return at(object, 'spec', 'unschedulable') === true
}

export function cordonRequest(target: Target, cordons: boolean) {
  const title = `${cordons ? 'cordon' : 'uncordon'} ${nameOf('Node', target.ref)}`
  return patchOf(target, title, 'merge', { spec: { unschedulable: cordons ? true : null } })
}

type Taints = Extract<Operation, { readonly type: 'taints' }>
type Taint = Taints['set'][number]

const formOf = ({ key, value, effect }: Taint): string => `${key}${value === '' ? '' : `=${value}`}:${effect}`

/** Sets and removes taints; of one key and effect there is one. */
export async function planTaints(
  setup: Setup,
  targets: Targets,
  operation: Taints,
): Promise<PlannedOperation> {
  needsKind(setup, ['/Node'], 'Only Nodes have taints.')
  if (operation.set.length + operation.remove.length === 0)
    throw refusal('NothingToDo', 'Say which taints to set or to remove.')
  checkPairs('labels', Object.fromEntries(operation.set.map(({ key, value }) => [key, value])))
  const words = [
    ...operation.set.map(formOf),
    ...operation.remove.map(({ key, effect }) => `${key}${effect === '' ? '' : `:${effect}`} removed`),
  ].join(', ')
  const requests = forEachTarget(setup, targets, 'taint', target => {
    const before = listAt(target.object, 'spec', 'taints')
    const after = changedTaints(before, operation)
    if (JSON.stringify(after) === JSON.stringify(before))
      throw refusal('NothingToDo', `${nameOf('Node', target.ref)} has these taints already.`)
    const steps = replaceIfUnchanged(
      target.object,
      ['spec', 'taints'],
      after.length === 0 ? undefined : after,
    )
    return patchOf(target, `taint ${nameOf('Node', target.ref)}: ${words}`, 'json', steps)
  })
  return {
    title: titleOf('Taint', setup, refsOf(targets)),
    requests,
    consequences: await driven(setup, targets.found, operation.set),
  }
}

/** Taints keep their place, and the time at which they were added. */
export function changedTaints(
  before: readonly unknown[],
  { set, remove }: Pick<Taints, 'set' | 'remove'>,
): readonly unknown[] {
  const isSame = (
    taint: unknown,
    { key, effect }: { readonly key: string; readonly effect: string },
  ): boolean => textAt(taint, 'key') === key && (effect === '' || textAt(taint, 'effect') === effect)
  const kept = before
    .filter(taint => !remove.some(one => isSame(taint, one)))
    .map(taint => {
      const found = set.find(one => isSame(taint, one))
      if (found === undefined || !isMapping(taint) || textAt(taint, 'value') === found.value) return taint
      const { timeAdded: _added, value: _value, ...rest } = taint
      return { ...rest, ...setValue(found) }
    })
  const added = set.filter(one => !kept.some(taint => isSame(taint, one)))
  return [...kept, ...added.map(one => ({ key: one.key, ...setValue(one), effect: one.effect }))]
}

const setValue = ({ value }: Taint) => (value === '' ? {} : { value })

/** Whom a taint with NoExecute drives away: no budget is asked. */
async function driven(
  setup: Setup,
  nodes: readonly Target[],
  set: readonly Taint[],
): Promise<readonly Consequence[]> {
  const taints = set.filter(({ effect }) => effect === 'NoExecute')
  if (taints.length === 0) return []
  const pods = await mapAtOnce(nodes.slice(0, 50), 4, ({ ref }) =>
    listIfReadable(setup, { group: '', kind: 'Pod' }, { fieldSelector: `spec.nodeName=${ref.name}` }),
  )
  const going = pods
    .flatMap(({ found }) => found)
    .filter(({ object }) => !taints.every(taint => tolerates(object, taint)))
  const words = taints.map(formOf).join(', ')
  const unread = pods.some(({ isComplete }) => !isComplete) || nodes.length > 50
  const more = unread ? ' Not all pods could be read.' : ''
  const text =
    going.length === 0
      ? `No pod there now is driven away by ${words}.${more}`
      : `${counted(going.length, 'pod')} ${going.length === 1 ? 'is' : 'are'} driven away by ${words}, at once and without regard to budgets.${more}`
  return [consequence(going.length === 0 && !unread ? 'info' : 'danger', text, going)]
}

/** Whether a pod stays, however long. Source: k8s.io/api, core/v1/toleration.go, ToleratesTaint. */
export function tolerates(pod: unknown, { key, value, effect }: Taint): boolean {
  return listAt(pod, 'spec', 'tolerations').some(toleration => {
    const operator = textAt(toleration, 'operator') || 'Equal'
    const own = textAt(toleration, 'key')
    if (at(toleration, 'tolerationSeconds') !== undefined) return false
    if (textAt(toleration, 'effect') !== '' && textAt(toleration, 'effect') !== effect) return false
    if (own !== '' && own !== key) return false
    if (own === '' && operator !== 'Exists') return false
    return operator === 'Exists' || (operator === 'Equal' && textAt(toleration, 'value') === value)
  })
}
