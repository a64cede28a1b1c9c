import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { Handlers } from '../../../shared/ipc/index.ts'
import { type ServeHost, serve } from './index.ts'

let page: string
let host: ServeHost
const html = '<!doctype html><meta name="csp-nonce" content=""><title>page</title>'

beforeAll(async () => {
  page = await mkdtemp(join(tmpdir(), 'page-'))
  await writeFile(join(page, 'index.html'), html)
  await writeFile(join(page, 'app.js'), 'export {}')
  await writeFile(join(page, 'secret.key'), 'no kind of ours')
  host = await start()
})
afterAll(async () => {
  await host.close()
  await rm(page, { recursive: true })
})

const start = (): Promise<ServeHost> =>
  serve({ handlers: {} as Handlers, page, port: 0, log: { error: () => undefined } })

interface Got {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly body: string
}

const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: host.port, path, method, headers }, response => {
      let body = ''
      response.on('data', chunk => {
        body += String(chunk)
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
      .on('error', reject)
      .end()
  })

/** First text of a connection that shows `first`, or the close code or status it ended with. */
const dial = (
  to: ServeHost,
  first: object | null,
  options: { origin?: string; host?: string; path?: string } = {},
) =>
  new Promise<string>(resolve => {
    const origin = options.origin ?? `http://127.0.0.1:${to.port}`
    const headers = options.host === undefined ? {} : { host: options.host }
    const socket = new WebSocket(`ws://127.0.0.1:${to.port}${options.path ?? '/ws'}`, { origin, headers })
    socket.on('open', () => first !== null && socket.send(JSON.stringify(first)))
    socket.on('message', data => {
      resolve(data.toString())
      socket.close()
    })
    socket.on('close', code => resolve(`closed ${code}`))
    socket.on('error', error => resolve(error.message))
  })

const tokenOf = (to: ServeHost): string => new URL(to.address).hash.replace('#token=', '')

describe('files', () => {
  it('come with the policy, a nonce of their own each time, and nothing cached of the page', async () => {
    const [first, second] = [await get('/'), await get('/index.html')]
    const policy = String(first.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|\*/)
    expect(policy).toContain(`connect-src ws://127.0.0.1:${host.port};`)
    const nonce = /content="([^"]+)"/.exec(first.body)?.[1]
    expect(policy).toContain(`'nonce-${nonce}'`)
    expect(second.body).not.toContain(String(nonce))
    expect(first.headers['cache-control']).toBe('no-store')
  })

  it.each([
    '/../package.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2fetc/passwd',
    '/a%00.js',
    '/%',
    '/secret.key',
    '/none.js',
    '/..\\x.js',
  ])('outside the page are not there: %s', async path => {
    expect((await get(path)).status).toBe(404)
  })

  it('are refused to a foreign Host and to other methods', async () => {
    expect((await get('/', { host: 'evil.example' })).status).toBe(403)
    expect((await get('/', { host: `evil.example:${host.port}` })).status).toBe(403)
    expect((await get('/', {}, 'POST')).status).toBe(405)
  })
})

describe('the WebSocket', () => {
  it('opens once for the token, and again for the session key it was exchanged for', async () => {
    const own = await start()
    const first = await dial(own, { token: tokenOf(own) })
    const { session } = JSON.parse(first) as { session: string }
    expect(await dial(own, { token: tokenOf(own) })).toBe('closed 4401')
    expect(JSON.parse(await dial(own, { session }))).toEqual({ session })
    await own.close()
  })

  it.each([
    ['a wrong token', { token: 'x' }],
    ['an empty token', { token: '' }],
    ['an unknown session', { session: 'x' }],
    ['a message of the protocol before the token', { type: 'cancel', id: 1 }],
  ])('closes for %s', async (_name, first) => {
    expect(await dial(host, first)).toBe('closed 4401')
  })

  it('refuses a foreign Origin, a foreign Host and another path', async () => {
    expect(await dial(host, null, { origin: 'http://evil.example' })).toContain('403')
    expect(await dial(host, null, { host: 'evil.example', origin: 'http://evil.example' })).toContain('403')
    expect(await dial(host, null, { path: '/other' })).toContain('404')
  })
})

it('a port that is taken is an error that names it', async () => {
  await expect(
    serve({ handlers: {} as Handlers, page, port: host.port, log: { error: () => undefined } }),
  ).rejects.toThrow(String(host.port))
})
