import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AppErrorBody, isAppError } from '../../shared/errors/index.ts'
import { systemClock } from '../../shared/flow/index.ts'
import { createSettings, type SettingsStore } from '../settings/index.ts'
import { contextTo, json, openTo, reading, stateWhen, TestClock, TestServer, token } from './fixture/index.ts'
import type { OpenedSession } from './types.ts'
import { dryRunDeleteBody } from './writes.ts'

let folder: string
let settings: SettingsStore
const servers: TestServer[] = []
const sessions: OpenedSession[] = []

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'session-'))
  settings = createSettings(path.join(folder, 'settings.json'), { clock: systemClock })
})
afterEach(async () => {
  for (const session of sessions.splice(0)) session.close()
  for (const server of servers.splice(0)) await server.close()
  rmSync(folder, { recursive: true, force: true })
})

async function serve(where?: string | number): Promise<TestServer> {
  const server = await new TestServer().listen(where)
  servers.push(server)
  return server
}
function open(
  ...args: [Parameters<typeof openTo>[0], Partial<Parameters<typeof openTo>[1]>?]
): OpenedSession {
  const session = openTo(args[0], { settings, ...args[1] })
  sessions.push(session)
  return session
}
const urlOf = (server: TestServer) => `http://127.0.0.1:${server.port}`
async function failure(work: Promise<unknown>): Promise<AppErrorBody> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!isAppError(error)) throw new Error(`no AppError: ${error}`)
  return error.body
}

test('opening asks for the version and the user, and is ready', async () => {
  const server = await serve()
  const session = open(contextTo(urlOf(server), { authentication: token('t') }))
  const state = await stateWhen(session, ({ userName }) => userName !== undefined)
  expect(state).toMatchObject({ phase: 'ready', serverVersion: 'v1.36.3', userName: 'jane' })
  expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer t', 'Bearer t'])
})

test.each([403, 404])('a server that answers %d to both is ready all the same', async code => {
  const server = await serve()
  server.answer = (_seen, response) => json(response, code, { kind: 'Status', message: 'no' })
  expect(await stateWhen(open(contextTo(urlOf(server))))).toMatchObject({ phase: 'ready' })
})

test('the path of the address is put before that of requests', async () => {
  const server = await serve()
  const session = open(contextTo(`${urlOf(server)}/k8s/clusters/c-1`))
  await stateWhen(session)
  expect(server.seen[0]?.url).toBe('/k8s/clusters/c-1/version')
})

test('requests carry query, body and headers; answers headers, warnings and body', async () => {
  const server = await serve()
  server.answer = ({ url }, response) =>
    url.includes('/x') &&
    json(response, 200, { a: 1 }, { Warning: ['299 - "one"', '299 - "two"'], ETag: '"e"' })
  const session = open(contextTo(urlOf(server)))
  const response = await session.request({
    method: 'PUT',
    path: '/api/v1/x/system%3Anode',
    query: { dryRun: 'All', labelSelector: 'a=b,c', limit: 5, watch: false, none: undefined },
    body: '{"ü":1}',
    purpose: 'test',
    headers: { 'if-none-match': '"q"', 'impersonate-group': ['a', 'b'] },
  })
  expect(response.warnings).toEqual(['one', 'two'])
  expect(response.headers.etag).toBe('"e"')
  expect(await response.json()).toEqual({ a: 1 })
  const [seen] = server.to('/api/v1/x/system%3Anode')
  expect(seen).toMatchObject({
    url: '/api/v1/x/system%3Anode?dryRun=All&labelSelector=a%3Db%2Cc&limit=5&watch=false',
    body: '{"ü":1}',
  })
  expect(seen?.headers).toMatchObject({
    'if-none-match': '"q"',
    'impersonate-group': 'a, b',
    'accept-encoding': 'gzip',
    'content-type': 'application/json',
  })
})

test('a 304 to a conditional request is an answer', async () => {
  const server = await serve()
  server.answer = ({ url }, response) => url === '/x' && Boolean(response.writeHead(304).end())
  const session = open(contextTo(urlOf(server)))
  const response = await session.request(reading('/x', { headers: { 'if-none-match': '"a"' } }))
  expect([response.status, await response.text()]).toEqual([304, ''])
  expect(await failure(session.request(reading('/x')))).toMatchObject({ status: 304 })
})

