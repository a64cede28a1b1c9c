import type { Operation } from '../../shared/ipc/index.ts'
import { quantityNumber } from '../../shared/kube/index.ts'
import { podSpecOf } from '../../shared/relations/index.ts'
import { kindKey, needsKind } from './kinds.ts'
import { listAt, textAt } from './reading.ts'
import { consequence, forEachTarget, type PlannedOperation, patchOf, titleOf } from './requests.ts'
import { refsOf, restartConsequences } from './rollouts.ts'
import { nameOf, refusal, type Setup, type Target, type Targets } from './targets.ts'

type Containers = Extract<Operation, { readonly type: 'containers' }>
type Resize = Extract<Operation, { readonly type: 'resize' }>
type Container = Containers['containers'][string]
type Quantities = Readonly<Record<string, string>>

/** Where kinds keep their pod template. */
const templates: Readonly<Record<string, readonly string[]>> = {
  '/Pod': [],
  '/ReplicationController': ['spec', 'template'],
  'apps/Deployment': ['spec', 'template'],
  'apps/StatefulSet': ['spec', 'template'],
  'apps/DaemonSet': ['spec', 'template'],
  'apps/ReplicaSet': ['spec', 'template'],
  'batch/CronJob': ['spec', 'jobTemplate', 'spec', 'template'],
}

/** Image, environment and resources of single containers, all else as it is. */
export async function planContainers(
  setup: Setup,
  targets: Targets,
  { containers }: Containers,
): Promise<PlannedOperation> {
  needsKind(
    setup,
    Object.keys(templates),
    'Containers can be changed of Pods (image only), Deployments, StatefulSets, DaemonSets, ReplicaSets, ReplicationControllers and CronJobs.',
  )
  const changed = Object.entries(containers).filter(([, change]) => Object.keys(change).length > 0)
  if (changed.length === 0) throw refusal('NothingToDo', 'Say what to change of which container.')
  const isPod = setup.info.kind === 'Pod'
  if (isPod && changed.some(([, { env, requests, limits }]) => env ?? requests ?? limits))
    throw refusal(
      'Immutable',
      'Of the containers of a running pod only the image can be changed this way. Change resources by resizing, and the environment in the workload that made the pod.',
    )
  for (const [name, { requests, limits }] of changed) checkQuantities(name, { ...requests, ...limits })
  const requests = forEachTarget(setup, targets, 'change containers of', target => {
    const spec = specPatch(target, Object.fromEntries(changed))
    const patch = (templates[kindKey(setup.info)] ?? []).reduceRight<unknown>(
      (inner, field) => ({ [field]: inner }),
      { spec },
    )
    const title = `change ${changed.map(([name]) => name).join(', ')} of ${nameOf(target.kind, target.ref)}`
    return patchOf(target, title, 'strategic', patch)
  })
  return {
    title: titleOf('Change containers of', setup, refsOf(targets)),
    requests,
    consequences: reaching(setup, targets),
  }
}

function reaching({ info }: Setup, { found }: Targets) {
  switch (info.kind) {
    case 'Pod':
      return [
        consequence(
          'warning',
          'The containers are started anew with the new image. What made the pod knows nothing of it: its next pods have the image of the template.',
        ),
      ]
    case 'CronJob':
      return [consequence('info', 'Jobs that are there stay as they are; the next ones have it.')]
    case 'ReplicaSet':
    case 'ReplicationController':
      return [
        consequence(
          'info',
          'Pods that are there stay as they are; new ones have it. A ReplicaSet of a Deployment is set back by it.',
        ),
      ]
    default:
      return [
        consequence('info', 'The pods are made anew, as the update strategy has it.'),
        ...restartConsequences(found),
      ]
  }
}

/** Names that containers are merged by: those that stand there. @throws AppError for a name that is none */
function specPatch(target: Target, changes: Readonly<Record<string, Container>>): Record<string, unknown> {
  const spec: Record<string, unknown> = {}
  const lists = ['initContainers', 'containers']
  const namesOf = (list: string): readonly string[] =>
    listAt(podSpecOf(target.object), list).map(container => textAt(container, 'name'))
  const unknown = Object.keys(changes).filter(name => !lists.some(list => namesOf(list).includes(name)))
  if (unknown.length > 0)
    throw refusal(
      'NoContainer',
      `${nameOf(target.kind, target.ref)} has no container ${unknown.join(', ')}; it has ${lists.flatMap(namesOf).join(', ')}.`,
    )
  for (const list of lists) {
    const changed = namesOf(list).filter(name => Object.hasOwn(changes, name))
    if (changed.length > 0) spec[list] = changed.map(name => containerPatch(name, changes[name] ?? {}))
  }
  return spec
}

