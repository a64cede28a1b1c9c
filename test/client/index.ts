/**
 * A client of the message protocol without a page: what the renderer's bridge does, for tests
 * and benches that measure the engine through its own front door.
 */
import { WebSocket } from 'ws'
import { AppError } from '../../shared/errors/index.ts'
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

export interface OpenStream<S extends StreamName> {
  /** Latest value, or null before the first. */
  readonly value: ValueOf<Contract[S]> | null
  /** Values received so far. */
  readonly received: number
  update(params: UpdateOf<Contract[S]>): void
  /** Waits until a value satisfies `claim`; fails with the last value when it does not in time. */
  until(claim: (value: ValueOf<Contract[S]>) => boolean, milliseconds?: number): Promise<ValueOf<Contract[S]>>
  close(): void
}

interface Listener {
  next(reply: Extract<Reply, { type: 'next' }>): void
  end(error: Error): void
}

/** One connection to a running engine. */
export class Client {
  readonly #socket: WebSocket
  readonly #decoder = new FrameDecoder()
  readonly #calls = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  readonly #streams = new Map<number, Listener>()
  #nextId = 1
  /** Bytes and frames received, for benches. */
  readonly traffic = { bytes: 0, frames: 0, largestFrame: 0 }
  /** What a further connection may show instead of the token. */
  readonly session: string

  constructor(socket: WebSocket, session: string) {
    this.#socket = socket
    this.session = session
    socket.on('message', data => this.#received(data.toString()))
    socket.on('close', () => {
      const error = new Error('the connection to the engine ended')
      for (const call of this.#calls.values()) call.reject(error)
      for (const stream of this.#streams.values()) stream.end(error)
    })
  }

  call<M extends MethodName>(method: M, params: ParamsOf<Contract[M]>): Promise<ResultOf<Contract[M]>> {
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve: value => resolve(value as ResultOf<Contract[M]>), reject })
      this.#send({ type: 'call', id, method, params })
    })
  }

  /**
   * Opens a stream; every value is acknowledged at once.
   * @param heard called with every value, for streams that send differences.
   */
  open<S extends StreamName>(
    stream: S,
    params: ParamsOf<Contract[S]>,
    heard?: (value: ValueOf<Contract[S]>) => void,
  ): OpenStream<S> {
    const id = this.#nextId++
    const waiting = new Set<() => void>()
    let value: ValueOf<Contract[S]> | null = null
    let failure: Error | null = null
    let received = 0
    let seq = 0
    this.#streams.set(id, {
      next: reply => {
        this.#send({ type: 'ack', id, revision: reply.revision })
        value = reply.value as ValueOf<Contract[S]>
        received += 1
        heard?.(value)
        for (const look of [...waiting]) look()
      },
      end: error => {
        failure = error
        for (const look of [...waiting]) look()
      },
    })
    this.#send({ type: 'open', id, stream, params })
    return {
      get value() {
        return value
      },
      get received() {
        return received
      },
      update: update => {
        seq += 1
        this.#send({ type: 'update', id, seq, params: update })
      },
      until: (claim, milliseconds = 20_000) =>
        new Promise((resolve, reject) => {
          const timer = setTimeout(() => {
            waiting.delete(look)
            reject(
              new Error(
                `“${stream}” did not get there in ${milliseconds} ms; last: ${inFewWords(value).slice(0, 3000)}`,
              ),
            )
          }, milliseconds)
          const look = (): void => {
            if (failure === null && (value === null || !claim(value))) return
            clearTimeout(timer)
            waiting.delete(look)
            if (failure !== null) reject(failure)
            else resolve(value as ValueOf<Contract[S]>)
          }
          waiting.add(look)
          look()
        }),
      close: () => {
        this.#streams.delete(id)
        this.#send({ type: 'close', id })
      },
    }
  }

  close(): void {
    this.#socket.close()
  }

  #send(request: Request): void {
    for (const frame of encode(request)) this.#socket.send(frame)
  }

  #received(frame: string): void {
    this.traffic.bytes += frame.length
    this.traffic.frames += 1
    this.traffic.largestFrame = Math.max(this.traffic.largestFrame, frame.length)
    const reply = this.#decoder.push(frame) as Reply | null
    if (reply === null) return
    if (reply.type === 'next' || reply.type === 'end') {
      const stream = this.#streams.get(reply.id)
      if (reply.type === 'next') stream?.next(reply)
      else stream?.end(new AppError(reply.error ?? { kind: 'gone', message: 'the stream ended' }))
      return
    }
    const call = this.#calls.get(reply.id)
    this.#calls.delete(reply.id)
    if (reply.type === 'result') call?.resolve(reply.value)
    else call?.reject(new AppError(reply.error))
  }
}

/** Connects to the address that `gatehouse serve` prints. The token works once. */
export function connectClient(address: string): Promise<Client> {
  const url = new URL(address)
  const token = url.hash.replace('#token=', '')
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${url.host}/ws`, { origin: url.origin })
    socket.once('open', () => socket.send(JSON.stringify({ token })))
    socket.once('message', data => {
      const { session } = JSON.parse(String(data)) as { readonly session: string }
      resolve(new Client(socket, session))
    })
    socket.once('error', reject)
    socket.once('close', code => reject(new Error(`the engine closed the connection: ${code}`)))
  })
}

/** A value in few words: of a table how its sources stand, which says more than its columns. */
function inFewWords(value: unknown): string {
  const hasSources = typeof value === 'object' && value !== null && 'sources' in value
  return JSON.stringify(hasSources ? value.sources : value) ?? 'nothing'
}
