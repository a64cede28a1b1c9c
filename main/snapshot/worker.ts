import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../../shared/flow/index.ts'
import { sampleStore, startSampleLife } from './sample/index.ts'
import { createSnapshotServer } from './server/index.ts'
import type { FromWorker, WorkerStart } from './start.ts'

/**
 * Thread of the sample cluster: builds it, serves it, lets it live until told to stop. A bundle
 * has this file as an entry of its own.
 */
const port = parentPort
if (port === null) throw new Error('the sample cluster runs in a worker thread')
const { socketPath, still, seed } = workerData as WorkerStart
const tell = (message: FromWorker): void => port.postMessage(message)

const store = sampleStore(systemClock.now())
const server = createSnapshotServer(store, {
  versionSuffix: 'sample',
  readOnlyReason: 'the sample cluster is read-only for now',
  log: text => tell({ kind: 'log', text }),
})
const life = still ? null : startSampleLife(store, systemClock, seed)

port.on('message', () => {
  life?.stop()
  void server.close().then(() => {
    tell({ kind: 'stopped' })
    port.close()
  })
})

await server.listen(socketPath)
tell({ kind: 'ready' })
