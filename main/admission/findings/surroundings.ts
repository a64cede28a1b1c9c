import type { FindingsDepth, Scene, Trial } from '../../../shared/admission/findings/index.ts'
import type {
  AdmissionMetrics,
  MeasuresNote,
  ServingCertificate,
} from '../../../shared/admission/health/index.ts'
import type { WebhookEntry } from '../../../shared/admission/index.ts'
import type { Clock } from '../../../shared/flow/index.ts'
import type { KubeObject } from '../../../shared/kube/index.ts'
import type { ApiClient } from '../../api/index.ts'
import {
  Measures,
  type OpenPort,
  PresentedCertificates,
  ServingCertificates,
  Warnings,
} from '../health/index.ts'
import type { ComputingThread } from '../trace/index.ts'
import { Trials } from './trials.ts'

const serversNotAsked =
  'Serving certificates are taken from Secrets; the servers themselves are not asked, which takes a forwarded port.'
const notLookedAt =
  'Serving certificates were not looked at: that takes reading Secrets, or asking the servers through a forwarded port.'

/** What somebody agreed to in this context. */
export interface Agreed {
  readonly readSecrets: boolean
  readonly askServers: boolean
}

/** What is read beside watched objects for all but the configuration. */
interface Wide {
  readonly measures: Measures
  readonly warnings: Warnings
  readonly trials: Trials
}

/**
 * What findings need beside watched objects, read in the background as long as somebody looks: nothing
 * for the configuration alone, and Secrets only when they were asked for.
 */
export class Surroundings {
  readonly #api: ApiClient
  readonly #clock: Clock
  readonly #changed: () => void
  readonly #thread: ComputingThread
  readonly #openPort: OpenPort
  #wide: Wide | null = null
  #serving: ServingCertificates | null = null
  #presented: PresentedCertificates | null = null
  #may: Agreed = { readSecrets: false, askServers: false }
  #entries: ReadonlyMap<string, WebhookEntry> = new Map()

  constructor(
    api: ApiClient,
    thread: ComputingThread,
    clock: Clock,
    openPort: OpenPort,
    changed: () => void,
  ) {
    this.#api = api
    this.#clock = clock
    this.#changed = changed
    this.#thread = thread
    this.#openPort = openPort
  }

  /** Begins to read what is wanted now, and ends what is not any more. */
  want(depth: FindingsDepth, may: Agreed): void {
    const [api, clock, changed] = [this.#api, this.#clock, this.#changed]
    this.#may = may
    if (depth === 'configuration') {
      this.close()
      return
    }
    this.#wide ??= {
      measures: new Measures(api.session, clock, changed),
      warnings: new Warnings(api, clock, changed),
      trials: new Trials(api, this.#thread, clock, changed),
    }
    if (may.readSecrets) this.#serving ??= new ServingCertificates(api, clock, changed)
    if (may.askServers) this.#presented ??= new PresentedCertificates(api, this.#openPort, clock, changed)
  }

  get depth(): FindingsDepth {
    return this.#wide === null ? 'configuration' : 'whole'
  }

  get mayReadSecrets(): boolean {
    return this.#may.readSecrets
  }

  get mayAskServers(): boolean {
    return this.#may.askServers
  }

  /** Takes over what is there now, and begins to read what that needs. */
  look(scene: Scene): void {
    const { webhooks } = scene.webhooks
    this.#entries = new Map(webhooks.map(entry => [entry.id, entry]))
    this.#serving?.look(webhooks, ({ webhook }) =>
      scene.content(
        webhook.phase === 'mutating' ? 'MutatingWebhookConfiguration' : 'ValidatingWebhookConfiguration',
        webhook.configuration,
      ),
    )
    this.#presented?.look(webhooks)
    this.#wide?.trials.look(scene)
  }

  /** Of a webhook as it was at the last look. */
  servingOf(id: string): ServingCertificate {
    const entry = this.#entries.get(id)
    return entry === undefined ? { state: 'unknown', why: 'It is being looked for.' } : this.serving(entry)
  }

  serving(entry: WebhookEntry): ServingCertificate {
    const presented = this.#presented?.of(entry)
    if (presented?.state === 'known') return presented
    // Its Secret may still tell what the server did not.
    const stored = this.#serving?.of(entry)
    return stored?.state === 'known' ? stored : (presented ?? stored ?? { state: 'notAsked' })
  }

  get metrics(): AdmissionMetrics | null {
    return this.#wide?.measures.metrics ?? null
  }

  get measuresNote(): MeasuresNote {
    return this.#wide?.measures.note ?? { state: 'notRead', why: 'They are read when findings are opened.' }
  }

  get events(): readonly KubeObject[] {
    return this.#wide?.warnings.events ?? []
  }

  get tried(): readonly Trial[] {
    return this.#wide?.trials.results ?? []
  }

  /** Expressions tried, of those that are to be. */
  get progress(): { readonly done: number; readonly wanted: number } {
    return this.#wide?.trials.progress ?? { done: 0, wanted: 0 }
  }

  /** Readings that are not answered yet. */
  get loading(): number {
    if (this.#wide === null) return 0
    const { measures, warnings } = this.#wide
    return (
      (measures.note.state === 'notRead' ? 1 : 0) +
      (warnings.isRead ? 0 : 1) +
      (this.#serving?.asking ?? 0) +
      (this.#presented?.asking ?? 0)
    )
  }

  get notes(): readonly string[] {
    if (this.#wide === null) return []
    const certificates = this.#serving === null ? notLookedAt : serversNotAsked
    const ofServers = this.#presented === null ? [certificates] : this.#presented.notes
    return [...ofServers, this.#wide.warnings.gap, ...this.#wide.trials.notes].filter(note => note !== '')
  }

  close(): void {
    this.#wide?.measures.close()
    this.#wide?.warnings.close()
    this.#wide?.trials.close()
    this.#wide = null
    this.#serving?.close()
    this.#serving = null
    this.#presented?.close()
    this.#presented = null
  }
}
