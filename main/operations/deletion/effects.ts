import type { Consequence } from '../../../shared/ipc/index.ts'
import type { ResourceInfo } from '../../../shared/kube/index.ts'
import { counted } from '../../../shared/words/index.ts'
import { budgetsOf, judge } from '../drain/budgets.ts'
import { podsReading } from '../keys.ts'
import { kindKey } from '../kinds.ts'
import { type Listing, listIfReadable, listKind } from '../listing.ts'
import { at, listAt, textAt } from '../reading.ts'
import { consequence, pluralOf } from '../requests.ts'
import { mapAtOnce, type Setup, type Target } from '../targets.ts'

export interface Effects {
  readonly said: readonly Consequence[]
  /** Objects that go without naming a target as their owner; their finalizers hold it too. */
  readonly taken: readonly Target[]
}

type Effect = (setup: Setup, targets: readonly Target[]) => Promise<Effects | readonly Consequence[]>

/** What goes, or works no more, without being owned: by kind. */
const effectsByKind: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  ['/Namespace', namespaceContents],
  ['/PersistentVolumeClaim', claimsLost],
  ['/PersistentVolume', volumesLost],
  ['/Node', podsOfNodes],
  ['/Pod', pastBudgets],
  ['/ConfigMap', podsUsing],
  ['/Secret', podsUsing],
  ['/Service', balancers],
  ['/ServiceAccount', accountPods],
  ['apps/StatefulSet', claimsLeft],
  ['apiextensions.k8s.io/CustomResourceDefinition', customObjects],
  ['apiregistration.k8s.io/APIService', groupsLost],
  [
    'policy/PodDisruptionBudget',
    says('warning', 'Evictions of the pods that it selects are no longer held back.'),
  ],
  ...['ValidatingWebhookConfiguration', 'ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding'].map(
    kind =>
      [
        `admissionregistration.k8s.io/${kind}`,
        says(
          'danger',
          'Requests that it refuses now are let through from then on. What was let in meanwhile stays.',
        ),
      ] as const,
  ),
  ...['MutatingWebhookConfiguration', 'MutatingAdmissionPolicy', 'MutatingAdmissionPolicyBinding'].map(
    kind =>
      [
        `admissionregistration.k8s.io/${kind}`,
        says('warning', 'Objects that it changes now are written as they are sent from then on.'),
      ] as const,
  ),
])

/** What a deletion brings about beside the objects that are owned. */
export async function effectsOf(setup: Setup, targets: readonly Target[]): Promise<Effects> {
  const effects = (await effectsByKind.get(kindKey(setup.info))?.(setup, targets)) ?? []
  return 'said' in effects ? effects : { said: effects, taken: [] }
}

function says(severity: Consequence['severity'], text: string): Effect {
  return async (_setup, targets) => (targets.length === 0 ? [] : [consequence(severity, text, targets)])
}

/** Of a kind in a namespace so many objects are looked at for finalizers; all are counted. */
const mostOfKind = 500
const mostNamespaces = 20

/** Everything in namespaces, by kind, with the numbers of the server. */
async function namespaceContents(setup: Setup, targets: readonly Target[]): Promise<Effects> {
  const infos = setup.api.discovery
    .get()
    .resources.filter(
      info =>
        info.preferred &&
        info.namespaced &&
        info.resource !== 'events' &&
        info.verbs.includes('list') &&
        info.verbs.includes('delete'),
    )
  const read = await mapAtOnce(targets.slice(0, mostNamespaces), 1, async ({ ref: { name } }) => {
    const counts = await mapAtOnce(infos, 6, async info => ({
      info,
      ...(await listKind(setup, info, { namespace: name, isMetadata: true, most: mostOfKind })),
    }))
    return {
      said: [contentText(name, counts), ...(await claimsIn(setup, name))],
      taken: counts.flatMap(({ found }) => found),
    }
  })
  return { said: read.flatMap(({ said }) => said), taken: read.flatMap(({ taken }) => taken) }
}

function contentText(
  namespace: string,
  counts: readonly (Listing & { readonly info: ResourceInfo })[],
): Consequence {
  const there = counts.filter(({ total }) => total > 0).sort((a, b) => b.total - a.total)
  const unread = counts.filter(({ unreadable }) => unreadable !== null).map(({ info }) => info.resource)
  const words = there.map(({ info, total }) => counted(total, info.kind, pluralOf(info.kind))).join(', ')
  const text =
    words === '' ? `Namespace ${namespace} is empty.` : `Everything in namespace ${namespace} goes: ${words}.`
  const gap = unread.length === 0 ? '' : ` Not to be read, and gone as well: ${unread.join(', ')}.`
  const firsts = there.flatMap(({ found }) => found.slice(0, 1))
  const total = there.reduce((sum, each) => sum + each.total, 0)
  return consequence(words === '' && gap === '' ? 'info' : 'danger', text + gap, firsts, total)
}

