import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { AppError, type AppErrorBody } from '../../shared/errors/index.ts'
import type { ApiRequest, ApiResponse } from './types.ts'
import { parseWarnings } from './warnings.ts'

type Answer = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'> & { readonly body: Readable }

interface ResponseOptions {
  /** Makes the error that reading the body throws. */
  readonly failure: (error: unknown) => AppError
  /** Called once, when the body ended, failed or was disposed of. */
  readonly ended: () => void
  /** Told the size of each part of the body that is read, in bytes. */
  readonly received?: ((bytes: number) => void) | undefined
}

/** What comes from a captive portal, a login page of a proxy or a wrong address, with status 200. */
export const webPage: AppErrorBody = {
  kind: 'serverFault',
  reason: 'WebPage',
  message:
    'A web page came instead of an answer of the Kubernetes API: a login page of the network or of a proxy may be in between, or the address is that of a web site.',
}

/** True for HTML where JSON was asked for. */
export function isUnwantedPage({ accept = 'application/json' }: ApiRequest, answer: Answer): boolean {
  const type = valuesOf(answer.headers['content-type']).join()
  return /json/i.test(accept) && /^\s*(text\/html|application\/xhtml\+xml)/i.test(type)
}

/** Wraps an answer of undici: headers as plain text, body decompressed, errors ours. */
export function toResponse(answer: Answer, options: ResponseOptions): ApiResponse {
  const headers = flatHeaders(answer.headers)
  const body = headers['content-encoding'] === 'gzip' ? decompressed(answer.body) : answer.body
  body.once('close', options.ended)
  // Without a reader an error has nobody to go to; those who read get it from the iterator.
  body.on('error', () => undefined)
  const read = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body) {
        options.received?.((chunk as Uint8Array).byteLength)
        yield chunk as Uint8Array
      }
    } catch (error) {
      throw options.failure(error)
    }
  }
  const text = async (): Promise<string> => {
    const chunks: Uint8Array[] = []
    for await (const chunk of read()) chunks.push(chunk)
    return Buffer.concat(chunks).toString('utf8')
  }
  return {
    status: answer.statusCode,
    headers,
    warnings: parseWarnings(valuesOf(answer.headers.warning)),
    body: { [Symbol.asyncIterator]: read },
    text,
    json: async () => parseJson(await text()),
    dispose: () => {
      body.destroy()
      answer.body.destroy()
    },
  }
}

function decompressed(body: Readable): Readable {
  const gunzip = createGunzip()
  body.on('error', error => gunzip.destroy(error))
  gunzip.on('close', () => body.destroy())
  return body.pipe(gunzip)
}

/** An answer as JSON. @throws AppError `serverFault` for a text that is none */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const message = 'The server sent an answer that is not readable as JSON.'
    // The parser's own words quote the answer; they go no further.
    throw new AppError(/^\s*</.test(text) ? webPage : { kind: 'serverFault', message })
  }
}

export function flatHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const flat: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [name, value] of Object.entries(headers)) flat[name.toLowerCase()] = valuesOf(value).join(', ')
  return flat
}

function valuesOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return []
  return typeof value === 'string' ? [value] : value
}
