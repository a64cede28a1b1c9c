import { connectClient } from '../client/index.ts'
import { isLive, viewOf } from '../live/running.ts'
import { pause } from './browser.ts'
import { report } from './figures.ts'
import { processorSeconds, residentBytes } from './process.ts'
import { type Folder, startCrowd, startMeasured, withFolder } from './product.ts'

const kinds = [
  { group: '', version: 'v1', resource: 'pods' },
  { group: '', version: 'v1', resource: 'namespaces' },
  { group: '', version: 'v1', resource: 'services' },
  { group: '', version: 'v1', resource: 'nodes' },
  { group: 'apps', version: 'v1', resource: 'deployments' },
] as const
const settled = 5000
const watched = 15_000

/** Contexts that are open with five lists each, in which nothing happens. */
export async function benchIdle(): Promise<void> {
  for (const contexts of [5, 20]) await measure(contexts)
}

function measure(count: number): Promise<void> {
  return withFolder(folder => measureIn(folder, count))
}

async function measureIn(folder: Folder, count: number): Promise<void> {
  const crowd = await startCrowd(1000)
  const written = Array.from({ length: count }, (_, index) => ({
    name: `context-${index}`,
    server: crowd.server,
  }))
  const kubeconfig = await folder.kubeconfig('idle', written)
  const app = await startMeasured({ kubeconfig })
  try {
    const client = await connectClient(app.address)
    const list = await client.open('contexts.list', {}).until(({ contexts }) => contexts.length > count)
    const opened = list.contexts.filter(({ origin }) => origin === 'kubeconfig')
    for (const { id } of opened) await client.call('contexts.open', { context: id })
    for (const { id } of opened)
      for (const kind of kinds)
        await client.open('tables.view', viewOf(id, kind, { count: 120 })).until(isLive)
    await pause(settled)
    const before = (await processorSeconds(app.pid)) ?? Number.NaN
    const began = performance.now()
    await pause(watched)
    const used = ((await processorSeconds(app.pid)) ?? Number.NaN) - before
    const share = used / ((performance.now() - began) / 1000)
    report(`idle.${count}-contexts.processor`, share * 100, '%', count === 20 ? '2' : 'report')
    report(`idle.${count}-contexts.rss`, ((await residentBytes(app.pid)) ?? Number.NaN) / 1024 / 1024, 'MiB')
    client.close()
  } finally {
    await app.stop()
    await crowd.stop()
  }
}
