import type { Consequence } from '../../shared/ipc/index.ts'
import { at, numberAt, textAt } from '../../shared/relations/index.ts'
import { needsKind } from './kinds.ts'
import { consequence, forEachTarget, type PlannedOperation, patchOf, titleOf } from './requests.ts'
import { nameOf, refusal, type Setup, type Target, type Targets } from './targets.ts'

const restartedAt = 'kubectl.kubernetes.io/restartedAt'
const withTemplate = ['apps/Deployment', 'apps/StatefulSet', 'apps/DaemonSet']

/** References of all that was asked for, also of what is not there. */
export function refsOf({ found, missing }: Targets) {
  return [...found, ...missing].map(({ ref }) => ref)
}

/** Makes all pods anew, as `kubectl rollout restart` does: by an annotation of the template. */
export async function planRestart(setup: Setup, targets: Targets): Promise<PlannedOperation> {
  needsKind(setup, withTemplate, 'Only Deployments, StatefulSets and DaemonSets can be restarted.')
  const now = new Date(setup.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z')
  const patch = { spec: { template: { metadata: { annotations: { [restartedAt]: now } } } } }
  const requests = forEachTarget(setup, targets, 'restart', target => {
    const name = nameOf(target.kind, target.ref)
    if (at(target.object, 'spec', 'paused') === true)
      throw refusal('Paused', `${name} is paused: no pod would be made anew. Resume it first.`)
    return patchOf(target, `restart ${name}`, 'merge', patch, { isAlwaysSent: true })
  })
  return {
    title: titleOf('Restart', setup, refsOf(targets)),
    requests,
    consequences: restartConsequences(targets.found),
  }
}

/** What a change of the template means for the pods that run. */
export function restartConsequences(targets: readonly Target[]): readonly Consequence[] {
  const said = [
    [isWaiting, 'info', 'With update strategy OnDelete no pod is made anew before somebody deletes it.'],
    [isStopped, 'info', 'With 0 replicas there is no pod to make anew.'],
    [
      isRecreated,
      'warning',
      'With strategy Recreate all pods end before the first new one starts: there is an interruption.',
    ],
    [isSingle, 'warning', 'With a single replica there may be an interruption while its pod is made anew.'],
  ] as const
  let rest = targets
  return said.flatMap(([is, severity, text]) => {
    const concerned = rest.filter(is)
    rest = rest.filter(target => !concerned.includes(target))
    return concerned.length === 0 ? [] : [consequence(severity, text, concerned)]
  })
}

const isWaiting = ({ object }: Target): boolean =>
  textAt(object, 'spec', 'updateStrategy', 'type') === 'OnDelete'
const isStopped = ({ object }: Target): boolean => numberAt(object, 'spec', 'replicas') === 0
const isRecreated = ({ object }: Target): boolean => textAt(object, 'spec', 'strategy', 'type') === 'Recreate'
/** A Deployment starts the new pod first, unless it may have none more than it wants. */
const isSingle = ({ object, kind }: Target): boolean =>
  numberAt(object, 'spec', 'replicas') === 1 &&
  (kind === 'StatefulSet' ||
    [0, '0', '0%'].includes(at(object, 'spec', 'strategy', 'rollingUpdate', 'maxSurge') as number | string))

/** Holds back, or lets go on, what a Deployment does about a changed template. */
export async function planPause(setup: Setup, targets: Targets, pauses: boolean): Promise<PlannedOperation> {
  const verb = pauses ? 'pause' : 'resume'
  needsKind(setup, ['apps/Deployment'], `Only Deployments can be ${verb}d.`)
  const requests = forEachTarget(setup, targets, verb, target => {
    const name = nameOf(target.kind, target.ref)
    const isPaused = at(target.object, 'spec', 'paused') === true
    if (isPaused === pauses)
      throw refusal('NothingToDo', `${name} is ${pauses ? 'paused already' : 'not paused'}.`)
    return patchOf(target, `${verb} ${name}`, 'merge', { spec: { paused: pauses ? true : null } })
  })
  const text = pauses
    ? 'Changes of the template reach no pod until it is resumed. Scaling still works; a rollout that is under way stops where it is.'
    : 'What changed in the template while it was paused reaches the pods now.'
  return {
    title: titleOf(pauses ? 'Pause' : 'Resume', setup, refsOf(targets)),
    requests,
    consequences: [consequence('info', text)],
  }
}
