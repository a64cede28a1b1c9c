import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../shared/flow/index.ts'
import type { Material, ResolvedContext } from '../kubeconfig/index.ts'
import { createSettings } from '../settings/index.ts'
import {
  Authority,
  contextTo,
  json,
  openTo,
  type Pair,
  reading,
  stateWhen,
  TestClock,
  TestServer,
  token,
} from './fixture/index.ts'
import type { OpenedSession } from './types.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'tls-'))
const settings = createSettings(path.join(folder, 'settings.json'), { clock: systemClock })
let authority: Authority
let other: Authority
let pairs: Record<'host' | 'name' | 'expired' | 'jane' | 'joe', Pair>
const servers: { close(): unknown }[] = []
const sessions: OpenedSession[] = []

beforeAll(() => {
  authority = new Authority()
  other = new Authority('another')
  pairs = {
    host: authority.issue('IP:127.0.0.1,DNS:localhost'),
    name: authority.issue('DNS:kube.example.com'),
    expired: authority.issue('IP:127.0.0.1', { isExpired: true }),
    jane: authority.issue('', { subject: '/CN=jane' }),
    joe: authority.issue('', { subject: '/CN=joe' }),
  }
})
afterEach(async () => {
  for (const session of sessions.splice(0)) session.close()
  for (const server of servers.splice(0)) await server.close()
})
afterAll(() => {
  authority.remove()
  other.remove()
  rmSync(folder, { recursive: true, force: true })
})

async function serve(pair: Pair): Promise<TestServer> {
  const server = await new TestServer({ ...pair, ca: authority.pair.cert }).listen()
  servers.push(server)
  return server
}
const text = (content: string): Material => ({
  type: 'data',
  base64: Buffer.from(content).toString('base64'),
})
const file = (name: string, content: string): Material => {
  writeFileSync(path.join(folder, name), content)
  return { type: 'file', path: path.join(folder, name), written: name }
}
function open(
  server: TestServer,
  tls: Partial<ResolvedContext['tls']>,
  more: Partial<ResolvedContext> = {},
  clock?: TestClock,
): OpenedSession {
  const context = contextTo(`https://127.0.0.1:${server.port}`, {
    authentication: token('secret'),
    tls: { serverName: '', insecure: false, ...tls },
    ...more,
  })
  const session = openTo(context, { settings, ...(clock && { clock }) })
  sessions.push(session)
  return session
}

test.each([
  ['that fits', 'host', '', 'ready', undefined],
  ['for another name', 'name', '', 'unreachable', /is for another name.*tls-server-name/],
  ['that fits tls-server-name', 'name', 'kube.example.com', 'ready', undefined],
  [
    'that fits the address but not tls-server-name',
    'host',
    'kube.example.com',
    'unreachable',
    /another name/,
  ],
  ['that fits an IP as tls-server-name', 'host', '127.0.0.1', 'ready', undefined],
  ['that has expired', 'expired', '', 'unreachable', /has expired/],
] as const)('a certificate %s', async (_what, pair, serverName, phase, message) => {
  const server = await serve(pairs[pair])
  const state = await stateWhen(open(server, { authority: text(authority.pair.cert), serverName }))
  expect(state.phase).toBe(phase)
  if (message) {
    expect(state.reason?.message).toMatch(message)
    expect(server.seen).toEqual([])
  } else expect(server.seen[0]?.servername).toBe(serverName.includes('.c') ? serverName : '')
})

test('an unknown authority is refused, told with the entry, before any token is sent', async () => {
  const server = await serve(pairs.host)
  for (const tls of [{ authority: text(other.pair.cert) }, {}]) {
    const { reason } = await stateWhen(open(server, tls))
    expect(reason?.message).toMatch(
      /not issued by the authority that the cluster "c" of \/home\/me\/config trusts/,
    )
  }
  expect(server.seen).toEqual([])
})

test('insecure accepts what it is told to, and only then', async () => {
  const server = await serve(pairs.expired)
  expect((await stateWhen(open(server, { insecure: true }))).phase).toBe('ready')
})

