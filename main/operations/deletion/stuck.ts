import { isAppError } from '../../../shared/errors/index.ts'
import type { Consequence, StuckDeletion } from '../../../shared/ipc/index.ts'
import { formatAge } from '../../../shared/kube/index.ts'
import { counted } from '../../../shared/words/index.ts'
import { kindKey } from '../kinds.ts'
import { listIfReadable, listKind } from '../listing.ts'
import { listAt, numberAt, textAt } from '../reading.ts'
import { consequence } from '../requests.ts'
import { mapAtOnce, type Setup, type Target } from '../targets.ts'
import { findDependents } from './dependents.ts'
import { FinalizerOwners, finalizersOf } from './finalizers.ts'
import { kindsIn } from './preview.ts'

/** Why an object that is being deleted is still there; null where it is not being deleted. */
export async function explainStuck(setup: Setup, target: Target): Promise<StuckDeletion | null> {
  const { deletionTimestamp } = target.object.metadata
  if (deletionTimestamp === undefined) return null
  const owners = new FinalizerOwners(setup)
  const names = finalizersOf(target)
  const finalizers = await mapAtOnce(names, 2, async name => {
    const { owner, state, waitsFor } = await owners.read(name, target)
    return { name, owner, state: `${state}. ${waitsFor}` }
  })
  const since = Date.parse(deletionTimestamp)
  const causes = [
    ...(await causesOf(setup, target)),
    ...(names.includes('foregroundDeletion') ? await blockers(setup, target) : []),
  ]
  return { since: Number.isNaN(since) ? 0 : since, finalizers, causes }
}

function causesOf(setup: Setup, target: Target): Promise<readonly Consequence[]> {
  switch (kindKey(setup.info)) {
    case '/Namespace':
      return namespaceCauses(setup, target)
    case '/Pod':
      return podCauses(setup, target)
    case '/PersistentVolumeClaim':
      return claimCauses(setup, target)
    case '/PersistentVolume':
      return volumeCauses(target)
    case 'apiextensions.k8s.io/CustomResourceDefinition':
      return definitionCauses(setup, target)
    default:
      return Promise.resolve([])
  }
}

async function blockers(setup: Setup, target: Target): Promise<readonly Consequence[]> {
  const { going } = await findDependents(setup, [target])
  const blocking = going.filter(({ isBlocking }) => isBlocking)
  if (blocking.length === 0) return []
  return [consequence('warning', `It waits for ${kindsIn(blocking)}, which block its deletion.`, blocking)]
}

/** What conditions of a namespace mean. Source: kubernetes, pkg/controller/namespace/deletion/status_condition_utils.go. */
const conditionWords: Readonly<Record<string, readonly [Consequence['severity'], string]>> = {
  NamespaceDeletionDiscoveryFailure: [
    'danger',
    'The server could not find out which kinds there are, so that it deletes nothing that may be of one it does not know. An API that does not answer is the reason: repair it, or delete its APIService.',
  ],
  NamespaceDeletionGroupVersionParsingFailure: ['danger', 'The server could not read the version of a kind.'],
  NamespaceDeletionContentFailure: ['danger', 'The server could not delete all that is in it.'],
  NamespaceContentRemaining: ['warning', 'Some objects are still there.'],
  NamespaceFinalizersRemaining: ['warning', 'Objects in it have finalizers that nobody has cleared.'],
}

async function namespaceCauses(setup: Setup, target: Target): Promise<readonly Consequence[]> {
  const conditions = listAt(target.object, 'status', 'conditions').filter(
    condition => textAt(condition, 'status') === 'True',
  )
  const isRemaining = conditions.some(condition => textAt(condition, 'type').endsWith('Remaining'))
  const left = isRemaining ? await leftIn(setup, target.ref.name) : []
  const broken = await brokenServices(setup)
  return conditions.flatMap(condition => {
    const type = textAt(condition, 'type')
    const known = Object.hasOwn(conditionWords, type) ? conditionWords[type] : undefined
    if (known === undefined) return []
    const objects =
      type === 'NamespaceDeletionDiscoveryFailure' ? broken : type.endsWith('Remaining') ? left : []
    const shown =
      type === 'NamespaceFinalizersRemaining' ? objects.filter(one => finalizersOf(one).length > 0) : objects
    return [consequence(known[0], `${known[1]} The server says: ${textAt(condition, 'message')}`, shown)]
  })
}

async function brokenServices(setup: Setup): Promise<readonly Target[]> {
  const { found } = await listIfReadable(setup, { group: 'apiregistration.k8s.io', kind: 'APIService' })
  return found.filter(({ object }) =>
    listAt(object, 'status', 'conditions').some(
      condition => textAt(condition, 'type') === 'Available' && textAt(condition, 'status') !== 'True',
    ),
  )
}

