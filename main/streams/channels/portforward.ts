import { Buffer } from 'node:buffer'
import { Duplex } from 'node:stream'
import { AppError, type AppErrorBody, isAppError } from '../../../shared/errors/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import { resourcePath } from '../../api/index.ts'
import type { ChannelSocket, ClusterSession } from '../../session/index.ts'

export interface PortPlace {
  readonly namespace: string
  readonly pod: string
  /** Number of the port; a container need not declare it. */
  readonly port: number
}

/**
 * One TCP connection to a port of a pod, as a stream. Bytes wait on either side while the other takes
 * none. The readable side ends when the pod's does; what goes wrong later destroys the stream with an
 * AppError. Ending the writable side is not told to the pod, which this protocol cannot
 * (docs/decisions/0009-port-forward.md).
 *
 * Source of the protocol: k8s.io/kubelet, pkg/cri/streaming/portforward/websocket.go.
 * @throws AppError when the server refuses, or cannot be reached
 */
export async function openPort(
  session: ClusterSession,
  place: PortPlace,
  signal?: AbortSignal,
): Promise<Duplex> {
  const { namespace, pod, port } = place
  const socket = await session.connect({
    path: resourcePath(pods, { namespace, name: pod, subresource: 'portforward' }),
    query: [['ports', String(port)]],
    protocols: ['v4.channel.k8s.io'],
    purpose: `forward to port ${port} of pod ${namespace}/${pod}`,
    ...(signal === undefined ? {} : { signal }),
  })
  return new PortStream(socket, place, session.context)
}

const pods = { group: '', version: 'v1', resource: 'pods' }
const dataChannel = 0
const errorChannel = 1
/** Each channel begins with the number of its port, little endian. */
const portBytes = 2
/** What a node says of an error is a line or two, in bytes. */
const longestError = 4096
/** Servers take a message whole before they pass it on, in bytes. */
const longestMessage = 65_536

class PortStream extends Duplex {
  readonly #socket: ChannelSocket
  readonly #messages: AsyncIterator<Uint8Array>
  readonly #place: PortPlace
  readonly #context: ContextId
  /** Bytes of each channel's beginning that are still to come. */
  readonly #awaited = [portBytes, portBytes]
  #number = 0
  #said = ''

  constructor(socket: ChannelSocket, place: PortPlace, context: ContextId) {
    super({ allowHalfOpen: true })
    this.#socket = socket
    this.#messages = socket.messages[Symbol.asyncIterator]()
    this.#place = place
    this.#context = context
  }

  override _read(): void {
    this.#receive().catch((error: unknown) => this.destroy(asError(error)))
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#send(chunk).then(
      () => done(),
      (error: unknown) => done(asError(error)),
    )
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.close()
    done(error)
  }

  async #send(chunk: Buffer): Promise<void> {
    for (let at = 0; at < chunk.byteLength; at += longestMessage) {
      const part = chunk.subarray(at, at + longestMessage)
      const message = Buffer.allocUnsafe(part.byteLength + 1)
      message[0] = dataChannel
      part.copy(message, 1)
      await this.#socket.send(message)
    }
  }

  /** Takes messages until one brings bytes for the reader. */
  async #receive(): Promise<void> {
    for (;;) {
      const { done, value } = await this.#messages.next()
      if (done === true) return await this.#ended()
      const [channel] = value
      if (channel !== dataChannel && channel !== errorChannel) continue
      const content = this.#afterPort(channel, Buffer.from(value.buffer, value.byteOffset, value.byteLength))
      if (content.byteLength === 0) continue
      if (channel === dataChannel) {
        this.push(content)
        return
      }
      this.#said = (this.#said + content.toString()).slice(0, longestError)
    }
  }

  #afterPort(channel: number, message: Buffer): Buffer {
    const awaited = this.#awaited[channel] ?? 0
    const taken = Math.min(awaited, message.byteLength - 1)
    if (taken === 0) return message.subarray(1)
    this.#awaited[channel] = awaited - taken
    if (channel === dataChannel) {
      for (let at = 0; at < taken; at++)
        this.#number |= (message[at + 1] ?? 0) << (8 * (portBytes - awaited + at))
      if (awaited === taken && this.#number !== this.#place.port) throw new AppError(this.#otherPort())
    }
    return message.subarray(1 + taken)
  }

  async #ended(): Promise<void> {
    const { error } = await this.#socket.closed
    if (this.#said !== '') throw new AppError(this.#refusal())
    if (error !== undefined) throw new AppError(error)
    this.push(null)
  }

  #refusal(): AppErrorBody {
    const { namespace, pod, port } = this.#place
    const isRefused = /connection refused/i.test(this.#said)
    const message = isRefused
      ? `Nothing listens on port ${port} in pod ${namespace}/${pod}.`
      : `The node ended the connection to port ${port} of pod ${namespace}/${pod}.`
    return { ...this.#body('unreachable', message), causes: [this.#said.trim()] }
  }

  #otherPort(): AppErrorBody {
    return this.#body('serverFault', `The node answered for port ${this.#number} instead.`)
  }

  #body(kind: AppErrorBody['kind'], message: string): AppErrorBody {
    const { namespace, pod, port } = this.#place
    return {
      kind,
      message,
      context: this.#context,
      resource: `forward to port ${port} of pod ${namespace}/${pod}`,
    }
  }
}

function asError(error: unknown): Error {
  return isAppError(error) || error instanceof Error ? error : new Error(String(error))
}
