import type { Consequence, Operation } from '../../../shared/ipc/index.ts'
import { parseLabelSelector } from '../../../shared/kube/index.ts'
import { counted } from '../../../shared/words/index.ts'
import type { PlannedRequest } from '../../writes/index.ts'
import { needsKind } from '../kinds.ts'
import { listIfReadable } from '../listing.ts'
import { cordonRequest, isCordoned } from '../nodes.ts'
import { evictionOf, lonely } from '../pods.ts'
import { at, listAt, textAt } from '../reading.ts'
import { consequence, type PlannedOperation, titleOf } from '../requests.ts'
import { refsOf } from '../rollouts.ts'
import { mapAtOnce, nameOf, refusal, type Setup, type Target, type Targets } from '../targets.ts'
import { allowedBy, type Budgets, budgetsOf, type Judgement, judge, ruleOf } from './budgets.ts'
import { drainExecutor } from './execute.ts'
import { type StayReason, whyStays } from './sorting.ts'

type Drain = Extract<Operation, { readonly type: 'drain' }>

/** A pod of a node, and what becomes of it. */
interface Sorted {
  readonly pod: Target
  readonly stays: StayReason | null
  readonly judgement: Judgement
}

/** Nodes without their pods: cordoned, then emptied by evictions that budgets may hold. */
export async function planDrain(setup: Setup, targets: Targets, drain: Drain): Promise<PlannedOperation> {
  needsKind(setup, ['/Node'], 'Only Nodes can be drained.')
  if (drain.grace === 0)
    throw refusal(
      'NoGrace',
      'A drain never forces pods out with a grace of 0: their processes might still run. Choose at least 1 second.',
    )
  const selector = parseLabelSelector(drain.podSelector)
  if (!selector.ok)
    throw refusal('Invalid', `The selector of pods cannot be read: ${selector.problem.message}.`)
  if (targets.missing[0] !== undefined && targets.found.length === 0)
    throw refusal('NoNode', targets.missing[0].error.message)
  const sorted = await sortPods(setup, targets.found, drain)
  const budgets = await budgetsOf(
    setup,
    sorted.map(({ pod }) => pod),
  )
  const judged = sorted.map(one => ({ ...one, judgement: judge(one.pod, budgets) }))
  const going = judged.filter(({ stays, judgement }) => stays === null && judgement.type !== 'never')
  const cordons = targets.found.filter(node => !isCordoned(node))
  if (going.length + cordons.length === 0) throw nothingToDo(judged)
  const requests: readonly PlannedRequest[] = [
    ...cordons.map(node => cordonRequest(node, true)),
    ...going.map(({ pod, judgement }) => ({
      ...evictionOf(pod, drain.grace),
      after: cordons.flatMap((node, index) => (node.ref.name === nodeOf(pod) ? [index] : [])),
      // The server would refuse it now; that it waits is said.
      dryRun: judgement.type === 'waits' ? ('none' as const) : ('query' as const),
    })),
  ]
  return {
    title: titleOf('Drain', setup, refsOf(targets)),
    requests,
    consequences: [
      ...goingText(going, cordons),
      ...stayTexts(judged),
      ...budgetTexts(judged, budgets),
      ...lonely(going.map(({ pod }) => pod)),
      ...lostData(going),
      ...targets.missing.map(({ ref, error }) =>
        consequence('warning', `${nameOf('Node', ref)} is left out: ${error.message}`),
      ),
    ],
    execute: drainExecutor(setup, {
      cordons: cordons.length,
      pods: going.map(({ pod }) => pod),
      timeout: drain.timeout,
    }),
  }
}

const nodeOf = ({ object }: Target): string => textAt(object, 'spec', 'nodeName')

async function sortPods(
  setup: Setup,
  nodes: readonly Target[],
  drain: Drain,
): Promise<readonly Omit<Sorted, 'judgement'>[]> {
  const lists = await mapAtOnce(nodes, 4, async ({ ref }) => {
    const list = await listIfReadable(
      setup,
      { group: '', kind: 'Pod' },
      { fieldSelector: `spec.nodeName=${ref.name}`, labelSelector: drain.podSelector },
    )
    if (list.unreadable !== null)
      throw refusal(
        'Unreadable',
        `The pods of node ${ref.name} cannot be read, so that it cannot be drained. ${list.unreadable}`,
      )
    return list.found
  })
  return lists.flat().map(pod => ({ pod, stays: whyStays(pod, drain) }))
}

function nothingToDo(judged: readonly Sorted[]) {
  const stuck = judged.find(({ stays, judgement }) => stays === null && judgement.type === 'never')
  if (stuck === undefined || stuck.judgement.type !== 'never')
    return refusal(
      'NothingToDo',
      'There is nothing to evict: the nodes are cordoned, and what runs there stays.',
    )
  return refusal(
    'NeverMet',
    `Nothing can be evicted. ${nameOf('Pod', stuck.pod.ref)}: ${stuck.judgement.text}`,
  )
}

