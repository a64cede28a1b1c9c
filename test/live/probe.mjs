/**
 * Loaded into the engine by tests: on SIGUSR2 it writes a heap snapshot, after a collection of all
 * garbage, from which is counted what is left. The engine itself knows nothing of it.
 */
import { renameSync } from 'node:fs'
import { writeHeapSnapshot } from 'node:v8'
import { isMainThread } from 'node:worker_threads'

const file = process.env.GATEHOUSE_TEST_HEAP
if (isMainThread && file !== undefined)
  process.on('SIGUSR2', () => {
    writeHeapSnapshot(`${file}.part`)
    renameSync(`${file}.part`, file)
  })
