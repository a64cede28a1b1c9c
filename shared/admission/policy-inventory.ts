import { apiVersionOf, type KubeObject, type ObjectRef } from '../kube/index.ts'
import { gapOf, itemsOf, type Known, noteOf, type SourceNote } from './known.ts'
import { type ParamLookup, type ParamResolution, paramQuery, resolveParams } from './params.ts'
import {
  type Binding,
  type MatchResources,
  type Policy,
  type PolicyFlavour,
  readBinding,
  readPolicy,
} from './policies.ts'
import {
  bindingsUnreadable,
  bindsNothing,
  notBound,
  policyUnreadable,
  problemsOfParams,
  problemsOfPolicy,
  reachesNothing,
} from './policy-problems.ts'
import { bySeverity, type Problem } from './problem.ts'
import { type Reach, reachOf, type Surroundings, surroundingsOf } from './reach.ts'
import { expandRule, type Rule } from './rules.ts'
import { isEmptySelector, namespacesInWords, objectsInWords } from './selectors.ts'
import { notServedProblem, type Served } from './served.ts'
import { resourcesInWords, rulesInWords } from './words.ts'

export interface PolicyEntry {
  readonly id: string
  readonly ref: ObjectRef
  readonly policy: Policy
  /** What it matches, in one line. */
  readonly matches: string
  /** Served resources that wildcards of its rules stand for; empty without wildcards. */
  readonly covers: readonly string[]
  readonly bindings: readonly string[]
  readonly problems: readonly Problem[]
}

export interface BindingEntry {
  readonly id: string
  readonly ref: ObjectRef
  readonly binding: Binding
  /** Id of its policy; `null` when that is missing or unreadable. */
  readonly policy: string | null
  /** How it narrows its policy, in one line. */
  readonly where: string
  readonly params: ParamResolution
  /** `null` without a policy. */
  readonly reach: Reach | null
  readonly targets: readonly string[]
  readonly problems: readonly Problem[]
}

/** A card of the third column: a parameter, or what bindings reach. */
export type TargetEntry =
  | {
      readonly type: 'parameter'
      readonly id: string
      readonly kind: string
      /** Name, or what the selector asks for. */
      readonly name: string
      /** Empty: cluster-scoped or per request. */
      readonly namespace: string
      /** The objects: none, one, or several that share the card. */
      readonly refs: readonly ObjectRef[]
      /** What is to be said of several, e.g. `in the namespace of each request`; else empty. */
      readonly note: string
      readonly state: 'found' | 'missing' | 'unreadable' | 'loading'
      readonly problem: Problem | null
    }
  | { readonly type: 'reach'; readonly id: string; readonly reach: Reach }

export interface PolicyInventory {
  readonly sources: readonly SourceNote[]
  readonly policies: readonly PolicyEntry[]
  readonly bindings: readonly BindingEntry[]
  readonly targets: readonly TargetEntry[]
  /** Namespaces of today, sorted; `null` when they may not be read. */
  readonly namespaces: readonly string[] | null
}

export interface PolicySnapshot {
  readonly policies: Readonly<Record<PolicyFlavour, Known>>
  readonly bindings: Readonly<Record<PolicyFlavour, Known>>
  readonly namespaces: Known
  readonly served: Served
  readonly parameters: (lookup: ParamLookup) => Known
}

const flavours: readonly PolicyFlavour[] = ['validating', 'mutating']
const plurals = {
  policy: { validating: 'validatingadmissionpolicies', mutating: 'mutatingadmissionpolicies' },
  binding: { validating: 'validatingadmissionpolicybindings', mutating: 'mutatingadmissionpolicybindings' },
} as const

