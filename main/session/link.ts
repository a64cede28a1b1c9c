import type { Dispatcher } from 'undici'
import type { Clock } from '../../shared/flow/index.ts'
import { type CredentialOptions, createCredential, noCredential } from './credential.ts'
import type { Destination } from './failure.ts'
import type { Credential, Grant } from './grant.ts'
import { impersonationHeaders } from './impersonation.ts'
import { proxyFromEnvironment } from './proxy.ts'
import { type CertificatePair, loadTls, type TlsNotes } from './tls.ts'
import { createTransport, type TransportTarget } from './transport.ts'
import { trustSystem } from './trust.ts'
import type { SessionTarget } from './types.ts'

/** All that one attempt at a request needs. */
export interface Way {
  readonly dispatcher: Dispatcher
  /** For WebSockets: each takes a new connection, since a reused one may be dead without a sign. */
  readonly channels: Dispatcher
  readonly origin: string
  /** Path of the server's address, put before that of each request. */
  readonly basePath: string
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly mayCompress: boolean
  readonly grant: Grant
}

/**
 * The pool of channels is let go when others take its place: it keeps nothing, and its WebSockets go on.
 * A shell outlives a sleep of the machine where its connection does, and dead ones are noticed.
 */
interface Pools {
  readonly requests: Dispatcher
  readonly channels: Dispatcher
}

type LinkOptions = CredentialOptions & TlsNotes

/** Address of requests over a socket; nobody resolves it. */
const socketOrigin = 'http://localhost'

/** Certificates are rotated while they are in use; their files are read again this often. */
const rereadMillis = 30_000

/**
 * The connections to one target: one pool for one set of credentials. When certificates change,
 * new requests take a new pool and the old one ends with its last stream.
 */
export class Link {
  readonly destination: Destination
  /** When the client certificate in use expires; null without one. */
  clientUntil: Date | null = null
  readonly #notes: TlsNotes
  readonly #secret: LinkOptions['secret']
  /** The grant whose credentials were told last. */
  #told: Grant | null = null
  readonly #target: SessionTarget
  readonly #clock: Clock
  readonly #credential: Credential
  readonly #retired = new Set<Dispatcher>()
  #pool: Pools | null = null
  #fingerprint = ''
  #certificate: CertificatePair | null = null
  #readAt = Number.NEGATIVE_INFINITY
  #loading: Promise<Pools> | null = null
  #isClosed = false

  constructor(context: string, target: SessionTarget, options: LinkOptions) {
    this.#notes = { saw: options.saw, warn: options.warn }
    this.#secret = options.secret
    this.#target = target
    this.#clock = options.clock
    if (target.type === 'socket') {
      this.#credential = noCredential
      const server = 'the in-memory server'
      this.destination = { context, server, proxyUrl: '', clusterLabel: server, tlsServerName: '' }
    } else {
      this.#credential = createCredential(target.resolved, options)
      const { server, clusterLabel } = target.resolved
      const proxyUrl = target.resolved.proxyUrl || proxyFromEnvironment(server, options.env)
      const tlsServerName = target.resolved.tls.serverName
      this.destination = { context, server, proxyUrl, clusterLabel, tlsServerName }
    }
  }

