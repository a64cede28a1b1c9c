import type { Operation } from '../../shared/ipc/index.ts'
import { isMapping } from '../../shared/kube/index.ts'
import { mainOwner } from '../../shared/relations/index.ts'
import { counted } from '../../shared/words/index.ts'
import { resourcePath } from '../api/index.ts'
import type { PlannedRequest } from '../writes/index.ts'
import { budgetsOf, type Judgement, judge } from './drain/budgets.ts'
import { needsKind } from './kinds.ts'
import { at, listAt, textAt } from './reading.ts'
import { consequence, forEachTarget, type PlannedOperation, postOf, titleOf } from './requests.ts'
import { refsOf } from './rollouts.ts'
import { nameOf, refusal, type Setup, type Target, type Targets } from './targets.ts'

type Evict = Extract<Operation, { readonly type: 'evict' }>

/** Asks for the end of pods as their budgets allow it. */
export async function planEvict(setup: Setup, targets: Targets, { grace }: Evict): Promise<PlannedOperation> {
  needsKind(setup, ['/Pod'], 'Only Pods can be evicted.')
  const requests = forEachTarget(setup, targets, 'evict', target => evictionOf(target, grace))
  const budgets = await budgetsOf(setup, targets.found)
  const judged = targets.found.map(target => ({ target, judgement: judge(target, budgets) }))
  return {
    title: titleOf('Evict', setup, refsOf(targets)),
    requests,
    consequences: [
      ...(grace === 0 ? [noGrace()] : []),
      ...lonely(targets.found),
      ...judged.flatMap(({ target, judgement }) => heldBy(target, judgement)),
    ].slice(0, 100),
  }
}

function heldBy(target: Target, judgement: Judgement) {
  if (judgement.type === 'free') return []
  const severity = judgement.type === 'never' ? 'danger' : 'warning'
  return [
    consequence(severity, `${nameOf('Pod', target.ref)}: ${judgement.text}`, [target, ...judgement.budgets]),
  ]
}

export function noGrace() {
  return consequence(
    'danger',
    'A grace of 0 takes the pod out of the API at once: its processes may still run on the node, without being told to end. A pod of a StatefulSet may then run twice.',
  )
}

/** Pods that nothing makes anew. */
export function lonely(pods: readonly Target[]) {
  const alone = pods.filter(({ object }) => mainOwner(object)?.isController !== true)
  if (alone.length === 0) return []
  const text = `Nothing makes ${counted(alone.length, 'pod')} anew: ${alone.length === 1 ? 'it has' : 'they have'} no controller.`
  return [consequence('danger', text, alone)]
}

/** The eviction of the very pod that was read: one that was made anew under its name is not meant. */
export function evictionOf({ ref, kind, object }: Target, grace: number): PlannedRequest {
  const { namespace, name, resource } = ref
  const deleteOptions = {
    ...(object.metadata.uid === undefined ? {} : { preconditions: { uid: object.metadata.uid } }),
    ...(grace < 0 ? {} : { gracePeriodSeconds: grace }),
  }
  return postOf(
    {
      ref,
      kind,
      title: `evict ${nameOf(kind, ref)}`,
      path: resourcePath(resource, { namespace, name, subresource: 'eviction' }),
    },
    { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace }, deleteOptions },
    {
      undo: 'none',
      noUndo: 'A pod that ended does not come back; what made it makes another.',
      isAlwaysSent: true,
    },
  )
}

/** Puts a pod that waits on a node, past the scheduler. */
export async function planBind(setup: Setup, targets: Targets, node: string): Promise<PlannedOperation> {
  needsKind(setup, ['/Pod'], 'Only Pods can be bound to a node.')
  const nodes = setup.api.findKind('', 'Node')
  if (node === '' || nodes === null) throw refusal('NoNode', 'Say which node to bind it to.')
  const found = await setup.api.get({ resource: nodes, namespace: '', name: node }, setup.signal)
  const requests = forEachTarget(setup, targets, 'bind', target => {
    const name = nameOf(target.kind, target.ref)
    const present = textAt(target.object, 'spec', 'nodeName')
    if (present !== '')
      throw refusal('Bound', `${name} is on node ${present} already, and a pod never moves.`)
    const gates = listAt(target.object, 'spec', 'schedulingGates').map(gate => textAt(gate, 'name'))
    if (gates.length > 0)
      throw refusal(
        'Gated',
        `${name} is held back by scheduling gates (${gates.join(', ')}), and the server binds no such pod.`,
      )
    return bindingOf(target, node)
  })
  const taints = listAt(found, 'spec', 'taints').filter(isMapping)
  return {
    title: `${titleOf('Bind', setup, refsOf(targets))} to node ${node}`,
    requests,
    consequences: [
      consequence(
        'warning',
        'The scheduler is passed over: nobody looks whether the node has room, suits the pod, or is wanted. Where it has no room the kubelet refuses the pod, which then fails.',
      ),
      ...(at(found, 'spec', 'unschedulable') === true
        ? [consequence('warning', `Node ${node} is cordoned.`)]
        : []),
      ...(taints.length > 0
        ? [
            consequence(
              'warning',
              `Node ${node} has taints: ${taints.map(taint => `${textAt(taint, 'key')}:${textAt(taint, 'effect')}`).join(', ')}.`,
            ),
          ]
        : []),
    ],
  }
}

function bindingOf({ ref, kind, object }: Target, node: string): PlannedRequest {
  const { namespace, name, resource } = ref
  return postOf(
    {
      ref,
      kind,
      title: `bind ${nameOf(kind, ref)} to node ${node}`,
      path: resourcePath(resource, { namespace, name, subresource: 'binding' }),
    },
    {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name, namespace, uid: object.metadata.uid },
      target: { apiVersion: 'v1', kind: 'Node', name: node },
    },
    { undo: 'none', noUndo: 'A pod stays on its node as long as it is there.', isAlwaysSent: true },
  )
}
