import { type Backoff, backoffDelays, type Clock } from '../../shared/flow/index.ts'
import type { Transport, TransportEvents } from './transport.ts'

/** The part of the browser's `WebSocket` that is used. */
export interface SocketLike {
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((event: { readonly data: unknown }) => void) | null
  onclose: ((event: { readonly code: number }) => void) | null
}

/** Keeps the session key over a reload of the page. */
export interface KeyStore {
  read(): string | null
  write(key: string): void
}

export interface SocketOptions {
  readonly connect: () => SocketLike
  /** One-time token of the address the page was opened with, or null. */
  readonly token: string | null
  readonly session: KeyStore
  readonly clock: Clock
  readonly random: () => number
}

/** Close code of a server that does not know the token or the session key. */
const notAdmitted = 4401
const backoff: Backoff = { initial: 250, factor: 1.7, maximum: 5000, jitter: 0.4 }

/**
 * Frames over a WebSocket of the serve host. The first message shows the token, later ones the
 * session key it was exchanged for; frames flow once the server has answered.
 */
export function socketTransport(options: SocketOptions): Transport {
  return new SocketTransport(options)
}

class SocketTransport implements Transport {
  readonly #options: SocketOptions
  #socket: SocketLike | null = null
  #admitted = false
  #token: string | null
  #delays: Iterator<number>

  constructor(options: SocketOptions) {
    this.#options = options
    this.#token = options.token
    this.#delays = backoffDelays(backoff, options.random)
  }

  start(events: TransportEvents): void {
    const first = this.#firstMessage()
    if (first === null) {
      events.refused()
      return
    }
    const socket = this.#options.connect()
    this.#socket = socket
    socket.onopen = () => socket.send(first)
    socket.onmessage = ({ data }) => {
      if (typeof data !== 'string') return
      if (this.#admitted) events.frame(data)
      else this.#admit(data, events)
    }
    socket.onclose = ({ code }) => this.#closed(code, events)
  }

  send(frame: string): void {
    if (this.#admitted) this.#socket?.send(frame)
  }

  #firstMessage(): string | null {
    if (this.#token !== null) return JSON.stringify({ token: this.#token })
    const session = this.#options.session.read()
    return session === null ? null : JSON.stringify({ session })
  }

  #admit(data: string, events: TransportEvents): void {
    const answer: unknown = JSON.parse(data)
    if (typeof answer !== 'object' || answer === null || !('session' in answer)) return
    this.#token = null
    this.#options.session.write(String(answer.session))
    this.#admitted = true
    this.#delays = backoffDelays(backoff, this.#options.random)
    events.ready()
  }

  #closed(code: number, events: TransportEvents): void {
    this.#socket = null
    this.#admitted = false
    // A page opened from a used link may still hold the key of its earlier connection.
    if (code === notAdmitted && this.#token !== null && this.#options.session.read() !== null) {
      this.#token = null
      this.start(events)
      return
    }
    if (code === notAdmitted) {
      events.refused()
      return
    }
    events.lost()
    this.#options.clock.after(this.#delays.next().value ?? backoff.maximum, () => this.start(events))
  }
}
