/** Servers behind a forward and clients before it. A client that gets nothing for long fails, it never hangs. */
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, createServer, type Server } from 'node:net'

/** Milliseconds without a byte after which a client gives up. */
const patience = 40_000

/** Sends back what it gets, on a free port of this machine. */
export async function echoServer(): Promise<Server> {
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    socket.pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

export function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Connections of a port of this machine that a process still holds, as Linux counts them; 0 elsewhere. */
export function socketsAt(port: number): number {
  const table = '/proc/net/tcp'
  if (!existsSync(table)) return 0
  const ours = port.toString(16).toUpperCase().padStart(4, '0')
  // What the kernel itself still waits for (TIME_WAIT, FIN_WAIT2) is held by nobody.
  const waits = new Set(['05', '06'])
  return readFileSync(table, 'utf8')
    .split('\n')
    .filter(line => {
      const [, local = '', , state = ''] = line.trim().split(/\s+/)
      return local.endsWith(`:${ours}`) && !waits.has(state)
    }).length
}

/** Bytes that look random and are the same for a seed (xorshift32). */
export function randomBytes(length: number, seed: number): Buffer {
  const words = new Uint32Array(Math.ceil(length / 4))
  let state = (seed + 1) * 2_654_435_761
  for (let at = 0; at < words.length; at++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    words[at] = state
  }
  return Buffer.from(words.buffer, 0, length)
}

export interface Echo {
  /** All bytes, once as many came back; rejects when the connection ends before. */
  readonly whole: Promise<Buffer>
  /** Settles when the connection is over. */
  readonly over: Promise<void>
}

/** Sends bytes to a local port and takes as many back. */
export function echoed(port: number, bytes: Buffer, { stayOpen = false } = {}): Echo {
  const whole = Promise.withResolvers<Buffer>()
  const over = Promise.withResolvers<void>()
  const chunks: Buffer[] = []
  let received = 0
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
  socket.setTimeout(patience, () => socket.destroy(new Error(`nothing came for ${patience} ms`)))
  socket.on('data', chunk => {
    chunks.push(chunk)
    received += chunk.byteLength
    if (received < bytes.byteLength) return
    whole.resolve(Buffer.concat(chunks))
    if (!stayOpen) socket.destroy()
  })
  socket.on('error', whole.reject)
  socket.on('close', () => {
    whole.reject(new Error(`the connection ended after ${received} of ${bytes.byteLength} bytes`))
    over.resolve()
  })
  return { whole: whole.promise, over: over.promise }
}

/** What a pod of the test cluster says of a request to one of its declared ports. */
export async function requested(port: number): Promise<unknown> {
  const sent = request({ host: '127.0.0.1', port, path: '/', agent: false, timeout: patience })
  sent.on('timeout', () => sent.destroy(new Error(`no answer in ${patience} ms`)))
  sent.end()
  const [answer] = (await once(sent, 'response')) as [AsyncIterable<Buffer>]
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}