test('compressed answers are decompressed; watches and opted-out clusters ask for none', async () => {
  const server = await serve()
  server.answer = ({ url, headers }, response) => {
    if (!url.startsWith('/x')) return false
    const isCompressed = headers['accept-encoding'] === 'gzip'
    response.writeHead(200, isCompressed ? { 'content-encoding': 'gzip' } : {})
    response.end(isCompressed ? gzipSync('hello '.repeat(9999)) : 'plain')
    return true
  }
  const session = open(contextTo(urlOf(server)))
  expect(await (await session.request(reading('/x'))).text()).toBe('hello '.repeat(9999))
  expect(await (await session.request(reading('/x', { idleTimeout: null }))).text()).toBe('plain')
  const without = open(contextTo(urlOf(server), { disableCompression: true }))
  expect(await (await without.request(reading('/x'))).text()).toBe('plain')
})

test('a truncated compressed body is an error of ours', async () => {
  const server = await serve()
  server.answer = ({ url }, response) => {
    if (url !== '/x') return false
    response.writeHead(200, { 'content-encoding': 'gzip' })
    response.end(gzipSync('hello '.repeat(9999)).subarray(0, 60))
    return true
  }
  const response = await open(contextTo(urlOf(server))).request(reading('/x'))
  expect(await failure(response.text())).toMatchObject({ kind: 'unreachable', resource: 'read /x' })
})

test('an answer that is no JSON is told', async () => {
  const server = await serve()
  server.answer = ({ url }, response) => url === '/x' && Boolean(response.end('<html>'))
  const response = await open(contextTo(urlOf(server))).request(reading('/x'))
  expect(await failure(response.json())).toMatchObject({ kind: 'serverFault' })
})

test('failures name context, purpose and the words of the server', async () => {
  const server = await serve()
  server.answer = ({ url }, response) =>
    url === '/x' && json(response, 403, { kind: 'Status', reason: 'Forbidden', message: 'pods is forbidden' })
  expect(await failure(open(contextTo(urlOf(server))).request(reading('/x')))).toEqual({
    kind: 'denied',
    context: '/home/me/config#dev',
    resource: 'read /x',
    status: 403,
    reason: 'Forbidden',
    message: 'pods is forbidden',
  })
})

test('impersonation travels as headers, encoded as the API asks', async () => {
  const server = await serve()
  const impersonation = {
    user: 'jürgen',
    uid: '7',
    groups: ['a', 'b'],
    extra: { 'acme.com/Team': ['x', 'y'] },
  }
  const session = open(contextTo(urlOf(server), { impersonation }))
  await stateWhen(session)
  const raw = server.seen[0]!.rawHeaders
  const values = (name: string) =>
    raw.filter((_value, index) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === name)
  expect(Buffer.from(values('impersonate-user')[0]!, 'latin1').toString('utf8')).toBe('jürgen')
  expect(values('impersonate-uid')).toEqual(['7'])
  expect(values('impersonate-group')).toEqual(['a', 'b'])
  expect(values('impersonate-extra-acme.com%2fteam')).toEqual(['x', 'y'])
  const third = reading('/x', { headers: { 'impersonate-user': 'third' } })
  expect(await failure(session.request(third))).toMatchObject({ reason: 'ActsAsAnother' })
  expect(server.to('/x')).toEqual([])
})

test('a connection lost before the answer is repeated once for reads and reviews, never for writes', async () => {
  const server = await serve()
  let drops = 0
  server.answer = ({ url, method }, response) => {
    if (!url.includes('/x') && !url.startsWith('/apis/authorization')) return false
    if (method === 'PATCH' || drops++ % 2 === 0) {
      response.destroy()
      return true
    }
    return json(response, 200, {})
  }
  const session = open(contextTo(urlOf(server)))
  await stateWhen(session)
  expect((await session.request(reading('/x'))).status).toBe(200)
  const review = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
  expect((await session.request({ method: 'POST', path: review, body: '{}', purpose: 'p' })).status).toBe(200)
  const before = server.seen.length
  const write = { method: 'PATCH', path: '/api/v1/nodes/x', query: { dryRun: 'All' }, purpose: 'p' } as const
  expect(await failure(session.request({ ...write, body: '{}' }))).toMatchObject({ kind: 'unreachable' })
  expect(server.seen.filter(({ method }) => method === 'PATCH')).toHaveLength(1)
  expect(server.seen.length).toBeGreaterThan(before)
})

