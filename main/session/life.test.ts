/** How a session lives through servers that put off, fail, fall silent, and certificates that end. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AppErrorBody, isAppError } from '../../shared/errors/index.ts'
import { systemClock } from '../../shared/flow/index.ts'
import { createSettings, type SettingsStore } from '../settings/index.ts'
import {
  Authority,
  contextTo,
  json,
  openTo,
  reading,
  stateWhen,
  TestClock,
  TestServer,
  token,
} from './fixture/index.ts'
import type { OpenedSession } from './types.ts'

let folder: string
let settings: SettingsStore
let authority: Authority
const servers: TestServer[] = []
const sessions: OpenedSession[] = []

beforeAll(() => {
  authority = new Authority()
})
afterAll(() => authority.remove())
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'life-'))
  settings = createSettings(path.join(folder, 'settings.json'), { clock: systemClock })
})
afterEach(async () => {
  for (const session of sessions.splice(0)) session.close()
  for (const server of servers.splice(0)) await server.close()
  rmSync(folder, { recursive: true, force: true })
})

async function serve(...tls: ConstructorParameters<typeof TestServer>): Promise<TestServer> {
  const server = await new TestServer(...tls).listen()
  servers.push(server)
  return server
}
function open(target: Parameters<typeof openTo>[0], clock = new TestClock()): OpenedSession {
  const session = openTo(target, { settings, clock })
  sessions.push(session)
  return session
}
const urlOf = (server: TestServer, scheme = 'http') => `${scheme}://127.0.0.1:${server.port}`
const data = (pem: string) => ({ type: 'data', base64: Buffer.from(pem).toString('base64') }) as const
const failure = (work: Promise<unknown>): Promise<AppErrorBody> =>
  work.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: unknown) => (isAppError(error) ? error.body : Promise.reject(error)),
  )

/** Answers `times` requests to /x with a status, and the others well. */
function answerWith(server: TestServer, times: number, status: number, headers: Record<string, string>) {
  let left = times
  server.answer = ({ url }, response) => {
    if (!url.includes('/x')) return false
    return json(response, left-- > 0 ? status : 200, { kind: 'Status', message: 'slow down' }, headers)
  }
}

test.each([
  ['seconds', () => '2', 2000, 3000],
  // Whole seconds: up to one less than was meant, and the way of the answer.
  ['a date', () => new Date(Date.now() + 8000).toUTCString(), 4000, 8000],
])(
  'a read that is put off with %s is repeated when the server said, not before',
  async (_form, retryAfter, least, most) => {
    const server = await serve()
    const delays: number[] = []
    class HastyClock extends TestClock {
      override after(milliseconds: number, run: () => void) {
        delays.push(milliseconds)
        return super.after(milliseconds, run)
      }
    }
    const session = open(contextTo(urlOf(server)), new HastyClock(20))
    await stateWhen(session, ({ userName }) => userName !== undefined)
    answerWith(server, 1, 429, { 'retry-after': retryAfter() })
    expect((await session.request(reading('/x'))).status).toBe(200)
    expect(delays.some(delay => delay >= least && delay <= most)).toBe(true)
    expect(server.to('/x')).toHaveLength(2)
    expect(session.state.get().trouble?.reason).toMatchObject({ kind: 'throttled', message: 'slow down' })
  },
)

test('what may not be repeated, what waits on its own, and what is put off for long fails at once', async () => {
  const server = await serve()
  const session = open(contextTo(urlOf(server)))
  await stateWhen(session, ({ userName }) => userName !== undefined)
  answerWith(server, 9, 429, { 'retry-after': '20' })
  const query = { dryRun: 'All' }
  const write = { method: 'PATCH', path: '/api/v1/nodes/x', query, body: '{}', purpose: 'p' } as const
  expect(await failure(session.request(write))).toMatchObject({ kind: 'throttled', retryAfterSeconds: 20 })
  expect(await failure(session.request(reading('/x', { whenThrottled: 'fail' })))).toMatchObject({
    kind: 'throttled',
  })
  answerWith(server, 9, 429, { 'retry-after': '3600' })
  expect(await failure(session.request(reading('/x')))).toMatchObject({ retryAfterSeconds: 3600 })
})

test('a request that waits is cancelled at once, and ends with its session', async () => {
  const server = await serve()
  const clock = new TestClock()
  const session = open(contextTo(urlOf(server)), clock)
  await stateWhen(session, ({ userName }) => userName !== undefined)
  answerWith(server, 9, 429, { 'retry-after': '20' })
  const abort = new AbortController()
  const [cancelled, closed] = [
    failure(session.request(reading('/x', { signal: abort.signal }))),
    failure(session.request(reading('/x'))),
  ]
  await expect.poll(() => server.to('/x').length).toBe(2)
  await new Promise(resolve => setTimeout(resolve, 50))
  abort.abort()
  expect((await cancelled).kind).toBe('cancelled')
  session.close()
  expect((await closed).kind).toBe('cancelled')
  expect(clock.running).toBe(0)
})

test('answers with errors of several kinds of requests are trouble, told with their age until they stop', async () => {
  const server = await serve()
  const clock = new TestClock(20)
  const session = open(contextTo(urlOf(server)), clock)
  await stateWhen(session, ({ userName }) => userName !== undefined)
  let isFailing = true
  server.answer = ({ url }, response) =>
    isFailing &&
    /^\/(api|apis)\//.test(url) &&
    json(response, 503, { kind: 'Status', message: 'etcd is away' })
  for (const at of ['/api/v1/pods', '/api/v1/nodes']) await failure(session.request(reading(at)))
  expect(session.state.get()).not.toHaveProperty('trouble')
  await failure(session.request(reading('/api/v1/pods')))
  expect(session.state.get()).toMatchObject({
    phase: 'ready',
    trouble: { since: expect.any(Number), reason: { status: 503, message: 'etcd is away' } },
  })
  isFailing = false
  await stateWhen(session, ({ trouble }) => trouble === undefined)
})

