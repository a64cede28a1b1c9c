import { parentPort, workerData } from 'node:worker_threads'
import { assertNever } from '../../shared/errors/index.ts'
import { systemClock } from '../../shared/flow/index.ts'
import type { FromWorker, WorkerStart } from './threads.ts'

/**
 * Thread of the sample cluster, or of one dump: builds what it serves, and serves it until told
 * to stop. A bundle has this file as an entry of its own.
 */
const port = parentPort
if (port === null) throw new Error('the in-memory server runs in a worker thread')
const tell = (message: FromWorker): void => port.postMessage(message)
const start = workerData as WorkerStart

switch (start.serves) {
  case 'sample':
    await serveSample(start)
    break
  case 'dump': {
    // Each thread loads what it serves, and not what the other kind of thread needs.
    const { serveDump } = await import('./reading/index.ts')
    await serveDump(start, tell)
    break
  }
  default:
    assertNever(start)
}

async function serveSample({
  socketPath,
  still,
  seed,
}: Extract<WorkerStart, { readonly serves: 'sample' }>): Promise<void> {
  const { measure, metricsKinds, samplePodLogs, sampleStore, sampleWebhooks, startSampleLife } = await import(
    './sample/index.ts'
  )
  const { createSnapshotServer } = await import('./server/index.ts')
  const store = sampleStore(systemClock.now())
  measure(store, systemClock.now())
  const server = createSnapshotServer(store, {
    versionSuffix: 'sample',
    kinds: metricsKinds,
    dryRuns: { webhooks: sampleWebhooks },
    takesWrites: true,
    seed,
    logs: samplePodLogs(systemClock),
    log: text => tell({ kind: 'log', text }),
  })
  const life = still ? null : startSampleLife(store, systemClock, { seed, isTended: server.isTended })
  port?.on('message', () => {
    life?.stop()
    void server.close().then(() => {
      tell({ kind: 'stopped' })
      port?.close()
    })
  })
  await server.listen(socketPath)
  tell({ kind: 'ready' })
}
