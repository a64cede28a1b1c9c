/** One certificate of a CA bundle, decoded. */
export interface Certificate {
  /** e.g. `CN=acme-ca, O=Acme`; common name first. */
  readonly subject: string
  readonly issuer: string
  /** Milliseconds since the epoch. */
  readonly notBefore: number
  readonly notAfter: number
  readonly isCertificateAuthority: boolean
  /** DNS names and addresses it is valid for; a CA usually has none. */
  readonly names: readonly string[]
  readonly serial: string
  /** SHA-256, hexadecimal with colons. */
  readonly fingerprint: string
}

/** A caBundle decoded. `rejected` counts PEM blocks that are no certificate. */
export interface CertificateBundle {
  readonly certificates: readonly Certificate[]
  readonly rejected: number
  /** Why nothing could be decoded; empty when something was. */
  readonly failure: '' | 'notBase64' | 'notPem' | 'noCertificate'
}

export type BundleState =
  | 'missing' // no bundle: the server's own trust roots are used
  | 'undecodable'
  | 'expired'
  | 'notYetValid'
  | 'notAuthority'
  | 'expiresWithinWeek'
  | 'expiresWithinMonth'
  | 'valid'

const day = 86_400_000

/**
 * The state of a bundle as a whole. The API server accepts a serving certificate signed by any
 * one of them, so the bundle lives as long as the certificate that lasts longest.
 * @param now milliseconds since the epoch
 */
export function bundleState(bundle: CertificateBundle | null, now: number): BundleState {
  if (bundle === null) return 'missing'
  const { certificates } = bundle
  if (certificates.length === 0) return 'undecodable'
  const begun = certificates.filter(each => each.notBefore <= now)
  const current = begun.filter(each => each.notAfter > now)
  if (current.length === 0) return begun.length < certificates.length ? 'notYetValid' : 'expired'
  // A self-signed serving certificate in the bundle is trusted as it stands; one that is neither
  // an authority nor self-signed can anchor nothing.
  const anchors = current.filter(each => each.isCertificateAuthority || each.subject === each.issuer)
  if (anchors.length === 0) return 'notAuthority'
  const left = Math.max(...anchors.map(each => each.notAfter)) - now
  if (left < 7 * day) return 'expiresWithinWeek'
  return left < 30 * day ? 'expiresWithinMonth' : 'valid'
}

/** End of the bundle's life in milliseconds since the epoch, 0 without certificates. */
export function bundleEnd(bundle: CertificateBundle | null): number {
  return Math.max(0, ...(bundle?.certificates.map(each => each.notAfter) ?? []))
}

/** e.g. `61 d`, `5 h`, `20 y`, `2 d ago`; hours below two days, years from two on. */
export function spanInWords(until: number, now: number): string {
  const distance = Math.abs(until - now)
  const amount = amountInWords(distance)
  return until >= now ? amount : `${amount} ago`
}

function amountInWords(distance: number): string {
  if (distance < 2 * day) return `${Math.floor(distance / 3_600_000)} h`
  return distance < 730 * day
    ? `${Math.floor(distance / day)} d`
    : `${Math.round(distance / (365.25 * day))} y`
}

/** The common name of a subject or issuer, else the whole. */
export function commonName(subject: string): string {
  return /(?:^|, )CN=([^,]+)/.exec(subject)?.[1] ?? subject
}