test('one group that fails is no trouble of the server', async () => {
  const server = await serve()
  const session = open(contextTo(urlOf(server)))
  await stateWhen(session, ({ userName }) => userName !== undefined)
  server.answer = ({ url }, response) => url.startsWith('/apis/metrics.k8s.io/') && json(response, 503, {})
  for (let count = 0; count < 6; count++) {
    await failure(session.request(reading('/apis/metrics.k8s.io/v1beta1/pods')))
  }
  expect(session.state.get()).not.toHaveProperty('trouble')
})

test('a server that was found silent is connected to anew, and what hung on the old connections ends', async () => {
  const server = await serve()
  let isSilent = false
  server.answer = ({ url }, response) => {
    if (url === '/watch') return Boolean(response.writeHead(200).write('a'))
    return isSilent
  }
  const session = open(contextTo(urlOf(server)))
  await stateWhen(session, ({ userName }) => userName !== undefined)
  const watch = await session.request(reading('/watch', { idleTimeout: null }))
  const ended = failure(watch.text())
  const { connections } = server
  const reason: AppErrorBody = { kind: 'unreachable', message: 'The server has not answered for 3 seconds.' }
  isSilent = true
  session.suspect(reason)
  expect(session.state.get()).toMatchObject({ phase: 'connecting', reason })
  isSilent = false
  server.cutConnections()
  await stateWhen(session, ({ phase }) => phase === 'ready')
  expect((await ended).kind).toBe('unreachable')
  expect(server.connections).toBeGreaterThan(connections)
  expect(session.state.get()).not.toHaveProperty('reason')
})

test('the word of the system and the jump of the clock are one wake', async () => {
  const server = await serve()
  const session = open(contextTo(urlOf(server)))
  await stateWhen(session, ({ userName }) => userName !== undefined)
  const { connections } = server
  const wakeups = session.wakeups.get()
  for (let count = 0; count < 5; count++) session.wake()
  expect(session.wakeups.get()).toBe(wakeups + 1)
  await expect.poll(() => server.connections).toBeGreaterThan(connections)
  // The version and the user are asked for again, on as many new connections at most.
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(server.connections).toBeLessThanOrEqual(connections + 2)
})

test('a request that fails while any test of the connection is under way starts no other', async () => {
  const server = await serve()
  const clock = new TestClock()
  const session = open(contextTo(urlOf(server)), clock)
  await stateWhen(session, ({ userName }) => userName !== undefined)
  const held: (() => void)[] = []
  server.answer = ({ url }, response) => {
    if (url === '/x') response.destroy()
    if (url !== '/version') return url === '/x'
    held.push(() => json(response, 200, { gitVersion: 'v1.36.3' }))
    return true
  }
  session.wake()
  await expect.poll(() => held.length).toBe(1)
  clock.pass(2000)
  session.wake()
  await expect.poll(() => held.length).toBe(2)
  held[0]?.()
  await new Promise(resolve => setTimeout(resolve, 50))
  await failure(session.request(reading('/x')))
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(held).toHaveLength(2)
})

test('a certificate of the server that has expired is told with its date', async () => {
  const server = await serve(authority.issue('IP:127.0.0.1', { isExpired: true }))
  const tls = { authority: data(authority.pair.cert), serverName: '', insecure: false }
  const state = await stateWhen(open(contextTo(urlOf(server, 'https'), { tls })))
  expect(state.reason?.message).toBe(
    `The certificate of ${urlOf(server, 'https')} has expired. It was valid until 2 January 2020 at 00:00 UTC.`,
  )
  await expect.poll(() => server.openSockets).toBe(0)
})

test('a client certificate that has expired is told with its date, and taken anew when it was replaced', async () => {
  const server = await serve({ ...authority.issue('IP:127.0.0.1'), ca: authority.pair.cert })
  server.answer = ({ client }, response) => client !== 'new' && json(response, 401, { kind: 'Status' })
  const tls = { authority: data(authority.pair.cert), serverName: '', insecure: false }
  const old = authority.issue('', { subject: '/CN=old', isExpired: true })
  const certificate = { certificate: data(old.cert), key: data(old.key) }
  const session = open(contextTo(urlOf(server, 'https'), { tls, clientCertificate: certificate }))
  const state = await stateWhen(session)
  expect(state).toMatchObject({
    phase: 'loginNeeded',
    reason: {
      message:
        'The client certificate of the user "u" of /home/me/config expired on 2 January 2020 at 00:00 UTC: a new one is needed.',
    },
  })
  const fresh = authority.issue('', { subject: '/CN=new' })
  const resolved = contextTo(urlOf(server, 'https'), {
    tls,
    clientCertificate: { certificate: data(fresh.cert), key: data(fresh.key) },
  })
  session.retarget({ type: 'kubeconfig', resolved })
  expect((await stateWhen(session)).phase).toBe('ready')
})

test('a server that comes back under another certificate of the same authority is trusted', async () => {
  const server = await serve(authority.issue('IP:127.0.0.1'))
  const { port } = server
  const tls = { authority: data(authority.pair.cert), serverName: '', insecure: false }
  const session = open(
    contextTo(urlOf(server, 'https'), { tls, authentication: token('t') }),
    new TestClock(10),
  )
  await stateWhen(session)
  await server.close()
  await failure(session.request(reading('/version')))
  const next = await new TestServer(authority.issue('IP:127.0.0.1')).listen(port)
  servers.push(next)
  await stateWhen(session, ({ phase }) => phase === 'ready')
  await expect.poll(() => next.seen.length).toBeGreaterThan(0)
})
