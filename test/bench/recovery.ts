import { type Cluster, type FaultProxy, startCluster, startProxy } from '../cluster/harness/index.ts'
import { isLive, startProduct, viewOf } from '../live/running.ts'
import { pause } from './browser.ts'
import { report } from './figures.ts'

const configMaps = { group: '', version: 'v1', resource: 'configmaps' }
/** A watch is back after so many milliseconds. */
const back = '5000'
/** How long the process is stopped, in milliseconds: past the time after which the other end counts as silent. */
const asleep = 12_000

/** A watch on a real control plane behind a proxy that breaks it: when that is said, and when it is mended. */
export async function benchRecovery(): Promise<void> {
  const cluster = await startCluster()
  try {
    const proxy = await startProxy(cluster)
    try {
      await measure(cluster, proxy)
    } finally {
      await proxy.stop()
    }
  } finally {
    await cluster.stop()
  }
}

async function measure(cluster: Cluster, proxy: FaultProxy): Promise<void> {
  await cluster.load({ kind: 'configmaps', count: 1000, namespace: 'recovery' })
  const product = await startProduct({ kubeconfig: proxy.kubeconfig })
  try {
    const { id } = await product.ready()
    const view = product.client.open('tables.view', viewOf(id, configMaps))
    await view.until(isLive)
    let made = 0
    const change = async (): Promise<void> => {
      const name = `made-${++made}`
      const { code, stderr } = await cluster.kubectl(['create', 'configmap', name, '-n', 'recovery'])
      if (code !== 0) throw new Error(stderr)
    }
    const total = view.value?.total ?? 0
    /** Live again, with everything that was made meanwhile. */
    const mended = async (since: number): Promise<number> => {
      await view.until(frame => isLive(frame) && frame.total === total + made, 60_000)
      return performance.now() - since
    }
    let since = performance.now()
    await proxy.cut()
    await change()
    report('recovery.cut.live-again', await mended(since), 'ms', back)

    const path = '^/api/v1/configmaps'
    const refused = await proxy.addFault({ action: 'status', status: 503, match: { path } })
    await proxy.cut()
    since = performance.now()
    await view.until(frame => frame.sources[0]?.status.phase === 'stale', 30_000)
    report('recovery.cut.shown-as-stale', performance.now() - since, 'ms', '2000')
    await proxy.clearFaults(refused)
    await view.until(isLive, 60_000)

    await pause(1000)
    since = performance.now()
    const gone = await proxy.addFault({
      action: 'gone-event',
      match: { path, watch: true },
      open: true,
      count: 1,
    })
    await change()
    report('recovery.expired.live-again', await mended(since), 'ms', back)
    await proxy.clearFaults(gone)

    await pause(1000)
    since = performance.now()
    await proxy.stall()
    await view.until(frame => frame.sources[0]?.status.phase === 'stale', 30_000)
    report('recovery.silence.shown-as-stale', performance.now() - since, 'ms', '12000')
    await change()
    await proxy.resume()
    since = performance.now()
    report('recovery.silence.live-again', await mended(since), 'ms', back)

    await pause(1000)
    process.kill(product.app.pid, 'SIGSTOP')
    await pause(asleep)
    await proxy.cut()
    await change()
    process.kill(product.app.pid, 'SIGCONT')
    since = performance.now()
    report('recovery.sleep.live-again', await mended(since), 'ms', back)
  } finally {
    await product.stop()
  }
}
