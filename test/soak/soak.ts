/**
 * Change and random faults on a real control plane, for as long as is asked for. At the end every row
 * must be the one that kubectl prints, and closing must leave nothing behind.
 */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { pageHeap, paintedRows } from '../bench/browser.ts'
import { type MeasuredApp, startMeasured } from '../bench/product.ts'
import { type Client, connectClient } from '../client/index.ts'
import { type Cluster, type FaultProxy, startCluster, startProxy } from '../cluster/harness/index.ts'
import { aliveIn, countable, eventually, openFiles } from '../live/leftovers.ts'
import { type Followed, follow, untilEqual } from '../live/printed.ts'
import { isLive, viewOf } from '../live/running.ts'
import { disturb, pause } from './faults.ts'
import { courseOf, type MemorySample, mebibyte, slopeOf } from './slope.ts'

export interface SoakOptions {
  readonly minutes: number
  readonly seed: number
  /** A page that follows the same context meanwhile; without one only the engine is soaked. */
  readonly page?: Page
}

export interface SoakResult {
  readonly changes: number
  readonly faults: ReadonlyMap<string, number>
  /** What differs from kubectl's rows, by kind, in words; empty where nothing does. */
  readonly differences: ReadonlyMap<string, readonly string[]>
  /** What was open or alive after everything was closed and had not been before, in words. */
  readonly leftovers: readonly string[]
  /** Living memory of the engine in MiB, and its growth in MiB an hour. */
  readonly live: number
  /** What lived in the engine over the time, in MiB. */
  readonly course: readonly number[]
  readonly slope: number
  /** Growth of the page's heap in MiB an hour; absent without a page. */
  readonly pageSlope?: number
}

/** Objects changed each second, of both kinds together. */
const rate = 50
/** Kinds that are followed, in namespaces few enough that their rows fit one window. */
const followed = [
  { group: '', version: 'v1', resource: 'configmaps' },
  { group: '', version: 'v1', resource: 'pods' },
  { group: '', version: 'v1', resource: 'namespaces' },
  { group: '', version: 'v1', resource: 'serviceaccounts' },
  { group: 'coordination.k8s.io', version: 'v1', resource: 'leases' },
] as const

interface Soaked {
  readonly cluster: Cluster
  readonly proxy: FaultProxy
  readonly app: MeasuredApp
  readonly client: Client
  readonly heap: string
}

export async function runSoak(options: SoakOptions): Promise<SoakResult> {
  const cluster = await startCluster()
  const proxy = await startProxy(cluster)
  const heap = join(cluster.dir, 'engine.heapsnapshot')
  const app = await startMeasured({ kubeconfig: proxy.kubeconfig, env: countable(heap) })
  try {
    const client = await connectClient(app.address)
    const result = await soak({ cluster, proxy, app, client, heap }, options)
    client.close()
    return result
  } finally {
    await app.stop()
    await proxy.stop()
    await cluster.stop()
  }
}

async function soak(soaked: Soaked, { minutes, seed, page }: SoakOptions): Promise<SoakResult> {
  const { cluster, proxy, app, client } = soaked
  // What the first use makes once and for all is there from now on, and no leftover.
  await (await openViews(soaked)).close()
  const before = await held(soaked)
  const views = await openViews(soaked)
  if (page !== undefined) {
    // The token of the address is used up; another page of the same user shows the session key.
    await page.addInitScript(key => sessionStorage.setItem('gatehouse.session', key), client.session)
    await page.goto(
      `${new URL(app.address).origin}/#/c/${encodeURIComponent(views.context)}/l/core/v1/configmaps`,
    )
    await paintedRows(page, '', null)
  }
  const end = Date.now() + minutes * 60_000
  const [engine, heapOfPage]: [MemorySample[], MemorySample[]] = [[], []]
  const [changes, faults] = await Promise.all([
    change(cluster, seed, end),
    disturb({ proxy, pid: app.pid }, seed, end),
    sample(end, engine, async () => (await app.memory()).live),
    page === undefined ? null : sample(end, heapOfPage, () => pageHeap(page)),
  ])
  await proxy.resume()
  await proxy.clearFaults()
  const differences = new Map<string, readonly string[]>()
  for (const [kind, view] of views.byKind)
    differences.set(kind, await untilEqual(cluster, kind, view, 60_000))
  if (page !== undefined) await page.close()
  await views.close()
  // What was given up goes a moment later: timers that run out, sockets that close.
  let leftovers = newly(before, await held(soaked))
  for (let tries = 0; leftovers.length > 0 && tries < 10; tries++) {
    await pause(2000)
    leftovers = newly(before, await held(soaked))
  }
  return {
    changes,
    faults,
    differences,
    leftovers,
    live: (engine.at(-1)?.bytes ?? 0) / mebibyte,
    course: courseOf(engine, 12),
    slope: slopeOf(engine),
    ...(page === undefined ? {} : { pageSlope: slopeOf(heapOfPage) }),
  }

  async function openViews(from: Soaked): Promise<OpenViews> {
    const list = client.open('contexts.list', {})
    const { contexts } = await list.until(found => found.contexts.some(isFromFile))
    list.close()
    const context = contexts.find(isFromFile)
    if (context === undefined) throw new Error('the kubeconfig has no context')
    await client.call('contexts.open', { context: context.id })
    const byKind = new Map<string, Followed>()
    for (const kind of followed)
      byKind.set(
        kind.resource,
        follow(heard => client.open('tables.view', viewOf(context.id, kind), heard)),
      )
    await Promise.all([...byKind.values()].map(({ stream }) => stream.until(isLive, 30_000)))
    return {
      context: context.id,
      byKind,
      close: async () => {
        for (const view of byKind.values()) view.close()
        await client.call('contexts.close', { context: context.id })
        await eventually(async () => (await from.proxy.stats()).connections.open === 0)
      },
    }
  }
}

interface OpenViews {
  readonly context: string
  readonly byKind: ReadonlyMap<string, Followed>
  close(): Promise<void>
}

const isFromFile = ({ origin }: { readonly origin: string }): boolean => origin === 'kubeconfig'

/** Round after round of changes, each in a namespace whose objects the next but three takes up. */
async function change(cluster: Cluster, seed: number, end: number): Promise<number> {
  let made = 0
  for (let round = 0; Date.now() < end; round++) {
    const seconds = Math.max(1, Math.min(30, (end - Date.now()) / 1000))
    const both = await Promise.all(
      (['configmaps', 'pods'] as const).map(kind =>
        cluster.churn({ kind, rate: rate / 2, seconds, seed: seed + round, namespace: `soak-${round % 4}` }),
      ),
    )
    for (const { created, updated, deleted } of both) made += created + updated + deleted
  }
  return made
}

async function sample(end: number, into: MemorySample[], read: () => Promise<number>): Promise<void> {
  const every = Math.min(15_000, (end - Date.now()) / 24)
  while (Date.now() < end) {
    await pause(every)
    into.push({ at: Date.now(), bytes: await read() })
  }
}

/** What the engine holds open and alive, by name. */
async function held({ proxy, app, heap }: Soaked): Promise<ReadonlyMap<string, number>> {
  const { connections, openWatches } = await proxy.stats()
  return new Map([
    ...(await aliveIn(app.pid, heap)),
    ['connections', connections.open],
    ['watches', openWatches],
    ['files', openFiles(app.pid)],
  ])
}

function newly(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): readonly string[] {
  return [...after]
    .filter(([name, count]) => count > (before.get(name) ?? 0))
    .map(([name, count]) => `${name}: ${count}, before ${before.get(name) ?? 0}`)
}
