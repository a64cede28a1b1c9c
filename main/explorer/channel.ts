import { isAppError } from '../../shared/errors/index.ts'
import type { Clock } from '../../shared/flow/index.ts'
import type { ChannelFrame, OpenState } from '../../shared/ipc/index.ts'
import type { ChannelSocket, ClusterSession } from '../session/index.ts'
import { hexDump } from './answer.ts'
import type { BuiltRequest } from './request.ts'

type Message = ChannelFrame['messages'][number]

const mostWaiting = 1000
/** Bytes of a message that are shown. */
const mostShown = 64_000

/** Source: kubernetes, k8s.io/apimachinery/pkg/util/remotecommand/constants.go. */
const remoteProtocols = ['v5.channel.k8s.io', 'v4.channel.k8s.io']
const remoteChannels = ['stdin', 'stdout', 'stderr', 'status', 'resize']

export interface ChannelOptions {
  readonly clock: Clock
  readonly notify: () => void
  readonly onBug: (error: unknown) => void
}

/** A WebSocket to a pod while somebody looks: its messages as they come, by channel. */
export class OpenChannel implements OpenState<{ readonly input: string }, ChannelFrame> {
  readonly #request: BuiltRequest
  readonly #options: ChannelOptions
  readonly #ended = new AbortController()
  readonly #isForward: boolean
  #socket: ChannelSocket | null = null
  #phase: ChannelFrame['phase'] = 'connecting'
  #waiting: Message[] = []
  #total = 0
  #skipped = 0
  #code: number | undefined
  #error: ChannelFrame['error']
  #isChanged = true

  constructor(session: ClusterSession, request: BuiltRequest, options: ChannelOptions) {
    this.#request = request
    this.#options = options
    this.#isForward = request.operation.subresource === 'portforward'
    queueMicrotask(options.notify)
    this.#run(session).catch(options.onBug)
  }

  take(): ChannelFrame | undefined {
    if (!this.#isChanged) return undefined
    this.#isChanged = false
    const messages = this.#waiting
    this.#waiting = []
    return {
      ...{ phase: this.#phase, protocol: this.#socket?.protocol ?? '' },
      ...{ messages, total: this.#total, skipped: this.#skipped },
      ...(this.#code === undefined ? {} : { code: this.#code }),
      ...(this.#error === undefined ? {} : { error: this.#error }),
    }
  }

  /** Sends a line to standard input, or to the first port. */
  update({ input }: { readonly input: string }): void {
    if (input === '' || this.#socket === null) return
    const bytes = Buffer.concat([Buffer.of(0), Buffer.from(input)])
    // A connection that is over says so by its end.
    this.#socket.send(bytes).catch(() => undefined)
  }

  close(): void {
    this.#ended.abort()
    this.#socket?.close()
  }

  async #run(session: ClusterSession): Promise<void> {
    try {
      const { path, query, operation } = this.#request
      const socket = await session.connect({
        path,
        query,
        protocols: this.#isForward ? ['v4.channel.k8s.io'] : remoteProtocols,
        purpose: operation.documentation === '' ? `connect to ${path}` : operation.documentation,
        signal: this.#ended.signal,
      })
      this.#socket = socket
      this.#set('open')
      for await (const message of socket.messages) this.#add(Buffer.from(message))
      const end = await socket.closed
      this.#code = end.code
      this.#error = end.error
      this.#set(end.error === undefined ? 'ended' : 'failed')
    } catch (error) {
      if (this.#ended.signal.aborted) return
      if (!isAppError(error)) throw error
      this.#error = error.body
      this.#set('failed')
    }
  }

  #set(phase: ChannelFrame['phase']): void {
    this.#phase = phase
    this.#changed()
  }

  #add(message: Buffer): void {
    if (message.byteLength === 0) return
    const content = message.subarray(1)
    this.#waiting.push({
      seq: this.#total++,
      at: this.#options.clock.now(),
      channel: this.#nameOf(message[0] ?? 0),
      bytes: content.byteLength,
      text: shown(content.subarray(0, mostShown)),
    })
    if (this.#waiting.length > mostWaiting) {
      this.#waiting.shift()
      this.#skipped++
    }
    this.#changed()
  }

  /** Of a port there are two channels, of its data and of its errors. */
  #nameOf(channel: number): string {
    if (!this.#isForward) return remoteChannels[channel] ?? `channel ${channel}`
    const ports = this.#request.query.filter(([name]) => name === 'ports').map(([, value]) => value)
    return `${channel % 2 === 0 ? 'port' : 'error of port'} ${ports[Math.floor(channel / 2)] ?? channel}`
  }

  #changed(): void {
    if (this.#ended.signal.aborted) return
    this.#isChanged = true
    this.#options.notify()
  }
}

function shown(bytes: Buffer): string {
  return bytes.includes(0) ? hexDump(bytes.subarray(0, 1024)) : bytes.toString('utf8')
}