/** Objects that are still in a namespace, the first of each kind. */
async function leftIn(setup: Setup, namespace: string): Promise<readonly Target[]> {
  const infos = setup.api.discovery
    .get()
    .resources.filter(
      info =>
        info.preferred && info.namespaced && info.verbs.includes('list') && info.verbs.includes('delete'),
    )
  const lists = await mapAtOnce(infos, 6, info =>
    listKind(setup, info, { namespace, isMetadata: true, most: 50 }),
  )
  return lists.flatMap(({ found }) => found).filter(({ ref }) => ref.resource.resource !== 'events')
}

async function podCauses(setup: Setup, { object, ref }: Target): Promise<readonly Consequence[]> {
  const node = textAt(object, 'spec', 'nodeName')
  const end = Date.parse(object.metadata.deletionTimestamp ?? '')
  const left = end - setup.clock.now()
  if (left > 0) {
    const grace = numberAt(object, 'metadata', 'deletionGracePeriodSeconds') ?? 0
    return [
      consequence(
        'info',
        `Its processes were told to end and have ${formatAge(left)} left of ${grace} seconds.`,
      ),
    ]
  }
  const info = setup.api.findKind('', 'Node')
  if (node === '' || info === null) return []
  const nodeTarget = { kind: 'Node', ref: { resource: info, namespace: '', name: node } }
  try {
    const ready = listAt(await setup.api.get(nodeTarget.ref, setup.signal), 'status', 'conditions').find(
      condition => textAt(condition, 'type') === 'Ready',
    )
    if (textAt(ready, 'status') === 'True') {
      const text = `The grace is over since ${formatAge(-left)}, and node ${node} is ready: its kubelet has not ended the pod yet. Its log says why.`
      return finalizersOf({ object, kind: 'Pod' }).length > 0
        ? []
        : [consequence('warning', text, [plain(nodeTarget)])]
    }
    return [
      consequence(
        'danger',
        `Node ${node} is not ready (${textAt(ready, 'reason') || 'no word of it'}): only its kubelet can say that the pod has ended. Bring it back; where the machine is gone for certain, delete the Node or taint it node.kubernetes.io/out-of-service.`,
        [plain(nodeTarget)],
      ),
    ]
  } catch (error) {
    if (!isAppError(error) || setup.signal.aborted) throw error
    if (error.body.kind !== 'gone') return []
    return [
      consequence(
        'warning',
        `Node ${node} is not there any more. The garbage collection of pods removes ${ref.name} within a minute.`,
      ),
    ]
  }
}

function plain<One extends Pick<Target, 'kind' | 'ref'>>(one: One): One {
  const { group, version, resource } = one.ref.resource
  return { ...one, ref: { ...one.ref, resource: { group, version, resource } } }
}

async function claimCauses(setup: Setup, { ref }: Target): Promise<readonly Consequence[]> {
  const { found } = await listIfReadable(setup, { group: '', kind: 'Pod' }, { namespace: ref.namespace })
  const using = found.filter(({ object }) =>
    listAt(object, 'spec', 'volumes').some(
      volume => textAt(volume, 'persistentVolumeClaim', 'claimName') === ref.name,
    ),
  )
  if (using.length === 0) return []
  return [
    consequence(
      'warning',
      `${counted(using.length, 'pod')} ${using.length === 1 ? 'uses' : 'use'} it. It goes when ${using.length === 1 ? 'it is' : 'they are'} gone.`,
      using,
    ),
  ]
}

async function volumeCauses({ object }: Target): Promise<readonly Consequence[]> {
  if (textAt(object, 'status', 'phase') !== 'Bound') return []
  const claim = `${textAt(object, 'spec', 'claimRef', 'namespace')}/${textAt(object, 'spec', 'claimRef', 'name')}`
  return [consequence('warning', `It is bound to claim ${claim}, and goes when that is gone.`)]
}

async function definitionCauses(setup: Setup, { object }: Target): Promise<readonly Consequence[]> {
  const kind = textAt(object, 'spec', 'names', 'kind')
  const { found, total } = await listIfReadable(
    setup,
    { group: textAt(object, 'spec', 'group'), kind },
    { isMetadata: true, most: 50 },
  )
  if (total === 0) return []
  const holding = found.filter(one => finalizersOf(one).length > 0)
  const why = holding.length === 0 ? '' : ' Those named have finalizers that nobody has cleared.'
  return [
    consequence(
      'warning',
      `${counted(total, 'object')} of ${kind} ${total === 1 ? 'is' : 'are'} still there.${why}`,
      holding.length === 0 ? found : holding,
      total,
    ),
  ]
}
