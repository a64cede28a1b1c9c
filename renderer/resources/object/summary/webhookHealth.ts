import type { WebhookEntry } from '../../../../shared/admission/index.ts'
import type { KubeObject, ObjectRef } from '../../../../shared/kube/index.ts'
import { kindOf } from '../../../../shared/relations/index.ts'
import { chip, code, type FactTable } from './fact.ts'

/** Whether an object configures webhooks, so that its page tells how they do. */
export function configuresWebhooks(object: KubeObject): boolean {
  const { group, kind } = kindOf(object)
  return group === 'admissionregistration.k8s.io' && kind.endsWith('WebhookConfiguration')
}

/** How the webhooks of one configuration do, in the words of the Webhooks view. */
export function healthTable(webhooks: readonly WebhookEntry[], { resource, name }: ObjectRef): FactTable {
  const own = webhooks.filter(({ ref }) => ref.name === name && ref.resource.resource === resource.resource)
  return {
    title: 'Health',
    columns: ['Webhook', 'Certificate', 'Endpoint', 'Problems'],
    rows: own.map(({ webhook, certificate, endpoint, problems }) => [
      [code(webhook.name)],
      [chip(certificate.label, certificate.meaning)],
      [chip(endpoint.label, endpoint.meaning)],
      problems.length === 0
        ? [chip('none found', 'good')]
        : problems.map(({ title, severity }) => chip(title, severity)),
    ]),
  }
}
