import { X509Certificate } from 'node:crypto'
import type { CertificateBundle } from '../../shared/admission/index.ts'
import type { CertificatePlace, Overview, OverviewSource } from '../../shared/ipc/index.ts'
import type { Resource } from '../../shared/kube/index.ts'
import type { SeenCertificates } from '../diagnostics/index.ts'
import type { FollowedKind } from '../facts/index.ts'
import type { Received } from '../watch/index.ts'
import { textAt } from './read.ts'

/** Decodes a caBundle (base64 of PEM blocks); never throws. */
export type Decode = (caBundle: string) => CertificateBundle

/** The certificate of a bundle that lasts longest, for a bundle lives as long as that; null for none. */
export interface BundleFact {
  /** Of the object that holds the bundle. */
  readonly name: string
  readonly certificate: Omit<CertificatePlace, 'place' | 'ref' | 'name'> | null
}

/** Those that last the shortest come first; more than these nobody reads. */
const mostShown = 200

/** @returns null for an empty bundle */
export function bundleFact(caBundle: string, name: string, decode: Decode): BundleFact | null {
  if (caBundle === '') return null
  const [longest] = [...decode(caBundle).certificates].sort((a, b) => b.notAfter - a.notAfter)
  if (longest === undefined) return { name, certificate: null }
  const { subject, issuer, notBefore, notAfter } = longest
  return { name, certificate: { subject, issuer, notBefore, notAfter } }
}

/** Of a CustomResourceDefinition, the bundle of its conversion webhook; nothing of the others. */
export const readConversion =
  (decode: Decode) =>
  ({ name, object }: Received): BundleFact | null =>
    bundleFact(textAt(object, 'spec', 'conversion', 'webhook', 'clientConfig', 'caBundle'), name, decode)

interface CertificateInputs {
  readonly services: {
    readonly facts: readonly { readonly bundle: BundleFact | null }[]
    source(): OverviewSource
  }
  readonly conversions: FollowedKind<BundleFact>
  readonly seen: SeenCertificates | null
}

export function certificateFacts({
  services,
  conversions,
  seen,
}: CertificateInputs): Overview['certificates'] {
  const sources = [services.source(), conversions.source()]
  const [serviceSource, conversionSource] = sources
  const bundles = [
    ...services.facts.flatMap(({ bundle }) => placed(bundle, 'apiService', serviceSource)),
    ...conversions.facts.flatMap(bundle => placed(bundle, 'conversion', conversionSource)),
  ]
  const items = [...connectionCertificates(seen), ...bundles.flatMap(({ item }) => item ?? [])]
  return {
    sources,
    items: items.sort((a, b) => a.notAfter - b.notAfter).slice(0, mostShown),
    undecodable: bundles.flatMap(({ name, item }) => (item === null ? [name] : [])),
    connection: connectionOf(seen),
  }
}

function placed(
  bundle: BundleFact | null,
  place: CertificatePlace['place'],
  source: OverviewSource | undefined,
): readonly { readonly name: string; readonly item: CertificatePlace | null }[] {
  if (bundle === null) return []
  const { name, certificate } = bundle
  return [
    {
      name,
      item: certificate && { place, name, ref: refOf(source?.resource ?? null, name), ...certificate },
    },
  ]
}

function refOf(resource: Resource | null, name: string): CertificatePlace['ref'] {
  return resource && { resource, namespace: '', name }
}

function connectionOf(seen: SeenCertificates | null): Overview['certificates']['connection'] {
  if (seen === null || seen.how === 'plain') return 'plain'
  if (seen.server !== null) return ''
  return seen.how === 'notVerified' ? 'notVerified' : 'notYetSeen'
}

function connectionCertificates(seen: SeenCertificates | null): readonly CertificatePlace[] {
  if (seen === null) return []
  return [
    ...connectionCertificate(seen.server, 'server', 'Serving certificate of this connection'),
    ...connectionCertificate(seen.client, 'client', 'Client certificate of the user'),
  ]
}

function connectionCertificate(
  certificate: Uint8Array | string | null,
  place: CertificatePlace['place'],
  name: string,
): readonly CertificatePlace[] {
  const read = certificate === null ? null : readCertificate(certificate)
  return read === null ? [] : [{ place, ref: null, name, ...read }]
}

/** The first certificate of a PEM text, or of DER bytes; null for what is none. */
export function readCertificate(
  certificate: Uint8Array | string,
): Omit<CertificatePlace, 'place' | 'ref' | 'name'> | null {
  try {
    const { subject, issuer, validFrom, validTo } = new X509Certificate(certificate)
    return {
      subject: oneLine(subject),
      issuer: oneLine(issuer),
      notBefore: Date.parse(validFrom) || 0,
      notAfter: Date.parse(validTo) || 0,
    }
  } catch {
    return null // of the cluster's making: whoever shows it says that it cannot be read
  }
}

function oneLine(name: string | undefined): string {
  return (name ?? '').split('\n').reverse().join(', ')
}
