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
  const ended = new AbortController()
  const connecting = { timeout: connectTimeoutMillis, signal: ended.signal }
  const requestTls = { ...tls, ...connecting, allowH2: false }
  if (socketPath !== '') {
    return endingWith(
      ended,
      new Pool(origin, { ...options, connect: buildConnector({ socketPath, ...connecting }) }),
    )
  }
  if (proxyUrl === '') {
    const connect = buildConnector({ ...requestTls, keepAlive: true, keepAliveInitialDelay: 15_000 })
    return endingWith(ended, new Pool(origin, { ...options, connect }))
  }
  const proxy = new URL(proxyUrl)
  if (proxy.protocol.startsWith('socks')) {
    proxy.protocol = 'socks5:'
    const connect = buildConnector(connecting)
    return endingWith(
      ended,
      new Socks5ProxyAgent(proxy, { ...options, connect, connectTimeout: connectTimeoutMillis, requestTls }),
    )
  }
  const { username, password } = proxy
  const credentials = Buffer.from(`${decoded(username)}:${decoded(password)}`)
  return endingWith(
    ended,
    new ProxyAgent({
      ...options,
      uri: proxy.origin,
      requestTls,
      proxyTls: { ...connecting, allowH2: false },
      clientFactory: (address, settings) =>
        // A proxy that takes the connection and never says whether it leads on is no way.
        new Pool(address, { ...settings, allowH2: false, headersTimeout: connectTimeoutMillis }),
      ...(username === '' ? {} : { token: `Basic ${credentials.toString('base64')}` }),
    }),
  )
}

/** A percent sign that begins no code stands for itself: people write passwords as they are. */
function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, codes => {
    try {
      return decodeURIComponent(codes)
    } catch {
      return codes // no UTF-8
    }
  })
}

/**
 * Makes the connections under way end with the transport. undici leaves them to their time limit:
 * a server or a proxy that accepts and is silent would hold a socket, and the end of the process,
 * for ten seconds.
 */
function endingWith(ended: AbortController, transport: Dispatcher): Dispatcher {
  const destroy = transport.destroy.bind(transport) as (...given: readonly unknown[]) => unknown
  // undici calls it again on itself, with a callback.
  const ending = (...given: readonly unknown[]): unknown => {
    ended.abort()
    return destroy(...given)
  }
  return Object.assign(transport, { destroy: ending as Dispatcher['destroy'] })
}