  /** @throws AppError when credentials or certificates cannot be had */
  async open(): Promise<Way> {
    if (this.#target.type === 'socket') await this.#target.ready?.()
    const grant = await this.#credential.grant()
    this.#tell(grant)
    const { requests: dispatcher, channels } = await this.#poolFor(grant.certificate)
    const target = this.#target
    const authorization = grant.authorization === '' ? {} : { authorization: grant.authorization }
    if (target.type === 'socket') {
      const plain = { origin: socketOrigin, basePath: '', headers: {}, mayCompress: false }
      return { dispatcher, channels, grant, ...plain }
    }
    const { server, impersonation, disableCompression } = target.resolved
    const url = new URL(server)
    return {
      dispatcher,
      channels,
      grant,
      origin: url.origin,
      basePath: url.pathname.replace(/\/+$/, ''),
      headers: { ...authorization, ...impersonationHeaders(impersonation) },
      mayCompress: !disableCompression,
    }
  }

  /** After a refusal: gets newer credentials; false when there are none. */
  async renew(refused: Grant): Promise<boolean> {
    const before = this.#fingerprint
    const isRenewed = await this.#credential.renew(refused)
    if (!this.#usesFiles) return isRenewed
    this.#readAt = Number.NEGATIVE_INFINITY
    await this.#poolFor(refused.certificate)
    return isRenewed || this.#fingerprint !== before
  }

  /** True when other credentials than the refused ones can be had without asking anybody. */
  async hasChanged(refused: Grant): Promise<boolean> {
    const before = this.#fingerprint
    if (this.#usesFiles) {
      this.#readAt = Number.NEGATIVE_INFINITY
      await this.#poolFor(refused.certificate)
    }
    return this.#fingerprint !== before || (await this.#credential.hasChanged(refused))
  }

  /**
   * New requests take new connections from now on. Call the result to end the old ones with all
   * their streams, once the new ones are known to work.
   */
  replaceConnections(): () => void {
    const old = this.#pool?.requests ?? null
    this.#pool = null
    this.#fingerprint = ''
    this.#readAt = Number.NEGATIVE_INFINITY
    if (old === null) return () => undefined
    this.#retired.add(old)
    return () => {
      this.#retired.delete(old)
      void old.destroy()
    }
  }

  /** What must not get into a log: the credentials as they are sent now. */
  #tell(grant: Grant): void {
    if (grant === this.#told) return
    this.#told = grant
    const [, sent = ''] = /^\S+\s+(.+)$/.exec(grant.authorization) ?? []
    this.#secret?.(sent)
    this.#secret?.(grant.certificate?.key ?? '')
  }

  close(): void {
    this.#isClosed = true
    this.#credential.close()
    if (this.#pool !== null) destroy(this.#pool)
    for (const pool of this.#retired) void pool.destroy()
    this.#pool = null
    this.#retired.clear()
  }

  get #usesFiles(): boolean {
    if (this.#target.type === 'socket') return false
    const { tls, clientCertificate } = this.#target.resolved
    return (
      tls.authority?.type === 'file' ||
      clientCertificate?.certificate.type === 'file' ||
      clientCertificate?.key.type === 'file'
    )
  }

  async #poolFor(certificate: CertificatePair | null): Promise<Pools> {
    const isCurrent =
      certificate === this.#certificate &&
      (!this.#usesFiles || this.#clock.elapsed() - this.#readAt < rereadMillis)
    if (this.#pool !== null && isCurrent) return this.#pool
    this.#loading ??= this.#load(certificate).finally(() => {
      this.#loading = null
    })
    return this.#loading
  }

  async #load(certificate: CertificatePair | null): Promise<Pools> {
    const { fingerprint, transport } = await this.#transport(certificate)
    this.#certificate = certificate
    this.#readAt = this.#clock.elapsed()
    if (this.#pool !== null && fingerprint === this.#fingerprint) return this.#pool
    if (this.#pool !== null) this.#retire(this.#pool.requests)
    const pool = { requests: createTransport(transport), channels: createTransport(transport) }
    if (this.#isClosed) destroy(pool)
    this.#fingerprint = fingerprint
    this.#pool = pool
    return pool
  }

  async #transport(
    certificate: CertificatePair | null,
  ): Promise<{ readonly fingerprint: string; readonly transport: TransportTarget }> {
    const target = this.#target
    if (target.type === 'socket') {
      const { socketPath } = target
      return {
        fingerprint: socketPath,
        transport: { origin: socketOrigin, socketPath, proxyUrl: '', tls: {} },
      }
    }
    const { server } = target.resolved
    const { proxyUrl } = this.destination
    const {
      options: tls,
      fingerprint,
      clientUntil,
    } = await loadTls(target.resolved, certificate, this.#notes)
    if (/^https:/i.test(proxyUrl)) trustSystem(this.#notes.warn)
    this.clientUntil = clientUntil
    return { fingerprint, transport: { origin: new URL(server).origin, socketPath: '', proxyUrl, tls } }
  }

  #retire(pool: Dispatcher): void {
    this.#retired.add(pool)
    const ended = (): unknown => this.#retired.delete(pool)
    pool.close().then(ended, ended)
  }
}

function destroy({ requests, channels }: Pools): void {
  void requests.destroy()
  void channels.destroy()
}
