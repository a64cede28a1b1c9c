import { AppError, type AppErrorBody } from '../../shared/errors/index.ts'
import { type Clock, Observable, type ReadonlyObservable, type Timer } from '../../shared/flow/index.ts'
import {
  type Contract,
  encode,
  FrameDecoder,
  type MethodName,
  type ParamsOf,
  type Reply,
  type Request,
  type ResultOf,
  type StreamName,
  type UpdateOf,
  type ValueOf,
} from '../../shared/ipc/index.ts'
import type { Painter } from './paint.ts'
import type { Transport } from './transport.ts'

export type EngineConnection =
  | { readonly status: 'connecting' }
  | { readonly status: 'ready' }
  /** `since`: milliseconds since the epoch at which the connection was lost. */
  | { readonly status: 'lost'; readonly since: number }
  /** The link was used before, was never valid, or there is none: the page runs in neither host. */
  | { readonly status: 'refused' }

export interface StreamListener<Value> {
  /**
   * @param isOutdated the value was made before the latest `update`: what it says of a window
   * does not hold any more, what it says of single rows does.
   */
  value(value: Value, isOutdated: boolean): void
  /** The stream is over; without an error it ended well. */
  end(error?: AppErrorBody): void
  /** The connection was lost and the stream opened anew: nothing sent before survives in main. */
  reopened?(): void
}

export interface OpenedStream<Update> {
  /** Changes what the stream shows; its fields replace those of the params. */
  update(update: Update): void
  /** In the background, values come at most once a second. */
  setBackground(isBackground: boolean): void
  close(): void
}

interface StreamRecord {
  readonly id: number
  readonly name: string
  params: object
  seq: number
  isBackground: boolean
  /** Revision that waits for its acknowledgement because the stream is in the background. */
  held: number | null
  timer: Timer | null
  readonly listener: StreamListener<unknown>
}

interface CallRecord {
  readonly id: number
  readonly request: Request
  sent: boolean
  resolve(value: unknown): void
  reject(error: unknown): void
}

const backgroundPace = 1000

/** The typed client of the contract on one transport. */
export class EngineClient {
  readonly #transportOf: () => Transport
  #transport: Transport | null = null
  readonly #painter: Painter
  readonly #clock: Clock
  readonly #connection = new Observable<EngineConnection>({ status: 'connecting' })
  readonly #streams = new Map<number, StreamRecord>()
  readonly #calls = new Map<number, CallRecord>()
  #decoder = new FrameDecoder()
  #arrived: Extract<Reply, { type: 'next' }>[] = []
  #nextId = 1

  /** @param transportOf makes the transport when the client starts. */
  constructor(transportOf: () => Transport, painter: Painter, clock: Clock) {
    this.#transportOf = transportOf
    this.#painter = painter
    this.#clock = clock
  }

  get connection(): ReadonlyObservable<EngineConnection> {
    return this.#connection
  }

