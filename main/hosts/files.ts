import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { contentSecurityPolicy, withNonce } from './csp.ts'

export interface PageFile {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
}

/**
 * One file of the renderer, with the headers both hosts send. Paths outside `folder` and kinds
 * of files that the renderer has none of answer 404.
 * @param path the URL's path, still encoded
 */
export async function pageFile(folder: string, path: string, connect: readonly string[]): Promise<PageFile> {
  const name = localName(path)
  const type = name === null ? undefined : types[extname(name)]
  if (name === null || type === undefined) return notFound
  let body: Uint8Array
  try {
    body = await readFile(join(folder, name))
  } catch {
    return notFound
  }
  const common = {
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }
  if (name !== 'index.html') {
    return { status: 200, headers: { ...common, 'cache-control': 'max-age=31536000, immutable' }, body }
  }
  const nonce = randomBytes(16).toString('base64')
  const html = withNonce(Buffer.from(body).toString('utf8'), nonce)
  const headers = {
    ...common,
    'cache-control': 'no-store',
    'content-security-policy': contentSecurityPolicy(nonce, connect),
  }
  return { status: 200, headers, body: Buffer.from(html) }
}

const notFound: PageFile = {
  status: 404,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  body: Buffer.from('There is no such file.'),
}

/** Path of a file below the renderer's folder, or null for what would leave it. */
function localName(path: string): string | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    return null
  }
  if (decoded.includes('\0') || decoded.includes('\\')) return null
  const name = normalize(decoded).replace(/^\/+/, '')
  if (name.split(sep).includes('..')) return null
  return name === '' || name === '.' ? 'index.html' : name
}
