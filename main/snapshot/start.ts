import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

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

export interface WorkerStart {
  readonly socketPath: string
  readonly still: boolean
  readonly seed: number
}

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'log'; readonly text: string }

/**
 * Starts the sample cluster in a thread of its own. Rejects when it cannot be served; nothing is
 * left behind then.
 */
export async function startSample(options: SampleOptions = {}): Promise<Sample> {
  const address = await privateAddress(options.folder ?? tmpdir())
  const start: WorkerStart = {
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

/** Beside this file as source; in a bundle, an entry of its own beside the bundled file. */
function defaultWorkerUrl(): URL {
  const source = new URL('./worker.ts', import.meta.url)
  if (import.meta.url.endsWith('.ts') && existsSync(source)) return source
  return new URL('./snapshot-worker.js', import.meta.url)
}

interface Address {
  readonly socketPath: string
  remove(): Promise<void>
}

/** Longest socket path that every system takes (sun_path of macOS, less its final zero). */
const longestPath = 103

/**
 * An address that nobody else can reach: a socket in a folder with mode 0700 (mkdtemp makes it
 * so), or a pipe with a name that cannot be guessed.
 */
export async function privateAddress(parent: string): Promise<Address> {
  if (process.platform === 'win32') {
    const socketPath = `\\\\.\\pipe\\gatehouse-${randomBytes(16).toString('hex')}`
    return { socketPath, remove: () => Promise.resolve() }
  }
  const fits = Buffer.byteLength(join(parent, 'gatehouse-XXXXXX', 'api.sock')) <= longestPath
  const folder = await mkdtemp(join(fits ? parent : tmpdir(), 'gatehouse-'))
  // A program that ends without stopping its sample leaves no folder behind either.
  const removeNow = (): void => rmSync(folder, { recursive: true, force: true })
  process.once('exit', removeNow)
  return {
    socketPath: join(folder, 'api.sock'),
    remove: async () => {
      process.off('exit', removeNow)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