test('a write that is no dry run does not reach the server', async () => {
  const server = await serve()
  const session = open(contextTo(urlOf(server)))
  await stateWhen(session)
  const pods = '/api/v1/namespaces/a/pods'
  for (const [method, path, body] of [
    ['POST', pods, '{}'],
    ['PUT', `${pods}/x`, '{}'],
    ['PATCH', `${pods}/x`, '{}'],
    ['DELETE', `${pods}/x`, dryRunDeleteBody],
  ] as const) {
    const request = { method, path, body, purpose: 'p' } as const
    expect(await failure(session.request(request))).toMatchObject({ kind: 'invalid', reason: 'ReadOnly' })
    await session.request({ ...request, query: { dryRun: 'All' } }).catch(() => undefined)
  }
  const writes = server.seen.filter(({ url }) => url.startsWith(pods))
  expect(writes.map(({ method, url }) => `${method} ${url}`)).toEqual([
    `POST ${pods}?dryRun=All`,
    ...['PUT', 'PATCH', 'DELETE'].map(method => `${method} ${pods}/x?dryRun=All`),
  ])
  expect(session.state.get().phase).toBe('ready')
})

test('a silent server ends a request after its idle time', async () => {
  const server = await serve()
  server.answer = ({ url }) => url === '/x'
  const session = open(contextTo(urlOf(server)))
  await stateWhen(session)
  expect(await failure(session.request(reading('/x', { idleTimeout: 300 })))).toMatchObject({
    kind: 'unreachable',
    message: expect.stringContaining('did not answer in time'),
  })
})

test('a cancelled request is cancelled before and after its answer began', async () => {
  const server = await serve()
  server.answer = ({ url }, response) => {
    if (url === '/silent') return true
    if (url === '/begun') return Boolean(response.writeHead(200).write('a'))
    return false
  }
  const session = open(contextTo(urlOf(server)))
  await stateWhen(session)
  const abort = new AbortController()
  const silent = session.request(reading('/silent', { signal: abort.signal }))
  const begun = await session.request(reading('/begun', { idleTimeout: null, signal: abort.signal }))
  const rest = failure(begun.text())
  setTimeout(() => abort.abort(), 50)
  expect(await failure(silent)).toMatchObject({ kind: 'cancelled' })
  expect(await rest).toMatchObject({ kind: 'cancelled' })
  expect(await failure(session.request(reading('/x', { signal: abort.signal })))).toMatchObject({
    kind: 'cancelled',
  })
  expect(session.state.get().phase).toBe('ready')
})

test('a server that is not there is unreachable, in words, and found when it comes', async () => {
  const server = await serve()
  const { port } = server
  await server.close()
  const session = open(contextTo(`http://127.0.0.1:${port}`), { clock: new TestClock(10) })
  const state = await stateWhen(session)
  expect(state).toMatchObject({
    phase: 'unreachable',
    reason: { kind: 'unreachable', message: expect.stringContaining('refuses connections') },
  })
  await serve(port)
  expect(await stateWhen(session, ({ phase }) => phase === 'ready')).not.toHaveProperty('reason')
})

test('a name unknown to DNS is told as such', async () => {
  const state = await stateWhen(open(contextTo('http://no-such-host.invalid:6443')))
  expect(state.reason?.message).toMatch(/DNS/)
})

test('a request that fails for the network has the connection tested; wakeups tell the return', async () => {
  const server = await serve()
  const { port } = server
  const session = open(contextTo(urlOf(server)), { clock: new TestClock(10) })
  await stateWhen(session)
  const wakeups = session.wakeups.get()
  await server.close()
  expect(await failure(session.request(reading('/x')))).toMatchObject({ kind: 'unreachable' })
  await stateWhen(session, ({ phase }) => phase === 'unreachable')
  await serve(port)
  await stateWhen(session, ({ phase }) => phase === 'ready')
  expect(session.wakeups.get()).toBe(wakeups + 1)
})

test('waking connects anew and ends what hung on the old connections', async () => {
  const server = await serve()
  server.answer = ({ url }, response) => url === '/watch' && Boolean(response.writeHead(200).write('a'))
  const session = open(contextTo(urlOf(server)))
  await stateWhen(session)
  const watch = await session.request(reading('/watch', { idleTimeout: null }))
  const { connections } = server
  const ended = failure(watch.text())
  session.wake()
  session.wake()
  expect(await ended).toMatchObject({ kind: 'unreachable' })
  expect(server.connections).toBeGreaterThan(connections)
  expect(session.state.get().phase).toBe('ready')
})

