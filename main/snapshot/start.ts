import { tmpdir } from 'node:os'
import { Worker } from 'node:worker_threads'
import { privateAddress } from './address.ts'
import { defaultWorkerUrl, type FromWorker, type WorkerStart } from './threads.ts'

export interface SampleOptions {
  /** Folder in which the socket's private folder is made; the system's temporary one by default. */
  readonly folder?: string
  /** True: nothing changes, for screenshots and for tests that count. */
  readonly still?: boolean
  /** Seed of the changes. */
  readonly seed?: number
  /** The worker's file, where it is not beside this one. */
  readonly workerUrl?: URL
  /** Told about faults of the server. */
  readonly log?: (message: string) => void
}

export interface Sample {
  /** Unix socket, or named pipe on Windows, at which the API is served over HTTP/1.1. */
  readonly socketPath: string
  /** Ends the server and its thread and removes the socket's folder. May be called twice. */
  stop(): Promise<void>
}

/**
 * Starts the sample cluster in a thread of its own. Rejects when it cannot be served; nothing is
 * left behind then.
 */
export async function startSample(options: SampleOptions = {}): Promise<Sample> {
  const address = await privateAddress(options.folder ?? tmpdir())
  const start: WorkerStart = {
    serves: 'sample',
    socketPath: address.socketPath,
    still: options.still ?? false,
    seed: options.seed ?? 1,
  }
  const worker = new Worker(options.workerUrl ?? defaultWorkerUrl(), { workerData: start })
  const exited = new Promise<void>(resolve => worker.once('exit', () => resolve()))
  const stop = async (): Promise<void> => {
    worker.postMessage('stop')
    // A thread that does not answer must not keep the program from ending.
    const force = setTimeout(() => void worker.terminate(), 2000)
    await exited
    clearTimeout(force)
    await address.remove()
  }
  try {
    await ready(worker, options.log ?? (() => undefined))
  } catch (error) {
    await worker.terminate()
    await address.remove()
    throw error
  }
  // The sample must not keep a program alive that has nothing else to do.
  worker.unref()
  return { socketPath: address.socketPath, stop }
}

function ready(worker: Worker, log: (message: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', code => reject(new Error(`the sample cluster ended at its start with code ${code}`)))
    worker.on('error', error => log(error instanceof Error ? (error.stack ?? error.message) : String(error)))
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') resolve()
      else if (message.kind === 'log') log(message.text)
    })
  })
}
