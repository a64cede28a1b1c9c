import { isEmptySelector } from '../../selectors.ts'
import type { WebhookEntry } from '../../webhook-inventory.ts'
import { serviceOf } from '../../webhooks.ts'
import { excludingNamespaces } from '../fixes.ts'
import { isCalled } from '../probe.ts'
import type { Probe } from '../probedRequest.ts'
import { contentOfWebhook, type Draft, fails, namedWebhook, objectOfWebhook, type Scene } from '../scene.ts'

const controller = {
  username: 'system:serviceaccount:kube-system:replicaset-controller',
  groups: ['system:serviceaccounts', 'system:serviceaccounts:kube-system', 'system:authenticated'],
}

const systemPod: Probe = {
  operation: 'CREATE',
  resource: { group: '', version: 'v1', resource: 'pods' },
  kind: { group: '', version: 'v1', kind: 'Pod' },
  namespace: 'kube-system',
  name: 'coredns-0',
  user: controller,
}

const component = { username: 'system:kube-controller-manager', groups: ['system:authenticated'] }
const node = { username: 'system:node:worker-1', groups: ['system:nodes', 'system:authenticated'] }

function lease(namespace: string, name: string, user: Probe['user']): Probe {
  return {
    operation: 'UPDATE',
    resource: { group: 'coordination.k8s.io', version: 'v1', resource: 'leases' },
    kind: { group: 'coordination.k8s.io', version: 'v1', kind: 'Lease' },
    namespace,
    name,
    user,
  }
}

const leases = [
  lease('kube-node-lease', 'worker-1', node),
  lease('kube-system', 'kube-controller-manager', component),
]

function review(group: string, resource: string, kind: string): Probe {
  return {
    operation: 'CREATE',
    resource: { group, version: 'v1', resource },
    kind: { group, version: 'v1', kind },
    namespace: '',
    name: '',
    user: node,
  }
}

const reviews = [
  review('authentication.k8s.io', 'tokenreviews', 'TokenReview'),
  review('authorization.k8s.io', 'subjectaccessreviews', 'SubjectAccessReview'),
]

/** Checks of what stops when a webhook with Fail does not answer. */
export function blast(scene: Scene): readonly Draft[] {
  return scene.webhooks.webhooks
    .filter(entry => fails(entry) && entry.webhook.client.type !== 'neither')
    .flatMap(entry => [
      ...everything(entry),
      ...systemPods(scene, entry),
      ...taken(scene, entry, 'intercepts-leases', leases),
      ...taken(scene, entry, 'intercepts-reviews', reviews),
    ])
}

function everything(entry: WebhookEntry): readonly Draft[] {
  const { webhook } = entry
  const at = webhook.rules.findIndex(
    rule =>
      rule.apiGroups.includes('*') &&
      rule.resources.some(each => each === '*' || each === '*/*') &&
      rule.operations.some(each => each !== 'CONNECT'),
  )
  if (at < 0 || isNarrowed(entry)) return []
  const [only] = webhook.rules[at]?.operations ?? []
  return [
    {
      id: 'wildcard-blast-radius',
      severity: isEmptySelector(webhook.namespaceSelector) ? 'high' : 'medium',
      objects: [objectOfWebhook(entry, `rules[${at}]`)],
      evidence: [
        `${namedWebhook(entry)} takes ${only === '*' ? 'every operation' : (webhook.rules[at]?.operations ?? []).join(', ')} on every resource of every group, with failurePolicy Fail.`,
        `Namespaces: ${entry.reach.where}. Cluster-scoped objects pass every namespaceSelector.`,
      ],
    },
  ]
}

// Objects have to ask for it, or conditions leave out what matters: those are tried one by one.
function isNarrowed({ webhook }: WebhookEntry): boolean {
  const optsIn = webhook.objectSelector.requirements.some(each =>
    ['=', 'In', 'Exists'].includes(each.operator),
  )
  const spacesOptIn = webhook.namespaceSelector.requirements.some(each =>
    ['=', 'In', 'Exists'].includes(each.operator),
  )
  return optsIn || webhook.matchConditions.length > 0 || (spacesOptIn && webhook.rules.every(isNamespaced))
}

function isNamespaced(rule: { readonly scope: string }): boolean {
  return rule.scope === 'Namespaced'
}

function systemPods(scene: Scene, entry: WebhookEntry): readonly Draft[] {
  // What lives there itself is told of under its own namespace.
  if (serviceOf(entry.webhook)?.namespace === 'kube-system') return []
  if (!isCalled(scene.sources, entry.webhook, systemPod)) return []
  const of = contentOfWebhook(scene, entry)
  const path = ['webhooks', entry.webhook.index, 'namespaceSelector']
  return [
    {
      id: 'kube-system-not-excluded',
      objects: [objectOfWebhook(entry, 'namespaceSelector')],
      evidence: [`${namedWebhook(entry)} is called for new Pods of kube-system, with failurePolicy Fail.`],
      change: { of, operations: excludingNamespaces(of, path, ['kube-system']) },
    },
  ]
}

function taken(
  scene: Scene,
  entry: WebhookEntry,
  id: 'intercepts-leases' | 'intercepts-reviews',
  probes: readonly Probe[],
): readonly Draft[] {
  const seen = probes.filter(probe => isCalled(scene.sources, entry.webhook, probe))
  if (seen.length === 0) return []
  const words = seen.map(({ operation, kind, namespace }) => {
    const where = namespace === '' ? '' : ` in namespace ${namespace}`
    return `${namedWebhook(entry)} is called to ${operation.toLowerCase()} a ${kind.kind}${where}, with failurePolicy Fail.`
  })
  return [{ id, objects: [objectOfWebhook(entry, 'rules')], evidence: words }]
}
