import { createServer, type Server, type Socket } from 'node:net'
import { AppError } from '../../../shared/errors/index.ts'
import { holderOf } from './holder.ts'

/** Connections of one port at once; a browser opens a few, a load test hundreds. */
const mostConnections = 2000

export interface Listener {
  readonly port: number
  close(): void
}

export interface Listening {
  readonly address: string
  /** 0: any free one. */
  readonly port: number
  /** Called with a paused connection. Its two directions end apart. */
  readonly onConnection: (socket: Socket) => void
  /** Called where the system hands a connection over no more, as with too many open files. */
  readonly onRefused: (error: Error) => void
  /** Which forward of ours holds a port of an address, in words; null for none. */
  readonly ownHolder: (port: number) => string | null
}

/** @throws AppError `conflict` when the port is taken, with who holds it where that can be told */
export async function listen({
  address,
  port,
  onConnection,
  onRefused,
  ownHolder,
}: Listening): Promise<Listener> {
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, onConnection)
  server.maxConnections = mostConnections
  try {
    const taken = await bind(server, address, port)
    server.on('error', onRefused)
    return { port: taken, close: () => server.close() }
  } catch (error) {
    server.close()
    throw await explained(error, address, port, ownHolder)
  }
}

/** The port itself where it is free on loopback, else one near it, else any; never one of `taken`. */
export async function freePort(wanted: number, taken: ReadonlySet<number>): Promise<number> {
  for (const port of [wanted, wanted < 1024 ? wanted + 8000 : 0, 0]) {
    if (port > 65_535 || taken.has(port)) continue
    const server = createServer()
    try {
      const found = await bind(server, '127.0.0.1', port)
      if (!taken.has(found)) return found
    } catch {
      // Taken, or not for this user: the next one may be free.
    } finally {
      server.close()
    }
  }
  return 0
}

function bind(server: Server, address: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  server.once('error', reject)
  server.listen({ host: address, port, ipv6Only: true, exclusive: true }, () => {
    server.off('error', reject)
    const bound = server.address()
    resolve(typeof bound === 'object' && bound !== null ? bound.port : port)
  })
  return promise
}

async function explained(
  error: unknown,
  address: string,
  port: number,
  ownHolder: Listening['ownHolder'],
): Promise<unknown> {
  const code = (error as NodeJS.ErrnoException).code
  const resource = `listen on ${address}:${port}`
  switch (code) {
    case 'EADDRINUSE': {
      const holder = ownHolder(port) ?? (await holderOf(port)) ?? 'another program'
      const message = `Port ${port} of this machine is taken by ${holder}. Choose another local port.`
      return new AppError({ kind: 'conflict', reason: 'PortTaken', resource, message })
    }
    case 'EACCES': {
      const message = `This user may not open port ${port} of this machine: ports below 1024 are kept for the system. Choose another local port.`
      return new AppError({ kind: 'invalid', reason: 'PortNotAllowed', resource, message })
    }
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT': {
      const message = `This machine has no address ${address}. Choose another address.`
      return new AppError({ kind: 'invalid', reason: 'NoAddress', resource, message })
    }
    default:
      return error
  }
}