async function claimsIn(setup: Setup, namespace: string): Promise<readonly Consequence[]> {
  const { found } = await listIfReadable(setup, { group: '', kind: 'PersistentVolumeClaim' }, { namespace })
  return lostData(setup, found)
}

/** Whether the data of claims is lost is the word of their volumes. */
async function lostData(setup: Setup, claims: readonly Target[]): Promise<readonly Consequence[]> {
  const info = setup.api.findKind('', 'PersistentVolume')
  const bound = claims.filter(({ object }) => textAt(object, 'spec', 'volumeName') !== '')
  if (info === null || bound.length === 0) return []
  const { found, unreadable } = await listKind(setup, info)
  const policyOf = ({ object }: Target): string => {
    const name = textAt(object, 'spec', 'volumeName')
    const volume = found.find(({ ref }) => ref.name === name)
    return textAt(volume?.object, 'spec', 'persistentVolumeReclaimPolicy')
  }
  const lost = bound.filter(claim => policyOf(claim) === 'Delete')
  const kept = bound.filter(claim => policyOf(claim) === 'Retain')
  const untold = bound.length - lost.length - kept.length
  return [
    ...(lost.length === 0
      ? []
      : [
          consequence(
            'danger',
            `The data of ${counted(lost.length, 'claim')} is lost: the reclaim policy of ${lost.length === 1 ? 'its volume' : 'their volumes'} is Delete.`,
            lost,
          ),
        ]),
    ...(kept.length === 0
      ? []
      : [
          consequence(
            'info',
            `The data of ${counted(kept.length, 'claim')} stays: the reclaim policy is Retain. A new claim does not get ${kept.length === 1 ? 'the volume' : 'the volumes'} by itself.`,
            kept,
          ),
        ]),
    ...(untold === 0
      ? []
      : [
          consequence(
            'warning',
            `What becomes of the data of ${counted(untold, 'claim')} cannot be told${unreadable === null ? '' : `: ${unreadable}`}.`,
          ),
        ]),
  ]
}

async function claimsLost(setup: Setup, targets: readonly Target[]): Promise<readonly Consequence[]> {
  const users = await mapAtOnce([...new Set(targets.map(({ ref }) => ref.namespace))], 4, namespace =>
    listIfReadable(setup, { group: '', kind: 'Pod' }, { namespace }),
  )
  const using = users
    .flatMap(({ found }) => found)
    .filter(({ ref, object }) =>
      targets.some(
        claim =>
          claim.ref.namespace === ref.namespace &&
          listAt(object, 'spec', 'volumes').some(
            volume => textAt(volume, 'persistentVolumeClaim', 'claimName') === claim.ref.name,
          ),
      ),
    )
  return [
    ...(await lostData(setup, targets)),
    ...(using.length === 0
      ? []
      : [
          consequence(
            'warning',
            `${counted(using.length, 'pod')} ${using.length === 1 ? 'uses' : 'use'} it: the claim stays in deletion until ${using.length === 1 ? 'it is' : 'they are'} gone, and no new pod can use it.`,
            using,
          ),
        ]),
  ]
}

async function volumesLost(_setup: Setup, targets: readonly Target[]): Promise<readonly Consequence[]> {
  const bound = targets.filter(({ object }) => textAt(object, 'status', 'phase') === 'Bound')
  const text = (one: Target): string =>
    `Volume ${one.ref.name} is bound to claim ${textAt(one.object, 'spec', 'claimRef', 'namespace')}/${textAt(one.object, 'spec', 'claimRef', 'name')}: it stays in deletion until the claim is gone. Its reclaim policy is ${textAt(one.object, 'spec', 'persistentVolumeReclaimPolicy')}.`
  return bound.slice(0, 20).map(one => consequence('warning', text(one), [one]))
}

async function podsOfNodes(setup: Setup, targets: readonly Target[]): Promise<readonly Consequence[]> {
  const lists = await mapAtOnce(targets.slice(0, 50), 4, ({ ref }) =>
    listIfReadable(
      setup,
      { group: '', kind: 'Pod' },
      { fieldSelector: `spec.nodeName=${ref.name}`, isMetadata: true },
    ),
  )
  const pods = lists.flatMap(({ found }) => found)
  return [
    consequence(
      'warning',
      'Only the object goes: the machine runs on, and its kubelet may register the node again.',
      targets,
    ),
    ...(pods.length === 0
      ? []
      : [
          consequence(
            'danger',
            `${counted(pods.length, 'pod')} on it ${pods.length === 1 ? 'is' : 'are'} deleted soon after, without regard to budgets. Drain the node first.`,
            pods,
          ),
        ]),
  ]
}

async function balancers(_setup: Setup, targets: readonly Target[]): Promise<readonly Consequence[]> {
  const balanced = targets.filter(({ object }) => textAt(object, 'spec', 'type') === 'LoadBalancer')
  return [
    consequence(
      'warning',
      'Its cluster address is given back: a new Service of the same name gets another one.',
      targets,
    ),
    ...(balanced.length === 0
      ? []
      : [consequence('danger', 'The load balancer and its public address are given back.', balanced)]),
  ]
}

