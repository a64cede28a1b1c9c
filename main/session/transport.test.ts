import { createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createTransport } from './transport.ts'

test.each(['http', 'https'])('a destroyed %s transport leaves no connection under way', async scheme => {
  const open = new Set<Socket>()
  // Accepts, and is silent: neither a handshake nor an answer ever comes.
  const server = createServer(socket => {
    open.add(socket.resume())
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const origin = `${scheme}://127.0.0.1:${port}`
  const transport = createTransport({ origin, socketPath: '', proxyUrl: '', tls: {} })
  const request = transport.request({ origin, path: '/version', method: 'GET' })
  request.catch(() => undefined)
  await expect.poll(() => open.size).toBe(1)
  await transport.destroy()
  await expect(request).rejects.toThrow()
  await expect.poll(() => open.size).toBe(0)
  server.close()
})
