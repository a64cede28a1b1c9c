import type {
  ClusterUsage,
  MetricsState,
  NamespaceUsage,
  PodUsage,
  QuotaLine,
} from '../../shared/ipc/index.ts'
import { FollowedKind, MadeState } from '../facts/index.ts'
import { nodeFacts, type PodFact, podFacts, quotaFacts } from './facts.ts'
import type { UsageSetup } from './rows.ts'
import { count, emptyTally, figuresOf, nodeUsageOf, podUsageOf, type Tally } from './tallies.ts'

const mostNodes = 5000
const mostNamespaces = 5000
const mostIncomplete = 500
/** Changes are gathered for this long, in milliseconds: every pod of the cluster is summed up anew. */
const gatherFor = 2000

/** What nodes and namespaces ask for, may use and use, live. */
export function clusterUsage(setup: UsageSetup): MadeState<ClusterUsage> {
  const { api, watches, clock, feed, notify } = setup
  const changed = (): void => state.changed()
  const follow = { api, watches, changed }
  const pods = new FollowedKind(follow, { group: '', kind: 'Pod', stores: podFacts })
  const nodes = new FollowedKind(follow, { group: '', kind: 'Node', stores: nodeFacts })
  const quotas = new FollowedKind(follow, { group: '', kind: 'ResourceQuota', stores: quotaFacts })
  const looks = [
    feed.look([{ kind: 'pods', namespace: '' }], changed),
    feed.look([{ kind: 'nodes', namespace: '' }], changed),
  ]
  const unsubscribe = api.discovery.subscribe(() => {
    for (const followed of [pods, nodes, quotas]) followed.look()
    changed()
  })
  const make = (): ClusterUsage => {
    const source = pods.source()
    const { byNode, byNamespace, incomplete } = summed(pods.facts, setup)
    const nodeList = nodes.facts
      .slice(0, mostNodes)
      .map(node => nodeUsageOf(node, byNode.get(node.name), feed.nodes.items.get(`/${node.name}`), source))
    const namespaces = namespacesOf(byNamespace, quotas.facts)
    return {
      metrics: worse(looks.map(look => look.state())),
      sources: [source, nodes.source(), quotas.source()],
      nodes: nodeList,
      namespaces: namespaces.slice(0, mostNamespaces),
      incomplete: incomplete.slice(0, mostIncomplete),
      omitted: {
        nodes: Math.max(0, nodes.total - mostNodes),
        namespaces: Math.max(0, namespaces.length - mostNamespaces),
        incomplete: Math.max(0, incomplete.length - mostIncomplete),
      },
    }
  }
  const release = (): void => {
    unsubscribe()
    for (const open of [pods, nodes, quotas, ...looks]) open.close()
  }
  const state = new MadeState({ clock, notify, make, release, pause: gatherFor })
  state.changed()
  return state
}

interface Space extends Tally {
  incomplete: number
}

function summed(pods: readonly PodFact[], { feed }: UsageSetup) {
  const byNode = new Map<string, Tally>()
  const byNamespace = new Map<string, Space>()
  const incomplete: PodUsage[] = []
  for (const pod of pods) {
    const measured = feed.pods.items.get(`${pod.namespace}/${pod.name}`)
    const space = byNamespace.get(pod.namespace) ?? { ...emptyTally(), incomplete: 0 }
    byNamespace.set(pod.namespace, space)
    count(space, pod, measured)
    if (lacksWhatMatters(pod)) {
      space.incomplete++
      incomplete.push(podUsageOf(pod, measured))
    }
    if (pod.node === '') continue
    const node = byNode.get(pod.node) ?? emptyTally()
    byNode.set(pod.node, node)
    count(node, pod, measured)
  }
  incomplete.sort((a, b) => (b.memory.used ?? -1) - (a.memory.used ?? -1))
  return { byNode, byNamespace, incomplete }
}

/** A limit of CPU is often left out on purpose; without the others a pod is the first to go. */
function lacksWhatMatters({ missing }: PodFact): boolean {
  return missing.some(word => word !== 'cpu limit')
}

function namespacesOf(
  spaces: ReadonlyMap<string, Space>,
  quotas: readonly { readonly namespace: string; readonly lines: readonly QuotaLine[] }[],
): readonly NamespaceUsage[] {
  const lines = new Map<string, QuotaLine[]>()
  for (const quota of quotas)
    lines.set(quota.namespace, [...(lines.get(quota.namespace) ?? []), ...quota.lines])
  const names = [...new Set([...spaces.keys(), ...lines.keys()])].sort()
  return names.map(name => {
    const { requests, limits, used, pods, incomplete } = spaces.get(name) ?? {
      ...emptyTally(),
      incomplete: 0,
    }
    return { name, pods, incomplete, quotas: lines.get(name) ?? [], ...figuresOf(used, requests, limits) }
  })
}

const order: readonly MetricsState['state'][] = ['failing', 'denied', 'loading', 'absent', 'live']

/** Of two answers the one that has more to be said of. */
export function worse(states: readonly MetricsState[]): MetricsState {
  const sorted = [...states].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  const [first] = sorted
  if (first === undefined) throw new Error('nobody looks at metrics')
  return first
}