async function accountPods(setup: Setup, targets: readonly Target[]): Promise<readonly Consequence[]> {
  const namespaces = [...new Set(targets.map(({ ref }) => ref.namespace))]
  const lists = await mapAtOnce(namespaces, 4, namespace =>
    listIfReadable(setup, { group: '', kind: 'Pod' }, { namespace }),
  )
  const running = lists
    .flatMap(({ found }) => found)
    .filter(({ ref, object }) =>
      targets.some(
        account =>
          account.ref.namespace === ref.namespace &&
          (textAt(object, 'spec', 'serviceAccountName') || 'default') === account.ref.name,
      ),
    )
  if (running.length === 0) return []
  return [
    consequence(
      'danger',
      `${counted(running.length, 'pod')} ${running.length === 1 ? 'runs' : 'run'} as it: their tokens are refused from then on, and no new pod can run as it until it is there again.`,
      running,
    ),
  ]
}

async function claimsLeft(_setup: Setup, targets: readonly Target[]): Promise<readonly Consequence[]> {
  const policy = ({ object }: Target): string =>
    textAt(object, 'spec', 'persistentVolumeClaimRetentionPolicy', 'whenDeleted') || 'Retain'
  const withClaims = targets.filter(({ object }) => listAt(object, 'spec', 'volumeClaimTemplates').length > 0)
  const lost = withClaims.filter(target => policy(target) === 'Delete')
  const kept = withClaims.filter(target => policy(target) !== 'Delete')
  return [
    ...(lost.length === 0
      ? []
      : [consequence('danger', 'Its claims are deleted as well: their retention policy says so.', lost)]),
    ...(kept.length === 0 ? [] : [consequence('info', 'Its claims stay, with their data.', kept)]),
  ]
}

async function customObjects(setup: Setup, targets: readonly Target[]): Promise<Effects> {
  const read = await mapAtOnce(targets, 4, async target => {
    const kind = textAt(target.object, 'spec', 'names', 'kind')
    const named = { group: textAt(target.object, 'spec', 'group'), kind }
    return { target, kind, ...(await listIfReadable(setup, named, { isMetadata: true, most: mostOfKind })) }
  })
  const said = read.map(({ target, kind, found, total, unreadable }) => {
    if (unreadable !== null)
      return consequence(
        'danger',
        `All objects of ${kind} go. How many there are cannot be told: ${unreadable}`,
        [target],
      )
    return total === 0
      ? consequence('info', `There is no object of ${kind}.`, [target])
      : consequence(
          'danger',
          `All ${counted(total, kind, pluralOf(kind))} go, in all namespaces.`,
          found,
          total,
        )
  })
  return { said, taken: read.flatMap(({ found }) => found) }
}

/** A deletion asks no budget. */
async function pastBudgets(setup: Setup, targets: readonly Target[]): Promise<readonly Consequence[]> {
  const budgets = await budgetsOf(setup, targets)
  const held = targets.filter(target => judge(target, budgets).type !== 'free')
  if (held.length === 0) return []
  return [
    consequence(
      'warning',
      `A budget would hold ${counted(held.length, 'pod')} now; a deletion goes past it. Evict instead to respect it.`,
      held,
    ),
  ]
}

async function podsUsing(setup: Setup, targets: readonly Target[]): Promise<readonly Consequence[]> {
  const users = await mapAtOnce(targets.slice(0, mostNamespaces), 4, target => podsReading(setup, target))
  const pods = users.flatMap(({ atStart, mounted }) => [...atStart, ...mounted])
  if (pods.length === 0) return []
  return [
    consequence(
      'danger',
      `${counted(pods.length, 'pod')} ${pods.length === 1 ? 'uses' : 'use'} it: what runs goes on, but no container of ${pods.length === 1 ? 'it' : 'them'} starts again without it, unless it is optional.`,
      pods,
    ),
  ]
}

async function groupsLost({ api }: Setup, targets: readonly Target[]): Promise<readonly Consequence[]> {
  const { resources } = api.discovery.get()
  return targets.map(target => {
    const group = textAt(target.object, 'spec', 'group')
    const version = textAt(target.object, 'spec', 'version')
    const kinds = resources
      .filter(info => info.group === group && info.version === version)
      .map(({ kind }) => kind)
    const isOwn =
      at(target.object, 'spec', 'service') === undefined || at(target.object, 'spec', 'service') === null
    const text = isOwn
      ? `${group || 'core'}/${version} is served by the API server itself, which makes the APIService again.`
      : `${group}/${version} is no longer served (${kinds.join(', ') || 'no kinds'}); what its server keeps stays there. Clients that need it fail, and namespaces can go again if it was broken.`
    return consequence(isOwn ? 'info' : 'danger', text, [target])
  })
}
