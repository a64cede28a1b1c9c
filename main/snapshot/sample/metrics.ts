import { createHash } from 'node:crypto'
import { quantityNumber } from '../../../shared/kube/index.ts'
import type { FurtherKinds } from '../catalog/index.ts'
import type { SnapshotStore } from '../store/index.ts'
import { at, list, text } from '../tables/index.ts'
import { kinds } from './kinds.ts'
import { minutes, stamp } from './objects.ts'

const place = { group: 'metrics.k8s.io', version: 'v1beta1' }
const podMetrics = { ...place, resource: 'pods' }
const nodeMetrics = { ...place, resource: 'nodes' }

/** What a metrics server adds to the API. */
export const metricsKinds: FurtherKinds = {
  inferred: [
    { ...nodeMetrics, kind: 'NodeMetrics', namespaced: false, stored: nodeMetrics },
    { ...podMetrics, kind: 'PodMetrics', namespaced: true, stored: podMetrics },
  ],
  withheld: new Set(),
}

interface Use {
  /** Cores. */
  readonly cpu: number
  /** Bytes. */
  readonly memory: number
}

/** What a node needs for itself. */
const ofSystem: Use = { cpu: 0.21, memory: 780 * 2 ** 20 }

/** Measures the pods that run and their nodes. It depends on their names and the time alone, and varies slowly. */
export function measure(store: SnapshotStore, now: number): void {
  const byNode = new Map<string, Use>()
  const measured = new Set<string>()
  for (const pod of store.collection(kinds.Pod).list()) {
    if (text(at(pod, 'status', 'phase')) !== 'Running') continue
    const { namespace = '', name, labels } = pod.metadata
    const containers = list(at(pod, 'spec', 'containers')).map(container => ({
      name: text(at(container, 'name')),
      use: useOf(`${namespace}/${name}/${text(at(container, 'name'))}`, container, now),
    }))
    measured.add(`${namespace}/${name}`)
    store.put(podMetrics, {
      ...head('PodMetrics', namespace, name, labels, now),
      containers: containers.map(({ name: part, use }) => ({ name: part, usage: quantities(use) })),
    })
    const node = text(at(pod, 'spec', 'nodeName'))
    byNode.set(
      node,
      containers.reduce((sum, { use }) => added(sum, use), byNode.get(node) ?? ofSystem),
    )
  }
  for (const node of store.collection(kinds.Node).list()) {
    const { name, labels } = node.metadata
    const use = byNode.get(name) ?? ofSystem
    store.put(nodeMetrics, { ...head('NodeMetrics', '', name, labels, now), usage: quantities(use) })
  }
  for (const { metadata } of store.collection(podMetrics).list())
    if (!measured.has(`${metadata.namespace}/${metadata.name}`))
      store.remove(podMetrics, metadata.namespace ?? '', metadata.name)
}

function head(
  kind: string,
  namespace: string,
  name: string,
  labels: Readonly<Record<string, string>> | undefined,
  now: number,
) {
  return {
    apiVersion: `${place.group}/${place.version}`,
    kind,
    metadata: {
      name,
      ...(namespace === '' ? {} : { namespace }),
      creationTimestamp: stamp(now),
      ...(labels === undefined ? {} : { labels }),
    },
    timestamp: stamp(now),
    window: '15s',
  }
}

const added = (a: Use, b: Use): Use => ({ cpu: a.cpu + b.cpu, memory: a.memory + b.memory })

const quantities = ({ cpu, memory }: Use) => ({
  cpu: `${Math.round(cpu * 1e9)}n`,
  memory: `${Math.round(memory / 1024)}Ki`,
})

/** Around a share of what is requested: two waves of different length, and a little that jumps. */
function useOf(key: string, container: unknown, now: number): Use {
  const [share = 0, phase = 0, jumps = 0, fill = 0] = createHash('sha256').update(key).digest()
  const requested = (name: string, fallback: number): number =>
    quantityNumber(text(at(container, 'resources', 'requests', name))) ?? fallback
  const wave = (period: number): number => Math.sin((now / period + phase / 256) * 2 * Math.PI)
  const tick =
    createHash('sha256')
      .update(`${key}${Math.floor(now / 15_000)}`)
      .digest()[0] ?? 0
  const busy = 0.25 + (share / 256) * 0.75
  const cpu =
    busy * (1 + 0.25 * wave(11 * minutes) + 0.12 * wave(2.5 * minutes)) + (tick / 256) * (jumps / 1500)
  // Most have room left; one in some twenty comes close to what it asked for.
  const memory = 0.3 + (fill / 256) ** 3 * 0.68 + 0.03 * wave(17 * minutes)
  return { cpu: cpu * requested('cpu', 0.05), memory: memory * requested('memory', 64 * 2 ** 20) }
}
