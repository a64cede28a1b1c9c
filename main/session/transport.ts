import { buildConnector, type Dispatcher, Pool, ProxyAgent, Socks5ProxyAgent } from 'undici'
import type { TrustOptions } from './tls.ts'

/** Where connections go and how. */
export interface TransportTarget {
  /** Scheme, host and port. */
  readonly origin: string
  /** Unix socket or named pipe instead of TCP; empty for none. */
  readonly socketPath: string
  readonly proxyUrl: string
  readonly tls: TrustOptions
}

const connectTimeoutMillis = 10_000
/** Below the idle time after which API servers and load balancers close a connection. */
const keepAliveMillis = 30_000

/**
 * A pool of HTTP/1.1 connections: each watch holds one, further ones are opened as needed.
 * Measured on a real 1.36 server with undici 8: HTTP/2 opens 150 watches in 80 ms instead of
 * 470 ms, and lists at the same speed; but where watches fill the streams of a connection, the
 * next request waited for a watch to end (60 s), and a dead peer shows after 60 s by default.
 * One stream a connection fails alone, which is worth more here than the handshakes.
 */
export function createTransport({ origin, socketPath, proxyUrl, tls }: TransportTarget): Dispatcher {
  const options = { keepAliveTimeout: keepAliveMillis, keepAliveMaxTimeout: keepAliveMillis }
  const requestTls = { ...tls, allowH2: false, timeout: connectTimeoutMillis }
  if (socketPath !== '') {
    return new Pool(origin, {
      ...options,
      connect: buildConnector({ socketPath, timeout: connectTimeoutMillis }),
    })
  }
  if (proxyUrl === '') {
    const connect = { ...requestTls, keepAlive: true, keepAliveInitialDelay: 15_000 }
    return new EndingPool(origin, options, connect)
  }
  const proxy = new URL(proxyUrl)
  if (proxy.protocol.startsWith('socks')) {
    proxy.protocol = 'socks5:'
    return new Socks5ProxyAgent(proxy, { ...options, connectTimeout: connectTimeoutMillis, requestTls })
  }
  const { username, password } = proxy
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  return new ProxyAgent({
    ...options,
    uri: proxy.origin,
    requestTls,
    proxyTls: { allowH2: false, timeout: connectTimeoutMillis },
    clientFactory: (address, settings) => new Pool(address, { ...settings, allowH2: false }),
    ...(username === '' ? {} : { token: `Basic ${credentials.toString('base64')}` }),
  })
}

/**
 * Its connections under way end with it. undici leaves them to their time limit: a server that
 * accepts and is silent would hold a socket, and the end of the process, for ten seconds.
 */
class EndingPool extends Pool {
  readonly #ended: AbortController

  constructor(origin: string, options: Pool.Options, connect: buildConnector.BuildOptions) {
    const ended = new AbortController()
    super(origin, { ...options, connect: buildConnector({ ...connect, signal: ended.signal }) })
    this.#ended = ended
  }

  // undici calls it again on itself, with a callback.
  override destroy(error?: Error | null): Promise<void>
  override destroy(callback: () => void): void
  override destroy(error: Error | null, callback: () => void): void
  override destroy(...given: readonly unknown[]): unknown {
    this.#ended.abort()
    return Reflect.apply(super.destroy, this, given)
  }
}
