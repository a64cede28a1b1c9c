/**
 * The admission views, live: policies with their bindings, parameters and reach, and webhooks in
 * calling order with certificates and endpoints. Everything they show is watched; a kind that may
 * not be read or is not served is named and never counts as empty.
 */
import type { Clock } from '../../shared/flow/index.ts'
import type { HandlersOf } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import type { ApiClient, OpenContexts } from '../api/index.ts'
import type { Watches } from '../watch/index.ts'
import { auditHandlers } from './audit/index.ts'
import { bundleDecoder } from './bundle.ts'
import { sourcesOfDump } from './dump.ts'
import { openFindings } from './findings/index.ts'
import type { OpenPort } from './health/index.ts'
import { liveView, type Sources } from './live-view.ts'
import { readPolicies } from './policies.ts'
import { ComputingThread, type Traces } from './trace/index.ts'
import { readWebhooks } from './webhooks.ts'

export { Auditing, notThere } from './audit/index.ts'
export {
  changedByAdmission,
  createTraces,
  NoRequest,
  placeOfField,
  readManifest,
  refuseUnlessTaken,
  resourceOfObject,
  type Traced,
  type Traces,
} from './trace/index.ts'
export { bundleDecoder }

export interface AdmissionSetup {
  readonly contexts: OpenContexts
  readonly watches: Pick<Watches, 'objects'>
  readonly clock: Clock
  /** True for a context that is no cluster but what was once read of one. */
  readonly isDump: (context: ContextId) => boolean
  readonly traces: Traces
  /** A TCP connection to a pod, for the certificates of servers that somebody agreed to ask. */
  readonly openPort: OpenPort
}

export function createAdmission({
  contexts,
  watches,
  clock,
  isDump,
  traces,
  openPort,
}: AdmissionSetup): HandlersOf<'admission'> {
  const decode = bundleDecoder()
  const mayReadSecrets = new WeakSet<ApiClient>()
  const mayAskServers = new WeakSet<ApiClient>()
  // One for all contexts: it ends itself when nothing is asked of it.
  const thread = new ComputingThread()
  const told = (context: ContextId, sources: Sources): Sources =>
    isDump(context) ? sourcesOfDump(sources) : sources
  return {
    ...traces.handlers,
    ...auditHandlers({ contexts, watches, clock, isDump }),
    'admission.policies': ({ context }, notify) =>
      liveView({
        api: contexts.get(context),
        watches,
        clock,
        notify,
        compute: sources => readPolicies(told(context, sources)),
      }),
    'admission.webhooks': ({ context }, notify) =>
      liveView({
        api: contexts.get(context),
        watches,
        clock,
        notify,
        compute: sources => readWebhooks(told(context, sources), decode),
      }),
    'admission.findings': ({ context, ...wanted }, notify) =>
      openFindings(
        {
          api: contexts.get(context),
          watches,
          clock,
          thread,
          notify,
          decode,
          told: sources => told(context, sources),
          mayReadSecrets,
          mayAskServers,
          openPort,
        },
        wanted,
      ),
  }
}
