import { X509Certificate } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { connect, type DetailedPeerCertificate } from 'node:tls'
import { AppError } from '../../../shared/errors/index.ts'

/** Milliseconds that a server has for its part of the handshake. */
const patience = 10_000
/** Milliseconds for the last bytes of our part to leave. */
const leaving = 1000
/** Certificates that are looked at; no server needs as many. */
const longestChain = 10

/**
 * The certificates that a server presents, its own first, read from a TLS handshake over a stream. Nothing
 * follows the handshake but the word that the connection ends; the stream is destroyed then. The certificates are not checked here.
 * @throws AppError where there was no handshake
 */
export function presentedChain(
  stream: Duplex,
  serverName: string,
  signal: AbortSignal,
): Promise<readonly X509Certificate[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly X509Certificate[]>()
  const fail = (error: unknown): void => reject(notPresented(error))
  // Whatever it presents is wanted, most of all what nobody should trust: no byte is sent to it.
  const socket = connect({ socket: stream, servername: serverName, rejectUnauthorized: false })
  const limit = AbortSignal.any([signal, AbortSignal.timeout(patience)])
  const abort = (): void => fail(limit.reason)
  limit.addEventListener('abort', abort, { once: true })
  if (limit.aborted) abort()
  socket.once('secureConnect', () => resolve(chainOf(socket.getPeerCertificate(true))))
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the connection was closed')))
  stream.on('error', fail)
  const destroy = (): void => {
    socket.destroy()
    stream.destroy()
  }
  return promise.then(
    chain => {
      limit.removeEventListener('abort', abort)
      // Destroyed at once, the server would not see the handshake complete, and would log an error.
      const timer = setTimeout(destroy, leaving)
      stream.once('close', () => clearTimeout(timer))
      socket.end(destroy)
      return chain
    },
    (error: unknown) => {
      limit.removeEventListener('abort', abort)
      destroy()
      throw error
    },
  )
}

function chainOf(leaf: DetailedPeerCertificate): readonly X509Certificate[] {
  const chain: X509Certificate[] = []
  // A self-signed one names itself as its issuer.
  for (let at: DetailedPeerCertificate | undefined = leaf; at?.raw !== undefined; at = at.issuerCertificate) {
    const certificate = new X509Certificate(at.raw)
    if (chain.length >= longestChain || chain.some(one => one.fingerprint256 === certificate.fingerprint256))
      break
    chain.push(certificate)
  }
  return chain
}

function notPresented(error: unknown): AppError {
  if (error instanceof AppError) return error
  const isLate = error instanceof Error && error.name === 'TimeoutError'
  const message = isLate
    ? `The server did not answer the TLS handshake within ${patience / 1000} s.`
    : `There was no TLS handshake: ${error instanceof Error ? error.message : String(error)}.`
  return new AppError({ kind: 'unreachable', message })
}
