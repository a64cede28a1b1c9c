import type { KubeObject, ResourceInfo } from '../../../kube/index.ts'
import { apiVersionOf, parseApiVersion } from '../../../kube/index.ts'
import { stringOf } from '../../fields.ts'
import { itemsOf } from '../../known.ts'
import { identityOf } from '../../meta.ts'
import { type Rule, resourceMatches } from '../../rules.ts'
import type { Served } from '../../served.ts'
import { builtInKinds } from '../builtIn.ts'
import { setting } from '../change.ts'
import { contentOfWebhook, type Draft, objectOfPolicy, objectOfWebhook, type Scene } from '../scene.ts'
import type { FindingObject, FixOperation } from '../types.ts'

/** Checks of versions: of the kinds that rules name, and of the configuration itself. */
export function versions(scene: Scene): readonly Draft[] {
  const { served } = scene.sources
  return [
    ...scene.webhooks.webhooks.flatMap(entry => {
      const { rules, matchPolicy, index } = entry.webhook
      const of = contentOfWebhook(scene, entry)
      const operations = [setting(of, ['webhooks', index, 'matchPolicy'], 'Equivalent')]
      const object = objectOfWebhook(entry, 'matchPolicy')
      return matchPolicy.value === 'Exact'
        ? missed(rules, served, object, of, operations)
        : converted(rules, served, objectOfWebhook(entry, 'rules'))
    }),
    ...scene.policies.policies.flatMap(entry => {
      const { rules, matchPolicy } = entry.policy.match
      const object = objectOfPolicy(entry, 'spec.matchConstraints.matchPolicy')
      const of = scene.content(object.kind, entry.policy.name)
      const operations = [setting(of, ['spec', 'matchConstraints', 'matchPolicy'], 'Equivalent')]
      const ruled = objectOfPolicy(entry, 'spec.matchConstraints.resourceRules')
      if (matchPolicy.value === 'Exact') return missed(rules, served, object, of, operations)
      if (entry.policy.flavour === 'validating') return converted(rules, served, ruled)
      return mutatedThroughOther(scene, entry, ruled, of)
    }),
    ...old(scene),
  ]
}

interface Versions {
  readonly group: string
  readonly resource: string
  readonly named: readonly string[]
  readonly others: readonly string[]
  readonly preferred: string
}

// Of kinds that rules name; a wildcard of groups, resources or versions names none.
function versionsOf(rules: readonly Rule[], served: Served): readonly Versions[] {
  const found = new Map<string, { named: Set<string>; kinds: readonly ResourceInfo[] }>()
  for (const rule of rules) {
    for (const group of rule.apiGroups) {
      for (const pattern of rule.resources) {
        if (group === '*' || pattern.startsWith('*')) continue
        const [resource = ''] = pattern.split('/')
        const kinds = served.resources.filter(
          kind => kind.group === group && resourceMatches(resource, kind.resource, ''),
        )
        const known = found.get(`${group}/${resource}`) ?? { named: new Set<string>(), kinds }
        for (const version of rule.apiVersions) known.named.add(version)
        found.set(`${group}/${resource}`, known)
      }
    }
  }
  return [...found].flatMap(([, { named, kinds }]) => {
    const [first] = kinds
    if (first === undefined || named.has('*')) return []
    const offered = kinds.map(kind => kind.version)
    const inUse = [...named].filter(version => offered.includes(version))
    const others = offered.filter(version => !named.has(version))
    if (inUse.length === 0 || others.length === 0) return []
    const preferred = kinds.find(kind => kind.preferred)?.version ?? ''
    return [{ group: first.group, resource: first.resource, named: inUse, others, preferred }]
  })
}

function inWords(group: string, list: readonly string[], resource: string): string {
  return `${list.map(version => (group === '' ? version : `${group}/${version}`)).join(', ')} ${resource}`
}

function missed(
  rules: readonly Rule[],
  served: Served,
  object: FindingObject,
  of: KubeObject | null,
  operations: readonly FixOperation[],
): readonly Draft[] {
  const all = versionsOf(rules, served)
  if (all.length === 0) return []
  const evidence = all.map(
    ({ group, resource, named, others }) =>
      `It names ${inWords(group, named, resource)}; requests for ${inWords(group, others, resource)} pass it by.`,
  )
  return [{ id: 'exact-misses-versions', objects: [object], evidence, change: { of, operations } }]
}

