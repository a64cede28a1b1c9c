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
 * A pool of HTTP/1.1 connections. Each watch holds one; further ones are opened as needed. See
 * docs/decisions for the measurement against HTTP/2.
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
    return new Pool(origin, {
      ...options,
      connect: buildConnector({ ...requestTls, keepAlive: true, keepAliveInitialDelay: 15_000 }),
    })
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
