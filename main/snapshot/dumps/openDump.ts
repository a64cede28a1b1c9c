import { rm } from 'node:fs/promises'
import { freemem, tmpdir, totalmem } from 'node:os'
import { Worker } from 'node:worker_threads'
import { AppError, type AppErrorBody } from '../../../shared/errors/index.ts'
import type { Snapshot } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import { type Address, privateAddress } from '../address.ts'
import { defaultWorkerUrl, type FromWorker, type WorkerStart } from '../threads.ts'

export interface OpenDumpOptions {
  readonly context: ContextId
  readonly name: string
  readonly paths: readonly string[]
  readonly log: (text: string) => void
  /** Called whenever `reading` is another. */
  readonly changed: () => void
  readonly folder?: string
  readonly workerUrl?: URL
  /** Bound of the thread's heap in megabytes. */
  readonly heapMegabytes?: number
}

type Reading = Pick<Snapshot, 'status' | 'problems' | 'problemCount' | 'notes'>

/**
 * One opened dump: a thread that reads it and then serves it at a socket of its own. The thread
 * starts when somebody first waits for it, and ends at once when told to, whatever it does.
 */
export class OpenDump {
  readonly #options: OpenDumpOptions
  #address: Promise<Address> | null = null
  #worker: Worker | null = null
  #ready: Promise<void> | null = null
  /** Rejects `#ready`; nothing once it is settled. */
  #giveUp: (error: AppError) => void = () => undefined
  #isEnded = false
  #reading: Reading = { status: { phase: 'closed' }, problems: [], problemCount: 0 }

  constructor(options: OpenDumpOptions) {
    this.#options = options
  }

  get reading(): Reading {
    return this.#reading
  }

  async socketPath(): Promise<string> {
    this.#address ??= privateAddress(this.#options.folder ?? tmpdir())
    return (await this.#address).socketPath
  }

  /** Settles when the dump is read and served. @throws AppError */
  ready(): Promise<void> {
    if (this.#isEnded) return Promise.reject(this.#cancelled())
    this.#ready ??= this.#start()
    return this.#ready
  }

  /** Reads anew what could not be read. */
  retry(): void {
    if (this.#reading.status.phase === 'failed') this.#ready = null
  }

  async end(): Promise<void> {
    this.#isEnded = true
    this.#giveUp(this.#cancelled())
    await this.#worker?.terminate()
    await (await this.#address)?.remove()
  }

  #start(): Promise<void> {
    this.#set({ phase: 'reading', files: 0, objects: 0, bytes: 0, bytesTotal: null }, nothingFound)
    const ready = new Promise<void>((resolve, reject) => {
      this.#giveUp = reject
      this.#run(resolve).catch((error: unknown) => this.#fail(unexpected(error, this.#options.name)))
    })
    // Whoever waits is told; when nobody does, the status tells all the same.
    ready.catch(() => undefined)
    return ready
  }

  async #run(resolve: () => void): Promise<void> {
    const { paths, name, workerUrl, log, heapMegabytes = heapBound() } = this.#options
    const socketPath = await this.socketPath()
    // A thread that failed leaves its socket behind.
    if (process.platform !== 'win32') await rm(socketPath, { force: true })
    if (this.#isEnded) return
    const start: WorkerStart = { serves: 'dump', socketPath, paths, name }
    const worker = new Worker(workerUrl ?? defaultWorkerUrl(), {
      workerData: start,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    })
    this.#worker = worker
    worker.on('error', error => this.#fail(threadFailure(error, name)))
    worker.on('exit', code => {
      if (this.#worker === worker) this.#fail(endedFailure(code, name))
    })
    worker.on('message', (message: FromWorker) => {
      if (this.#isEnded || this.#worker !== worker) return
      if (message.kind === 'log') log(message.text)
      else this.#take(message, resolve)
    })
  }

  #take(message: Exclude<FromWorker, { readonly kind: 'log' }>, resolve: () => void): void {
    switch (message.kind) {
      case 'progress':
        this.#set({ phase: 'reading', ...message.progress }, this.#reading)
        return
      case 'read': {
        const { files, objects, kinds, held, newest, report } = message
        this.#set({ phase: 'ready', files, objects, kinds, held, newest }, report)
        // A dump that is served must not keep a program alive that has nothing else to do; one that is read must.
        this.#worker?.unref()
        resolve()
        return
      }
      case 'failed':
        this.#fail({ ...message.error }, message.report)
        return
      case 'ready':
      case 'stopped':
        return
    }
  }

  #fail(error: AppErrorBody, found: Omit<Reading, 'status'> = this.#reading): void {
    if (this.#isEnded || this.#reading.status.phase === 'failed') return
    const body = { ...error, context: this.#options.context }
    const worker = this.#worker
    this.#worker = null
    void worker?.terminate()
    this.#set({ phase: 'failed', error: body }, found)
    // Also for those who connect again to a server that is no more.
    const failed = Promise.reject(new AppError(body))
    failed.catch(() => undefined)
    this.#ready = failed
    this.#giveUp(new AppError(body))
  }

  #set(status: Reading['status'], { problems, problemCount, notes }: Omit<Reading, 'status'>): void {
    this.#reading = { status, problems, problemCount, ...(notes === undefined ? {} : { notes }) }
    this.#options.changed()
  }

  #cancelled(): AppError {
    const { context, name } = this.#options
    return new AppError({ kind: 'cancelled', context, message: `The dump ${name} was closed.` })
  }
}

const nothingFound = { problems: [], problemCount: 0 } as const

/** Half of the memory there is, at most four gigabytes: objects are kept packed outside of the heap. */
function heapBound(): number {
  const megabyte = 1024 * 1024
  return Math.round(
    Math.min(4096, Math.max(512, totalmem() / megabyte / 2), Math.max(512, freemem() / megabyte)),
  )
}

function threadFailure(error: unknown, name: string): AppErrorBody {
  const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isTooLarge ? tooLarge(name) : unexpected(error, name)
}

function tooLarge(name: string): AppErrorBody {
  return {
    kind: 'badConfig',
    message: `The dump ${name} needs more memory than this machine has to spare. Open a part of it: one folder, or fewer files.`,
  }
}

function endedFailure(code: number, name: string): AppErrorBody {
  return {
    kind: 'internal',
    message: `The thread that serves the dump ${name} ended by itself (code ${code}). Open the dump again; the log may say more.`,
  }
}

function unexpected(error: unknown, name: string): AppErrorBody {
  const why = error instanceof Error ? error.message : String(error)
  return { kind: 'internal', message: `The dump ${name} could not be opened: ${why}.` }
}
