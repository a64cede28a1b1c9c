import { parentPort } from 'node:worker_threads'
import { isAppError } from '../../../shared/errors/index.ts'
import { answerTo, type Job } from './jobs.ts'
import type { FromWorker } from './work.ts'

/** Thread that works on large texts and objects. A bundle has this file as an entry of its own. */
const port = parentPort
if (port === null) throw new Error('large texts are read in a worker thread')
const tell = (message: FromWorker): void => port.postMessage(message)

port.on('message', ({ id, job }: { readonly id: number; readonly job: Job }) => {
  try {
    tell({ id, value: answerTo(job) })
  } catch (error) {
    tell(isAppError(error) ? { id, refused: error.body } : { id, fault: String(error) })
  }
})
