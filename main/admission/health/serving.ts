import type { X509Certificate } from 'node:crypto'
import { type ServingCertificate, servingFaults } from '../../../shared/admission/health/index.ts'
import type { WebhookEntry } from '../../../shared/admission/index.ts'
import { isAppError } from '../../../shared/errors/index.ts'
import type { Clock } from '../../../shared/flow/index.ts'
import type { KubeObject, ObjectRef } from '../../../shared/kube/index.ts'
import { at, listAt, textAt } from '../../../shared/relations/index.ts'
import type { ApiClient } from '../../api/index.ts'
import { describeCertificate, readPem } from '../bundle.ts'
import { isTrusted } from './trust.ts'

/** Milliseconds until a Secret is looked at again. */
const lookAgainAfter = 600_000
/** Services whose Secrets are looked for; a cluster rarely has as many. */
const mostServices = 100
/** Secrets of one Pod that are looked at. */
const mostSecrets = 6

const core = { group: '', version: 'v1' }
const unknown = (why: string): ServingCertificate => ({ state: 'unknown', why })
const notLooked = unknown('It is being looked for.')

/** A Secret that may hold the serving certificate; of its contents the certificates alone are kept. */
interface Candidate {
  readonly ref: ObjectRef
  readonly foundBy: string
  readonly chain: readonly X509Certificate[]
}

interface Known {
  readonly at: number
  readonly candidates: readonly Candidate[]
  /** Why nothing was found; empty where something was. */
  readonly why: string
}

/**
 * Certificates that servers of webhooks present, from the Secrets that their Pods mount or that
 * cert-manager is told to take the bundle from. `PresentedCertificates` asks the servers themselves.
 */
export class ServingCertificates {
  readonly #api: ApiClient
  readonly #clock: Clock
  readonly #changed: () => void
  readonly #known = new Map<string, Known>()
  readonly #asking = new Set<string>()
  readonly #ended = new AbortController()

  constructor(api: ApiClient, clock: Clock, changed: () => void) {
    this.#api = api
    this.#clock = clock
    this.#changed = changed
  }