test('static credentials that are refused need a login, at once, until retried', async () => {
  const server = await serve()
  let isRefusing = true
  server.answer = (_seen, response) =>
    isRefusing && json(response, 401, { kind: 'Status', reason: 'Unauthorized', message: 'Unauthorized' })
  const session = open(contextTo(urlOf(server), { authentication: token('old') }))
  const state = await stateWhen(session)
  expect(state).toMatchObject({
    phase: 'loginNeeded',
    reason: {
      kind: 'loginNeeded',
      status: 401,
      message: expect.stringContaining('user "u" of /home/me/config'),
    },
  })
  const asked = server.seen.length
  expect(await failure(session.request(reading('/x')))).toMatchObject({
    kind: 'loginNeeded',
    resource: 'read /x',
  })
  expect(server.seen).toHaveLength(asked)
  isRefusing = false
  session.retry()
  expect((await stateWhen(session)).phase).toBe('ready')
})

test('another target takes over at once', async () => {
  const [one, two] = [await serve(), await serve()]
  const session = open(contextTo(urlOf(one)))
  await stateWhen(session)
  session.retarget({ type: 'kubeconfig', resolved: contextTo(urlOf(two), { authentication: token('new') }) })
  await stateWhen(session, ({ phase }) => phase === 'ready')
  expect(two.seen[0]?.headers.authorization).toBe('Bearer new')
  await expect.poll(() => one.openSockets).toBe(0)
})

test('a socket of our own is spoken to without credentials', async () => {
  const server = await serve(path.join(folder, 'socket'))
  const session = open({ type: 'socket', socketPath: path.join(folder, 'socket') })
  expect((await stateWhen(session)).phase).toBe('ready')
  expect(server.seen[0]?.headers.authorization).toBeUndefined()
})

test('figures count watches and requests until their bodies end', async () => {
  const server = await serve()
  server.answer = ({ url }, response) =>
    url.startsWith('/begun') && Boolean(response.writeHead(200).write('a'))
  const session = open(contextTo(urlOf(server)))
  await stateWhen(session, ({ userName }) => userName !== undefined)
  const watch = await session.request(reading('/begun', { idleTimeout: null }))
  const read = await session.request(reading('/begun2'))
  expect(session.figures()).toMatchObject({
    watches: 1,
    requestsUnderWay: 1,
    medianMillis: expect.any(Number),
  })
  watch.dispose()
  read.dispose()
  await expect.poll(() => session.figures()).toMatchObject({ watches: 0, requestsUnderWay: 0 })
  await failure(session.request(reading('/nothing')))
  expect(session.figures()).toMatchObject({ watches: 0, requestsUnderWay: 0 })
})

test('a slow context does not delay another', async () => {
  const [slow, quick] = [await serve(), await serve()]
  slow.answer = () => true
  open(contextTo(urlOf(slow)))
  const began = performance.now()
  expect((await stateWhen(open(contextTo(urlOf(quick))))).phase).toBe('ready')
  expect(performance.now() - began).toBeLessThan(2000)
})

test.each(['ready', 'unreachable', 'loginNeeded', 'connecting'] as const)(
  'a session closed while %s leaves no timer, no socket and no request',
  async phase => {
    const server = await serve()
    const clock = new TestClock()
    server.answer = ({ url }, response) => {
      if (phase === 'connecting' || url === '/silent') return true
      if (phase === 'loginNeeded') return json(response, 401, {})
      if (phase === 'unreachable') return json(response, 503, {})
      return url === '/watch' && Boolean(response.writeHead(200).write('a'))
    }
    const session = open(contextTo(urlOf(server)), { clock })
    await stateWhen(session, state => state.phase === phase)
    const ends: Promise<AppErrorBody>[] = []
    if (phase === 'ready') {
      const watch = await session.request(reading('/watch', { idleTimeout: null }))
      ends.push(failure(watch.text()), failure(session.request(reading('/silent'))))
    }
    await expect.poll(() => server.openSockets).toBeGreaterThan(0)
    session.close()
    for (const end of ends) expect((await end).kind).toBe('cancelled')
    await expect.poll(() => server.openSockets).toBe(0)
    expect(clock.running).toBe(0)
    expect(session.state.get().phase).toBe('closed')
    expect(await failure(session.request(reading('/x')))).toMatchObject({ kind: 'notOpen' })
    session.wake()
    session.retry()
    expect(session.state.get().phase).toBe('closed')
  },
)

test('protection and named namespaces follow the settings', async () => {
  const session = open(contextTo('http://127.0.0.1:1'))
  expect([session.isProtected, session.namedNamespaces()]).toEqual([false, ['shop']])
  settings.change({ protectedContexts: ['d?v'], namespaces: { [session.context]: ['a', 'shop'] } })
  expect([session.isProtected, session.namedNamespaces()]).toEqual([true, ['shop', 'a']])
})
