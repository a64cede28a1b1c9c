import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ClusterUsage, ObjectUsage } from '../../shared/ipc/index.ts'
import type { Cluster } from '../cluster/harness/index.ts'
import { figure } from './figures.ts'
import { type FakePrometheus, serveMetrics, setMetrics, startPrometheus } from './metricsOnCluster.ts'
import { type Running, startBoth, startProduct, viewOf } from './running.ts'

let cluster: Cluster
let product: Running
let context: string
let prometheus: FakePrometheus | undefined

beforeAll(async () => {
  ;({ cluster, product } = await startBoth())
  await cluster.apply(objects)
  context = (await product.ready()).id
})

afterAll(async () => {
  await product?.stop()
  await prometheus?.stop()
  await cluster?.stop()
})

const names = ['plain', 'sidecar', 'initial', 'whole', 'two']
const pods = { group: '', version: 'v1', resource: 'pods' }

async function output(...args: readonly string[]): Promise<string> {
  const { stdout, stderr, code } = await cluster.kubectl(args)
  if (code !== 0) throw new Error(stderr)
  return stdout
}

const opened = () => product.client.open('usage.cluster', { context })

it('a server without metrics is said to have none, and sums are as kubectl describes the nodes', async () => {
  const stream = opened()
  const usage = await stream.until(
    value => value.metrics.state === 'absent' && names.every(name => isOnNode(value, name)),
  )
  const nodes = (await output('get', 'nodes', '-o', 'name')).trim().split('\n')
  let same = 0
  for (const node of nodes) {
    const name = node.replace('node/', '')
    const described = allocated(await output('describe', 'node', name))
    const found = usage.nodes.find(one => one.name === name)
    const ours = [found?.cpu, found?.memory].flatMap(one => [one?.requests, one?.limits])
    expect(ours, name).toEqual(described)
    same++
  }
  stream.close()
  figure('usage.allocated', `${same}/${nodes.length}`, 'nodes', 'all')
})

it('figures of use are those of kubectl top, and a list is ordered by them', async () => {
  await serveMetrics(cluster)
  const measured = names.map((name, index) => ({
    namespace: 'shop',
    name,
    containers: {
      main: { cpu: `${(7 - index) * 12_345_678}n`, memory: `${(index + 1) * 45_678}Ki` },
      ...(name === 'sidecar' || name === 'two' ? { second: { cpu: '7m', memory: '12Mi' } } : {}),
    },
  }))
  const nodes = (await output('get', 'nodes', '-o', 'name')).trim().replaceAll('node/', '').split('\n')
  await setMetrics(
    cluster,
    measured,
    Object.fromEntries(
      nodes.map((name, index) => [name, { cpu: `${index + 1}23456789n`, memory: '345678Ki' }]),
    ),
  )
  const stream = opened()
  const { nodes: usedNodes } = await stream.until(
    ({ nodes: found }) => found.every(one => one.cpu.used !== null),
    60_000,
  )
  stream.close()
  const expected = [
    ...(await output('top', 'nodes', '--no-headers')).trim().split('\n').map(nodeLine),
    ...(await output('top', 'pods', '-n', 'shop', '--no-headers')).trim().split('\n').map(podLine),
  ]
  const object = product.client.open('usage.object', {
    context,
    ref: { resource: { group: '', version: 'v1', resource: 'namespaces' }, namespace: '', name: 'shop' },
    labelSelector: '',
  })
  const space = await object.until(
    ({ podList }) => podList.filter(pod => pod.cpu.used !== null).length === names.length,
  )
  object.close()
  const ours = new Map([...usedNodes, ...space.podList].map(one => [one.name, one] as const))
  const same = expected.filter(({ name, cpu, memory }) => {
    const found = ours.get(name)
    return (
      Math.ceil((found?.cpu.used ?? -1) - 1e-6) === cpu &&
      Math.floor((found?.memory.used ?? -1) / 2 ** 20) === memory
    )
  })
  figure('usage.top', `${same.length}/${expected.length}`, 'rows', 'all')
  expect(same).toEqual(expected)
  await ordered()
})

