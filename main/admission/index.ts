/**
 * The admission views, live: policies with their bindings, parameters and reach, and webhooks in
 * calling order with certificates and endpoints. Everything they show is watched; a kind that may
 * not be read or is not served is named and never counts as empty.
 */
import type { Clock } from '../../shared/flow/index.ts'
import type { HandlersOf } from '../../shared/ipc/index.ts'
import type { OpenContexts } from '../api/index.ts'
import type { Watches } from '../watch/index.ts'
import { bundleDecoder } from './bundle.ts'
import { liveView } from './live-view.ts'
import { readPolicies } from './policies.ts'
import { readWebhooks } from './webhooks.ts'

export interface AdmissionSetup {
  readonly contexts: OpenContexts
  readonly watches: Pick<Watches, 'objects'>
  readonly clock: Clock
}

export function createAdmission({ contexts, watches, clock }: AdmissionSetup): HandlersOf<'admission'> {
  const decode = bundleDecoder()
  return {
    'admission.policies': ({ context }, notify) =>
      liveView({ api: contexts.get(context), watches, clock, notify, compute: readPolicies }),
    'admission.webhooks': ({ context }, notify) =>
      liveView({
        api: contexts.get(context),
        watches,
        clock,
        notify,
        compute: sources => readWebhooks(sources, decode),
      }),
  }
}