  /** Begins to look for those that are not known yet, or were looked at long ago. */
  look(entries: readonly WebhookEntry[], contentOf: (entry: WebhookEntry) => KubeObject | null): void {
    for (const entry of entries) {
      const key = keyOf(entry)
      if (key === '' || this.#asking.has(key)) continue
      const known = this.#known.get(key)
      if (known !== undefined && this.#clock.now() - known.at < lookAgainAfter) continue
      if (known === undefined && this.#known.size + this.#asking.size >= mostServices) continue
      this.#asking.add(key)
      void this.#find(key, entry, contentOf(entry))
    }
  }

  /** Services whose Secrets are being read. */
  get asking(): number {
    return this.#asking.size
  }

  of(entry: WebhookEntry): ServingCertificate {
    const key = keyOf(entry)
    if (key === '') return unknown(whyNone(entry))
    const known = this.#known.get(key)
    if (known === undefined)
      return this.#asking.has(key) ? notLooked : unknown('Too many Services to look at all.')
    return chosen(known, entry)
  }

  close(): void {
    this.#ended.abort()
  }

  async #find(key: string, entry: WebhookEntry, content: KubeObject | null): Promise<void> {
    const reasons: string[] = []
    const candidates: Candidate[] = []
    for (const { ref, foundBy } of await this.#secretsOf(entry, content, reasons)) {
      const secret = await this.#get(ref, reasons)
      const text = secret === null ? '' : textAt(secret, 'data', 'tls.crt')
      const chain = readPem(Buffer.from(text, 'base64').toString('latin1'))
      if (chain.length > 0) candidates.push({ ref, foundBy, chain })
    }
    this.#asking.delete(key)
    if (this.#ended.signal.aborted) return
    const why =
      reasons[0] ??
      'Its Pods mount no Secret with a certificate: it makes its certificate itself, or gets it otherwise.'
    this.#known.set(key, { at: this.#clock.now(), candidates, why: candidates.length > 0 ? '' : why })
    this.#changed()
  }

  async #secretsOf(
    entry: WebhookEntry,
    content: KubeObject | null,
    reasons: string[],
  ): Promise<readonly { readonly ref: ObjectRef; readonly foundBy: string }[]> {
    const found = new Map<string, { ref: ObjectRef; foundBy: string }>()
    const add = (namespace: string, name: string, foundBy: string): void => {
      if (name === '' || found.size >= mostSecrets) return
      const ref = { resource: { ...core, resource: 'secrets' }, namespace, name }
      if (!found.has(`${namespace}/${name}`)) found.set(`${namespace}/${name}`, { ref, foundBy })
    }
    const [pod] = entry.path.service?.pods ?? []
    const object = pod === undefined ? null : await this.#get(pod.ref, reasons)
    if (object !== null) {
      for (const volume of listAt(object, 'spec', 'volumes')) {
        const names = [textAt(volume, 'secret', 'secretName')]
        for (const source of listAt(volume, 'projected', 'sources'))
          names.push(textAt(source, 'secret', 'name'))
        for (const name of names) add(pod?.ref.namespace ?? '', name, `Pod ${pod?.ref.name} mounts it.`)
      }
    }
    const [namespace = '', name = ''] = annotation(content, 'cert-manager.io/inject-ca-from').split('/')
    if (name !== '') {
      const certificate = await this.#certificate(namespace, name, reasons)
      if (certificate !== null)
        add(
          namespace,
          textAt(certificate, 'spec', 'secretName'),
          `Certificate ${name} of cert-manager keeps it there.`,
        )
    }
    return [...found.values()]
  }

  #certificate(namespace: string, name: string, reasons: string[]): Promise<KubeObject | null> {
    const kind = this.#api.findKind('cert-manager.io', 'Certificate')
    return kind === null ? Promise.resolve(null) : this.#get({ resource: kind, namespace, name }, reasons)
  }

  async #get(ref: ObjectRef, reasons: string[]): Promise<KubeObject | null> {
    try {
      return await this.#api.get(ref, this.#ended.signal)
    } catch (error) {
      if (!isAppError(error)) throw error
      reasons.push(error.body.message)
      return null
    }
  }
}

function keyOf(entry: WebhookEntry): string {
  const service = entry.path.service
  if (service === null || service.state !== 'exists' || service.pods.length === 0) return ''
  return `${service.ref.namespace}/${service.ref.name}`
}

function whyNone(entry: WebhookEntry): string {
  return entry.path.service === null
    ? 'It is called by a URL; only its server knows what it presents.'
    : 'No Pod behind its Service is known.'
}

function annotation(content: KubeObject | null, name: string): string {
  const value = content === null ? '' : at(content, 'metadata', 'annotations', name)
  return typeof value === 'string' ? value : ''
}

// Of several Secrets the one with the right name is the one; where none has it, only one that the
// bundle vouches for is surely the server's.
function chosen({ candidates, why }: Known, entry: WebhookEntry): ServingCertificate {
  const bundle = readPem(Buffer.from(entry.webhook.caBundle, 'base64').toString('latin1'))
  const judged = candidates.flatMap(({ ref, foundBy, chain }) => {
    const [leaf] = chain
    if (leaf === undefined) return []
    const certificate = describeCertificate(leaf)
    // The authority's own certificate is mounted too now and then.
    if (certificate.isCertificateAuthority && certificate.names.length === 0) return []
    const faults = servingFaults(
      certificate,
      entry.path.serverName,
      bundle.length === 0 || isTrusted(chain, bundle),
    )
    return [{ certificate, faults, foundBy, source: { kind: 'Secret', ref } }]
  })
  const best =
    judged.find(({ faults }) => faults.length === 0) ?? judged.find(({ faults }) => faults.length === 1)
  if (best !== undefined) return { state: 'known', ...best }
  const [other] = judged
  if (other === undefined) return unknown(why)
  return unknown(
    `Secret ${other.source.ref.name} holds a certificate for ${other.certificate.names.slice(0, 3).join(', ') || 'no name'}; whether the server presents it cannot be told.`,
  )
}
