import type { KubeObject } from '../../../kube/index.ts'
import type { BindingEntry, PolicyEntry } from '../../policy-inventory.ts'
import type { Rule } from '../../rules.ts'
import { isEmptySelector } from '../../selectors.ts'
import type { WebhookEntry } from '../../webhook-inventory.ts'
import { pointer } from '../change.ts'
import { canMeet, covers } from '../ruleSets.ts'
import {
  contentOfWebhook,
  type Draft,
  namedWebhook,
  objectOfBinding,
  objectOfPolicy,
  objectOfWebhook,
  type Scene,
} from '../scene.ts'
import type { FindingObject } from '../types.ts'

const policyKinds = [
  'validatingadmissionpolicies',
  'mutatingadmissionpolicies',
  'validatingadmissionpolicybindings',
  'mutatingadmissionpolicybindings',
]
const ownGroup = 'admissionregistration.k8s.io'
const neverToWebhooks: ReadonlyMap<string, readonly string[]> = new Map([
  [ownGroup, ['validatingwebhookconfigurations', 'mutatingwebhookconfigurations', ...policyKinds]],
])
const neverToPolicies: ReadonlyMap<string, readonly string[]> = new Map([
  [ownGroup, policyKinds],
  ['authentication.k8s.io', ['selfsubjectreviews', 'tokenreviews']],
  [
    'authorization.k8s.io',
    [
      'localsubjectaccessreviews',
      'selfsubjectaccessreviews',
      'selfsubjectrulesreviews',
      'subjectaccessreviews',
    ],
  ],
])

/** Checks of rules: what can never match, and what is said twice. */
export function rules(scene: Scene): readonly Draft[] {
  return [
    ...scene.webhooks.webhooks.flatMap(entry => ofWebhook(scene, entry)),
    ...scene.policies.policies.flatMap(entry => ofPolicy(scene, entry)),
    ...scene.policies.bindings.flatMap(entry => ofBinding(scene, entry)),
  ]
}

function ofWebhook(scene: Scene, entry: WebhookEntry): readonly Draft[] {
  const { webhook } = entry
  const object = objectOfWebhook(entry, 'rules')
  const path = ['webhooks', webhook.index, 'rules']
  const of = contentOfWebhook(scene, entry)
  const who = namedWebhook(entry)
  return [
    ...exempt(webhook.rules, neverToWebhooks, object, who),
    ...redundant(webhook.rules, object, path, of),
    ...connects(webhook.rules, isEmptySelector(webhook.objectSelector), object),
    ...reachesNothing(entry),
  ]
}

function ofPolicy(scene: Scene, entry: PolicyEntry): readonly Draft[] {
  const { policy } = entry
  const { match } = policy
  const object = objectOfPolicy(entry, 'spec.matchConstraints.resourceRules')
  const of = scene.content(object.kind, policy.name)
  const who = `Policy ${policy.name}`
  return [
    ...exempt(match.rules, neverToPolicies, object, who),
    ...(policy.flavour === 'mutating' ? onlyDeletes(match.rules, object) : []),
    ...redundant(match.rules, object, ['spec', 'matchConstraints', 'resourceRules'], of),
    ...connects(match.rules, isEmptySelector(match.objectSelector), object),
    ...excluded(entry),
  ]
}

function exempt(
  list: readonly Rule[],
  never: ReadonlyMap<string, readonly string[]>,
  object: FindingObject,
  who: string,
): readonly Draft[] {
  const named = list.flatMap(rule =>
    rule.apiGroups.flatMap(group => {
      const kinds = never.get(group) ?? []
      return rule.resources.filter(resource => kinds.includes(resource.split('/')[0] ?? ''))
    }),
  )
  if (named.length === 0) return []
  const isAll = list.every(rule =>
    rule.apiGroups.every(group =>
      rule.resources.every(resource => (never.get(group) ?? []).includes(resource.split('/')[0] ?? '')),
    ),
  )
  const what = `${who} names ${[...new Set(named)].join(', ')}, which it never gets to see.`
  const evidence = isAll ? [what, 'It names nothing else, so it does nothing.'] : [what]
  return [{ id: 'rules-exempt', severity: isAll ? 'high' : 'medium', objects: [object], evidence }]
}

function onlyDeletes(list: readonly Rule[], object: FindingObject): readonly Draft[] {
  if (!list.some(rule => rule.operations.includes('DELETE'))) return []
  const evidence = ['A rule names DELETE; mutating policies are never asked about one.']
  return [{ id: 'rules-exempt', objects: [object], evidence, about: 'DELETE' }]
}

function redundant(
  list: readonly Rule[],
  object: FindingObject,
  path: readonly (string | number)[],
  of: KubeObject | null,
): readonly Draft[] {
  return list.flatMap((rule, at) => {
    const by = list.findIndex(
      (other, otherAt) => otherAt !== at && covers(other, rule) && (otherAt < at || !covers(rule, other)),
    )
    if (by < 0 || rule.operations.length === 0) return []
    const evidence = [`Rule ${at + 1} takes nothing that rule ${by + 1} does not take.`]
    const operations = [{ op: 'remove', path: pointer(...path, at) } as const]
    const field = `${object.field}[${at}]`
    return [
      {
        id: 'rule-redundant',
        objects: [{ ...object, field }],
        evidence,
        change: { of, operations },
      } as const,
    ]
  })
}

function connects(list: readonly Rule[], selectsAll: boolean, object: FindingObject): readonly Draft[] {
  const at = list.findIndex(rule => rule.operations.includes('CONNECT'))
  if (selectsAll || at < 0) return []
  const evidence = [`Rule ${at + 1} names CONNECT, and the objectSelector is not empty.`]
  return [
    { id: 'connect-never-matches', objects: [{ ...object, field: `${object.field}[${at}]` }], evidence },
  ]
}

function reachesNothing(entry: WebhookEntry): readonly Draft[] {
  const { reach } = entry
  if (reach.namespaces === null || reach.namespaces.length > 0 || reach.clusterScopedKinds) return []
  const evidence = [`No namespace of today fits: ${reach.where}.`]
  return [{ id: 'reaches-nothing', objects: [objectOfWebhook(entry, 'namespaceSelector')], evidence }]
}

function excluded(entry: PolicyEntry): readonly Draft[] {
  const { rules: taken, excludeRules } = entry.policy.match
  if (taken.length === 0 || !taken.every(rule => excludeRules.some(other => covers(other, rule)))) return []
  const object = objectOfPolicy(entry, 'spec.matchConstraints.excludeResourceRules')
  return [
    {
      id: 'rules-excluded',
      objects: [object],
      evidence: [`It matches ${entry.matches}, and excludes all of it.`],
    },
  ]
}

function ofBinding(scene: Scene, entry: BindingEntry): readonly Draft[] {
  const policy = scene.policyOf(entry)
  const list = entry.binding.match?.rules ?? []
  if (policy === null || list.length === 0) return []
  const taken = policy.policy.match.rules
  if (taken.length === 0 || taken.some(rule => list.some(other => canMeet(rule, other)))) return []
  const objects = [objectOfBinding(entry, 'spec.matchResources.resourceRules'), objectOfPolicy(policy)]
  const evidence = [`The policy matches ${policy.matches}; the binding asks for ${entry.where}.`]
  return [{ id: 'rules-disjoint', objects, evidence }]
}