/** Policies, bindings, parameters and reach joined, with what is wrong. Pure; never throws. */
export function policyInventory(snapshot: PolicySnapshot): PolicyInventory {
  const policies = new Map<string, Policy>()
  const bindings = new Map<string, Binding>()
  for (const flavour of flavours) {
    for (const object of itemsOf(snapshot.policies[flavour])) policies.set(...identified(readPolicy(object)))
    for (const object of itemsOf(snapshot.bindings[flavour])) bindings.set(...identified(readBinding(object)))
  }
  const targets = new Map<string, TargetEntry>()
  const cluster = surroundingsOf(snapshot.namespaces, snapshot.served)
  const bindingEntries = [...bindings].map(([id, binding]) =>
    bindingEntry(
      id,
      binding,
      policies.get(`${binding.flavour}/${binding.policyName}`) ?? null,
      snapshot,
      cluster,
      targets,
    ),
  )
  const boundBy = Map.groupBy(bindingEntries, entry => entry.policy)
  return {
    sources: flavours
      .flatMap(flavour => [
        noteOf(kindOf(flavour, ''), snapshot.policies[flavour]),
        noteOf(kindOf(flavour, 'Binding'), snapshot.bindings[flavour]),
      ])
      .concat(noteOf('Namespace', snapshot.namespaces)),
    policies: [...policies].map(([id, policy]) => policyEntry(id, policy, boundBy.get(id) ?? [], snapshot)),
    bindings: bindingEntries,
    targets: [...targets.values()],
    namespaces: cluster.namespaces?.map(each => each.name).sort() ?? null,
  }
}

function identified<T extends Policy | Binding>(entry: T): [string, T] {
  return [`${entry.flavour}/${entry.name}`, entry]
}

function kindOf(flavour: PolicyFlavour, suffix: string): string {
  return `${flavour === 'mutating' ? 'Mutating' : 'Validating'}AdmissionPolicy${suffix}`
}

function refOf(entry: Policy | Binding, plural: 'policy' | 'binding'): ObjectRef {
  const version = entry.apiVersion.split('/')[1] ?? 'v1'
  const resource = plurals[plural][entry.flavour]
  return {
    resource: { group: 'admissionregistration.k8s.io', version, resource },
    namespace: '',
    name: entry.name,
  }
}

function policyEntry(
  id: string,
  policy: Policy,
  bindings: readonly BindingEntry[],
  snapshot: PolicySnapshot,
): PolicyEntry {
  const known = snapshot.bindings[policy.flavour]
  const unbound =
    bindings.length > 0 || known.state === 'loading'
      ? null
      : known.state === 'known' && known.partial === undefined
        ? notBound
        : bindingsUnreadable(gapOf(known))
  const unserved = notServedProblem(policy.match.rules, policy.match.matchPolicy.value, snapshot.served)
  const problems = [unbound, unserved].filter(each => each !== null)
  return {
    id,
    ref: refOf(policy, 'policy'),
    policy,
    matches: rulesInWords(policy.match.rules),
    covers: coversOf(policy.match.rules, snapshot.served),
    bindings: bindings.map(each => each.id),
    problems: bySeverity([...problems, ...problemsOfPolicy(policy)]),
  }
}

/** What the wildcards of rules stand for on this server. */
export function coversOf(rules: readonly Rule[], served: Served): readonly string[] {
  const wild = rules.filter(rule => rule.resources.some(each => each.includes('*') && each !== '*/*'))
  return [...new Set(wild.flatMap(rule => expandRule(rule, served.resources)))]
}

