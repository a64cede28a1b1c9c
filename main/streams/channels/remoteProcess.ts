import { AppError } from '../../../shared/errors/index.ts'
import type { ChannelSocket } from '../../session/index.ts'
import { ByteQueue } from './byteQueue.ts'
import { outcomeOf, type ProcessPlace, unknownOutcome } from './outcome.ts'

/** A process of a container with its ends in our hands. */
export interface RemoteProcess {
  /** Standard output, with a terminal everything. Must be read to its end: the process waits for its reader. */
  readonly output: AsyncIterable<Uint8Array>
  /** Standard error. Until somebody reads it, its last 64 KB are kept and it keeps nobody waiting. */
  readonly errors: AsyncIterable<Uint8Array>
  /** Resolves when the bytes were handed to the connection, in the order of the calls. @throws AppError */
  write(bytes: Uint8Array): Promise<void>
  /**
   * Closes standard input and leaves the output open.
   * @throws AppError `invalid`, reason `NoHalfClose`, where the server is too old for it
   */
  endInput(): Promise<void>
  resize(columns: number, rows: number): void
  /** Rejects with an AppError where the connection was lost: then nothing is known of the process. */
  readonly exit: Promise<{ readonly code: number }>
  /** Ends the connection; what becomes of the process is up to the cluster. */
  close(): void
}

/** Source: kubernetes, k8s.io/apimachinery/pkg/util/remotecommand/constants.go. */
export const protocols = ['v5.channel.k8s.io', 'v4.channel.k8s.io'] as const
const channel = { input: 0, output: 1, errors: 2, status: 3, resize: 4, close: 255 } as const
/** As kubectl sends it. Servers of old take no messages that are much larger. */
const largestChunk = 32 * 1024
const longestStatus = 64 * 1024

export function overSocket(socket: ChannelSocket, hasInput: boolean, place: ProcessPlace): RemoteProcess {
  return new SocketProcess(socket, hasInput, place)
}

class SocketProcess implements RemoteProcess {
  readonly output = new ByteQueue()
  readonly errors = new ByteQueue(true)
  readonly exit: Promise<{ readonly code: number }>
  readonly #socket: ChannelSocket
  readonly #place: ProcessPlace
  readonly #ended = Promise.withResolvers<{ readonly code: number }>()
  #mayWrite: boolean
  #written: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(socket: ChannelSocket, hasInput: boolean, place: ProcessPlace) {
    this.#socket = socket
    this.#place = place
    this.#mayWrite = hasInput
    this.exit = this.#ended.promise
    // Not everybody asks how it ended.
    this.exit.catch(() => undefined)
    void this.#read()
  }

  write(bytes: Uint8Array): Promise<void> {
    if (!this.#mayWrite) return Promise.reject(this.#noInput())
    return this.#inOrder(async () => {
      for (let at = 0; at < bytes.byteLength; at += largestChunk)
        await this.#socket.send(framed(channel.input, bytes.subarray(at, at + largestChunk)))
    })
  }

  endInput(): Promise<void> {
    if (!this.#mayWrite) return Promise.reject(this.#noInput())
    if (this.#socket.protocol !== protocols[0]) return Promise.reject(this.#noHalfClose())
    this.#mayWrite = false
    return this.#inOrder(() => this.#socket.send(Uint8Array.of(channel.close, channel.input)))
  }

  resize(columns: number, rows: number): void {
    const size = Buffer.from(JSON.stringify({ Width: columns, Height: rows }))
    // A connection that is over says so by `exit`.
    this.#socket.send(framed(channel.resize, size)).catch(() => undefined)
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#mayWrite = false
    this.output.discard()
    this.errors.discard()
    this.#socket.close()
  }

  #inOrder(work: () => Promise<void>): Promise<void> {
    const done = this.#written.then(work)
    this.#written = done.catch(() => undefined)
    return done
  }

  async #read(): Promise<void> {
    let status = ''
    for await (const message of this.#socket.messages) {
      const bytes = message.subarray(1)
      if (message[0] === channel.output) await this.output.push(bytes)
      else if (message[0] === channel.errors) await this.errors.push(bytes)
      else if (message[0] === channel.status) {
        status = (status + Buffer.from(bytes).toString('utf8')).slice(0, longestStatus)
        this.#settle(status)
      }
    }
    const { error } = await this.#socket.closed
    this.#mayWrite = false
    this.output.end()
    this.errors.end()
    this.#ended.reject(this.#lost(error?.message))
  }

  /** The word on how it ended comes in one message, as a rule. */
  #settle(status: string): void {
    if (!isWhole(status)) return
    const outcome = outcomeOf(status, this.#place)
    if (outcome instanceof AppError) this.#ended.reject(outcome)
    else this.#ended.resolve(outcome)
  }

  #lost(why = 'The connection ended before it did.'): AppError {
    if (!this.#isClosed) return unknownOutcome(this.#place, why)
    return new AppError({
      kind: 'cancelled',
      context: this.#place.context,
      message: 'The connection was closed.',
    })
  }

  #noInput(): AppError {
    const message = `The standard input of the process in pod ${this.#place.pod} is not open.`
    return new AppError({ kind: 'invalid', reason: 'NoInput', context: this.#place.context, message })
  }

  #noHalfClose(): AppError {
    const message =
      'This cluster cannot close the input of a process and leave its output open: it speaks v4.channel.k8s.io, and v5 came with Kubernetes 1.30.'
    return new AppError({ kind: 'invalid', reason: 'NoHalfClose', context: this.#place.context, message })
  }
}

function framed(number: number, bytes: Uint8Array): Uint8Array {
  const message = Buffer.allocUnsafe(bytes.byteLength + 1)
  message[0] = number
  message.set(bytes, 1)
  return message
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
