import type { Dispatcher } from 'undici'
import { AppError } from '../../shared/errors/index.ts'
import type { Way } from './link.ts'
import type { ApiRequest } from './types.ts'
import { isReview, refuseWrites } from './writes.ts'

const defaultIdleMillis = 30_000
/** Even a watch must be accepted within this time. */
const watchHeadersMillis = 60_000

export const agent = `gatehouse (${process.platform})`

/**
 * Sends one request over a way and resolves with the head of the answer, whatever its status.
 * @param isProtected whether even what the user agreed to is refused
 * @throws AppError for what could change a cluster, and for a user that cannot be acted as
 */
export async function send(
  way: Way,
  request: ApiRequest,
  isProtected: boolean,
): Promise<Dispatcher.ResponseData> {
  refuseWrites(request, isProtected)
  refuseSecondIdentity(way, request)
  const isWatch = request.idleTimeout === null
  const idle = request.idleTimeout ?? defaultIdleMillis
  return way.dispatcher.request({
    origin: way.origin,
    path: `${way.basePath}${request.path}${queryOf(request)}`,
    method: request.method,
    headers: {
      accept: request.accept ?? 'application/json',
      'user-agent': agent,
      // A watch is a trickle: compression would hold its events back.
      ...(way.mayCompress && !isWatch ? { 'accept-encoding': 'gzip' } : {}),
      ...(request.body === undefined ? {} : { 'content-type': request.contentType ?? 'application/json' }),
      ...(request.headers as Record<string, string | string[]> | undefined),
      ...(way.headers as Record<string, string | string[]>),
    },
    body: request.body ?? null,
    headersTimeout: isWatch ? watchHeadersMillis : idle,
    bodyTimeout: isWatch ? 0 : idle,
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  })
}

/** Of two users to act as the server would take one, and nobody would be told which. */
function refuseSecondIdentity(way: Way, { headers, purpose }: ApiRequest): void {
  if (headers?.['impersonate-user'] === undefined || way.headers['impersonate-user'] === undefined) return
  throw new AppError({
    kind: 'invalid',
    reason: 'ActsAsAnother',
    resource: purpose,
    message: 'The context itself acts as another user, who cannot act as a third one.',
  })
}

function queryOf({ query }: ApiRequest): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) parameters.append(name, String(value))
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

/** Reads, and reviews, which change nothing: these may be sent twice. What a user agreed to leaves once. */
export function isRepeatable({ method, path, consent }: ApiRequest): boolean {
  if (consent !== undefined) return false
  return method === 'GET' || (method === 'POST' && isReview(path))
}

const maximumErrorBytes = 200_000

/** Text of an answer that is an error; cut where it gets absurdly long. */
export async function errorText(answer: Dispatcher.ResponseData): Promise<string> {
  let text = ''
  answer.body.setEncoding('utf8')
  for await (const chunk of answer.body) {
    text += String(chunk)
    if (text.length > maximumErrorBytes) break
  }
  return text
}
