import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'

/**
 * X.509 certificates made at start, so that "expires in eight days" is true whenever the sample
 * runs. DER by hand: node:crypto signs, but writes no certificates. Keys come from names, so
 * every run makes the same bytes at the same time.
 */

const tagged = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const bytes = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => tagged(0x30, ...parts)
const set = (...parts: readonly Uint8Array[]): Buffer => tagged(0x31, ...parts)
const octets = (content: Uint8Array): Buffer => tagged(0x04, content)
const utf8 = (text: string): Buffer => tagged(0x0c, Buffer.from(text))
const yes = Buffer.from([0x01, 0x01, 0xff])
const bits = (content: Uint8Array, unused = 0): Buffer => tagged(0x03, Buffer.from([unused]), content)

/** Object identifiers, already encoded (RFC 5280, RFC 8410). */
const oid = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, 'hex'))
const ed25519 = sequence(oid('2b6570'))
const commonName = oid('550403')
const organization = oid('55040a')
const keyUsage = oid('551d0f')
const basicConstraints = oid('551d13')
const subjectAltName = oid('551d11')
const extendedKeyUsage = oid('551d25')
const serverAuth = oid('2b06010505070301')

/** UTCTime until 2049, GeneralizedTime after that, as RFC 5280 wants. */
function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/[-:T]/g, '').slice(0, 14)
  return digits < '2050'
    ? tagged(0x17, Buffer.from(`${digits.slice(2)}Z`))
    : tagged(0x18, Buffer.from(`${digits}Z`))
}

function distinguishedName(name: string): Buffer {
  const part = (type: Buffer, value: string): Buffer => set(sequence(type, utf8(value)))
  return sequence(part(organization, 'Lanternfish Trading'), part(commonName, name))
}

function privateKeyOf(name: string): KeyObject {
  const seed = createHash('sha256').update(`sample key of ${name}`).digest()
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
  return createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' })
}

export interface CertificateRequest {
  readonly name: string
  /** Name of the signing authority; its own name makes it a self-signed authority. */
  readonly issuer: string
  /** Milliseconds since the epoch. */
  readonly from: number
  readonly until: number
  /** DNS names of a serving certificate. */
  readonly dnsNames?: readonly string[]
}

function extensions({ name, issuer, dnsNames = [] }: CertificateRequest): Buffer {
  const entries =
    name === issuer
      ? [
          sequence(basicConstraints, yes, octets(sequence(yes))),
          sequence(keyUsage, yes, octets(bits(Buffer.from([0x06]), 1))),
        ]
      : [
          sequence(keyUsage, yes, octets(bits(Buffer.from([0x80]), 7))),
          sequence(extendedKeyUsage, octets(sequence(serverAuth))),
          sequence(subjectAltName, octets(sequence(...dnsNames.map(dns => tagged(0x82, Buffer.from(dns)))))),
        ]
  return tagged(0xa3, sequence(...entries))
}

/** A certificate in PEM. */
export function certificate(request: CertificateRequest): string {
  const { name, issuer, from, until } = request
  const publicKey = createPublicKey(privateKeyOf(name)).export({ format: 'der', type: 'spki' })
  const serial = createHash('sha256').update(`${name}|${issuer}|${from}`).digest().subarray(0, 16)
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  const content = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, serial),
    ed25519,
    distinguishedName(issuer),
    sequence(time(from), time(until)),
    distinguishedName(name),
    publicKey,
    extensions(request),
  )
  const signature = sign(null, content, privateKeyOf(issuer))
  return pem('CERTIFICATE', sequence(content, ed25519, bits(signature)))
}

/** The private key that belongs to `certificate({ name })`, in PEM. */
export function privateKey(name: string): string {
  return String(privateKeyOf(name).export({ format: 'pem', type: 'pkcs8' }))
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}

export const base64 = (text: string): string => Buffer.from(text).toString('base64')
