import type { ResourceInfo } from '../../kube/index.ts'
import { itemsOf } from '../known.ts'
import { type Rule, resourceMatches } from '../rules.ts'
import type { World } from '../trace/types.ts'
import { readWebhooks } from '../webhooks.ts'
import { allOf, policyOf } from './auditor.ts'

/** Objects that nobody writes by hand, and that come and go by the thousand. */
const passing = new Set(['/events', 'events.k8s.io/events', 'coordination.k8s.io/leases'])

/** Resources whose objects the policies of a world can be asked about, each in one version. */
export function resourcesOf(world: World, webhooks: ReadonlySet<string>): readonly ResourceInfo[] {
  const rules = rulesOf(world, webhooks)
  const chosen = new Map<string, ResourceInfo>()
  for (const info of world.served.resources) {
    const key = `${info.group}/${info.resource}`
    if (!info.verbs.includes('list') || passing.has(key)) continue
    const fitting = rules.filter(rule => isNamed(rule, info))
    if (fitting.length === 0) continue
    const before = chosen.get(key)
    if (
      before === undefined ||
      rankOf(info, fitting) <
        rankOf(
          before,
          rules.filter(rule => isNamed(rule, before)),
        )
    )
      chosen.set(key, info)
  }
  return [...chosen.values()]
}

function rulesOf(world: World, webhooks: ReadonlySet<string>): readonly Rule[] {
  const policies = ['ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy']
    .flatMap(kind => itemsOf(world.objects(allOf(kind))))
    .flatMap(object => policyOf(object).match.rules)
  const called = ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration']
    .flatMap(kind => (webhooks.size === 0 ? [] : itemsOf(world.objects(allOf(kind)))))
    .filter(({ metadata }) => webhooks.has(metadata.name))
    .flatMap(object => readWebhooks(object).flatMap(({ rules }) => rules))
  return [...policies, ...called]
}

/** By group and resource; another version of a rule is matched as its equivalent. */
function isNamed({ apiGroups, resources, operations }: Rule, info: ResourceInfo): boolean {
  return (
    operations.some(operation => operation === '*' || operation === 'CREATE' || operation === 'UPDATE') &&
    (apiGroups.includes('*') || apiGroups.includes(info.group)) &&
    resources.some(resource => resourceMatches(resource, info.resource, ''))
  )
}

/** Versions that a rule names come first, and of those the one the server prefers. */
function rankOf(info: ResourceInfo, rules: readonly Rule[]): number {
  const isVersion = rules.some(
    ({ apiVersions }) => apiVersions.includes('*') || apiVersions.includes(info.version),
  )
  return (isVersion ? 0 : 2) + (info.preferred ? 0 : 1)
}