test.each([
  [
    'an authority that is missing',
    { tls: { authority: { type: 'file', path: '/no/ca.crt', written: 'ca.crt' } } },
    /\/no\/ca\.crt, written as ca\.crt, which does not exist/,
  ],
  [
    'an authority that is no certificate',
    { tls: { authority: text('hello') } },
    /certificate authority of the cluster "c".*no readable certificate/,
  ],
  ['an authority that is empty', { tls: { authority: text('') } }, /no readable certificate/],
  [
    'a key that is no key',
    { pair: { certificate: 'jane', key: 'hello' } },
    /client key of the user "u".*not readable/,
  ],
  ['a key of another certificate', { pair: { certificate: 'jane', key: 'joe' } }, /do not belong together/],
] as const)('%s is told with its path or entry', async (_what, broken, message) => {
  const server = await serve(pairs.host)
  const tls =
    'tls' in broken ? (broken.tls as { authority: Material }) : { authority: text(authority.pair.cert) }
  const clientCertificate =
    'pair' in broken
      ? {
          certificate: text(pairs[broken.pair.certificate].cert),
          key: text(broken.pair.key === 'joe' ? pairs.joe.key : 'hello'),
        }
      : undefined
  const { reason } = await stateWhen(open(server, tls, clientCertificate ? { clientCertificate } : {}))
  expect(reason).toMatchObject({ kind: 'badConfig', message: expect.stringMatching(message) })
  expect(server.connections).toBe(0)
})

test('a client certificate is sent, and a rotated file taken up', async () => {
  const server = await serve(pairs.host)
  const clientCertificate = {
    certificate: file('c.crt', pairs.jane.cert),
    key: file('c.key', pairs.jane.key),
  }
  const clock = new TestClock()
  const session = open(
    server,
    { authority: file('ca.crt', authority.pair.cert) },
    { authentication: { type: 'none' }, clientCertificate },
    clock,
  )
  await stateWhen(session)
  expect(server.seen[0]?.client).toBe('jane')
  file('c.crt', pairs.joe.cert)
  file('c.key', pairs.joe.key)
  clock.pass(60_000)
  await session.request(reading('/version')).then(response => response.text())
  expect(server.seen.at(-1)?.client).toBe('joe')
})

test('a refused client certificate is read again and the request repeated', async () => {
  const server = await serve(pairs.host)
  const clientCertificate = {
    certificate: file('d.crt', pairs.jane.cert),
    key: file('d.key', pairs.jane.key),
  }
  const session = open(
    server,
    { authority: text(authority.pair.cert) },
    { authentication: { type: 'none' }, clientCertificate },
  )
  await stateWhen(session)
  server.answer = ({ client }, response) => client === 'jane' && json(response, 401, {})
  file('d.crt', pairs.joe.cert)
  file('d.key', pairs.joe.key)
  expect((await session.request(reading('/version'))).status).toBe(200)
  expect(session.state.get().phase).toBe('ready')
})

test('plain HTTP where TLS is expected is told', async () => {
  const plain = await new TestServer().listen()
  servers.push(plain)
  const { reason } = await stateWhen(open(plain, { authority: text(authority.pair.cert) }))
  expect(reason?.message).toMatch(/does not speak TLS|TLS with/)
})

/** What comes back over a WebSocket of a session. */
async function echoed(session: OpenedSession): Promise<string> {
  const channel = await session.connect({
    path: '/api/v1/namespaces/a/pods/x/exec',
    query: [],
    protocols: ['v5.channel.k8s.io'],
    purpose: 'test',
  })
  await channel.send(Buffer.from('through'))
  const { value } = await channel.messages[Symbol.asyncIterator]().next()
  channel.close()
  return Buffer.from(value ?? []).toString()
}

