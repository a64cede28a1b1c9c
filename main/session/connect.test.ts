/** WebSockets of a session: how they are opened, what comes and goes, and how they end. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { type AppErrorBody, isAppError } from '../../shared/errors/index.ts'
import { systemClock } from '../../shared/flow/index.ts'
import { createDiagnostics } from '../diagnostics/index.ts'
import { createSettings, type SettingsStore } from '../settings/index.ts'
import { contextTo, json, openTo, stateWhen, TestClock, TestServer, token } from './fixture/index.ts'
import type { ChannelRequest, ChannelSocket, OpenedSession } from './types.ts'

let folder: string
let settings: SettingsStore
let server: TestServer
let session: OpenedSession
let clock: TestClock
/** Connections that the session keeps for its requests. */
let idle: number

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'connect-'))
  settings = createSettings(path.join(folder, 'settings.json'), { clock: systemClock })
  server = await new TestServer().listen()
  clock = new TestClock()
  session = openTo(contextTo(`http://127.0.0.1:${server.port}`), { settings, clock })
  await stateWhen(session, ({ userName }) => userName !== undefined)
  idle = server.openSockets
})
afterEach(async () => {
  session.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const exec: ChannelRequest = {
  path: '/api/v1/namespaces/a/pods/x/exec',
  query: [
    ['command', 'sh'],
    ['command', '-c a&b'],
  ],
  protocols: ['v5.channel.k8s.io', 'v4.channel.k8s.io'],
  purpose: 'open a shell in pod x',
}

const failure = (work: Promise<unknown>): Promise<AppErrorBody> =>
  work.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: unknown) => (isAppError(error) ? error.body : Promise.reject(error)),
  )

async function read(channel: ChannelSocket, count: number): Promise<readonly string[]> {
  const texts: string[] = []
  for await (const bytes of channel.messages) {
    texts.push(Buffer.from(bytes).toString())
    if (texts.length === count) break
  }
  return texts
}

/** A session of another kind than that of every test. */
async function reopen(...given: Parameters<typeof contextTo>): Promise<void> {
  session.close()
  session = openTo(contextTo(...given), { settings, clock })
  await stateWhen(session)
}

