import type {
  Contract,
  Line,
  MetricsState,
  ObjectUsage,
  ParamsOf,
  PartUsage,
} from '../../shared/ipc/index.ts'
import { FollowedKind, type FollowSetup, MadeState } from '../facts/index.ts'
import { noPair, type Pair, plus } from './amounts.ts'
import { worse } from './cluster.ts'
import { type NodeFact, nodeFacts, type PodDetail, podDetails, quotaFacts } from './facts.ts'
import type { Measured } from './measured.ts'
import type { Scope } from './metricsFeed.ts'
import type { UsageSetup } from './rows.ts'
import { count, emptyTally, figuresOf, isKnown, nodeUsageOf, podUsageOf } from './tallies.ts'

const gatherFor = 1000
const mostPods = 500
const mostLines = 12

type Params = ParamsOf<Contract['usage.object']>
type Subject = 'pod' | 'workload' | 'node' | 'namespace'

/** Figures of one object and of its pods, live. */
export function objectUsage(params: Params, setup: UsageSetup): MadeState<ObjectUsage> {
  const { api, watches, clock, feed, notify } = setup
  const changed = (): void => state.changed()
  const subject = subjectOf(params)
  const followed = followedOf(params, subject, { api, watches, changed })
  const looks = scopesOf(params, subject).map(scope => feed.look([scope], changed))
  const unsubscribe = api.discovery.subscribe(() => {
    for (const one of followed.all) one.look()
    changed()
  })
  const make = (): ObjectUsage =>
    madeOf(params, subject, followed, worse(looks.map(look => look.state())), setup)
  const release = (): void => {
    unsubscribe()
    for (const open of [...followed.all, ...looks]) open.close()
  }
  const state = new MadeState({ clock, notify, make, release, pause: gatherFor })
  state.changed()
  return state
}

function subjectOf({ ref: { resource } }: Params): Subject {
  if (resource.group !== '') return 'workload'
  const { resource: name } = resource
  return name === 'pods'
    ? 'pod'
    : name === 'nodes'
      ? 'node'
      : name === 'namespaces'
        ? 'namespace'
        : 'workload'
}

function scopesOf({ ref }: Params, subject: Subject): readonly Scope[] {
  if (subject === 'node')
    return [
      { kind: 'nodes', namespace: '' },
      { kind: 'pods', namespace: '' },
    ]
  return [{ kind: 'pods', namespace: subject === 'namespace' ? ref.name : ref.namespace }]
}

interface FollowedParts {
  readonly pods: FollowedKind<PodDetail>
  readonly node: FollowedKind<NodeFact> | null
  readonly quotas: FollowedKind<Parameters<typeof quotasIn>[0][number]> | null
  readonly all: readonly Pick<FollowedKind<unknown>, 'look' | 'close'>[]
}

function followedOf({ ref, labelSelector }: Params, subject: Subject, follow: FollowSetup): FollowedParts {
  const core = (kind: string) => ({ group: '', kind })
  const namespace = subject === 'namespace' ? ref.name : ref.namespace
  const pods = new FollowedKind(follow, {
    ...core('Pod'),
    stores: podDetails,
    ...(subject === 'node' ? { fieldSelector: `spec.nodeName=${ref.name}` } : { namespace }),
    ...(subject === 'pod' ? { fieldSelector: `metadata.name=${ref.name}` } : {}),
    ...(subject === 'workload' ? { labelSelector } : {}),
  })
  const node =
    subject === 'node'
      ? new FollowedKind(follow, {
          ...core('Node'),
          stores: nodeFacts,
          fieldSelector: `metadata.name=${ref.name}`,
        })
      : null
  const quotas =
    subject === 'namespace'
      ? new FollowedKind(follow, { ...core('ResourceQuota'), stores: quotaFacts, namespace })
      : null
  return { pods, node, quotas, all: [pods, ...(node ? [node] : []), ...(quotas ? [quotas] : [])] }
}