/** A proxy that tunnels by CONNECT and counts. */
async function httpProxy(
  credentials: string,
  written = credentials,
): Promise<{ readonly url: string; readonly tunnels: string[] }> {
  const tunnels: string[] = []
  const sockets = new Set<net.Socket>()
  const proxy = http.createServer().on('connect', (request, socket) => {
    const wanted = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`
    if (wanted && request.headers['proxy-authorization'] !== wanted) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
      return
    }
    tunnels.push(request.url ?? '')
    const [host, port] = (request.url ?? '').split(':')
    const through = net.connect(Number(port), host)
    sockets.add(through)
    socket.on('error', () => through.destroy())
    through.on('error', () => socket.destroy())
    through.on('connect', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      through.pipe(socket).pipe(through)
    })
  })
  proxy.on('connection', socket => sockets.add(socket))
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  servers.push({
    close: () => {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  })
  const { port } = proxy.address() as net.AddressInfo
  return { url: `http://${written && `${written}@`}127.0.0.1:${port}`, tunnels }
}

test.each([
  ['', ''],
  ['me:pass', 'me:pass'],
  ['me:50%25 or p%C3%A4ss', 'me:50% or päss'],
  ['me:100%', 'me:100%'],
  ['me:a%zz%2Fb%FF', 'me:a%zz/b%FF'],
])(
  'an http proxy (credentials "%s") tunnels and the name is verified all the same',
  async (written, credentials) => {
    const server = await serve(pairs.host)
    const proxy = await httpProxy(credentials, written)
    const tls = { authority: text(authority.pair.cert) }
    const session = open(server, tls, { proxyUrl: proxy.url })
    expect((await stateWhen(session)).phase).toBe('ready')
    expect(proxy.tunnels).toContain(`127.0.0.1:${server.port}`)
    expect(await echoed(session)).toBe('through')
    const named = await serve(pairs.name)
    expect((await stateWhen(open(named, tls, { proxyUrl: proxy.url }))).reason?.message).toMatch(
      /another name/,
    )
    expect(
      (await stateWhen(open(named, { ...tls, serverName: 'kube.example.com' }, { proxyUrl: proxy.url })))
        .phase,
    ).toBe('ready')
  },
)

test('a proxy that refuses is told, without its password', async () => {
  const server = await serve(pairs.host)
  const proxy = await httpProxy('me:pass')
  const proxyUrl = proxy.url.replace('pass', 'wr0ng')
  const { reason } = await stateWhen(open(server, { authority: text(authority.pair.cert) }, { proxyUrl }))
  expect(reason?.message).toMatch(/proxy http:\/\/127\.0\.0\.1:\d+.*407/)
  expect(JSON.stringify(reason)).not.toContain('wr0ng')
})

/** The least of a SOCKS5 proxy: no authentication, CONNECT to an IPv4 address or a name. */
async function socksProxy(): Promise<{ readonly url: string; readonly tunnels: number[] }> {
  const tunnels: number[] = []
  const sockets = new Set<net.Socket>()
  const proxy = net.createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(Buffer.from([5, 0]))
      socket.once('data', request => {
        const port = request.readUInt16BE(request.length - 2)
        tunnels.push(port)
        const through = net.connect(port, '127.0.0.1', () => {
          socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]))
          through.pipe(socket).pipe(through)
        })
        sockets.add(through)
        through.on('error', () => socket.destroy())
      })
    })
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  servers.push({
    close: () => {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  })
  return { url: `127.0.0.1:${(proxy.address() as net.AddressInfo).port}`, tunnels }
}

test.each(['socks5', 'socks5h'])('a %s proxy tunnels and the name is verified all the same', async scheme => {
  const server = await serve(pairs.host)
  const proxy = await socksProxy()
  const tls = { authority: text(authority.pair.cert) }
  const proxyUrl = `${scheme}://${proxy.url}`
  const session = open(server, tls, { proxyUrl })
  expect((await stateWhen(session)).phase).toBe('ready')
  expect(proxy.tunnels).toContain(server.port)
  expect(await echoed(session)).toBe('through')
  const named = await serve(pairs.name)
  expect((await stateWhen(open(named, tls, { proxyUrl }))).reason?.message).toMatch(/another name/)
  expect((await stateWhen(open(named, { ...tls, serverName: 'kube.example.com' }, { proxyUrl }))).phase).toBe(
    'ready',
  )
  session.close()
  await expect.poll(() => server.openSockets).toBe(0)
})

test('a WebSocket shows the client certificate, by the name that tls-server-name gives', async () => {
  const server = await serve(pairs.name)
  const session = open(
    server,
    { authority: text(authority.pair.cert), serverName: 'kube.example.com' },
    { clientCertificate: { certificate: text(pairs.jane.cert), key: text(pairs.jane.key) } },
  )
  await stateWhen(session)
  expect(await echoed(session)).toBe('through')
  expect(server.seen.at(-1)).toMatchObject({
    client: 'jane',
    servername: 'kube.example.com',
    headers: { upgrade: 'websocket', authorization: 'Bearer secret' },
  })
})