describe('opening', () => {
  it('takes the address, the credentials and the user of the session, and nothing is compressed', async () => {
    const extra = { 'example.com/a': ['b'] }
    await reopen(`http://127.0.0.1:${server.port}/base/`, {
      authentication: token('secret'),
      impersonation: { user: 'jane', uid: '', groups: ['g', 'h'], extra },
    })
    const channel = await session.connect(exec)
    expect(channel.protocol).toBe('v5.channel.k8s.io')
    const seen = server.seen.at(-1)
    expect(seen?.url).toBe('/base/api/v1/namespaces/a/pods/x/exec?command=sh&command=-c+a%26b')
    expect(seen?.headers).toMatchObject({
      authorization: 'Bearer secret',
      'impersonate-user': 'jane',
      'impersonate-group': 'g, h',
      'impersonate-extra-example.com%2fa': 'b',
    })
    expect(seen?.headers['sec-websocket-extensions']).toBeUndefined()
    channel.close()
  })

  it('renews refused credentials once', async () => {
    const file = path.join(folder, 'token')
    writeFileSync(file, 'old')
    await reopen(`http://127.0.0.1:${server.port}`, {
      authentication: { type: 'tokenFile', file, fallback: '' },
    })
    writeFileSync(file, 'new')
    server.answer = ({ headers }, response) =>
      headers.authorization !== 'Bearer new' && json(response, 401, { kind: 'Status', message: 'no' })
    const channel = await session.connect(exec)
    channel.close()
    writeFileSync(file, 'third')
    server.answer = (_seen, response) => json(response, 401, { kind: 'Status', message: 'no' })
    expect(await failure(session.connect(exec))).toMatchObject({
      kind: 'loginNeeded',
      resource: exec.purpose,
    })
    expect(session.state.get().phase).toBe('loginNeeded')
  })

  it.each([
    [403, { reason: 'Forbidden', message: 'pods "x" is forbidden' }, 'denied', 'pods "x" is forbidden'],
    [404, { reason: 'NotFound', message: 'pods "x" not found' }, 'gone', 'pods "x" not found'],
    [400, { reason: 'BadRequest', message: 'container y is not valid' }, 'invalid', 'container y'],
    [500, { reason: 'InternalError', message: 'dial tcp: no' }, 'serverFault', 'dial tcp: no'],
    [200, {}, 'serverFault', 'does not open WebSockets'],
  ])('an answer %d is told as the server says it', async (code, more, kind, message) => {
    server.answer = (seen, response) =>
      seen.url.includes('exec') && json(response, code, { kind: 'Status', code, ...more })
    const body = await failure(session.connect(exec))
    expect(body).toMatchObject({ kind, status: code, resource: exec.purpose, context: session.context })
    expect(body.message).toContain(message)
    await expect.poll(() => server.openSockets).toBe(idle)
  })

  it('is given up when the caller goes, and leaves no connection', async () => {
    server.answer = seen => seen.url.includes('exec') // it never answers
    const leaving = new AbortController()
    const opening = failure(session.connect({ ...exec, signal: leaving.signal }))
    await expect.poll(() => server.to(exec.path)).toHaveLength(1)
    leaving.abort()
    expect(await opening).toMatchObject({ kind: 'cancelled' })
    await expect.poll(() => server.openSockets).toBe(idle)
    const other = failure(session.connect(exec))
    await expect.poll(() => server.to(exec.path)).toHaveLength(2)
    session.close()
    expect(await other).toMatchObject({ reason: 'ContextClosed' })
    await expect.poll(() => server.openSockets).toBe(0)
  })

  it('is recorded like a request, without what is run', async () => {
    session.close()
    const logFile = path.join(folder, 'log')
    const { recorder } = createDiagnostics({ logFile, clock: systemClock, env: {} })
    session = openTo(contextTo(`http://127.0.0.1:${server.port}`), { settings, recorder })
    await stateWhen(session, ({ userName }) => userName !== undefined)
    const channel = await session.connect({ ...exec, query: [...exec.query, ['container', 'main']] })
    const open = recorder.timingsOf(session.context, true)
    expect(open.streams.map(stream => stream.path)).toEqual([`${exec.path}?container=main`])
    channel.close()
    server.answer = (_seen, response) => json(response, 403, { kind: 'Status', message: 'no' })
    await failure(session.connect(exec))
    const { requests, streams } = recorder.timingsOf(session.context, true)
    expect(streams).toEqual([])
    expect(requests.slice(0, 2).map(({ status, failure: kind }) => [status, kind])).toEqual([
      [403, 'denied'],
      [101, null],
    ])
    expect(JSON.stringify(requests)).not.toContain('a&b')
  })

  it('goes over the socket of a server of ours', async () => {
    const own = await new TestServer().listen(path.join(folder, 'socket'))
    const inMemory = openTo({ type: 'socket', socketPath: path.join(folder, 'socket') }, { settings, clock })
    const channel = await inMemory.connect(exec)
    await channel.send(Buffer.from('a'))
    expect(await read(channel, 1)).toEqual(['a'])
    inMemory.close()
    await own.close()
  })

  it('a server that is not there and one that speaks another protocol are told', async () => {
    server.answer = (seen, response) =>
      seen.url.includes('exec') &&
      response.writeHead(101, { upgrade: 'websocket', connection: 'upgrade' }).end() !== undefined
    expect(await failure(session.connect(exec))).toMatchObject({ kind: 'unreachable' })
    await server.close()
    expect(await failure(session.connect(exec))).toMatchObject({ kind: 'unreachable' })
  })

  it.each(['signal', 'session'] as const)(
    'a server that never greets does not hold up the end of the %s',
    // Well before the time in which a connection must be there.
    { timeout: 9000 },
    async by => {
      const sockets: Socket[] = []
      const accepted = Promise.withResolvers<void>()
      const silent = createServer(socket => {
        sockets.push(socket)
        accepted.resolve()
      })
      await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
      const { port } = silent.address() as { port: number }
      const mute = openTo(contextTo(`https://127.0.0.1:${port}`), { settings, clock })
      await accepted.promise
      const ending = new AbortController()
      const opening = failure(mute.connect({ ...exec, signal: ending.signal }))
      await expect.poll(() => sockets.length, { timeout: 8000 }).toBe(2)
      if (by === 'signal') ending.abort()
      else mute.close()
      expect((await opening).kind).toBe('cancelled')
      mute.close()
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => silent.close(resolve))
    },
  )

  it('a refusal without end is read as far as anybody would', { timeout: 10_000 }, async () => {
    server.answer = (seen, response) => {
      if (!seen.url.includes('exec')) return false
      response.writeHead(500, { 'content-type': 'text/plain' })
      const trickle = (): void => {
        if (!response.destroyed) response.write('x'.repeat(20_000), () => setTimeout(trickle, 1))
      }
      trickle()
      return true
    }
    expect(await failure(session.connect(exec))).toMatchObject({ kind: 'serverFault', status: 500 })
    await expect.poll(() => server.openSockets, { timeout: 8000 }).toBe(idle)
  })

  it('is refused in a protected context, and a channel ends when its context becomes protected', async () => {
    const channel = await session.connect(exec)
    settings.change({ protectedIds: [session.context] })
    expect(session.isProtected).toBe(true)
    expect((await channel.closed).error).toMatchObject({ kind: 'invalid', reason: 'ProtectedContext' })
    const before = server.seen.length
    expect(await failure(session.connect(exec))).toMatchObject({
      kind: 'invalid',
      reason: 'ProtectedContext',
      message: expect.stringContaining('protected'),
    })
    expect(server.seen.length).toBe(before)
  })
})

