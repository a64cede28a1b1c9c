import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../../shared/errors/index.ts'
import type { Answers, Fact, FromWorker, Job, ToWorker } from './messages.ts'

/** Milliseconds that one computation may take. */
export const computeLimit = 5000
/** Milliseconds that a cancelled computation has to end by itself, before its thread is ended. */
const cancelGrace = 500
/** A thread without work ends after so many milliseconds unless told otherwise; it starts again when it is asked. */
const idleAfter = 30_000
/** Megabytes of a thread, beyond which it ends instead of the whole program. */
const memoryLimit = 1536

interface Waiting {
  readonly work: Work
  readonly limit: number
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

interface Work {
  readonly job: Job
  /** The world that the job is about. */
  readonly world: string
  /**
   * What the thread has to be told before, since it was last asked. Every generation is a new thread,
   * which knows nothing.
   */
  readonly facts?: (generation: number) => readonly Fact[]
}

export interface ThreadOptions {
  readonly url?: URL
  /** Milliseconds without work after which it ends; null for one whose jobs leave something that later ones need. */
  readonly idleAfter?: number | null
}

/**
 * A thread that computes, one job after the other: off the thread that serves windows and clusters,
 * with a limit of time and of memory, behind which it is ended and made anew.
 */
export class ComputingThread {
  readonly #url: URL
  readonly #idleAfter: number | null
  readonly #queue: Waiting[] = []
  #worker: Worker | null = null
  #isReady = false
  #running: Waiting | null = null
  /** True while what runs is cancelled, and was answered so. */
  #isCancelling = false
  /** Id of the job that is cancelled, which the thread looks at now and then. */
  readonly #cancelled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  #timer: NodeJS.Timeout | null = null
  #idle: NodeJS.Timeout | null = null
  #generation = 0
  #id = 0

  constructor(options: ThreadOptions = {}) {
    this.#url = options.url ?? defaultWorkerUrl()
    this.#idleAfter = options.idleAfter === undefined ? idleAfter : options.idleAfter
  }

  /** Jobs that run or wait. */
  get load(): number {
    return this.#queue.length + (this.#running === null ? 0 : 1)
  }

  /**
   * @throws AppError `cancelled` when the signal aborts, `invalid` beyond the limits of time, memory and
   * nesting; any other error is a fault of the code
   */
  run<J extends Job>(
    work: Work & { readonly job: J },
    options: { readonly limit?: number; readonly signal?: AbortSignal } = {},
  ): Promise<Answers[J['type']]> {
    const { limit = computeLimit, signal } = options
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(cancelled())
      // The signal outlives its jobs: what is settled must not stay with it.
      const onAbort = (): void => this.#abort(waiting)
      const free = (): void => signal?.removeEventListener('abort', onAbort)
      const waiting: Waiting = {
        work,
        limit,
        resolve: value => {
          free()
          resolve(value as Answers[J['type']])
        },
        reject: error => {
          free()
          reject(error)
        },
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#queue.push(waiting)
      this.#next()
    })
  }

