import type { Browser } from '@playwright/test'
import { connectClient } from '../client/index.ts'
import { type Cluster, startCluster } from '../cluster/harness/index.ts'
import { isLive, startProduct, viewOf } from '../live/running.ts'
import { kindLink, lastInput, launchBrowser, openContext, openPage, paintedRows } from './browser.ts'
import { percentile, report } from './figures.ts'
import { startMeasured } from './product.ts'
import { readWire } from './wire.ts'

const pods = { group: '', version: 'v1', resource: 'pods' }
const namespaces = ['shop', 'till', 'bank']

interface Complete {
  readonly first: number
  readonly all: number
}

/** All pods of a real control plane, at 10,000 and at 50,000, beside kubectl and the bare wire. */
export async function benchPods(): Promise<void> {
  const cluster = await startCluster()
  const browser = await launchBrowser()
  try {
    await cluster.seed({ count: 10_000, namespaces })
    const small = await measure(cluster, browser, 10_000, { runs: 3, share: 0.5 })
    await cluster.seed({ count: 40_000, namespaces, start: 10_000 })
    const large = await measure(cluster, browser, 50_000, { runs: 1, share: 0.25 })
    // Five times the pods; 5 is linear.
    report('pods.growth.complete', large.all / small.all, 'times')
    report('pods.growth.first', large.first / small.first, 'times')
  } finally {
    await browser.close()
    await cluster.stop()
  }
}

async function measure(
  cluster: Cluster,
  browser: Browser,
  count: number,
  { runs, share }: { readonly runs: number; readonly share: number },
): Promise<Complete> {
  const id = `pods.${count}`
  const wire = await medianOf(runs, () => readWire(cluster.tokenKubeconfig))
  report(`${id}.wire.first`, wire.first, 'ms')
  report(`${id}.wire.complete`, wire.all, 'ms')
  const began = performance.now()
  const { code, stdout } = await cluster.kubectl(['get', 'pods', '-A', '--no-headers'])
  const kubectl = performance.now() - began
  const printed = stdout.trim().split('\n').length
  if (code !== 0 || printed !== count) throw new Error(`kubectl printed ${printed} pods of ${count}`)
  report(`${id}.kubectl.complete`, kubectl, 'ms')
  const own = await medianOf(runs, () => overProtocol(cluster.kubeconfig, count))
  report(`${id}.protocol.first`, own.first, 'ms', '300')
  report(`${id}.protocol.complete`, own.all, 'ms')
  report(`${id}.protocol.bytes`, own.bytes, 'bytes')
  report(`${id}.protocol.largest-message`, own.largest, 'bytes', String(256 * 1024))
  const painted = await medianOf(runs, () => inBrowser(browser, cluster.kubeconfig, count))
  report(`${id}.browser.first`, painted.first, 'ms', '300')
  report(`${id}.browser.complete`, painted.all, 'ms')
  report(`${id}.complete-of-kubectl`, painted.all / kubectl, 'times', String(share))
  report(`${id}.complete-of-wire`, own.all / wire.all, 'times')
  return painted
}

/** The run with the median time to completion. */
async function medianOf<T extends Complete>(runs: number, run: () => Promise<T>): Promise<T> {
  const all: T[] = []
  for (let index = 0; index < runs; index++) all.push(await run())
  const middle = percentile(
    all.map(one => one.all),
    0.5,
  )
  const found = all.find(one => one.all === middle)
  if (found === undefined) throw new Error('no run')
  return found
}

async function overProtocol(
  kubeconfig: string,
  count: number,
): Promise<Complete & { readonly bytes: number; readonly largest: number }> {
  const product = await startProduct({ kubeconfig })
  try {
    const { id } = await product.ready()
    const { traffic } = product.client
    const before = traffic.bytes
    const began = performance.now()
    // The window that the screens ask for first.
    const view = product.client.open('tables.view', viewOf(id, pods, { count: 120 }))
    await view.until(({ keys }) => keys.length > 0, 60_000)
    const first = performance.now() - began
    await view.until(frame => isLive(frame) && frame.total === count, 120_000)
    const all = performance.now() - began
    return { first, all, bytes: traffic.bytes - before, largest: traffic.largestFrame }
  } finally {
    await product.stop()
  }
}

/** After the click on “Pods” in the navigation of an open context. */
async function inBrowser(browser: Browser, kubeconfig: string, count: number): Promise<Complete> {
  const app = await startMeasured({ kubeconfig })
  const page = await openPage(browser)
  try {
    await page.goto(app.address)
    await openContext(page, kubeconfig, await currentContext(kubeconfig))
    const firstRows = paintedRows(page, 'Pods', null)
    const allRows = paintedRows(page, 'Pods', count)
    await kindLink(page, 'Pods').click()
    const [first, all] = await Promise.all([firstRows, allRows])
    const clicked = await lastInput(page)
    return { first: first - clicked, all: all - clicked }
  } finally {
    await page.context().close()
    await app.stop()
  }
}

async function currentContext(kubeconfig: string): Promise<string> {
  const app = await startMeasured({ kubeconfig })
  const client = await connectClient(app.address)
  const { contexts } = await client.open('contexts.list', {}).until(list => list.contexts.length > 0)
  client.close()
  await app.stop()
  const current = contexts.find(({ isCurrent, origin }) => isCurrent && origin === 'kubeconfig')
  if (current === undefined) throw new Error(`${kubeconfig} has no current context`)
  return current.name
}