function containerPatch(name: string, { image, env, requests, limits }: Container): unknown {
  const resources = resourcesPatch(requests, limits)
  return {
    name,
    ...(image === undefined ? {} : { image: checkedImage(name, image) }),
    ...(env === undefined
      ? {}
      : {
          env: Object.entries(env).map(([key, value]) =>
            value === null ? { name: key, $patch: 'delete' } : { name: key, value, valueFrom: null },
          ),
        }),
    ...(resources === null ? {} : { resources }),
  }
}

function checkedImage(container: string, image: string): string {
  if (image === '' || /\s/.test(image))
    throw refusal('Invalid', `The image of container ${container} must be a name without spaces.`)
  return image
}

function resourcesPatch(requests?: Quantities, limits?: Quantities) {
  if (requests === undefined && limits === undefined) return null
  return {
    ...(requests === undefined ? {} : { requests: removing(requests) }),
    ...(limits === undefined ? {} : { limits: removing(limits) }),
  }
}

/** An empty text removes one. */
function removing(quantities: Quantities): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    Object.entries(quantities).map(([name, text]) => [name, text === '' ? null : text]),
  )
}

function checkQuantities(container: string, quantities: Quantities): void {
  for (const [name, text] of Object.entries(quantities)) {
    const value = text === '' ? 0 : quantityNumber(text)
    if (value === null || value < 0)
      throw refusal(
        'Invalid',
        `${JSON.stringify(text)} is no amount of ${name} for container ${container}. Amounts look like 250m, 2, 64Mi or 1Gi.`,
      )
  }
}

/** Resources of containers of a running pod, without making it anew. */
export async function planResize(
  setup: Setup,
  targets: Targets,
  { containers }: Resize,
): Promise<PlannedOperation> {
  needsKind(setup, ['/Pod'], 'Only Pods can be resized.')
  if (!setup.info.subresources.some(({ name }) => name === 'resize'))
    throw refusal(
      'NoResize',
      'This server cannot resize pods: it has no subresource “resize” (Kubernetes 1.33 and newer have it). Change the template of the workload.',
    )
  const names = Object.keys(containers)
  if (names.length === 0) throw refusal('NothingToDo', 'Say which container to resize.')
  for (const [name, { requests, limits }] of Object.entries(containers))
    checkQuantities(name, { ...requests, ...limits })
  const requests = forEachTarget(setup, targets, 'resize', target => {
    const name = nameOf(target.kind, target.ref)
    const phase = textAt(target.object, 'status', 'phase')
    if (phase === 'Succeeded' || phase === 'Failed')
      throw refusal('Finished', `${name} is finished: nothing of it runs.`)
    const patch = { metadata: { uid: target.object.metadata.uid }, spec: specPatch(target, containers) }
    return patchOf(target, `resize ${name}`, 'strategic', patch, { subresource: 'resize' })
  })
  const restarted = targets.found.filter(target =>
    names.some(name => isRestarted(target, name, containers[name])),
  )
  return {
    title: titleOf('Resize', setup, refsOf(targets)),
    requests,
    consequences: [
      consequence(
        'info',
        'The kubelet carries it out when its node has room; until then it is pending. The workload that made the pod keeps its template.',
      ),
      ...(restarted.length === 0
        ? []
        : [
            consequence(
              'warning',
              'Containers whose resize policy says RestartContainer are started anew.',
              restarted,
            ),
          ]),
    ],
  }
}

function isRestarted(
  { object }: Target,
  name: string,
  change: Resize['containers'][string] | undefined,
): boolean {
  const container = listAt(object, 'spec', 'containers').find(one => textAt(one, 'name') === name)
  const changed = Object.keys({ ...change?.requests, ...change?.limits })
  return listAt(container, 'resizePolicy').some(
    policy =>
      textAt(policy, 'restartPolicy') === 'RestartContainer' &&
      changed.includes(textAt(policy, 'resourceName')),
  )
}
