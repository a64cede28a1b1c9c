import { isIP } from 'node:net'
import tls from 'node:tls'
import type { Destination } from './failure.ts'

const patienceMillis = 3000

const dateWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** `2 January 2020 at 00:00 UTC`. */
export function dateText(date: Date): string {
  return `${dateWords.format(date)} UTC`
}

/**
 * Until when, or from when on, the certificate of a server is valid, as the end of what is said of
 * a refused one; empty where it cannot be had. Connects once more without verifying, and sends
 * nothing: a connection that was refused keeps its certificate to itself.
 * @param code of the refusal
 */
export async function validityText(
  code: string | undefined,
  { server, proxyUrl, tlsServerName }: Destination,
  signal: AbortSignal,
): Promise<string> {
  const isLate = code === 'CERT_HAS_EXPIRED'
  if ((!isLate && code !== 'CERT_NOT_YET_VALID') || proxyUrl !== '') return ''
  const certificate = await peerCertificate(new URL(server), tlsServerName, signal)
  const date = new Date(String(isLate ? certificate?.valid_to : certificate?.valid_from))
  if (Number.isNaN(date.getTime())) return ''
  return isLate ? ` It was valid until ${dateText(date)}.` : ` It is valid from ${dateText(date)} on.`
}

function peerCertificate(
  url: URL,
  tlsServerName: string,
  signal: AbortSignal,
): Promise<tls.PeerCertificate | null> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const servername = tlsServerName || host
  return new Promise(resolve => {
    const socket = tls.connect({
      host,
      port: Number(url.port) || 443,
      rejectUnauthorized: false,
      ...(isIP(servername) === 0 ? { servername } : {}),
    })
    const end = (certificate: tls.PeerCertificate | null): void => {
      signal.removeEventListener('abort', abort)
      socket.destroy()
      resolve(certificate)
    }
    const abort = (): void => end(null)
    signal.addEventListener('abort', abort, { once: true })
    socket.setTimeout(patienceMillis, abort)
    socket.on('error', abort)
    socket.on('secureConnect', () => end(socket.getPeerCertificate()))
  })
}
