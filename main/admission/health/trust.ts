import type { X509Certificate } from 'node:crypto'

/** Whether a chain ends in one of the bundle, as TLS asks. */
export function isTrusted(chain: readonly X509Certificate[], bundle: readonly X509Certificate[]): boolean {
  for (const [index, certificate] of chain.entries()) {
    const isOwn = bundle.some(root => root.fingerprint256 === certificate.fingerprint256)
    if (isOwn || bundle.some(root => isIssued(certificate, root))) return true
    const next = chain[index + 1]
    if (next === undefined || !isIssued(certificate, next)) return false
  }
  return false
}

function isIssued(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}