describe('an open channel', () => {
  it('carries messages of any size both ways, in order', async () => {
    const channel = await session.connect(exec)
    const sizes = [0, 1, 125, 126, 65_535, 65_536, 3_000_000]
    const sent = sizes.map((size, index) => Buffer.alloc(size, index + 1))
    for (const bytes of sent) await channel.send(bytes)
    const got: Buffer[] = []
    for await (const bytes of channel.messages) {
      got.push(Buffer.from(bytes))
      if (got.length === sent.length) break
    }
    expect(got.map(bytes => bytes.length)).toEqual(sizes)
    expect(got.every((bytes, index) => bytes.equals(sent[index]!))).toBe(true)
    channel.close()
    expect(await channel.closed).toEqual({ code: 1000, reason: '' })
    await expect.poll(() => server.openSockets).toBe(idle)
    await expect.poll(() => clock.running).toBe(0)
  })

  it('slows the server down while nobody reads, loses nothing, and does not take that for death', async () => {
    let sent = 0
    const total = 400
    session.close()
    clock = new TestClock(400)
    session = openTo(contextTo(`http://127.0.0.1:${server.port}`), { settings, clock })
    await stateWhen(session, ({ phase }) => phase === 'ready')
    server.channel = socket => {
      socket.on('error', () => undefined)
      const next = (): void => {
        if (sent === total) socket.close(1000)
        else socket.send(Buffer.alloc(100_000, sent++), () => next())
      }
      next()
    }
    const channel = await session.connect(exec)
    const stalledAt = await settled(() => sent)
    expect(stalledAt).toBeLessThan(total / 2)
    let at = 0
    for await (const bytes of channel.messages) {
      expect([bytes.byteLength, bytes[0]]).toEqual([100_000, at % 256])
      at++
    }
    expect(at).toBe(total)
    expect(await channel.closed).toEqual({ code: 1000, reason: '' })
  })

  it('messages that came before the end are read after it', async () => {
    server.channel = socket => {
      socket.send('a')
      socket.send('b')
      socket.close(4000, 'why')
    }
    const channel = await session.connect(exec)
    expect(await channel.closed).toEqual({ code: 4000, reason: 'why' })
    expect(await read(channel, 9)).toEqual(['a', 'b'])
    expect(await failure(channel.send(Buffer.from('c')))).toMatchObject({ kind: 'unreachable' })
  })

  it('a connection that ends without goodbye is lost', async () => {
    server.channel = (_socket, connection) => connection.destroy()
    const channel = await session.connect(exec)
    const { code, error } = await channel.closed
    expect([code, error?.kind, error?.resource]).toEqual([1006, 'unreachable', exec.purpose])
    expect(await read(channel, 1)).toEqual([])
  })

  it('what is no WebSocket ends it', async () => {
    server.channel = (_socket, connection) => connection.write(Buffer.alloc(100, 0xff))
    const { closed } = await session.connect(exec)
    expect((await closed).error?.kind).toBe('unreachable')
  })

  it('ends with its session, and nothing is left', async () => {
    const channels = await Promise.all([1, 2, 3].map(() => session.connect(exec)))
    session.close()
    for (const channel of channels)
      expect((await channel.closed).error).toMatchObject({ kind: 'cancelled', reason: 'ContextClosed' })
    await expect.poll(() => server.openSockets).toBe(0)
    await expect.poll(() => clock.running).toBe(0)
  })

  it('outlives a wake of the machine', async () => {
    const channel = await session.connect(exec)
    session.wake()
    await expect.poll(() => server.to('/version').length).toBe(2)
    await channel.send(Buffer.from('a'))
    expect(await read(channel, 1)).toEqual(['a'])
    channel.close()
  })
})

