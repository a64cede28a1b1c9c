import type { Consequence, Operation } from '../../shared/ipc/index.ts'
import { type KubeObject, ownValue } from '../../shared/kube/index.ts'
import { at, listAt, numberAt, textAt } from '../../shared/relations/index.ts'
import { counted } from '../../shared/words/index.ts'
import { resourcePath } from '../api/index.ts'
import { kindKey } from './kinds.ts'
import { listIfReadable } from './listing.ts'
import { type PatchStep, replaceIfUnchanged } from './patches.ts'
import { consequence, forEachTarget, type PlannedOperation, patchOf, titleOf } from './requests.ts'
import { mapAtOnce, nameOf, refusal, type Setup, type Target, type Targets } from './targets.ts'

type Scale = Extract<Operation, { readonly type: 'scale' }>

/** Kinds without the subresource whose number of pods people look for, and where it is. */
const elsewhere: Readonly<Record<string, string>> = {
  'apps/DaemonSet': 'A DaemonSet has a pod on each node that its node selector and tolerations allow.',
  'batch/Job': 'The number of pods of a Job is spec.parallelism.',
  'batch/CronJob': 'A CronJob makes a Job at each time of its schedule; suspend it to have none.',
  '/Pod': 'A pod is one. Scale what made it.',
}

/** Sets the number of replicas of anything that has the subresource `scale`, custom resources too. */
export async function planScale(
  setup: Setup,
  targets: Targets,
  { replicas }: Scale,
): Promise<PlannedOperation> {
  const { info, signal, api } = setup
  if (!info.subresources.some(({ name }) => name === 'scale')) {
    const why = ownValue(elsewhere, kindKey(info)) ?? 'Its API has no subresource “scale”.'
    throw refusal('NoScale', `${info.kind} cannot be scaled. ${why}`)
  }
  const scales = new Map(
    await mapAtOnce(targets.found, 8, async target => {
      const { resource, namespace, name } = target.ref
      const answer = await api.session.request({
        method: 'GET',
        path: resourcePath(resource, { namespace, name, subresource: 'scale' }),
        accept: 'application/json',
        purpose: `read the scale of ${nameOf(target.kind, target.ref)}`,
        signal,
      })
      return [target, await answer.json()] as const
    }),
  )
  const requests = forEachTarget(setup, targets, 'scale', target => {
    const steps = scaleSteps(scales.get(target), replicas)
    const title = `scale ${nameOf(target.kind, target.ref)} from ${replicasOf(scales.get(target))} to ${replicas}`
    return patchOf(target, title, 'json', steps, {
      subresource: 'scale',
      // Servers leave the field out where it is 0.
      ...(replicas === 0 ? { dropped: ['spec.replicas'] } : {}),
    })
  })
  return {
    title: `${titleOf(
      'Scale',
      setup,
      [...targets.found, ...targets.missing].map(({ ref }) => ref),
    )} to ${replicas}`,
    requests,
    consequences: [
      ...(await autoscaling(setup, targets.found, replicas)),
      ...toNothing(setup, targets.found, scales, replicas),
    ],
  }
}

function replicasOf(scale: unknown): number {
  return numberAt(scale, 'spec', 'replicas') ?? 0
}

/** Somebody else's scaling since then makes the server refuse it. The field is absent where there are none. */
function scaleSteps(scale: unknown, replicas: number): readonly PatchStep[] {
  if (at(scale, 'spec') === undefined) return [{ op: 'add', path: '/spec', value: { replicas } }]
  return replaceIfUnchanged(scale, ['spec', 'replicas'], replicas)
}

function toNothing(
  { info }: Setup,
  targets: readonly Target[],
  scales: ReadonlyMap<Target, unknown>,
  replicas: number,
): readonly Consequence[] {
  const stopped = replicas > 0 ? [] : targets.filter(target => replicasOf(scales.get(target)) > 0)
  if (stopped.length === 0) return []
  const pods = stopped.reduce((sum, target) => sum + replicasOf(scales.get(target)), 0)
  const text =
    info.kind === 'StatefulSet'
      ? `All ${counted(pods, 'pod')} end, the last one first; their claims stay unless the retention policy says otherwise.`
      : `All ${counted(pods, 'replica')} end: nothing is left that serves.`
  return [consequence('warning', text, stopped)]
}

/** What HorizontalPodAutoscalers of the targets will make of it. */
async function autoscaling(
  setup: Setup,
  targets: readonly Target[],
  replicas: number,
): Promise<readonly Consequence[]> {
  const namespaces = [...new Set(targets.map(({ ref }) => ref.namespace))]
  const lists = await mapAtOnce(namespaces, 8, namespace =>
    listIfReadable(setup, { group: 'autoscaling', kind: 'HorizontalPodAutoscaler' }, { namespace }),
  )
  const scalers = lists.flatMap(({ found }) => found)
  return targets.flatMap(target =>
    scalers
      .filter(({ object }) => isOf(object, target))
      .map(scaler => consequence(...autoscalerText(scaler, replicas), [scaler])),
  )
}

function isOf(scaler: KubeObject, { ref, kind }: Target): boolean {
  const target = at(scaler, 'spec', 'scaleTargetRef')
  const [group = ''] = textAt(target, 'apiVersion').split('/')
  return (
    scaler.metadata.namespace === ref.namespace &&
    textAt(target, 'kind') === kind &&
    textAt(target, 'name') === ref.name &&
    group === ref.resource.group
  )
}

/** Source of the rules: kubernetes, pkg/controller/podautoscaler/horizontal.go, reconcileAutoscaler. */
function autoscalerText({ object }: Target, replicas: number): readonly ['info' | 'warning', string] {
  const least = numberAt(object, 'spec', 'minReplicas') ?? 1
  const most = numberAt(object, 'spec', 'maxReplicas') ?? least
  const owner = listAt(object, 'metadata', 'ownerReferences')[0]
  const who = `The HorizontalPodAutoscaler ${object.metadata.name}${owner === undefined ? '' : ` (made by ${textAt(owner, 'kind')} ${textAt(owner, 'name')})`}`
  if (replicas === 0 && least > 0)
    return ['warning', `${who} does nothing while there are 0 replicas, until somebody scales up again.`]
  if (replicas < least) return ['warning', `${who} will set it back to at least ${least}.`]
  if (replicas > most) return ['warning', `${who} will set it back to at most ${most}.`]
  return [
    'warning',
    `${who} decides by its metrics between ${least} and ${most} and will change this number again.`,
  ]
}
