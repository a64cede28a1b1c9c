import { createHash, createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import tls from 'node:tls'
import { AppError } from '../../shared/errors/index.ts'
import type { SeenCertificates } from '../diagnostics/index.ts'
import type { Material, ResolvedContext } from '../kubeconfig/index.ts'
import { trustSystem } from './trust.ts'

/** A client certificate and its key as PEM, from the kubeconfig or from an exec plugin. */
export interface CertificatePair {
  readonly certificate: string
  readonly key: string
}

/** The part of a connection's options that decides whom we trust and who we are. */
export type TrustOptions = Pick<
  tls.ConnectionOptions,
  'secureContext' | 'rejectUnauthorized' | 'servername' | 'checkServerIdentity'
>

export interface TlsNotes {
  /** Told of the certificates of a connection, at each handshake. */
  readonly saw?: ((certificates: SeenCertificates) => void) | undefined
  /** Told of what is wrong on this machine, for the log. */
  readonly warn: (message: string) => void
}

/** What the connector needs; equal fingerprints mean equal content. */
export interface TlsSettings {
  readonly options: TrustOptions
  readonly fingerprint: string
  /** When the client certificate expires; null without one. */
  readonly clientUntil: Date | null
}

/**
 * Reads certificates and keys, from the kubeconfig or from the files it names, and builds what a
 * TLS connection needs. The name to verify is fixed here, so that a connection to a server of
 * another name ends before any credential is sent.
 * @param fromPlugin a client certificate that stands in for that of the kubeconfig
 * @throws AppError `badConfig` naming the file and the entry
 */
export async function loadTls(
  context: ResolvedContext,
  fromPlugin: CertificatePair | null,
  { saw, warn }: TlsNotes,
): Promise<TlsSettings> {
  const { authority, insecure, serverName } = context.tls
  const ca =
    authority &&
    (await readMaterial(authority, `certificate authority of the ${context.clusterLabel}`, context))
  const pair = fromPlugin ?? (await readPair(context))
  if (ca !== undefined)
    requireCertificate(ca, `certificate authority of the ${context.clusterLabel}`, context)
  if (pair !== null) requirePair(pair, context)
  const host = new URL(context.server).hostname.replace(/^\[|\]$/g, '')
  const verified = serverName || host
  const isPlain = new URL(context.server).protocol === 'http:'
  const options: TrustOptions = {
    // Nothing is secured on a plain connection, and reading the system's authorities takes time.
    ...(isPlain ? {} : { secureContext: secureContextOf(ca, pair, warn) }),
    rejectUnauthorized: !insecure,
    // An IP address is no valid SNI; it is verified all the same.
    ...(isIP(verified) === 0 ? { servername: verified } : {}),
    checkServerIdentity: (_host, certificate) => {
      saw?.({ server: certificate.raw, client: pair?.certificate ?? null, how: 'verified' })
      return tls.checkServerIdentity(verified, certificate)
    },
  }
  const how = isPlain ? 'plain' : insecure ? 'notVerified' : 'verified'
  saw?.({ server: null, client: isPlain ? null : (pair?.certificate ?? null), how })
  const content = JSON.stringify([ca, pair, insecure, verified])
  return {
    options,
    fingerprint: createHash('sha256').update(content).digest('hex'),
    clientUntil: pair && new X509Certificate(pair.certificate).validToDate,
  }
}

function secureContextOf(
  ca: string | undefined,
  pair: CertificatePair | null,
  warn: (message: string) => void,
): tls.SecureContext {
  if (ca === undefined) trustSystem(warn)
  return tls.createSecureContext({
    ...(ca === undefined ? {} : { ca }),
    minVersion: 'TLSv1.2',
    ...(pair === null ? {} : { cert: pair.certificate, key: pair.key }),
  })
}

async function readPair(context: ResolvedContext): Promise<CertificatePair | null> {
  const { clientCertificate, userLabel } = context
  if (clientCertificate === undefined) return null
  return {
    certificate: await readMaterial(
      clientCertificate.certificate,
      `client certificate of the ${userLabel}`,
      context,
    ),
    key: await readMaterial(clientCertificate.key, `client key of the ${userLabel}`, context),
  }
}

/** @throws AppError `badConfig` that names the resolved path */
export async function readMaterial(
  material: Material,
  what: string,
  context: Pick<ResolvedContext, 'id'>,
): Promise<string> {
  if (material.type === 'data') return Buffer.from(material.base64, 'base64').toString('utf8')
  try {
    return await readFile(material.path, 'utf8')
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const why = missing ? 'does not exist' : `cannot be read (${(error as Error).message})`
    const written = material.written === material.path ? '' : `, written as ${material.written}`
    throw badConfig(context.id, `The ${what} is the file ${material.path}${written}, which ${why}.`, error)
  }
}

/** Node passes over text that holds no certificate, which would end as an unclear refusal. */
function requireCertificate(pem: string, what: string, context: ResolvedContext): void {
  try {
    if (!/-----BEGIN (TRUSTED |X509 )?CERTIFICATE-----/.test(pem)) throw new Error('no PEM certificate found')
    new X509Certificate(pem)
  } catch (error) {
    throw badConfig(context.id, `The ${what} holds no readable certificate.`, error)
  }
}

function requirePair(pair: CertificatePair, context: ResolvedContext): void {
  const what = `of the ${context.userLabel}`
  requireCertificate(pair.certificate, `client certificate ${what}`, context)
  let fits: boolean
  try {
    fits = new X509Certificate(pair.certificate).checkPrivateKey(createPrivateKey(pair.key))
  } catch (error) {
    throw badConfig(context.id, `The client key ${what} is not readable.`, error)
  }
  if (!fits) throw badConfig(context.id, `The client certificate and key ${what} do not belong together.`)
}

function badConfig(context: string, message: string, cause?: unknown): AppError {
  return new AppError({ kind: 'badConfig', context, message }, { cause })
}
