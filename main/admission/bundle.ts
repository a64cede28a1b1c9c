import { X509Certificate } from 'node:crypto'
import type { Certificate, CertificateBundle } from '../../shared/admission/index.ts'

const block = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----/g

/**
 * Decodes a caBundle: base64 of any number of PEM blocks. Blocks that are no certificate are
 * counted and left out, as the API server does; nothing throws.
 */
export function decodeBundle(caBundle: string): CertificateBundle {
  const packed = caBundle.replaceAll(/\s+/g, '')
  if (packed === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) return failed('notBase64')
  const text = Buffer.from(packed, 'base64').toString('latin1')
  const blocks = [...text.matchAll(block)]
  if (blocks.length === 0) return failed('notPem')
  const certificates: Certificate[] = []
  for (const [pem, label] of blocks) {
    const certificate = label === 'CERTIFICATE' ? decode(pem) : null
    if (certificate !== null) certificates.push(certificate)
  }
  const rejected = blocks.length - certificates.length
  return { certificates, rejected, failure: certificates.length === 0 ? 'noCertificate' : '' }
}

function failed(failure: CertificateBundle['failure']): CertificateBundle {
  return { certificates: [], rejected: 0, failure }
}

function decode(pem: string): Certificate | null {
  try {
    return describeCertificate(new X509Certificate(pem))
  } catch {
    return null // garbage inside a PEM frame: counted by the caller
  }
}

/** What is told of a certificate. */
export function describeCertificate(certificate: X509Certificate): Certificate {
  return {
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    notBefore: Date.parse(certificate.validFrom) || 0,
    notAfter: Date.parse(certificate.validTo) || 0,
    isCertificateAuthority: certificate.ca,
    names: namesOf(certificate.subjectAltName),
    serial: certificate.serialNumber,
    fingerprint: certificate.fingerprint256,
  }
}

// Node gives one attribute a line, the most general first; people look for the common name.
function oneLine(name: string | undefined): string {
  const attributes = (name ?? '').split('\n').filter(each => each !== '')
  const common = attributes.filter(each => each.startsWith('CN='))
  return [...common, ...attributes.filter(each => !common.includes(each))].join(', ')
}

function namesOf(alternatives: string | undefined): readonly string[] {
  return (alternatives ?? '')
    .split(', ')
    .filter(each => each !== '')
    .map(each => each.replace(/^(?:DNS|IP Address|URI|email):/, ''))
}

/** Certificates of PEM, the server's own first; what is none is left out. */
export function readPem(text: string): readonly X509Certificate[] {
  return [...text.matchAll(block)].flatMap(([pem, label]) => {
    if (label !== 'CERTIFICATE') return []
    try {
      return [new X509Certificate(pem)]
    } catch {
      return [] // as in a bundle
    }
  })
}

/** How many bundles are kept decoded; a cluster rarely has more webhooks. */
const kept = 1000

/** Decodes each bundle once: configurations change far more often than their bundles. */
export function bundleDecoder(): (caBundle: string) => CertificateBundle {
  const decoded = new Map<string, CertificateBundle>()
  return caBundle => {
    const known = decoded.get(caBundle)
    if (known !== undefined) return known
    const bundle = decodeBundle(caBundle)
    if (decoded.size >= kept) decoded.clear()
    decoded.set(caBundle, bundle)
    return bundle
  }
}
