import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { AppError, AppErrorBody } from '../../shared/errors/index.ts'
import type { Clock, Timer } from '../../shared/flow/index.ts'
import { Receiver, Sender } from './framing.ts'
import type { ChannelEnd, ChannelSocket } from './types.ts'

export interface ChannelOptions {
  readonly protocol: string
  readonly clock: Clock
  /** Ends the channel at once, with an AppError as its reason. */
  readonly ended: AbortSignal
  /** Makes the error of a connection that was lost. */
  readonly failure: (error: unknown) => AppError
  /** Whether the server answers elsewhere, asked where silence alone says nothing. */
  readonly isServerThere: () => Promise<boolean>
  readonly received: (bytes: number) => void
  /** Called once, when the channel is over. */
  readonly finished: (error: AppErrorBody | undefined) => void
}

/** Messages of servers are some 32 KB; what is far above is no channel of Kubernetes. */
const largestMessage = 16 * 1024 * 1024
/** So much may have come before somebody asks for it; then the connection is paused. */
const readAheadBytes = 256 * 1024
const pingMillis = 4000
/** Pings in a row without a byte in answer: after 12 to 16 seconds a connection counts as dead. */
const mostMissed = 3
/**
 * A server that hands input on to a process that reads none stops reading, pings too. The input of a
 * terminal holds some 4 KB, so silence is no proof after more than that was sent.
 */
const provingBytes = 4096
/** Time for the other side to say goodbye. */
const goodbyeMillis = 2000

/** A WebSocket as a client, over a connection whose handshake is done. */
export class Channel implements ChannelSocket {
  readonly protocol: string
  readonly messages: AsyncIterable<Uint8Array>
  readonly closed: Promise<ChannelEnd>
  readonly #options: ChannelOptions
  readonly #socket: Duplex
  readonly #sender: Sender
  readonly #end = Promise.withResolvers<ChannelEnd>()
  readonly #queue: Uint8Array[] = []
  #queued = 0
  #arrived = Promise.withResolvers<void>()
  #isOver = false
  #timer: Timer
  #missed = 0
  #hasHeard = false
  #unproven = 0
  #isAsking = false

  constructor(socket: Duplex, options: ChannelOptions) {
    this.protocol = options.protocol
    this.#options = options
    this.#socket = socket
    this.#sender = new Sender(socket)
    this.closed = this.#end.promise
    this.messages = { [Symbol.asyncIterator]: () => this.#read() }
    this.#timer = options.clock.after(pingMillis, () => this.#beat())
    options.ended.addEventListener('abort', this.#abort, { once: true })
    const tcp = socket as Partial<Socket>
    tcp.setNoDelay?.(true)
    tcp.setKeepAlive?.(true, 5000)
    this.#listen(this.#newReceiver())
    if (options.ended.aborted) this.#abort()
  }

  send(bytes: Uint8Array): Promise<void> {
    if (this.#isOver) return Promise.reject(this.#notOpen())
    this.#unproven += bytes.byteLength
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#sender.send(bytes, { binary: true, mask: true, fin: true }, error => {
      if (error) reject(this.#options.failure(error))
      else resolve()
    })
    return promise
  }

  close(): void {
    if (this.#isOver) return
    this.#queue.length = 0
    this.#sayGoodbye(1000)
    this.#finish({ code: 1000, reason: '' })
  }

  #newReceiver(): Receiver {
    const receiver = new Receiver({
      maxPayload: largestMessage,
      maxFragments: 128 * 1024,
      maxBufferedChunks: 1024 * 1024,
      skipUTF8Validation: true,
    })
    receiver.on('message', (bytes: Buffer) => this.#take(bytes))
    receiver.on('ping', (bytes: Buffer) => {
      if (!this.#isOver) this.#sender.pong(bytes, true)
    })
    receiver.on('conclude', (code: number, reason: Buffer) => {
      if (this.#isOver) return
      this.#sayGoodbye(code === 1005 ? undefined : code)
      this.#finish({ code, reason: reason.toString('utf8') })
    })
    receiver.on('error', (error: Error) => this.#lose(error))
    return receiver
  }

  #listen(receiver: Receiver): void {
    const socket = this.#socket
    socket.on('data', (chunk: Buffer) => {
      this.#hasHeard = true
      this.#unproven = 0
      this.#options.received(chunk.byteLength)
      receiver.write(chunk)
    })
    socket.on('error', error => this.#lose(error))
    socket.on('end', () => this.#lose(lost()))
    socket.on('close', () => this.#lose(lost()))
    socket.resume()
  }

  #take(bytes: Uint8Array): void {
    if (this.#isOver) return
    this.#queue.push(bytes)
    this.#queued += bytes.byteLength
    if (this.#queued >= readAheadBytes) this.#socket.pause()
    this.#arrived.resolve()
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const next = this.#queue.shift()
      if (next !== undefined) {
        this.#queued -= next.byteLength
        if (this.#queued < readAheadBytes) this.#resume()
        yield next
      } else if (this.#isOver) {
        return
      } else {
        this.#arrived = Promise.withResolvers()
        await this.#arrived.promise
      }
    }
  }

  #resume(): void {
    if (this.#isOver || !this.#socket.isPaused()) return
    this.#missed = 0
    this.#socket.resume()
  }

  /** Counts beats, not time: after a stand-still of this program the answer still lies unread. */
  #beat(): void {
    this.#timer = this.#options.clock.after(pingMillis, () => this.#beat())
    const isSilent = !this.#hasHeard && !this.#socket.isPaused()
    this.#missed = isSilent ? this.#missed + 1 : 0
    this.#hasHeard = false
    if (this.#missed >= mostMissed) void this.#doubt()
    // Behind bytes that nobody takes a ping would only wait.
    if (!this.#isOver && this.#socket.writableLength === 0) this.#sender.ping(new Uint8Array(), true)
  }

  async #doubt(): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    const isThere = this.#unproven > provingBytes && (await this.#options.isServerThere())
    this.#isAsking = false
    if (isThere) this.#missed = 0
    else if (this.#missed >= mostMissed) this.#lose(silent())
  }

  #sayGoodbye(code: number | undefined): void {
    this.#sender.close(code, '', true)
    this.#socket.end()
    // What still comes is of no interest, but the other side's end is.
    this.#socket.resume()
    const { clock } = this.#options
    const cut = clock.after(goodbyeMillis, () => this.#socket.destroy())
    this.#socket.once('close', () => cut.cancel())
  }

  #lose(error: unknown): void {
    if (this.#isOver) return
    const { body } = this.#options.failure(error)
    this.#finish({ code: 1006, reason: '', error: body })
    this.#socket.destroy()
  }

  readonly #abort = (): void => this.#lose(this.#options.ended.reason)

  #finish(end: ChannelEnd): void {
    this.#isOver = true
    this.#timer.cancel()
    this.#options.ended.removeEventListener('abort', this.#abort)
    this.#arrived.resolve()
    this.#end.resolve(end)
    this.#options.finished(end.error)
  }

  #notOpen(): AppError {
    return this.#options.failure(lost())
  }
}

function lost(): Error {
  return Object.assign(new Error('the connection ended'), { code: 'CHANNEL_LOST' })
}

function silent(): Error {
  return Object.assign(new Error('no answer to pings'), { code: 'CHANNEL_SILENT' })
}
