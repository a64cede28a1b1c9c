/**
 * One context at a glance: version and health, nodes, workloads by state, warnings, certificates
 * that run out, namespaces that do not go, and what cannot be read. Everything is watched while a
 * view is open, and of each object only the word or the few fields that a card needs are kept.
 */
import type { Clock } from '../../shared/flow/index.ts'
import type { HandlersOf } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import type { OpenContexts } from '../api/index.ts'
import type { SeenCertificates } from '../diagnostics/index.ts'
import type { Watches } from '../watch/index.ts'
import type { Decode } from './certificates.ts'
import { tlsSecrets } from './tlsSecrets.ts'
import { OverviewView, overviewStores } from './view.ts'

interface OverviewSetup {
  readonly contexts: OpenContexts
  readonly watches: Pick<Watches, 'share'>
  readonly clock: Clock
  readonly decode: Decode
  /** What the connection of a context showed of its certificates; null for a socket of our own. */
  readonly certificatesOf: (context: ContextId) => SeenCertificates | null
  /** The newest time in a dump, in milliseconds since the epoch; null for a cluster. */
  readonly takenAt: (context: ContextId) => number | null
}

export function createOverview(setup: OverviewSetup): HandlersOf<'overview'> {
  const { contexts, watches, clock, decode, certificatesOf, takenAt } = setup
  const stores = overviewStores(decode)
  return {
    'overview.view': ({ context }, notify) =>
      new OverviewView({
        api: contexts.get(context),
        watches,
        clock,
        stores,
        certificatesOf,
        takenAt,
        notify,
      }),
    'overview.tlsSecrets': ({ context }, signal) => tlsSecrets(contexts.get(context), signal),
  }
}
