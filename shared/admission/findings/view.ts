import type { Engine } from '../engines/types.ts'
import type { MeasuresNote, PolicyHealth, WebhookHealth } from '../health/types.ts'
import type { SourceNote } from '../known.ts'
import type { Finding } from './types.ts'

/**
 * How much is looked at. `configuration`: webhooks, policies and bindings with the namespaces,
 * parameters, Services and endpoints they name, all of which the views of policies and webhooks watch
 * too. `whole`: also custom kinds, aggregated APIs, engines, events and the measures of the API server,
 * and expressions tried on existing objects.
 */
export type FindingsDepth = 'configuration' | 'whole'

/** What the findings of a context are made of, and what could not be looked at. */
export interface FindingsView {
  readonly depth: FindingsDepth
  /** Whether Secrets may be read, for serving certificates: only once somebody asked for it. */
  readonly readsSecrets: boolean
  /** Whether servers of webhooks are asked for their certificates by a TLS handshake: only once somebody agreed. */
  readonly asksServers: boolean
  /** The worst first. */
  readonly findings: readonly Finding[]
  /** Findings beyond the longest list that is sent, the least grave; usually 0. */
  readonly omitted: number
  /** Every kind that was read, and how that went: what is unreadable yields no finding. */
  readonly sources: readonly SourceNote[]
  /** Checks that were not made or not made whole, in sentences. */
  readonly notes: readonly string[]
  /** Readings that are not answered yet: what is missing meanwhile yields no finding. */
  readonly loading: number
  /** Expressions of policies tried on existing objects: how far that is. */
  readonly trials: { readonly done: number; readonly wanted: number }
  readonly engines: readonly Engine[]
  /** Of webhooks, as in `admission.webhooks`. */
  readonly webhooks: readonly WebhookHealth[]
  readonly policies: readonly PolicyHealth[]
  readonly measures: MeasuresNote
}
