import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket, type Server as TlsServer } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { Authority } from '../../session/fixture/index.ts'
import { presentedChain } from './handshake.ts'

let authority: Authority
let server: TlsServer
const opened: (Server | Socket)[] = []
/** What the server saw: names that were called, and bytes after a handshake. */
const seen: { names: (string | false | null)[]; bytes: number } = { names: [], bytes: 0 }
const signal = new AbortController().signal

beforeAll(async () => {
  authority = new Authority('hook authority')
  const { cert, key } = authority.issue('DNS:hook.acme.svc', { isExpired: true })
  server = createTlsServer({ cert: cert + authority.pair.cert, key }, (socket: TLSSocket) => {
    seen.names.push(socket.servername)
    socket.on('data', bytes => {
      seen.bytes += bytes.byteLength
    })
    socket.on('error', () => undefined)
  })
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  for (const each of opened.splice(0)) 'destroy' in each ? each.destroy() : each.close()
})
afterAll(() => {
  server.close()
  authority.remove()
})

function streamTo(target: Server): Socket {
  const { port } = target.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  opened.push(socket)
  return socket
}

async function plain(onConnection: (socket: Socket) => void): Promise<Server> {
  const target = createServer(onConnection).listen(0, '127.0.0.1')
  opened.push(target)
  await once(target, 'listening')
  return target
}

it('the chain is read under the name that is called, trusted or not, and nothing follows the handshake', async () => {
  const stream = streamTo(server)
  const chain = await presentedChain(stream, 'hook.acme.svc', signal)
  expect(chain.map(({ subject }) => subject)).toEqual(['CN=test', 'CN=hook authority'])
  expect(chain[0]?.subjectAltName).toBe('DNS:hook.acme.svc')
  await expect.poll(() => [stream.destroyed, seen.names]).toEqual([true, ['hook.acme.svc']])
  expect(seen.bytes).toBe(0)
})

it('a server without TLS is told', async () => {
  const target = await plain(socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  await expect(presentedChain(streamTo(target), 'a.b.svc', signal)).rejects.toMatchObject({
    body: { kind: 'unreachable', message: expect.stringMatching(/^There was no TLS handshake: /) },
  })
})

it('a server that ends at once is told', async () => {
  const target = await plain(socket => socket.destroy())
  await expect(presentedChain(streamTo(target), 'a.b.svc', signal)).rejects.toMatchObject({
    body: { kind: 'unreachable' },
  })
})

it('a server that says nothing is left when whoever asked goes away', async () => {
  const target = await plain(socket => opened.push(socket))
  const leaving = new AbortController()
  const stream = streamTo(target)
  const chain = presentedChain(stream, 'a.b.svc', leaving.signal)
  await once(target, 'connection')
  leaving.abort()
  await expect(chain).rejects.toThrow()
  expect(stream.destroyed).toBe(true)
})
