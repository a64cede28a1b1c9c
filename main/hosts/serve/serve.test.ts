import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
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

/** The whole answer to lines as they are, for what no client library would send. */
const raw = (lines: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(host.port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
    let text = ''
    socket.on('data', chunk => {
      text += String(chunk)
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })

describe('a request by hand', () => {
  it.each([
    ['no Host', ['GET / HTTP/1.0']],
    ['an empty Host', ['GET / HTTP/1.1', 'Host:', 'Connection: close']],
    ['a Host of another port', ['GET / HTTP/1.1', 'Host: 127.0.0.1:1', 'Connection: close']],
    [
      'a name that was made to mean loopback',
      ['GET / HTTP/1.1', 'Host: rebound.example', 'Connection: close'],
    ],
    ['all addresses', ['GET / HTTP/1.1', 'Host: 0.0.0.0', 'Connection: close']],
  ])('with %s gets no page', async (_name, lines) => {
    const answer = await raw(lines)
    expect(answer).toMatch(/^HTTP\/1\.1 40[03]/)
    expect(answer).not.toContain('<title>')
  })

  it.each([
    '/../serve.ts',
    '//etc/passwd',
    '/./../../etc/passwd',
    '/assets/../../x.js',
    'http://evil.example/',
  ])('for %s gets no file from outside the page', async path => {
    const answer = await raw([`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${host.port}`, 'Connection: close'])
    expect(answer).toMatch(/^HTTP\/1\.1 404/)
  })

  it('for a link that leads out of the page’s folder gets nothing of what it leads to', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'outside-'))
    await writeFile(join(outside, 'x.js'), 'secret')
    expect((await get(`/${relative(page, join(outside, 'x.js'))}`)).status).toBe(404)
    await rm(outside, { recursive: true })
  })

  it('is never told more than the page needs: no CORS, no cookies, no framing, no sniffing, no referrer', async () => {
    const { headers } = await get('/', { origin: 'http://evil.example' })
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers['set-cookie']).toBeUndefined()
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    expect(String(headers['content-security-policy'])).toContain("frame-ancestors 'none'")
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
    ['no key at all', {}],
    ['a token that is no text', { token: ['x'] }],
    ['a session of a prototype', { session: '__proto__' }],
    ['a message of the protocol before the token', { type: 'cancel', id: 1 }],
  ])('closes for %s', async (_name, first) => {
    expect(await dial(host, first)).toBe('closed 4401')
  })

  it('closes for a first message larger than any key, unread, and for one that is no JSON', async () => {
    expect(await dial(host, { token: 'x'.repeat(2 * 1024 * 1024) })).toMatch(/closed (1009|1006)/)
    expect(await dial(host, { token: 'x'.repeat(100_000) })).toBe('closed 4401')
    expect(await dial(host, 'token' as unknown as object)).toBe('closed 4401')
  })

  it('hands nothing out before the key: two messages at once are still refused', async () => {
    const own = await start()
    const got = await new Promise<readonly string[]>(resolve => {
      const heard: string[] = []
      const socket = new WebSocket(`ws://127.0.0.1:${own.port}/ws`, {
        origin: `http://127.0.0.1:${own.port}`,
      })
      socket.on('open', () => {
        socket.send(JSON.stringify({ token: 'wrong' }))
        socket.send(JSON.stringify({ token: tokenOf(own) }))
      })
      socket.on('message', data => heard.push(String(data)))
      socket.on('close', () => resolve(heard))
    })
    expect(got).toEqual([])
    expect(JSON.parse(await dial(own, { token: tokenOf(own) }))).toHaveProperty('session')
    await own.close()
  })

  it.each([
    'http://127.0.0.1',
    'https://127.0.0.1:PORT',
    'http://127.0.0.1:PORT.evil.example',
    'null',
    'file://',
  ])('refuses the origin %s', async origin => {
    expect(await dial(host, null, { origin: origin.replace('PORT', String(host.port)) })).toContain('403')
  })

  it('refuses a foreign Origin, a foreign Host and another path', async () => {
    expect(await dial(host, null, { origin: 'http://evil.example' })).toContain('403')
    expect(await dial(host, null, { host: 'evil.example', origin: 'http://evil.example' })).toContain('403')
    expect(await dial(host, null, { path: '/other' })).toContain('404')
  })
})

describe('a socket that is reset', () => {
  const upgrade = (origin: string, version: number): string =>
    [
      'GET /ws HTTP/1.1',
      `Host: 127.0.0.1:${host.port}`,
      `Origin: ${origin}`,
      'Upgrade: websocket',
      'Connection: Upgrade',
      `Sec-WebSocket-Version: ${version}`,
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      '\r\n',
    ].join('\r\n')

  it.each([
    ['refused for its origin', () => upgrade('http://evil.example', 13)],
    ['refused for its version', () => upgrade(`http://127.0.0.1:${host.port}`, 99)],
    ['admitted', () => upgrade(`http://127.0.0.1:${host.port}`, 13)],
    ['a request', () => `GET / HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\n\r\n`],
  ])('while it is %s harms nobody', async (_name, text) => {
    const uncaught: unknown[] = []
    const note = (error: unknown): unknown => uncaught.push(error)
    process.on('uncaughtException', note)
    for (let attempt = 0; attempt < 300; attempt++) {
      await new Promise<void>(resolve => {
        const socket = connect(host.port, '127.0.0.1', () => {
          socket.write(text(), () => setTimeout(() => socket.resetAndDestroy(), attempt % 3))
        })
        socket.on('error', () => undefined)
        socket.on('close', () => resolve())
      })
    }
    process.off('uncaughtException', note)
    expect(uncaught).toEqual([])
    expect((await get('/')).status).toBe(200)
  })
})

it('a port that is taken is an error that names it', async () => {
  await expect(
    serve({ handlers: {} as Handlers, page, port: host.port, log: { error: () => undefined } }),
  ).rejects.toThrow(String(host.port))
})
