import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { AppError, type AppErrorBody } from '../../../shared/errors/index.ts'
import type { Answers, Job } from './jobs.ts'
import { answerTo } from './jobs.ts'

export type FromWorker =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly refused: AppErrorBody }
  | { readonly id: number; readonly fault: string }

/** Parts of a value or characters of a text, from which on it is worked on in a thread: this many take some 10 ms. */
const manyParts = 4000
const manyCharacters = 60_000
/** A thread without work ends after so many milliseconds; it starts again when it is asked. */
const idleMillis = 30_000

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** Does jobs at once where they are small, and in a thread where windows and clusters would have to wait for them. */
export class Work {
  #worker: Worker | null = null
  #idle: NodeJS.Timeout | null = null
  #id = 0
  readonly #waiting = new Map<number, Waiting>()

  /** @throws AppError */
  async run<J extends Job>(job: J): Promise<Answers[J['type']]> {
    return isLarge(job) ? this.#inThread(job) : answerTo(job)
  }

  close(): void {
    const cancelled = new AppError({ kind: 'cancelled', message: 'Gatehouse is ending.' })
    for (const { reject } of this.#waiting.values()) reject(cancelled)
    this.#end()
  }

  #inThread<J extends Job>(job: J): Promise<Answers[J['type']]> {
    const worker = this.#started()
    const id = ++this.#id
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#waiting.set(id, { resolve, reject })
    worker.ref()
    worker.postMessage({ id, job })
    return promise as Promise<Answers[J['type']]>
  }

  #started(): Worker {
    if (this.#idle !== null) clearTimeout(this.#idle)
    this.#idle = null
    if (this.#worker !== null) return this.#worker
    const worker = new Worker(workerUrl())
    this.#worker = worker
    worker.on('message', (message: FromWorker) => this.#take(message))
    worker.on('error', error => {
      if (worker !== this.#worker) return
      for (const { reject } of this.#waiting.values()) reject(error)
      this.#end()
    })
    return worker
  }

  #take(message: FromWorker): void {
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if ('value' in message) waiting?.resolve(message.value)
    else if ('refused' in message) waiting?.reject(new AppError(message.refused))
    else waiting?.reject(new Error(message.fault))
    if (this.#waiting.size > 0) return
    // Without work the thread must not keep a program alive.
    this.#worker?.unref()
    this.#idle = setTimeout(() => this.#end(), idleMillis).unref()
  }

  #end(): void {
    if (this.#idle !== null) clearTimeout(this.#idle)
    this.#idle = null
    this.#waiting.clear()
    const worker = this.#worker
    this.#worker = null
    void worker?.terminate()
  }
}

function isLarge(job: Job): boolean {
  if ('text' in job) return job.text.length > manyCharacters
  const { schema: _schema, ...values } = { schema: null, ...job }
  return isLargeValue(values)
}

/** Whether a value has more parts than can be worked on in passing. */
export function isLargeValue(value: unknown): boolean {
  let left = manyParts
  const waiting: unknown[] = [value]
  while (waiting.length > 0 && left > 0) {
    const present = waiting.pop()
    left--
    if (typeof present === 'object' && present !== null)
      for (const inner of Object.values(present)) waiting.push(inner)
    else if (typeof present === 'string') left -= present.length / 64
  }
  return left <= 0
}

/** The thread's file: beside this one as source; in a bundle, an entry of its own beside the bundled file. */
function workerUrl(): URL {
  const source = new URL('./worker.ts', import.meta.url)
  if (import.meta.url.endsWith('.ts') && existsSync(source)) return source
  return new URL('./writes-worker.js', import.meta.url)
}
