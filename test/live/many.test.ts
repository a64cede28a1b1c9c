/** Twenty contexts at once: what the sick ones among them do to the others, which must be nothing. */

import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type Cluster, startCluster } from '../cluster/harness/index.ts'
import { type Ailment, type Fleet, startFleet } from '../e2e/fleet.ts'
import { figure } from './figures.ts'
import { phasesOf, type Running, startProduct, viewOf } from './running.ts'

const well = ['well-1', 'well-2', 'well-3'] as const
const sick = Array.from({ length: 17 }, (_, index) => {
  const ailments: readonly Ailment[] = ['silent', 'refusing', 'unauthorized', 'sleeping']
  return { name: `sick-${index}`, ailment: ailments[index % ailments.length]! }
})
const configMaps = { group: '', version: 'v1', resource: 'configmaps' }
const rounds = 7

let cluster: Cluster
let fleet: Fleet

beforeAll(async () => {
  cluster = await startCluster()
  await cluster.load({ kind: 'configmaps', count: 300, namespace: 'many' })
  fleet = await startFleet([...(await wellBerths()), ...sick])
})
afterAll(async () => {
  await fleet?.stop()
  await cluster?.stop()
})

/** Three contexts that lead to the one real server, with the credentials of its own kubeconfig. */
async function wellBerths() {
  const config = parse(await readFile(cluster.kubeconfig, 'utf8')) as {
    readonly clusters: readonly { readonly cluster: object }[]
    readonly users: readonly { readonly user: object }[]
  }
  return well.map(name => ({
    name,
    cluster: config.clusters[0]!.cluster,
    user: config.users[0]!.user,
  }))
}

/** From opening a context to its rows, in milliseconds. */
async function timeToRows(product: Running, name: string): Promise<number> {
  const began = performance.now()
  const id = idOf(product, name)
  await product.client.call('contexts.open', { context: id })
  const view = product.client.open('tables.view', viewOf(id, configMaps))
  await view.until(frame => frame.total > 0 && phasesOf(frame).includes('live'))
  const took = performance.now() - began
  view.close()
  await product.client.call('contexts.close', { context: id })
  return took
}

const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!

const idOf = (product: Running, name: string): string =>
  product.contexts.find(context => context.name === name)!.id

it('seventeen sick contexts beside them do not delay three well ones', async () => {
  // Two engines in turn, so that whatever else the machine does slows both alike.
  const calm = await startProduct({ kubeconfig: fleet.kubeconfig })
  const crowded = await startProduct({ kubeconfig: fleet.kubeconfig })
  try {
    const ids = sick.map(({ name }) => idOf(crowded, name))
    for (const context of ids) await crowded.client.call('contexts.open', { context })
    for (const product of [calm, crowded]) await timeToRows(product, 'well-1')
    const alone: number[] = []
    const beside: number[] = []
    for (let round = 0; round < rounds; round++)
      for (const name of well) {
        alone.push(await timeToRows(calm, name))
        beside.push(await timeToRows(crowded, name))
      }
    const ratio = median(beside) / median(alone)
    figure('many.alone', Math.round(median(alone)), 'ms', 'report')
    figure('many.beside-17-sick', Math.round(median(beside)), 'ms', 'report')
    figure('many.healthy-delay-ratio', ratio.toFixed(2), 'times', '< 2')
    expect(ratio).toBeLessThan(2)
    const sessions = crowded.client.open('contexts.sessions', {})
    const states = await sessions.until(all =>
      ids.every(id => all.some(({ context, phase }) => context === id && phase !== 'ready')),
    )
    sessions.close()
    expect(states.filter(({ phase }) => phase === 'ready')).toEqual([])
  } finally {
    await calm.stop()
    await crowded.stop()
  }
})

it('one list over all twenty has the rows of the well ones at once, and tells how the others stand', async () => {
  const product = await startProduct({ kubeconfig: fleet.kubeconfig })
  try {
    const ids = [...sick.map(({ name }) => name), ...well].map(name => idOf(product, name))
    for (const context of ids) await product.client.call('contexts.open', { context })
    const began = performance.now()
    const view = product.client.open('tables.view', {
      ...viewOf(ids[0]!, configMaps),
      sources: ids.map(context => ({ context, resource: configMaps, namespaces: [] })),
    })
    const frame = await view.until(
      ({ sources }) => sources.filter(({ status }) => status.phase === 'live').length === well.length,
    )
    figure('many.merged-20.rows', Math.round(performance.now() - began), 'ms', '<= 5000')
    expect(performance.now() - began).toBeLessThan(5000)
    expect(frame.sources).toHaveLength(20)
    expect(new Set(frame.keys.map(key => key.slice(0, key.indexOf('|')))).size).toBe(well.length)
    const text = await product.client.call('tables.copy', {
      sources: ids.map(context => ({ context, resource: configMaps, namespaces: [] })),
      labelSelector: '',
      fieldSelector: '',
      filter: '',
      sort: { column: 'Name', descending: false },
      format: 'names',
      keys: [],
    })
    expect(text.split('\n')).toHaveLength(frame.total)
    view.close()
  } finally {
    await product.stop()
  }
})
