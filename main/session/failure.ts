import { AppError, type AppErrorBody } from '../../shared/errors/index.ts'

/** Where a request was going, for errors. */
export interface Destination {
  readonly context: string
  /** Address of the server, or of the socket. */
  readonly server: string
  readonly proxyUrl: string
  /** `cluster "kind-a" of /home/me/.kube/config`. */
  readonly clusterLabel: string
  /** tls-server-name of the cluster; empty when its host is verified. */
  readonly tlsServerName: string
}

/**
 * Says in words why no answer came: name resolution, connection, TLS, time, proxy.
 * @param purpose what was asked for, e.g. `list pods`
 */
export function networkFailure(error: unknown, destination: Destination, purpose: string): AppError {
  if (error instanceof AppError) return error
  const { code, text } = rootOf(error)
  const body: AppErrorBody = {
    kind: 'unreachable',
    context: destination.context,
    resource: purpose,
    message: sentence(code, text, destination),
    reason: code || 'Network',
    ...(text === '' ? {} : { causes: [text] }),
  }
  return new AppError(body, { cause: error })
}

/** Failures of a connection that was reused or closed by the server: a read may be repeated at once. */
export function isConnectionLost(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(rootOf(error).code)
}

/** The innermost error that has a code: the one that says what happened. */
function rootOf(error: unknown): { readonly code: string; readonly text: string } {
  let found = { code: '', text: error instanceof Error ? error.message : String(error) }
  let at: unknown = error
  for (let depth = 0; depth < 8 && at instanceof Error; depth++) {
    if (at instanceof AggregateError && at.errors.length > 0) at = at.errors[0]
    const { code, message, cause } = at as NodeJS.ErrnoException
    if (typeof code === 'string' && !(code === 'UND_ERR_SOCKET' && found.code !== '')) {
      found = { code, text: message }
    }
    at = cause
  }
  return found
}

const words: Readonly<Record<string, (server: string, label: string) => string>> = {
  ENOTFOUND: server => `The name of ${server} is not known to DNS.`,
  EAI_AGAIN: server => `DNS did not answer for the name of ${server}.`,
  ECONNREFUSED: server => `${server} refuses connections: nothing listens there.`,
  EHOSTUNREACH: server => `There is no route to ${server}.`,
  ENETUNREACH: server => `There is no network that leads to ${server}.`,
  ENETDOWN: () => 'The network is down.',
  ETIMEDOUT: server => `${server} did not accept the connection in time.`,
  ECONNRESET: server => `The connection to ${server} was reset.`,
  EPIPE: server => `The connection to ${server} was closed.`,
  ENOENT: server => `The socket ${server} does not exist.`,
  UND_ERR_SOCKET: server => `The connection to ${server} was closed.`,
  CHANNEL_LOST: server => `The connection to ${server} ended without a word.`,
  CHANNEL_SILENT: server => `The connection to ${server} is dead: nothing comes back any more.`,
  UND_ERR_CONNECT_TIMEOUT: server => `${server} did not accept the connection in time.`,
  UND_ERR_HEADERS_TIMEOUT: server => `${server} took the request but did not answer in time.`,
  UND_ERR_BODY_TIMEOUT: server => `${server} stopped in the middle of its answer.`,
  CERT_HAS_EXPIRED: server => `The certificate of ${server} has expired.`,
  CERT_NOT_YET_VALID: server =>
    `The certificate of ${server} is not valid yet; is this machine's clock right?`,
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  CERT_SIGNATURE_FAILURE: unknownAuthority,
  ERR_SSL_WRONG_VERSION_NUMBER: server =>
    `${server} does not speak TLS: the address may want http instead of https.`,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: server => `${server} does not speak TLS.`,
}

function otherName({ server, clusterLabel, tlsServerName }: Destination): string {
  if (tlsServerName !== '') {
    return `The certificate of ${server} is for another name than ${tlsServerName}, the tls-server-name of the ${clusterLabel}.`
  }
  return `The certificate of ${server} is for another name. If that is intended, the ${clusterLabel} needs tls-server-name.`
}

function unknownAuthority(server: string, label: string): string {
  return `The certificate of ${server} was not issued by the authority that the ${label} trusts.`
}

function sentence(code: string, text: string, destination: Destination): string {
  const { server, proxyUrl, clusterLabel } = destination
  if (proxyUrl !== '' && isProxyFailure(code, text)) {
    return `The proxy ${withoutCredentials(proxyUrl)} did not let the connection to ${server} through: ${text}.`
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return otherName(destination)
  const known = words[code]
  if (known !== undefined) {
    const through =
      proxyUrl === '' ? '' : ` The connection goes through the proxy ${withoutCredentials(proxyUrl)}.`
    return `${known(server, clusterLabel)}${through}`
  }
  if (/ALERT_CERTIFICATE_EXPIRED/.test(code))
    return `${server} refuses the client certificate: it has expired.`
  if (/ALERT_CERTIFICATE_REQUIRED/.test(code)) {
    return `${server} wants a client certificate, and the kubeconfig gives none.`
  }
  if (/certificate|ALERT_|TLS|SSL/i.test(code)) return `TLS with ${server} failed: ${text}.`
  return `The connection to ${server} failed: ${text}.`
}

function isProxyFailure(code: string, text: string): boolean {
  return /proxy|socks|tunnel/i.test(`${code} ${text}`)
}

function withoutCredentials(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  return `${url.protocol}//${url.host}`
}
