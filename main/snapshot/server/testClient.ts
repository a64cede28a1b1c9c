import { type IncomingHttpHeaders, request } from 'node:http'
import { createInterface } from 'node:readline'
import { gunzipSync } from 'node:zlib'

/** HTTP over the socket of a server under test, for the tests of this folder. */

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Body, decompressed. */
  readonly text: string
}

export interface AskOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export const tableForm = 'application/json;as=Table;v=v1;g=meta.k8s.io'

export function ask(socketPath: string, path: string, options: AskOptions = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body } = options
  return new Promise((resolve, reject) => {
    // Said by hand, as a DELETE is taken to have no body.
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(
      { socketPath, path, method, headers: { ...length, ...headers }, agent: false },
      response => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const bytes = Buffer.concat(chunks)
          const isGzipped = response.headers['content-encoding'] === 'gzip'
          const text = (isGzipped ? gunzipSync(bytes) : bytes).toString('utf8')
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

export async function askJson<T>(
  socketPath: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  return JSON.parse((await ask(socketPath, path, { headers })).text) as T
}

interface WatchedMetadata {
  readonly name?: string
  readonly resourceVersion?: string
  readonly labels?: Readonly<Record<string, string>>
}

interface WatchLine {
  readonly type: string
  readonly object: {
    readonly kind: string
    readonly metadata: WatchedMetadata
    readonly columnDefinitions?: readonly object[] | null
    readonly rows?: readonly {
      readonly cells: readonly unknown[]
      readonly object: { readonly metadata: WatchedMetadata }
    }[]
  }
}

/** An open watch: lines as they come. */
export interface OpenWatch {
  readonly lines: readonly WatchLine[]
  /** Resolves when there are `count` lines; rejects when the watch ends before. */
  until(count: number): Promise<readonly WatchLine[]>
  /** Resolves when the server ends the watch. */
  readonly ended: Promise<void>
  abort(): void
}

export function openWatch(socketPath: string, path: string, accept = 'application/json'): OpenWatch {
  const lines: WatchLine[] = []
  const waiting = new Set<() => void>()
  let isOver = false
  const abort = new AbortController()
  const ended = new Promise<void>(resolve => {
    const sent = request(
      { socketPath, path, headers: { accept }, agent: false, signal: abort.signal },
      response => {
        const reader = createInterface({ input: response })
        reader.on('line', line => {
          lines.push(JSON.parse(line) as WatchLine)
          for (const check of waiting) check()
        })
        reader.on('close', finish)
        reader.on('error', finish)
        response.on('error', finish)
      },
    )
    function finish(): void {
      isOver = true
      for (const check of waiting) check()
      resolve()
    }
    sent.on('error', finish)
    sent.end()
  })
  const until = (count: number): Promise<readonly WatchLine[]> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        if (lines.length >= count) resolve(lines)
        else if (isOver)
          reject(new Error(`the watch ended after ${lines.length} lines: ${JSON.stringify(lines.at(-1))}`))
        else return
        waiting.delete(check)
      }
      waiting.add(check)
      check()
    })
  return { lines, until, ended, abort: () => abort.abort() }
}