/** The value once it no longer changes for some rounds. */
async function settled(value: () => number): Promise<number> {
  for (let same = 0, before = -1; ; ) {
    await new Promise(resolve => setTimeout(resolve, 20))
    same = value() === before && before > 0 ? same + 1 : 0
    before = value()
    if (same === 25) return before
  }
}

describe('a connection that is silent', () => {
  beforeEach(async () => {
    session.close()
    clock = new TestClock(100)
    session = openTo(contextTo(`http://127.0.0.1:${server.port}`), { settings, clock })
    await stateWhen(session, ({ userName }) => userName !== undefined)
    idle = server.openSockets
  })

  test('answers pings for as long as it is quiet and alive', async () => {
    let pings = 0
    server.channel = socket => socket.on('ping', () => pings++)
    const channel = await session.connect(exec)
    await expect.poll(() => pings, { timeout: 10_000 }).toBeGreaterThan(20)
    await channel.send(Buffer.from('still there'))
    channel.close()
  })

  test('is dead when nothing comes back, and is told so', async () => {
    let connection: Duplex | undefined
    server.channel = (_socket, given) => {
      connection = given.pause()
    }
    const channel = await session.connect(exec)
    const { error } = await channel.closed
    expect(error).toMatchObject({ kind: 'unreachable', reason: 'CHANNEL_SILENT' })
    connection?.resume()
    await expect.poll(() => server.openSockets).toBe(idle)
  })

  test('may be one whose process takes no input: then the server is asked', async () => {
    let connection: Duplex | undefined
    server.channel = (_socket, given) => {
      connection = given.pause()
    }
    const channel = await session.connect(exec)
    await channel.send(Buffer.alloc(5000))
    const asked = server.to('/version').length
    await expect.poll(() => server.to('/version').length, { timeout: 10_000 }).toBeGreaterThan(asked + 2)
    connection?.resume()
    await channel.send(Buffer.from('a'))
    expect(session.state.get().phase).toBe('ready')
    channel.close()
  })
})