function madeOf(
  { ref }: Params,
  subject: Subject,
  { pods, node, quotas }: FollowedParts,
  metrics: MetricsState,
  { feed }: UsageSetup,
): ObjectUsage {
  const source = pods.source()
  const measuredOf = (pod: PodDetail): Measured | undefined =>
    feed.pods.items.get(`${pod.namespace}/${pod.name}`)
  const { facts } = pods
  const tally = emptyTally()
  for (const pod of facts) count(tally, pod, measuredOf(pod))
  const ofNode = subject === 'node' ? feed.nodes.items.get(`/${ref.name}`) : undefined
  const [fact] = node?.facts ?? []
  const total = figuresOf(
    subject === 'node' ? (ofNode?.latest ?? noPair) : tally.used,
    isKnown(source) ? tally.requests : noPair,
    isKnown(source) ? tally.limits : noPair,
  )
  const list = facts.map(pod => ({ pod, measured: measuredOf(pod) }))
  const { from, times } = feed.beats.recent()
  const has = (measured: readonly (Measured | undefined)[]): boolean =>
    measured.some(one => one !== undefined)
  const all = subject === 'node' ? [ofNode] : list.map(({ measured }) => measured)
  const isByPart = subject === 'pod' || subject === 'workload'
  const parts = isByPart ? partsOf(list) : []
  const lines = !has(all)
    ? []
    : isByPart
      ? parts
          .filter(({ type }) => type !== 'init')
          .slice(0, mostLines)
          .map(({ name }) => lineOf(name, all, name, from, times.length))
      : [lineOf(ref.name, all, null, from, times.length)]
  return {
    metrics,
    pods: source,
    total,
    node: fact === undefined ? null : nodeUsageOf(fact, tally, ofNode, source),
    quotas: quotasIn(quotas?.facts ?? []),
    parts,
    podList: list.slice(0, mostPods).map(({ pod, measured }) => podUsageOf(pod, measured)),
    podsInAll: facts.length,
    times,
    lines,
  }
}

function quotasIn(quotas: readonly { readonly lines: ObjectUsage['quotas'] }[]): ObjectUsage['quotas'] {
  return quotas.flatMap(({ lines }) => lines)
}

type Listed = readonly { readonly pod: PodDetail; readonly measured: Measured | undefined }[]

/** Containers of one name in all pods are one part. */
function partsOf(list: Listed): readonly PartUsage[] {
  const parts = new Map<string, { type: PartUsage['type']; used: Pair; requests: Pair; limits: Pair }>()
  for (const { pod, measured } of list)
    for (const { name, type, requests, limits } of pod.parts) {
      const part = parts.get(name) ?? { type, used: noPair, requests: noPair, limits: noPair }
      const used = measured?.latestOf(name) ?? noPair
      parts.set(name, {
        type: part.type,
        used: sum(part.used, used),
        requests: sum(part.requests, requests),
        limits: sum(part.limits, limits),
      })
    }
  return [...parts].map(([name, { type, used, requests, limits }]) => ({
    name,
    type,
    ...figuresOf(used, requests, limits),
  }))
}

const sum = (a: Pair, b: Pair): Pair => ({ cpu: plus(a.cpu, b.cpu), memory: plus(a.memory, b.memory) })

/** The use of one part (null: of all) over time, summed over what was measured. */
function lineOf(
  name: string,
  measured: readonly (Measured | undefined)[],
  part: string | null,
  from: number,
  length: number,
): Line {
  const cpu: (number | null)[] = []
  const memory: (number | null)[] = []
  for (let beat = from; beat < from + length; beat++) {
    let pair: Pair = noPair
    for (const one of measured) {
      if (one === undefined) continue
      const series = part === null ? null : one.parts.get(part)?.series
      if (series === undefined) continue
      pair = sum(
        pair,
        series === null ? one.at(beat) : { cpu: series.cpuAt(beat), memory: series.memoryAt(beat) },
      )
    }
    cpu.push(pair.cpu === null ? null : Math.round(pair.cpu * 1000) / 1000)
    memory.push(pair.memory)
  }
  return { name, cpu, memory }
}
