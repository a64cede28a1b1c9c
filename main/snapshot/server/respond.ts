import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createGzip, gunzipSync } from 'node:zlib'
import type { OpenApiDocument } from '../catalog/index.ts'
import type { StatusError } from './status.ts'
import { warningHeaders } from './warnings.ts'

/** Smaller answers go uncompressed: the real server's threshold. */
const gzipFrom = 128 * 1024

function acceptsGzip(request: IncomingMessage): boolean {
  return /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
}

export function sendJson(
  response: ServerResponse,
  value: object,
  code = 200,
  headers: Readonly<Record<string, string | readonly string[]>> = {},
): void {
  const body = Buffer.from(JSON.stringify(value))
  response.writeHead(code, {
    'content-type': 'application/json',
    'cache-control': 'no-cache, private',
    'content-length': body.length,
    ...headers,
  })
  response.end(body)
}

export function sendText(response: ServerResponse, text: string, code = 200): void {
  response.writeHead(code, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(text)
}

export function sendStatus(response: ServerResponse, { status, warnings }: StatusError): void {
  sendJson(response, status, status.code, warningsOf(warnings))
}

/** The headers that carry warnings; none without. */
export function warningsOf(warnings: readonly string[]): Readonly<Record<string, readonly string[]>> {
  return warnings.length === 0 ? {} : { warning: warningHeaders(warnings) }
}

/**
 * Sends text piece by piece, as fast as the receiver takes it, compressed when it is large and
 * the receiver reads gzip.
 */
export async function sendPieces(
  request: IncomingMessage,
  response: ServerResponse,
  pieces: Generator<string>,
): Promise<void> {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache, private', vary: 'Accept' }
  let start = ''
  let next = pieces.next()
  while (next.done !== true && start.length < gzipFrom) {
    start += next.value
    next = pieces.next()
  }
  if (next.done === true && (start.length < gzipFrom || !acceptsGzip(request))) {
    const body = Buffer.from(start)
    response.writeHead(200, { ...headers, 'content-length': body.length })
    response.end(body)
    return
  }
  const isGzipped = acceptsGzip(request)
  response.writeHead(200, isGzipped ? { ...headers, 'content-encoding': 'gzip' } : headers)
  const sink = isGzipped ? createGzip({ level: 1 }) : response
  if (sink !== response) sink.pipe(response)
  sink.write(start)
  while (next.done !== true && !response.destroyed) {
    if (!sink.write(next.value)) await drained(sink, response)
    next = pieces.next()
    // Lists of many objects take a while: other requests get their turn in between.
    await new Promise(setImmediate)
  }
  sink.end()
}

/** Waits until `sink` takes more, or until the receiver is gone. */
async function drained(sink: NodeJS.EventEmitter, response: ServerResponse): Promise<void> {
  const abort = new AbortController()
  const stop = (): void => abort.abort()
  response.once('close', stop)
  if (response.destroyed) stop()
  try {
    await once(sink, 'drain', { signal: abort.signal })
  } catch (error) {
    if (!abort.signal.aborted) throw error
  } finally {
    response.off('close', stop)
  }
}

export function sendDocument(
  request: IncomingMessage,
  response: ServerResponse,
  document: OpenApiDocument,
): void {
  const tag = `"${document.tag}"`
  if (request.headers['if-none-match'] === tag) {
    response.writeHead(304, { etag: tag })
    response.end()
    return
  }
  const isGzipped = document.form === 'gzip' && acceptsGzip(request)
  const body =
    document.form === 'json'
      ? Buffer.from(document.text)
      : isGzipped
        ? document.bytes
        : gunzipSync(document.bytes)
  response.writeHead(200, {
    'content-type': 'application/json',
    etag: tag,
    vary: 'Accept',
    'content-length': body.length,
    ...(isGzipped ? { 'content-encoding': 'gzip' } : {}),
  })
  response.end(body)
}