async function ordered(): Promise<void> {
  const view = product.client.open('tables.view', {
    ...viewOf(context, pods, { namespaces: ['shop'] }),
    sort: { column: 'CPU', descending: true },
  })
  // sidecar: 6 × 12.3 + 7, plain: 7 × 12.3, …
  await view.until(({ rows, keys }) => {
    const order = keys.map(key => rows.find(row => row.key === key)?.name)
    return order.join() === 'plain,sidecar,initial,whole,two'
  })
  view.update({ sort: { column: 'Memory', descending: true } })
  await view.until(
    ({ keys }) => keys.map(key => key.split('|').at(-1)).join() === 'two,whole,initial,sidecar,plain',
  )
  view.close()
}

it('a row on screen has its use, request, limit and history, and no other is sent', async () => {
  const rows = product.client.open('usage.rows', { context, kind: 'pods', namespaces: ['shop'], rows: [] })
  await rows.until(({ metrics }) => metrics.state === 'live')
  rows.update({ rows: ['shop/plain', 'shop/none'] })
  const { rows: sent } = await rows.until(value => value.rows['shop/plain']?.cpu.limits === 200)
  expect(Object.keys(sent)).toEqual(['shop/plain'])
  expect(sent['shop/plain']?.cpu).toMatchObject({ requests: 100, limits: 200 })
  expect(sent['shop/plain']?.cpu.history.length).toBeGreaterThan(0)
  rows.close()
})

it('who may not read metrics is told so, with requests and limits all the same', async () => {
  await cluster.apply(viewerRights)
  const viewer = await startProduct({ kubeconfig: cluster.userKubeconfig('viewer') })
  try {
    const { id } = await viewer.ready()
    const stream = viewer.client.open('usage.cluster', { context: id })
    const usage = await stream.until(
      value => value.metrics.state === 'denied' && names.every(name => isOnNode(value, name)),
    )
    expect(usage.metrics.error?.message).toMatch(
      /cannot list resource "(pods|nodes)" in API group "metrics.k8s.io"/,
    )
    expect(usage.nodes.every(({ cpu }) => cpu.used === null)).toBe(true)
    expect(usage.namespaces.find(({ name }) => name === 'shop')?.cpu.requests).toBeGreaterThan(0)
    stream.close()
  } finally {
    await viewer.stop()
  }
})

it('a Prometheus behind the server is asked once the user agreed, for values alone, and never in a protected context', async ({
  skip,
}) => {
  skip(cluster.webhook.serviceAddress === '', 'left out: this machine has no address besides loopback')
  prometheus = await startPrometheus(cluster, { main: 0.25 })
  const { client } = product
  const history = () =>
    client.call('usage.history', {
      context,
      ref: { resource: pods, namespace: 'shop', name: 'plain' },
      range: '1h',
    })
  const state = client.open('usage.prometheus', { context })
  const found = await state.until(value => value.state === 'found')
  expect(found).toMatchObject({ agreed: null, isProtected: false })
  await expect(history()).rejects.toMatchObject({ body: { reason: 'NotAgreed' } })
  const service = 'monitoring/http:prometheus-operated:9090'
  await client.call('usage.agree', { context, service })
  await state.until(value => value.state === 'found' && value.agreed === service)
  const { lines, times } = await history()
  expect(times).toHaveLength(241)
  expect(lines).toEqual([{ name: 'main', cpu: times.map(() => 250), memory: times.map(() => 250_000_000) }])
  expect(prometheus.asked.every(line => line.startsWith('GET /api/v1/query_range?'))).toBe(true)
  const before = prometheus.asked.length
  await client.call('settings.change', { protectedIds: [context] })
  await state.until(value => value.state === 'found' && value.isProtected)
  await expect(history()).rejects.toMatchObject({ body: { reason: 'ProtectedContext' } })
  expect(prometheus.asked.length).toBe(before)
  await client.call('settings.change', { protectedIds: [] })
  state.close()
})

