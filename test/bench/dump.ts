import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { crowdedStore } from '../../main/snapshot/sample/index.ts'
import type { SnapshotPhase } from '../../shared/ipc/index.ts'
import { type Client, connectClient } from '../client/index.ts'
import { isLive, viewOf } from '../live/running.ts'
import { report } from './figures.ts'
import { startMeasured, withFolder } from './product.ts'

const pods = 50_000
const megabyte = 1024 * 1024
const patience = 180_000

/** A dump of 50,000 pods as `kubectl get pods -A -o json` prints it: read, listed, and given up half-way. */
export function benchDump(): Promise<void> {
  return withFolder(async folder => {
    const file = join(folder.path, 'pods.json')
    await writePods(file)
    report('dump.size', (await stat(file)).size / megabyte, 'MiB', 'report')
    const app = await startMeasured({})
    try {
      const client = await connectClient(app.address)
      const { context } = await client.call('snapshots.add', { paths: [file] })
      const status = client.open('snapshots.list', {})
      const untilPhase = (claim: (phase: SnapshotPhase) => boolean) =>
        status.until(list => list.some(one => one.context === context && claim(one.status)), patience)
      const idle = (await peakBytes(app.pid)) / megabyte
      await app.watchLoop()
      const began = performance.now()
      await client.call('contexts.open', { context })
      await untilPhase(({ phase }) => phase === 'ready')
      report('dump.read', (performance.now() - began) / 1000, 's', '60')
      const { longestTask, longestDelay } = await app.loop()
      report('dump.main-thread.longest-task', longestTask, 'ms', '50')
      report('dump.main-thread.longest-delay', longestDelay, 'ms')
      report('dump.memory.peak', (await peakBytes(app.pid)) / megabyte - idle, 'MiB', '600')
      await listPods(client, context)
      await client.call('contexts.close', { context })
      await client.call('contexts.open', { context })
      await untilPhase(phase => phase.phase === 'reading' && phase.objects > pods / 5)
      const cancelled = performance.now()
      await client.call('contexts.close', { context })
      await untilPhase(({ phase }) => phase === 'closed')
      report('dump.cancel', performance.now() - cancelled, 'ms', '500')
      client.close()
    } finally {
      await app.stop()
    }
  })
}

async function listPods(client: Client, context: string): Promise<void> {
  const began = performance.now()
  const view = client.open(
    'tables.view',
    viewOf(context, { group: '', version: 'v1', resource: 'pods' }, { count: 120 }),
  )
  await view.until(({ rows }) => rows.length > 0, patience)
  report('dump.first-rows', performance.now() - began, 'ms')
  await view.until(isLive, patience)
  report('dump.all-rows', (performance.now() - began) / 1000, 's')
  view.close()
}

/** What the process had resident at its peak. */
async function peakBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) * 1024
}

/** Piece by piece, as no string holds all of it. */
async function writePods(file: string): Promise<void> {
  const store = crowdedStore(pods, Date.now(), 10)
  const stream = createWriteStream(file)
  const write = async (text: string): Promise<void> => {
    if (!stream.write(text)) await once(stream, 'drain')
  }
  await write('{\n    "apiVersion": "v1",\n    "items": [\n')
  let separator = ''
  for (const pod of store.collection({ group: '', resource: 'pods' }).list()) {
    await write(separator + JSON.stringify(pod, null, 4).replace(/^/gm, '        '))
    separator = ',\n'
  }
  stream.end('\n    ],\n    "kind": "List",\n    "metadata": {\n        "resourceVersion": ""\n    }\n}\n')
  await once(stream, 'close')
}