function goingText(going: readonly Sorted[], cordons: readonly Target[]): readonly Consequence[] {
  const pods = going.map(({ pod }) => pod)
  const cordon =
    cordons.length === 0
      ? ''
      : ` ${cordons.map(({ ref }) => ref.name).join(', ')} ${cordons.length === 1 ? 'is' : 'are'} cordoned first and ${cordons.length === 1 ? 'stays' : 'stay'} so.`
  const finished = pods.filter(({ object }) =>
    ['Succeeded', 'Failed'].includes(textAt(object, 'status', 'phase')),
  ).length
  const more =
    finished === 0
      ? ''
      : ` ${finished} of them ${finished === 1 ? 'is' : 'are'} finished: only ${finished === 1 ? 'its' : 'their'} logs are lost.`
  return [
    consequence(
      'warning',
      `${counted(pods.length, 'pod')} ${pods.length === 1 ? 'is' : 'are'} evicted.${more}${cordon}`,
      pods,
    ),
  ]
}

const stayWords: Readonly<Record<StayReason, readonly [Consequence['severity'], string, string]>> = {
  daemonSet: [
    'info',
    'it belongs to a DaemonSet, which would put it back at once',
    'they belong to DaemonSets, which would put them back at once',
  ],
  mirror: [
    'info',
    'it is the mirror of a static pod: the kubelet runs it from a file of the node',
    'they are mirrors of static pods: the kubelet runs them from files of the node',
  ],
  ending: ['info', 'it is ending already', 'they are ending already'],
  unmanaged: [
    'danger',
    'it has no controller that makes it anew; it is left, unless you say that it may be deleted',
    'they have no controller that makes them anew; they are left, unless you say that they may be deleted',
  ],
  emptyDir: [
    'danger',
    'it has emptyDir volumes, whose contents would be lost; it is left, unless you say that they may be deleted',
    'they have emptyDir volumes, whose contents would be lost; they are left, unless you say that these may be deleted',
  ],
}

function stayTexts(judged: readonly Sorted[]): readonly Consequence[] {
  return Object.entries(stayWords).flatMap(([reason, [severity, one, several]]) => {
    const pods = judged.filter(({ stays }) => stays === reason).map(({ pod }) => pod)
    const text = `${counted(pods.length, 'pod')} will not move: ${pods.length === 1 ? one : several}.`
    return pods.length === 0 ? [] : [consequence(severity, text, pods)]
  })
}

/** What budgets hold, once for each of them. */
function budgetTexts(judged: readonly Sorted[], { unreadable }: Budgets): readonly Consequence[] {
  const moving = judged.filter(({ stays }) => stays === null)
  const byText = new Map<string, { readonly judgement: Judgement; readonly pods: Target[] }>()
  for (const { pod, judgement } of moving) {
    if (judgement.type === 'free') continue
    const found = byText.get(judgement.text) ?? { judgement, pods: [] }
    found.pods.push(pod)
    byText.set(judgement.text, found)
  }
  return [
    ...[...byText].map(([text, { judgement, pods }]) => {
      const isNever = judgement.type === 'never'
      const head = `${counted(pods.length, 'pod')} ${isNever ? 'will not move' : pods.length === 1 ? 'has to wait' : 'have to wait'}.`
      return consequence(isNever ? 'danger' : 'warning', `${head} ${text}`, pods)
    }),
    ...paced(moving),
    ...(unreadable === null
      ? []
      : [
          consequence(
            'warning',
            `Budgets could not be read; the server will say what they hold. ${unreadable}`,
          ),
        ]),
  ]
}

/** Budgets that let some go at a time only. */
function paced(moving: readonly Sorted[]): readonly Consequence[] {
  const pods = new Map<Target, Target[]>()
  for (const { pod, judgement } of moving)
    if (judgement.type === 'free' && judgement.budget !== null)
      pods.set(judgement.budget, [...(pods.get(judgement.budget) ?? []), pod])
  return [...pods]
    .filter(([budget, held]) => held.length > allowedBy(budget))
    .map(([budget, held]) =>
      consequence(
        'info',
        `Budget ${budget.ref.name} (${ruleOf(budget)}) lets ${allowedBy(budget)} of ${held.length} pods go at a time; the others wait until new ones are ready.`,
        held,
      ),
    )
}

function lostData(going: readonly Sorted[]): readonly Consequence[] {
  const pods = going
    .map(({ pod }) => pod)
    .filter(({ object }) =>
      listAt(object, 'spec', 'volumes').some(volume => at(volume, 'emptyDir') !== undefined),
    )
  if (pods.length === 0) return []
  return [
    consequence(
      'danger',
      `What ${counted(pods.length, 'pod')} ${pods.length === 1 ? 'keeps' : 'keep'} in emptyDir volumes is lost.`,
      pods,
    ),
  ]
}
