import path from 'node:path'
import { fieldOf, flagOf, listOf, textOf } from './fields.ts'
import type { Material, TlsTarget } from './types.ts'

/** One entry of `clusters`, read against the folder of the file that holds it. */
export interface Cluster {
  readonly server: string
  readonly tls: TlsTarget
  readonly proxyUrl: string
  readonly disableCompression: boolean
  /** The part of `extensions` that exec plugins are given. */
  readonly execConfig: unknown
  /** Why it cannot be used, as the end of a sentence about it; empty when it can. */
  readonly fault: string
}

export function readCluster(fields: unknown, folder: string): Cluster {
  const authority = materialOf(fields, 'certificate-authority', folder)
  const insecure = flagOf(fieldOf(fields, 'insecure-skip-tls-verify'))
  const written = textOf(fieldOf(fields, 'server'))
  const { server, fault } = readServer(written, insecure || authority !== null)
  const proxyUrl = textOf(fieldOf(fields, 'proxy-url'))
  return {
    server,
    tls: {
      insecure,
      serverName: textOf(fieldOf(fields, 'tls-server-name')),
      ...(authority && { authority }),
    },
    proxyUrl,
    disableCompression: flagOf(fieldOf(fields, 'disable-compression')),
    execConfig: execExtension(fields),
    fault: fault || tlsFault(insecure, authority) || proxyFault(proxyUrl),
  }
}

/**
 * The pair `name` (a path) and `name-data` (base64). Data wins, as everywhere in Kubernetes; a
 * relative path starts at the folder of the file that holds the entry.
 */
export function materialOf(fields: unknown, name: string, folder: string): Material | null {
  const encoded = textOf(fieldOf(fields, `${name}-data`))
  if (encoded !== '') return { type: 'data', base64: encoded }
  const written = textOf(fieldOf(fields, name))
  if (written === '') return null
  return { type: 'file', path: path.resolve(folder, written), written }
}

/** client-go takes `host:port` too, with https when there is anything about TLS beside it. */
function readServer(written: string, hasTls: boolean): { readonly server: string; readonly fault: string } {
  if (written === '') return { server: '', fault: 'names no server' }
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(written)
    ? written
    : `${hasTls ? 'https' : 'http'}://${written}`
  if (!URL.canParse(address)) return { server: written, fault: `has a server that is no address: ${written}` }
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return { server: written, fault: `has a server that is neither http nor https: ${written}` }
  }
  return { server: `${url.origin}${url.pathname}`.replace(/\/+$/, ''), fault: '' }
}

function tlsFault(insecure: boolean, authority: Material | null): string {
  if (!insecure || authority === null) return ''
  return 'sets both insecure-skip-tls-verify and a certificate authority, which contradict each other: remove one of them'
}

function proxyFault(proxyUrl: string): string {
  if (proxyUrl === '') return ''
  const scheme = URL.canParse(proxyUrl) ? new URL(proxyUrl).protocol : ''
  if (['http:', 'https:', 'socks5:', 'socks5h:'].includes(scheme)) return ''
  return 'has a proxy-url that is not an http, https or socks5 address'
}

function execExtension(fields: unknown): unknown {
  const extension = listOf(fieldOf(fields, 'extensions')).find(
    item => textOf(fieldOf(item, 'name')) === 'client.authentication.k8s.io/exec',
  )
  return fieldOf(extension, 'extension')
}