  /** What was told of a world is not needed any more. */
  forget(world: string): void {
    if (this.#worker !== null) this.#post({ type: 'forget', world })
  }

  /** Ends the thread; what runs or waits is cancelled. */
  close(): void {
    const left = [...(this.#running === null ? [] : [this.#running]), ...this.#queue.splice(0)]
    this.#end()
    for (const { reject } of left) reject(cancelled())
  }

  #abort(waiting: Waiting): void {
    const at = this.#queue.indexOf(waiting)
    if (at >= 0) this.#queue.splice(at, 1)
    else if (this.#running === waiting && !this.#isCancelling) this.#cancel()
    else return
    waiting.reject(cancelled())
    this.#next()
  }

  /** What the thread has read stays with it where the job ends in time. */
  #cancel(): void {
    this.#isCancelling = true
    Atomics.store(this.#cancelled, 0, this.#id)
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#end()
      this.#next()
    }, cancelGrace)
  }

  #next(): void {
    if (this.#running !== null) return
    if (this.#idle !== null) clearTimeout(this.#idle)
    this.#idle = null
    const [waiting] = this.#queue
    if (waiting === undefined) {
      // Without work the thread must not keep a program alive.
      this.#worker?.unref()
      if (this.#worker !== null && this.#idleAfter !== null)
        this.#idle = setTimeout(() => this.#end(), this.#idleAfter).unref()
      return
    }
    if (this.#worker === null) this.#start()
    this.#worker?.ref()
    // Reading the code of the thread is nobody's fault and has no limit.
    if (!this.#isReady) return
    this.#queue.shift()
    this.#running = waiting
    try {
      this.#hand(waiting.work)
    } catch (error) {
      // What is nested so deeply cannot even be handed over; the thread knows only a part of it now.
      this.#end()
      waiting.reject(error instanceof RangeError ? tooMuch('It is nested too deeply.') : error)
      this.#next()
      return
    }
    this.#timer = setTimeout(() => this.#expire(waiting), waiting.limit)
  }

  #hand({ job, world, facts }: Work): void {
    const news = facts?.(this.#generation) ?? []
    if (news.length > 0) this.#post({ type: 'facts', world, facts: news })
    this.#post({ type: 'job', id: ++this.#id, world, job })
  }

  #expire(waiting: Waiting): void {
    this.#end()
    const seconds = waiting.limit / 1000
    waiting.reject(
      new AppError({
        kind: 'invalid',
        reason: 'TookTooLong',
        message: `It was given up after ${seconds} s: an expression or an object takes too long to evaluate.`,
      }),
    )
    this.#next()
  }

  #start(): void {
    this.#generation++
    const worker = new Worker(this.#url, {
      resourceLimits: { maxOldGenerationSizeMb: memoryLimit },
      workerData: { cancelled: this.#cancelled },
    })
    this.#worker = worker
    worker.on('message', (message: FromWorker) => this.#take(worker, message))
    worker.on('error', error => this.#fail(worker, error))
  }

  #post(message: ToWorker): void {
    this.#worker?.postMessage(message)
  }

  #take(worker: Worker, message: FromWorker): void {
    if (worker !== this.#worker) return
    if (message.type === 'ready') {
      this.#isReady = true
      this.#next()
      return
    }
    const running = this.#running
    if (running === null || message.id !== this.#id) return
    this.#settle()
    if (message.type === 'answer') running.resolve(message.value)
    else if (message.isOutOfStack) running.reject(tooMuch('It is nested too deeply.'))
    else running.reject(new Error(message.message))
    this.#next()
  }

  #fail(worker: Worker, error: unknown): void {
    if (worker !== this.#worker) return
    const running = this.#running ?? this.#queue.shift() ?? null
    this.#end()
    const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    running?.reject(isMemory ? tooMuch('It needs more memory than a computation may have.') : error)
    this.#next()
  }

  #settle(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#running = null
    this.#isCancelling = false
  }

  #end(): void {
    this.#settle()
    if (this.#idle !== null) clearTimeout(this.#idle)
    this.#idle = null
    this.#isReady = false
    const worker = this.#worker
    this.#worker = null
    void worker?.terminate()
  }
}

function cancelled(): AppError {
  return new AppError({ kind: 'cancelled', message: 'The computation was cancelled.' })
}

function tooMuch(message: string): AppError {
  return new AppError({ kind: 'invalid', reason: 'TooMuch', message })
}

/** The thread's file: beside this one as source; in a bundle, an entry of its own beside the bundled file. */
function defaultWorkerUrl(): URL {
  const source = new URL('./worker.ts', import.meta.url)
  if (import.meta.url.endsWith('.ts') && existsSync(source)) return source
  return new URL('./admission-worker.js', import.meta.url)
}