  start(): void {
    this.#transport = this.#transportOf()
    this.#transport.start({
      ready: () => this.#ready(),
      frame: text => this.#frame(text),
      lost: () => this.#lost(),
      refused: () => {
        this.#connection.set({ status: 'refused' })
        this.#failCalls(true)
      },
    })
  }

  /** Streams and calls under way, for leak checks. */
  get open(): number {
    return this.#streams.size + this.#calls.size
  }

  call<M extends MethodName>(
    method: M,
    params: ParamsOf<Contract[M]>,
    signal?: AbortSignal,
  ): Promise<ResultOf<Contract[M]>> {
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(cancelled())
        return
      }
      const onAbort = () => {
        if (!this.#calls.delete(id)) return
        this.#send({ type: 'cancel', id })
        reject(cancelled())
      }
      const settle = () => signal?.removeEventListener('abort', onAbort)
      const record: CallRecord = {
        id,
        request: { type: 'call', id, method, params },
        sent: false,
        resolve: value => {
          settle()
          resolve(value as ResultOf<Contract[M]>)
        },
        reject: error => {
          settle()
          reject(error)
        },
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#calls.set(id, record)
      if (this.#isReady) this.#sendCall(record)
      else if (this.#connection.get().status === 'refused') this.#failCalls(true)
    })
  }

  openStream<S extends StreamName>(
    name: S,
    params: ParamsOf<Contract[S]>,
    listener: StreamListener<ValueOf<Contract[S]>>,
  ): OpenedStream<UpdateOf<Contract[S]>> {
    const record: StreamRecord = {
      id: this.#nextId++,
      name,
      params: params as object,
      seq: 0,
      isBackground: false,
      held: null,
      timer: null,
      listener: listener as StreamListener<unknown>,
    }
    this.#streams.set(record.id, record)
    this.#send({ type: 'open', id: record.id, stream: name, params })
    return {
      update: update => this.#update(record, update as object),
      setBackground: isBackground => {
        record.isBackground = isBackground
        if (!isBackground) this.#release(record)
      },
      close: () => {
        record.timer?.cancel()
        if (this.#streams.delete(record.id)) this.#send({ type: 'close', id: record.id })
      },
    }
  }

  get #isReady(): boolean {
    return this.#connection.get().status === 'ready'
  }

  #update(record: StreamRecord, update: object): void {
    if (!this.#streams.has(record.id)) return
    record.params = { ...record.params, ...update }
    record.seq += 1
    this.#send({ type: 'update', id: record.id, seq: record.seq, params: update })
  }

  #ready(): void {
    const isAgain = this.#connection.get().status === 'lost'
    this.#connection.set({ status: 'ready' })
    for (const call of this.#calls.values()) if (!call.sent) this.#sendCall(call)
    for (const stream of this.#streams.values()) {
      stream.seq = 0
      stream.held = null
      if (isAgain) stream.listener.reopened?.()
      this.#send({ type: 'open', id: stream.id, stream: stream.name, params: stream.params })
    }
  }

  #lost(): void {
    this.#decoder = new FrameDecoder()
    this.#arrived = []
    if (this.#connection.get().status === 'lost') return
    const isFirst = this.#connection.get().status === 'connecting'
    if (!isFirst) this.#failCalls(false)
    this.#connection.set({ status: 'lost', since: this.#clock.now() })
  }

  /** @param all also those that wait for a connection, since none will come. */
  #failCalls(all: boolean): void {
    for (const call of [...this.#calls.values()]) {
      if (!all && !call.sent) continue
      this.#calls.delete(call.id)
      call.reject(
        new AppError({
          kind: 'unreachable',
          message: 'The connection to the engine was lost before it answered. Try again.',
        }),
      )
    }
  }

  #sendCall(call: CallRecord): void {
    call.sent = true
    this.#send(call.request)
  }

  #send(request: Request): void {
    if (!this.#isReady) return
    for (const frame of encode(request)) this.#transport?.send(frame)
  }

  #frame(text: string): void {
    const reply = this.#decoder.push(text) as Reply | null
    if (reply === null) return
    switch (reply.type) {
      case 'result':
        this.#settle(reply.id)?.resolve(reply.value)
        return
      case 'error':
        this.#settle(reply.id)?.reject(new AppError(reply.error))
        return
      case 'next':
        this.#arrived.push(reply)
        if (this.#arrived.length === 1) this.#painter.beforePaint(() => this.#apply())
        return
      case 'end':
        this.#end(reply)
    }
  }

  #settle(id: number): CallRecord | undefined {
    const call = this.#calls.get(id)
    this.#calls.delete(id)
    return call
  }

  #end({ id, error }: Extract<Reply, { type: 'end' }>): void {
    // What arrived before the end is applied before it.
    if (this.#arrived.some(reply => reply.id === id)) this.#apply()
    const stream = this.#streams.get(id)
    this.#streams.delete(id)
    stream?.timer?.cancel()
    stream?.listener.end(error)
  }

  /** All values that arrived since the last frame go out in one go, so that React draws once. */
  #apply(): void {
    const arrived = this.#arrived
    this.#arrived = []
    for (const { id, seq, value } of arrived) {
      const stream = this.#streams.get(id)
      stream?.listener.value(value, seq < stream.seq)
    }
    this.#painter.afterPaint(() => {
      for (const { id, revision } of arrived) this.#acknowledge(id, revision)
    })
  }

  #acknowledge(id: number, revision: number): void {
    const stream = this.#streams.get(id)
    if (stream === undefined) return
    if (!stream.isBackground) {
      this.#send({ type: 'ack', id, revision })
      return
    }
    stream.held = revision
    stream.timer?.cancel()
    stream.timer = this.#clock.after(backgroundPace, () => this.#release(stream))
  }

  #release(stream: StreamRecord): void {
    stream.timer?.cancel()
    stream.timer = null
    if (stream.held === null) return
    const revision = stream.held
    stream.held = null
    this.#send({ type: 'ack', id: stream.id, revision })
  }
}

function cancelled(): AppError {
  return new AppError({ kind: 'cancelled', message: 'cancelled' })
}
