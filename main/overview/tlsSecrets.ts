import type { CertificatePlace, TlsSecretCertificates } from '../../shared/ipc/index.ts'
import type { KubeObject } from '../../shared/kube/index.ts'
import type { ApiClient } from '../api/index.ts'
import { readCertificate } from './certificates.ts'
import { textAt } from './read.ts'

const resource = { group: '', version: 'v1', resource: 'secrets' }
const type = 'kubernetes.io/tls'
/** A page of Secrets is a few hundred kilobytes at most. */
const pageSize = 100
const mostSecrets = 5000
const mostNamed = 50

/**
 * The certificates of TLS Secrets. The server is asked for Secrets of that type alone; of each, only
 * `tls.crt` is looked at, and nothing but names and dates is kept.
 * @throws AppError when they may not be listed
 */
export async function tlsSecrets(api: ApiClient, signal: AbortSignal): Promise<TlsSecretCertificates> {
  const items: CertificatePlace[] = []
  const undecodable: string[] = []
  let read = 0
  let token = ''
  do {
    const page = await api.list(resource, {
      fieldSelector: `type=${type}`,
      limit: pageSize,
      continue: token,
      signal,
    })
    for (const object of page.items) {
      if (textAt(object, 'type') !== type) continue
      read++
      const place = placeOf(object)
      if (place === null) undecodable.push(`${textAt(object, 'metadata', 'namespace')}/${nameOf(object)}`)
      else items.push(place)
    }
    token = page.continue
  } while (token !== '' && read < mostSecrets)
  items.sort((a, b) => a.notAfter - b.notAfter)
  return { items, read, undecodable: undecodable.slice(0, mostNamed), isComplete: token === '' }
}

function placeOf(object: KubeObject): CertificatePlace | null {
  const certificate = readCertificate(Buffer.from(textAt(object, 'data', 'tls.crt'), 'base64'))
  if (certificate === null) return null
  const name = nameOf(object)
  const ref = { resource, namespace: textAt(object, 'metadata', 'namespace'), name }
  return { place: 'tlsSecret', ref, name, ...certificate }
}

function nameOf(object: KubeObject): string {
  return textAt(object, 'metadata', 'name')
}
