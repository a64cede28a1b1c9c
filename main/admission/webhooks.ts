import {
  type CertificateBundle,
  type WebhookInventory,
  type WebhookSnapshot,
  webhookInventory,
} from '../../shared/admission/index.ts'
import type { Sources } from './live-view.ts'

const group = 'admissionregistration.k8s.io'

/** The webhook view of what the sources hold now; asks for Services and slices where calls go. */
export function readWebhooks(
  sources: Sources,
  decode: (caBundle: string) => CertificateBundle,
): WebhookInventory {
  return webhookInventory(webhookSnapshot(sources, decode))
}

export function webhookSnapshot(
  sources: Sources,
  decode: (caBundle: string) => CertificateBundle,
): WebhookSnapshot {
  return {
    configurations: {
      mutating: sources.readKind(group, 'MutatingWebhookConfiguration'),
      validating: sources.readKind(group, 'ValidatingWebhookConfiguration'),
    },
    namespaces: sources.readKind('', 'Namespace', { form: 'metadata' }),
    served: sources.served,
    services: namespace => readIn(sources, '', 'Service', namespace),
    slices: namespace => readIn(sources, 'discovery.k8s.io', 'EndpointSlice', namespace),
    decode,
    now: sources.now,
  }
}

// An empty namespace would mean all of them; a webhook without one names no Service at all.
function readIn(sources: Sources, kindGroup: string, kind: string, namespace: string) {
  if (namespace === '') return { state: 'known', items: [], staleSince: null } as const
  return sources.readKind(kindGroup, kind, { namespace })
}
