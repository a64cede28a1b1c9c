import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createTransport } from './transport.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Accepts, answers each message with the next of `answers`, and is silent from then on. */
async function silentAfter(answers: readonly (string | Uint8Array)[]): Promise<{
  readonly port: number
  readonly open: ReadonlySet<Socket>
  readonly heard: () => number
}> {
  const open = new Set<Socket>()
  let heard = 0
  const server = createServer(socket => {
    const rest = [...answers]
    open.add(socket)
    socket.on('data', () => {
      heard++
      const answer = rest.shift()
      if (answer !== undefined) socket.write(answer)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
  })
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    open,
    heard: () => heard,
  }
}

const connected = 'HTTP/1.1 200 Connection established\r\n\r\n'
const noAuthentication = Uint8Array.of(5, 0)
const granted = Uint8Array.of(5, 0, 0, 1, 127, 0, 0, 1, 0, 80)

test.each<{
  readonly what: string
  readonly scheme: 'http' | 'https'
  /** Empty: the silent one is the server itself. */
  readonly proxy: string
  readonly answers: readonly (string | Uint8Array)[]
  readonly messages: number
}>([
  { what: 'a server of http', scheme: 'http', proxy: '', answers: [], messages: 1 },
  { what: 'a server of https', scheme: 'https', proxy: '', answers: [], messages: 1 },
  { what: 'a proxy asked for a tunnel', scheme: 'https', proxy: 'http', answers: [], messages: 1 },
  { what: 'a proxy with TLS', scheme: 'https', proxy: 'https', answers: [], messages: 1 },
  { what: 'a server behind a tunnel', scheme: 'https', proxy: 'http', answers: [connected], messages: 2 },
  { what: 'a proxy that forwards', scheme: 'http', proxy: 'http', answers: [], messages: 1 },
  { what: 'a SOCKS proxy', scheme: 'https', proxy: 'socks5', answers: [], messages: 1 },
  {
    what: 'a SOCKS proxy that leads nowhere',
    scheme: 'https',
    proxy: 'socks5',
    answers: [noAuthentication],
    messages: 2,
  },
  {
    what: 'a server behind a SOCKS proxy',
    scheme: 'https',
    proxy: 'socks5',
    answers: [noAuthentication, granted],
    messages: 3,
  },
])('a destroyed transport leaves no connection under way: $what is silent', async scene => {
  const { port, open, heard } = await silentAfter(scene.answers)
  const origin = `${scene.scheme}://127.0.0.1:${scene.proxy === '' ? port : 1}`
  const proxyUrl = scene.proxy === '' ? '' : `${scene.proxy}://127.0.0.1:${port}`
  const transport = createTransport({ origin, socketPath: '', proxyUrl, tls: {} })
  const request = transport.request({ origin, path: '/version', method: 'GET' })
  request.catch(() => undefined)
  await expect.poll(heard).toBe(scene.messages)
  const began = performance.now()
  await transport.destroy()
  await expect(request).rejects.toThrow()
  await expect.poll(() => open.size).toBe(0)
  expect(performance.now() - began).toBeLessThan(2000)
})