function bindingEntry(
  id: string,
  binding: Binding,
  policy: Policy | null,
  snapshot: PolicySnapshot,
  cluster: Surroundings,
  targets: Map<string, TargetEntry>,
): BindingEntry {
  const entry = { id, ref: refOf(binding, 'binding'), binding, where: narrowingInWords(binding.match) }
  if (policy === null) {
    const known = snapshot.policies[binding.flavour]
    const gap = gapOf(known)
    const problem = gap === null ? bindsNothing(binding) : policyUnreadable(gap)
    const problems = known.state === 'loading' ? [] : [problem]
    return { ...entry, policy: null, params: { type: 'none' }, reach: null, targets: [], problems }
  }
  const reach = reachOf(binding.match === null ? [policy.match] : [policy.match, binding.match], cluster)
  const query = paramQuery(policy, binding, snapshot.served.resources)
  // Before discovery is read, no kind is served, and a dump may lack it; that is not the cluster's doing.
  const { resources, isPartial } = snapshot.served
  const params: ParamResolution =
    resources.length === 0 || (isPartial && query.type === 'kindNotServed')
      ? { type: 'none' }
      : resolveParams(query, snapshot.parameters, reach.namespaces)
  const paramProblems = problemsOfParams(policy, binding, params)
  const unserved =
    binding.match === null
      ? null
      : notServedProblem(binding.match.rules, binding.match.matchPolicy.value, snapshot.served)
  const empty = reach.namespaces?.length === 0 && !reach.clusterScopedKinds ? [reachesNothing] : []
  return {
    ...entry,
    policy: `${policy.flavour}/${policy.name}`,
    params,
    reach,
    targets: targetsOf(params, paramProblems[0] ?? null, reach, targets),
    problems: bySeverity([...paramProblems, ...(unserved === null ? [] : [unserved]), ...empty]),
  }
}

function narrowingInWords(match: MatchResources | null): string {
  if (match === null) return 'everything the policy matches'
  const parts: string[] = []
  if (match.rules.length > 0) parts.push(resourcesInWords(match.rules))
  if (match.excludeRules.length > 0) parts.push(`not ${resourcesInWords(match.excludeRules)}`)
  if (!isEmptySelector(match.namespaceSelector)) parts.push(namespacesInWords(match.namespaceSelector))
  if (!isEmptySelector(match.objectSelector)) parts.push(objectsInWords(match.objectSelector))
  return parts.length === 0 ? 'everything the policy matches' : parts.join('; ')
}

function targetsOf(
  params: ParamResolution,
  problem: Problem | null,
  reach: Reach,
  targets: Map<string, TargetEntry>,
): readonly string[] {
  const entries: TargetEntry[] = [...parameterTargets(params, problem)]
  entries.push({ type: 'reach', id: `reach/${reach.where}|${reach.what}`, reach })
  for (const entry of entries) {
    const earlier = targets.get(entry.id)
    // A problem seen through one binding stays visible when another shares the card.
    if (earlier === undefined || (entry.type === 'parameter' && entry.problem?.severity === 'bad')) {
      targets.set(entry.id, entry)
    }
  }
  return entries.map(entry => entry.id)
}

/** Parameters of one selector that get a card each; more share one. */
const ownCards = 5

function parameterTargets(params: ParamResolution, problem: Problem | null): readonly TargetEntry[] {
  if (params.type !== 'resolved' && params.type !== 'loading' && params.type !== 'unreadable') return []
  const { lookup } = params
  const kind = lookup.resource.kind
  const prefix = `param/${apiVersionOf(lookup.resource)}/${kind}`
  const name = lookup.name || (lookup.selector === null ? '' : objectsInWords(lookup.selector))
  const id = `${prefix}/${lookup.namespace}/${name}`
  const note = lookup.perNamespace ? 'in the namespace of each request' : ''
  const card = {
    type: 'parameter',
    id,
    kind,
    name,
    namespace: lookup.namespace,
    refs: [],
    note,
    problem,
  } as const
  if (params.type !== 'resolved') return [{ ...card, state: params.type }]
  const { found, missingIn } = params
  const isMissing = missingIn === null ? found.length === 0 : missingIn.length > 0
  if (isMissing) return [{ ...card, id: `${id}/missing`, refs: found, state: 'missing' }]
  if (lookup.perNamespace || found.length > ownCards)
    return [{ ...card, refs: found, state: 'found', problem: null }]
  return found.map(ref => ({
    ...card,
    id: `${prefix}/${ref.namespace}/${ref.name}`,
    name: ref.name,
    namespace: ref.namespace,
    refs: [ref],
    state: 'found',
    problem: null,
  }))
}

/** Kinds of the objects of a list are left out by servers; readers go by them. */
export function typed(object: KubeObject, kind: string, apiVersion: string): KubeObject {
  return object.kind === kind && object.apiVersion === apiVersion ? object : { ...object, kind, apiVersion }
}
