/** Lists against kubectl's, cell by cell, before and after all that may come between. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Cluster, type FaultProxy, startCluster, startProxy } from '../cluster/harness/index.ts'
import { comparedKinds, contentOf, definitions, fill, goneAfter, kindName } from './content.ts'
import { figure } from './figures.ts'
import { type Followed, follow, untilEqual } from './printed.ts'
import { isLive, phasesOf, type Running, startProduct, viewOf } from './running.ts'

let cluster: Cluster
let proxy: FaultProxy
let product: Running
const views = new Map<string, Followed>()
const groups = new Set(comparedKinds.map(({ group }) => group)).size

beforeAll(async () => {
  cluster = await startCluster()
  proxy = await startProxy(cluster)
  await fill(cluster)
  product = await startProduct({ kubeconfig: proxy.kubeconfig })
  const { id } = await product.ready()
  for (const resource of comparedKinds) {
    const open = follow(heard => product.client.open('tables.view', viewOf(id, resource), heard))
    views.set(kindName(resource), open)
  }
  await Promise.all([...views.values()].map(({ stream }) => stream.until(isLive)))
})
afterAll(async () => {
  await product?.stop()
  await proxy?.stop()
  await cluster?.stop()
})

/** Compares every kind, two at a time: each asks a kubectl of its own. */
async function compareAll(id: string): Promise<void> {
  const found: string[] = []
  let equal = 0
  const waiting = [...views]
  const compare = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [kind, view] = next
      const differences = await untilEqual(cluster, kind, view)
      if (differences.length === 0) equal++
      else found.push(`${kind}: ${differences.slice(0, 3).join('; ')}`)
    }
  }
  await Promise.all([compare(), compare()])
  figure(id, `${equal}/${views.size}`, `kinds of ${groups} groups`, 'all')
  expect(found).toEqual([])
}

const rowsShown = (): number =>
  [...views.values()].reduce((sum, { receiver }) => sum + receiver.window().length, 0)

it('lists equal what kubectl prints: columns, names, counts and cells', async () => {
  expect(groups).toBeGreaterThanOrEqual(12)
  await compareAll('lists.equal')
  for (const [kind, { receiver }] of views) expect(receiver.window().length, kind).toBeGreaterThan(0)
  figure('lists.rows', rowsShown(), 'rows', '>= 100')
  expect(rowsShown()).toBeGreaterThanOrEqual(100)
})

it('lists are still equal after a thousand random changes', async () => {
  let changes = 0
  // A busy machine does fewer in the time; each round has its own namespace, seeds and objects.
  for (let round = 1; changes < 1000; round++) {
    const [kinds, options] = [
      ['pods', 'configmaps'] as const,
      { rate: 250, seconds: 2, namespace: `churn-${round}` },
    ]
    for (const counts of await Promise.all(
      kinds.map((kind, index) => cluster.churn({ ...options, kind, seed: 2 * round + index })),
    )) {
      changes += counts.created + counts.updated + counts.deleted
      expect(counts.failed).toBe(0)
    }
  }
  await cluster.apply(contentOf('after'))
  await cluster.kubectl(['delete', '-n', 'lists', '--wait=false', ...goneAfter])
  figure('lists.changes', changes, 'changes', '>= 1000')
  expect(changes).toBeGreaterThanOrEqual(1000)
  await compareAll('lists.equal.churn')
})

it('lists are still equal after a cut of all connections with changes meanwhile', async () => {
  const down = await proxy.addFault({ action: 'reset' })
  expect(await proxy.cut()).toBeGreaterThan(0)
  await cluster.churn({ kind: 'configmaps', rate: 50, seconds: 1, seed: 7, namespace: 'churn-cut' })
  await proxy.clearFaults(down)
  await compareAll('lists.equal.cut')
})

it('lists are still equal after their versions expired in the stream', async () => {
  await proxy.addFault({ action: 'gone-event', open: true, count: views.size, match: { watch: true } })
  await cluster.apply(contentOf('before'))
  // Each watch that gets an event is told that its version expired.
  await expect
    .poll(async () => (await proxy.stats()).faults[0]?.hits ?? 0, { timeout: 20_000 })
    .toBeGreaterThan(10)
  await proxy.clearFaults()
  await compareAll('lists.equal.gone')
})

it('lists are still equal after a restart of the server', async () => {
  await cluster.takeDown()
  await Promise.all(
    [...views.values()].map(({ stream }) => stream.until(frame => phasesOf(frame).includes('stale'))),
  )
  expect(rowsShown()).toBeGreaterThanOrEqual(100)
  await cluster.bringUp()
  // The server answers some time before it is said to be up, so that views may be live already.
  const back = performance.now()
  await Promise.all([...views.values()].map(({ stream }) => stream.until(isLive, 40_000)))
  figure('recovery.restart', Math.round(performance.now() - back), 'ms', '<= 20000')
  await cluster.churn({ kind: 'configmaps', rate: 50, seconds: 1, seed: 11, namespace: 'churn-restart' })
  await compareAll('lists.equal.restart')
})

it('a definition that changes its columns changes those of an open list', async () => {
  await cluster.apply(definitions.replace('{name: Oil, type: string', '{name: Fuel, type: string'))
  expect(
    await untilEqual(cluster, 'lanterns.example.com', views.get('lanterns.example.com')!, 20_000),
  ).toEqual([])
})

it('a list that was empty when it was opened shows what comes as kubectl does', async () => {
  const { id } = await product.ready()
  const kind = { group: '', version: 'v1', resource: 'replicationcontrollers' }
  const empty = follow(heard => product.client.open('tables.view', viewOf(id, kind), heard))
  await empty.stream.until(isLive)
  expect(empty.receiver.frame?.total).toBe(0)
  await cluster.apply(`
apiVersion: v1
kind: ReplicationController
metadata: {name: first, namespace: lists}
spec: {replicas: 0, selector: {app: first}, template: {metadata: {labels: {app: first}}, spec: {containers: [{name: a, image: a}]}}}
`)
  await empty.stream.until(({ total }) => total === 1)
  expect(await untilEqual(cluster, 'replicationcontrollers', empty)).toEqual([])
  empty.close()
})
