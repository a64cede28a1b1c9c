import { createHash, randomBytes } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { Dispatcher } from 'undici'
import type { Way } from './link.ts'
import { orAborted } from './orAborted.ts'
import { agent } from './send.ts'
import type { ChannelRequest } from './types.ts'

type AnswerHeaders = Dispatcher.ResponseData['headers']

/** How a server answered the wish for a WebSocket. */
export interface HandshakeAnswer {
  readonly status: number
  readonly headers: AnswerHeaders
  /** The connection; null where the server answered anything else than 101. */
  readonly socket: Duplex | null
  /** Text of an answer that is no 101; cut where it gets absurdly long. */
  readonly text: string
}

/** A channel must be accepted within this time: a server asks the node first. */
const headersMillis = 30_000
const maximumErrorBytes = 200_000

/**
 * Asks a server for a WebSocket over a way. Resolves whatever the answer is.
 * @throws what undici throws when no answer came, and the reason of the signal as soon as it aborts
 */
export async function handshake(
  way: Way,
  request: ChannelRequest,
  signal: AbortSignal,
): Promise<HandshakeAnswer> {
  const answer = dispatched(way, request, signal)
  try {
    return await orAborted(answer, signal)
  } catch (error) {
    answer.then(
      ({ socket }) => socket?.destroy(),
      () => undefined,
    )
    throw error
  }
}

/** The same, but for a signal that is heard only once there is a connection, as undici has it. */
function dispatched(way: Way, request: ChannelRequest, signal: AbortSignal): Promise<HandshakeAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<HandshakeAnswer>()
  const key = randomBytes(16).toString('base64')
  let head: { readonly status: number; readonly headers: AnswerHeaders } | null = null
  let text = ''
  let abort = (): void => undefined
  const settled = (): void => signal.removeEventListener('abort', abort)
  const answered = (): void => {
    settled()
    if (head !== null) resolve({ ...head, socket: null, text })
  }
  const options = {
    origin: way.origin,
    path: `${way.basePath}${request.path}?${new URLSearchParams(request.query.map(([name, value]) => [name, value] as [string, string]))}`,
    method: 'GET' as const,
    upgrade: 'websocket',
    headersTimeout: headersMillis,
    bodyTimeout: headersMillis,
    headers: {
      'user-agent': agent,
      'sec-websocket-key': key,
      'sec-websocket-version': '13',
      'sec-websocket-protocol': request.protocols.join(', '),
      ...(way.headers as Record<string, string | string[]>),
    },
  }
  way.channels.dispatch(options, {
    onRequestStart: controller => {
      abort = () => controller.abort(asError(signal.reason))
      if (signal.aborted) abort()
      else signal.addEventListener('abort', abort, { once: true })
    },
    onRequestUpgrade: (_controller, status, headers, socket) => {
      settled()
      const isOurs = headers['sec-websocket-accept'] === acceptOf(key)
      if (isOurs) return resolve({ status, headers, socket, text: '' })
      socket.destroy()
      reject(new Error('the answer to the handshake of the WebSocket is not one to ours'))
    },
    onResponseStart: (_controller, status, headers) => {
      head = { status, headers }
    },
    onResponseData: (controller, chunk) => {
      text += chunk.toString('utf8')
      if (text.length < maximumErrorBytes) return
      answered()
      controller.abort(new Error('the answer is longer than anybody reads'))
    },
    onResponseEnd: answered,
    onResponseError: (_controller, error) => {
      settled()
      reject(error)
    },
  })
  return promise
}

/** RFC 6455, section 4.2.2. */
function acceptOf(key: string): string {
  return createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}