function converted(rules: readonly Rule[], served: Served, object: FindingObject): readonly Draft[] {
  const older = versionsOf(rules, served).filter(each => each.others.includes(each.preferred))
  if (older.length === 0) return []
  const evidence = older.map(
    ({ group, resource, named, preferred }) =>
      `It names ${inWords(group, named, resource)}; the preferred version is ${preferred}.`,
  )
  return [{ id: 'equivalent-converts', objects: [object], evidence }]
}

// Groups whose kinds are one and the same under both; only these have built-in versions left that differ.
const twins: ReadonlyMap<string, string> = new Map([
  ['|events', 'events.k8s.io'],
  ['events.k8s.io|events', ''],
])

function mutatedThroughOther(
  scene: Scene,
  entry: Parameters<typeof objectOfPolicy>[0],
  object: FindingObject,
  of: KubeObject | null,
): readonly Draft[] {
  const { policy } = entry
  const { served } = scene.sources
  const isBuiltIn = builtInKinds(scene.sources)
  const evidence = [
    ...versionsOf(policy.match.rules, served)
      .filter(({ group, resource }) => isBuiltIn(group, resource))
      .map(
        ({ group, resource, named, others }) =>
          `It names ${inWords(group, named, resource)}; it fails on requests for ${inWords(group, others, resource)}.`,
      ),
    ...twinsMissed(policy.match.rules, served),
  ]
  if (evidence.length === 0) return []
  const operations = [setting(of, ['spec', 'matchConstraints', 'matchPolicy'], 'Exact')]
  const severity = policy.failurePolicy.value === 'Ignore' ? 'medium' : 'high'
  return [
    { id: 'mutation-equivalent-version', severity, objects: [object], evidence, change: { of, operations } },
  ]
}

function twinsMissed(rules: readonly Rule[], served: Served): readonly string[] {
  const named = new Set(
    rules.flatMap(rule => rule.apiGroups.flatMap(group => rule.resources.map(each => `${group}|${each}`))),
  )
  return [...named].flatMap(each => {
    const twin = twins.get(each)
    const [group = '', resource = ''] = each.split('|')
    if (twin === undefined || named.has(`${twin}|${resource}`)) return []
    if (!served.resources.some(kind => kind.group === twin && kind.resource === resource)) return []
    return [
      `It names ${resource} of ${group || 'the core group'}; it fails on requests for those of ${twin || 'the core group'}.`,
    ]
  })
}

function old(scene: Scene): readonly Draft[] {
  const { sources } = scene
  const all = [sources.configurations, sources.policies, sources.bindings].flatMap(each =>
    Object.values(each),
  )
  return all.flatMap(known =>
    itemsOf(known).flatMap(content => {
      const { group, version } = parseApiVersion(stringOf(content.apiVersion))
      if (version === 'v1' || version === '' || !hasStable(content.kind, sources.served, sources.minor))
        return []
      const resource = { group, version, resource: pluralOf(content.kind) }
      const { name } = identityOf(content)
      const object = { kind: content.kind, ref: { resource, namespace: '', name } }
      const evidence = [`${content.kind} ${name} is written in ${content.apiVersion}.`]
      return [{ id: 'deprecated-version', objects: [object], evidence } as const]
    }),
  )
}

// Without discovery, as of manifests, by the release in which v1 came.
function hasStable(kind: string, served: Served, minor: number): boolean {
  const kinds = served.resources.filter(
    each => each.group === 'admissionregistration.k8s.io' && each.kind === kind,
  )
  if (kinds.length > 0) return kinds.some(each => apiVersionOf(each).endsWith('/v1'))
  return kind.startsWith('MutatingAdmission') ? minor >= 36 : true
}

function pluralOf(kind: string): string {
  return kind.endsWith('Policy') ? `${kind.slice(0, -1).toLowerCase()}ies` : `${kind.toLowerCase()}s`
}
