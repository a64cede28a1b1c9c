import type { X509Certificate } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { type ServingCertificate, servingFaults } from '../../../shared/admission/health/index.ts'
import type { WebhookEntry } from '../../../shared/admission/index.ts'
import { AppError, isAppError, isCancelled } from '../../../shared/errors/index.ts'
import type { Clock } from '../../../shared/flow/index.ts'
import type { ObjectRef } from '../../../shared/kube/index.ts'
import { portBehind, portOfService } from '../../../shared/relations/index.ts'
import { counted } from '../../../shared/words/index.ts'
import type { ApiClient } from '../../api/index.ts'
import type { ClusterSession } from '../../session/index.ts'
import { describeCertificate, readPem } from '../bundle.ts'
import { presentedChain } from './handshake.ts'
import { isTrusted } from './trust.ts'

/** Opens a TCP connection to a port of a pod. @throws AppError also where that is not allowed */
export type OpenPort = (
  session: ClusterSession,
  place: { readonly namespace: string; readonly pod: string; readonly port: number },
  signal: AbortSignal,
) => Promise<Duplex>

/** Milliseconds until a server is asked again. */
const askAgainAfter = 600_000
/** Servers that are asked at all, and at once. */
const mostServers = 100
const atOnce = 4

type Known =
  | { readonly chain: readonly X509Certificate[]; readonly pod: ObjectRef; readonly serverName: string }
  | { readonly why: string }

/**
 * Certificates that servers of webhooks present themselves: one pod of each Service is asked by a TLS
 * handshake through a forwarded port, under the name that the API server calls. Only once somebody
 * agreed to it; nothing is sent but the handshake.
 */
export class PresentedCertificates {
  readonly #api: ApiClient
  readonly #openPort: OpenPort
  readonly #clock: Clock
  readonly #changed: () => void
  readonly #known = new Map<string, { readonly at: number; readonly known: Known }>()
  readonly #waiting = new Map<string, WebhookEntry>()
  readonly #ended = new AbortController()
  readonly #running = new Set<string>()

  constructor(api: ApiClient, openPort: OpenPort, clock: Clock, changed: () => void) {
    this.#api = api
    this.#openPort = openPort
    this.#clock = clock
    this.#changed = changed
  }

  /** Begins to ask those that were not asked yet, or long ago. */
  look(entries: readonly WebhookEntry[]): void {
    for (const entry of entries) {
      const key = keyOf(entry)
      if (key === '' || this.#waiting.has(key)) continue
      const asked = this.#known.get(key)
      if (asked !== undefined && this.#clock.now() - asked.at < askAgainAfter) continue
      if (asked === undefined && this.#known.size + this.#waiting.size >= mostServers) continue
      this.#waiting.set(key, entry)
    }
    this.#askNext()
  }

  /** Servers that have not answered yet. */
  get asking(): number {
    return this.#waiting.size
  }

  of(entry: WebhookEntry): ServingCertificate {
    const key = keyOf(entry)
    if (key === '') return { state: 'unknown', why: whyNotAsked(entry) }
    const known = this.#known.get(key)?.known
    if (known === undefined)
      return {
        state: 'unknown',
        why: this.#waiting.has(key) ? 'Its server is being asked.' : 'Too many servers to ask them all.',
      }
    return 'why' in known ? { state: 'unknown', why: known.why } : judged(known, entry)
  }

  /** Which servers could not be asked, and why, in sentences. */
  get notes(): readonly string[] {
    const services = new Map<string, string[]>()
    for (const [service, { known }] of this.#known)
      if ('why' in known) services.set(known.why, [...(services.get(known.why) ?? []), service])
    return [...services].map(
      ([why, [first, ...others]]) =>
        `The server of Service ${first}${others.length === 0 ? '' : ` and ${counted(others.length, 'other')}`} was not asked for its certificate: ${why}`,
    )
  }

  close(): void {
    this.#ended.abort()
  }

  #askNext(): void {
    for (const [key, entry] of this.#waiting) {
      if (this.#running.size >= atOnce) return
      if (!this.#running.has(key)) void this.#find(key, entry)
    }
  }

  async #find(key: string, entry: WebhookEntry): Promise<void> {
    this.#running.add(key)
    const known = await this.#ask(entry)
    this.#running.delete(key)
    this.#waiting.delete(key)
    if (this.#ended.signal.aborted) return
    this.#known.set(key, { at: this.#clock.now(), known })
    this.#changed()
    this.#askNext()
  }

  async #ask(entry: WebhookEntry): Promise<Known> {
    const { signal } = this.#ended
    const { serverName } = entry.path
    try {
      const { pod, port } = await this.#placeOf(entry)
      const place = { namespace: pod.namespace, pod: pod.name, port }
      const stream = await this.#openPort(this.#api.session, place, signal)
      return { chain: await presentedChain(stream, serverName, signal), pod, serverName }
    } catch (error) {
      if (isCancelled(error)) return { why: 'It was given up.' }
      if (!isAppError(error)) throw error
      return { why: [error.body.message, ...(error.body.causes ?? []).slice(0, 1)].join(' ') }
    }
  }

  /** A ready pod behind the Service, and the port of it that the webhook's port leads to. */
  async #placeOf({ path }: WebhookEntry): Promise<{ readonly pod: ObjectRef; readonly port: number }> {
    const { service } = path
    const station = service?.pods.find(({ isReady, isTerminating }) => isReady && !isTerminating)
    if (service === null || station === undefined) throw refused('No pod behind its Service is ready.')
    const { signal } = this.#ended
    const [object, pod] = await Promise.all([
      this.#api.get(service.ref, signal),
      this.#api.get(station.ref, signal),
    ])
    const wanted = portOfService(object, String(service.port))
    const port = wanted === null ? null : portBehind(object, wanted, pod.spec)
    if (port === null) throw refused(`Its Service leads no port ${service.port} to pod ${station.ref.name}.`)
    return { pod: station.ref, port }
  }
}

function keyOf({ path: { service } }: WebhookEntry): string {
  if (service === null || service.state !== 'exists' || service.pods.length === 0) return ''
  return `${service.ref.namespace}/${service.ref.name}:${service.port}`
}

function whyNotAsked({ path: { service } }: WebhookEntry): string {
  return service === null
    ? 'It is called by a URL, and no server outside of the cluster is asked.'
    : 'No pod behind its Service is known.'
}

function judged(
  { chain, pod, serverName }: Extract<Known, { readonly chain: unknown }>,
  entry: WebhookEntry,
): ServingCertificate {
  const [leaf] = chain
  if (leaf === undefined) return { state: 'unknown', why: 'Its server presented no certificate.' }
  const bundle = readPem(Buffer.from(entry.webhook.caBundle, 'base64').toString('latin1'))
  const certificate = describeCertificate(leaf)
  return {
    state: 'known',
    certificate,
    faults: servingFaults(certificate, serverName, bundle.length === 0 || isTrusted(chain, bundle)),
    source: { kind: 'Pod', ref: pod },
    foundBy: `Pod ${pod.name} presented it in a TLS handshake for ${serverName}.`,
  }
}

function refused(message: string): AppError {
  return new AppError({ kind: 'gone', message })
}
