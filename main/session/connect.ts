import { AppError, type AppErrorBody } from '../../shared/errors/index.ts'
import type { Clock } from '../../shared/flow/index.ts'
import type { RequestRecording } from '../diagnostics/index.ts'
import { Channel } from './channel.ts'
import { networkFailure } from './failure.ts'
import { type HandshakeAnswer, handshake } from './handshake.ts'
import type { Link, Way } from './link.ts'
import { orAborted } from './orAborted.ts'
import { flatHeaders } from './response.ts'
import { statusError } from './statusError.ts'
import type { ChannelRequest, ChannelSocket } from './types.ts'

export interface ConnectOptions {
  readonly context: string
  readonly link: Link
  readonly clock: Clock
  /** Ends the handshake and the channel, with an AppError as its reason. */
  readonly ended: AbortSignal
  readonly recording: RequestRecording | undefined
  /** What a refusal says to the user. */
  readonly refusal: (error: AppError, way: Way) => AppError
  readonly isServerThere: () => Promise<boolean>
}

/**
 * Opens a WebSocket over a link; a 401 renews the credentials once and asks again. Nothing else is
 * repeated: what was asked for may run already.
 * @throws AppError
 */
export async function connect(request: ChannelRequest, options: ConnectOptions): Promise<ChannelSocket> {
  const { ended, link, recording } = options
  const failure = (error: unknown): AppError => networkFailure(error, link.destination, request.purpose)
  const signal = request.signal === undefined ? ended : AbortSignal.any([ended, request.signal])
  try {
    const { answer, way } = await answerOf(request, options, signal)
    if (answer.socket === null) throw refusalOf(answer, way, request, options)
    const protocol = String(answer.headers['sec-websocket-protocol'] ?? '')
    if (signal.aborted || !request.protocols.includes(protocol)) {
      answer.socket.destroy()
      signal.throwIfAborted()
      throw otherProtocol(protocol, request, options)
    }
    return new Channel(answer.socket, {
      protocol,
      clock: options.clock,
      ended,
      failure,
      isServerThere: options.isServerThere,
      received: bytes => recording?.received(bytes),
      finished: error => recording?.ended(error?.kind ?? null),
    })
  } catch (error) {
    const shown = request.signal?.aborted && !ended.aborted ? cancelled(request, options) : failure(error)
    recording?.ended(shown.body.kind)
    throw shown
  }
}

async function answerOf(
  request: ChannelRequest,
  { link, recording }: ConnectOptions,
  signal: AbortSignal,
): Promise<{ readonly answer: HandshakeAnswer; readonly way: Way }> {
  for (let mayRenew = true; ; mayRenew = false) {
    const way = await orAborted(link.open(), signal)
    const answer = await handshake(way, request, signal)
    recording?.answered(answer.status, answer.headers)
    if (answer.status !== 401 || !mayRenew || !(await orAborted(link.renew(way.grant), signal)))
      return { answer, way }
    recording?.repeated()
  }
}

function refusalOf(
  { status, headers, text }: HandshakeAnswer,
  way: Way,
  { purpose }: ChannelRequest,
  { context, refusal }: ConnectOptions,
): AppError {
  const error = statusError({ status, headers: flatHeaders(headers), text }, context, purpose)
  if (status >= 300) return refusal(error, way)
  const message = `The server, or a proxy in between, does not open WebSockets: it answered ${status} where a connection was asked for.`
  return new AppError({ kind: 'serverFault', context, resource: purpose, status, message })
}

function otherProtocol(
  protocol: string,
  { protocols, purpose }: ChannelRequest,
  { context }: ConnectOptions,
): AppError {
  const spoken = protocol === '' ? 'names no protocol' : `speaks ${protocol}`
  const message = `The server ${spoken} on the connection, where ${protocols.join(' or ')} was asked for.`
  return new AppError({ kind: 'serverFault', reason: 'OtherProtocol', context, resource: purpose, message })
}

function cancelled({ purpose }: ChannelRequest, { context }: ConnectOptions): AppError {
  const body: AppErrorBody = { kind: 'cancelled', message: 'The request was cancelled.' }
  return new AppError({ ...body, context, resource: purpose })
}
