import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Handlers } from '../../../shared/ipc/index.ts'
import { type Connection, connect, type RouterLog } from '../../ipc/index.ts'
import { pageFile } from '../files.ts'
import { Keys } from './keys.ts'

export interface ServeOptions {
  readonly handlers: Handlers
  /** Folder of the built renderer. */
  readonly page: string
  /** 0: any free port. */
  readonly port: number
  readonly log: RouterLog
}

export interface ServeHost {
  /** Address to open, with the one-time token in its fragment. */
  readonly address: string
  readonly port: number
  /** Renderers connected now. */
  readonly connections: number
  close(): Promise<void>
}

/** Close code for a first message that shows no valid token or session key. */
const notAdmitted = 4401
/** A renderer that says nothing for this long in milliseconds is turned away. */
const firstMessageLimit = 5000

/** Starts the server on loopback. Rejects with the reason when the port cannot be had. */
export async function serve(options: ServeOptions): Promise<ServeHost> {
  const keys = new Keys()
  const server = createServer()
  await listen(server, options.port)
  const port = (server.address() as AddressInfo).port
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`])
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024 * 1024, perMessageDeflate: false })
  const connections = new Set<Connection>()

  server.on('request', (request, response) => void answer(request, response, options.page, hosts))
  server.on('upgrade', (request, socket, head) => {
    // Nobody else listens on a socket that is refused: its reset would end the program.
    socket.on('error', () => socket.destroy())
    const reason = refusal(request, hosts)
    if (reason !== null) return refuseUpgrade(socket, reason)
    sockets.handleUpgrade(request, socket, head, webSocket => admit(webSocket, keys, options, connections))
  })
  return {
    address: `http://127.0.0.1:${port}/#token=${keys.token}`,
    port,
    get connections() {
      return connections.size
    },
    close: async () => {
      // What renderers opened is released now, not when their sockets report their end.
      for (const connection of connections) connection.close()
      for (const client of sockets.clients) client.terminate()
      sockets.close()
      server.closeAllConnections()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  page: string,
  hosts: ReadonlySet<string>,
): Promise<void> {
  // A foreign Host is a page of elsewhere that resolved its name to loopback (DNS rebinding).
  const host = request.headers.host ?? ''
  if (!hosts.has(host)) return end(response, 403, 'This server answers to its own address only.')
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return end(response, 405, 'Only GET is answered.')
  const path = (request.url ?? '/').split(/[?#]/, 1)[0] ?? '/'
  const file = await pageFile(page, path, [`ws://${host}`])
  response.writeHead(file.status, file.headers)
  response.end(request.method === 'HEAD' ? undefined : file.body)
}

function end(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(text)
}

/** Why an upgrade is refused, or null. Browsers always send Origin on a WebSocket. */
function refusal(request: IncomingMessage, hosts: ReadonlySet<string>): string | null {
  const host = request.headers.host ?? ''
  if (!hosts.has(host)) return '403 Forbidden'
  if (request.headers.origin !== `http://${host}`) return '403 Forbidden'
  if (request.url !== '/ws') return '404 Not Found'
  return null
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}

function admit(socket: WebSocket, keys: Keys, options: ServeOptions, connections: Set<Connection>): void {
  const limit = setTimeout(() => socket.close(notAdmitted, 'no first message'), firstMessageLimit)
  socket.once('message', data => {
    clearTimeout(limit)
    const session = keys.admit(data.toString())
    if (session === null) return socket.close(notAdmitted, 'no valid token or session key')
    socket.send(JSON.stringify({ session }))
    route(socket, options, connections)
  })
  socket.on('error', () => socket.terminate())
  socket.once('close', () => clearTimeout(limit))
}

function route(socket: WebSocket, options: ServeOptions, connections: Set<Connection>): void {
  const connection = connect(
    options.handlers,
    frame => socket.send(frame),
    options.log,
    reason => socket.close(1008, reason.slice(0, 120)),
  )
  connections.add(connection)
  socket.on('message', data => connection.receive(data.toString()))
  socket.once('close', () => {
    connection.close()
    connections.delete(connection)
  })
}
