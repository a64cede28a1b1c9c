import type { IncomingMessage } from 'node:http'
import { deepest } from '../../../shared/admission/values/index.ts'
import { badRequest, StatusError } from './status.ts'

/** Most that a body may have, in bytes: the limit of the real server. */
export const bodyLimit = 3 * 1024 * 1024

/** The text of a body. @throws StatusError 413 for one that is too long */
export function readBody(request: IncomingMessage, limit = bodyLimit): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= limit) chunks.push(chunk)
      else chunks.length = 0
    })
    request.on('error', reject)
    // What is too long is read to its end, so that the answer finds whoever is still sending.
    request.on('end', () => {
      if (length <= limit) resolve(Buffer.concat(chunks).toString('utf8'))
      else reject(tooLong(limit))
    })
  })
}

const tooLong = (limit: number): StatusError =>
  new StatusError(413, 'RequestEntityTooLarge', `Request entity too large: limit is ${limit}`)

/** The value of a JSON text. @param what named in the message. @throws StatusError 400 */
export function parseJson(text: string, what: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw badRequest(`${what}: ${error.message}`)
    throw error
  }
  if (isTooDeep(value)) throw badRequest(`${what}: json: exceeded max depth`)
  return value
}

function isTooDeep(value: unknown): boolean {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue
    if (next.depth >= deepest) return true
    for (const child of Object.values(next.value)) open.push({ value: child, depth: next.depth + 1 })
  }
  return false
}

/** The media type of a body, without its parameters. */
export function mediaType(request: IncomingMessage, otherwise = ''): string {
  const [type = ''] = (request.headers['content-type'] ?? otherwise).split(';')
  return type.trim().toLowerCase()
}

/** @param accepted media types that would be taken */
export function unsupportedMediaType(accepted: readonly string[]): StatusError {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`
  return new StatusError(415, 'UnsupportedMediaType', message)
}