it('events of the cluster come in groups, and those of an object one by one', async () => {
  const groups = product.client.open('events.groups', {
    context,
    filter: { types: [], reasons: ['Scheduled'], kinds: [], namespaces: ['shop'], text: '' },
  })
  const { groups: found } = await groups.until(({ matching }) => matching === names.length)
  expect(new Set(found.map(({ name }) => name))).toEqual(new Set(names))
  groups.update({ types: [], reasons: [], kinds: [], namespaces: ['shop'], text: 'plain assigned' })
  await groups.until(({ matching }) => matching === 1)
  groups.close()
  const uid = (await output('get', 'pod', '-n', 'shop', 'plain', '-o', 'jsonpath={.metadata.uid}')).trim()
  const events = product.client.open('events.object', { context, namespace: 'shop', uid })
  const { events: own } = await events.until(value =>
    value.events.some(({ reason }) => reason === 'Scheduled'),
  )
  expect(own.every(({ first, last }) => first > 0 && last >= first)).toBe(true)
  events.close()
})

function isOnNode(usage: ClusterUsage | ObjectUsage, name: string): boolean {
  const inNodes = 'nodes' in usage ? usage.nodes.reduce((sum, { pods: count }) => sum + count, 0) : 0
  return inNodes >= names.length && name !== ''
}

/** CPU requests and limits in thousandths, memory requests and limits in bytes, from `Allocated resources`. */
function allocated(described: string): readonly number[] {
  const part = described.slice(described.indexOf('Allocated resources'))
  const amounts = (resource: string): readonly string[] => {
    const [, requests = '', limits = ''] =
      new RegExp(`^\\s*${resource}\\s+(\\S+) \\(.*?\\)\\s+(\\S+) \\(`, 'm').exec(part) ?? []
    return [requests, limits]
  }
  const milli = (text: string): number =>
    text.endsWith('m') ? Number(text.slice(0, -1)) : Number(text) * 1000
  const bytes = (text: string): number => {
    const [, digits = '', unit = ''] = /^(\d+)(\D*)$/.exec(text) ?? []
    return Number(digits) * ({ Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 }[unit] ?? 1)
  }
  return [...amounts('cpu').map(milli), ...amounts('memory').map(bytes)]
}

interface Top {
  readonly name: string
  readonly cpu: number
  readonly memory: number
}

function nodeLine(line: string): Top {
  const [name = '', cpu = '', , memory = ''] = line.trim().split(/\s+/)
  return { name, cpu: Number.parseInt(cpu, 10), memory: Number.parseInt(memory, 10) }
}

function podLine(line: string): Top {
  const [name = '', cpu = '', memory = ''] = line.trim().split(/\s+/)
  return { name, cpu: Number.parseInt(cpu, 10), memory: Number.parseInt(memory, 10) }
}

const pod = (name: string, spec: string): string => `
apiVersion: v1
kind: Pod
metadata: {name: ${name}, namespace: shop}
spec: ${spec}
`

const sleeps = 'image: "sleep:1", command: ["sleep", "600"]'

const objects = `
apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: default, namespace: shop}
---
apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: {name: heavy}
handler: heavy
overhead: {podFixed: {cpu: 25m, memory: 10Mi}}
---${pod(
  'plain',
  `{runtimeClassName: heavy, containers: [{name: main, ${sleeps}, resources: {requests: {cpu: 75m, memory: 64Mi}, limits: {cpu: 175m, memory: 128Mi}}}]}`,
)}---${pod(
  'sidecar',
  `{initContainers: [{name: second, ${sleeps}, restartPolicy: Always, resources: {requests: {cpu: 50m, memory: 32Mi}}}], containers: [{name: main, ${sleeps}, resources: {requests: {cpu: "0.2", memory: 1e8}}}]}`,
)}---${pod(
  'initial',
  `{initContainers: [{name: first, image: "true:1", command: ["true"], resources: {requests: {cpu: 700m, memory: 16Mi}}}], containers: [{name: main, ${sleeps}, resources: {requests: {cpu: 100m, memory: 64Mi}, limits: {memory: 64Mi}}}]}`,
)}---${pod(
  'whole',
  `{resources: {requests: {cpu: 300m, memory: 200Mi}, limits: {cpu: "1", memory: 256Mi}}, containers: [{name: main, ${sleeps}, resources: {requests: {cpu: 100m}}}]}`,
)}---${pod('two', `{containers: [{name: main, ${sleeps}}, {name: second, ${sleeps}, resources: {limits: {cpu: 150m}}}]}`)}`

const viewerRights = `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: sees-pods}
rules:
  - {apiGroups: [""], resources: [pods, nodes, resourcequotas], verbs: [get, list, watch]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: viewer-sees-pods}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: sees-pods}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: viewer}]
`
