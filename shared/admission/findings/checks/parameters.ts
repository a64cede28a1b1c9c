import type { ParamLookup } from '../../params.ts'
import type { BindingEntry, PolicyEntry } from '../../policy-inventory.ts'
import { ruleMatches } from '../../rules.ts'
import { selectorMatches } from '../../selectors.ts'
import { builtInKinds } from '../builtIn.ts'
import { setting } from '../change.ts'
import { labelsOfNamespace } from '../probe.ts'
import { type Draft, objectOfBinding, objectOfPolicy, type Scene } from '../scene.ts'

/** Checks of parameters that are there today. */
export function parameters(scene: Scene): readonly Draft[] {
  return [
    ...scene.policies.bindings.flatMap(entry => {
      const policy = scene.policyOf(entry)
      const lookup = lookupOf(entry)
      if (policy === null || lookup === null || !denies(policy, entry)) return []
      return [...deadlock(scene, policy, entry, lookup), ...newNamespaces(scene, policy, entry, lookup)]
    }),
    ...onlyUse(scene),
  ]
}

function lookupOf({ params }: BindingEntry): ParamLookup | null {
  return params.type === 'resolved' ? params.lookup : null
}

function denies({ policy }: PolicyEntry, { binding }: BindingEntry): boolean {
  return policy.failurePolicy.value !== 'Ignore' && binding.paramRef?.notFoundAction === 'Deny'
}

function deadlock(
  scene: Scene,
  policy: PolicyEntry,
  entry: BindingEntry,
  lookup: ParamLookup,
): readonly Draft[] {
  const { resource, namespace } = lookup
  const shape = {
    operation: 'CREATE',
    group: resource.group,
    version: '',
    resource: resource.resource,
    subresource: '',
    namespaced: resource.namespaced,
  }
  const { match } = policy.policy
  const narrowing = entry.binding.match
  const matches =
    match.rules.some(rule => ruleMatches(rule, shape)) &&
    !match.excludeRules.some(rule => ruleMatches(rule, shape)) &&
    (narrowing === null ||
      ((narrowing.rules.length === 0 || narrowing.rules.some(rule => ruleMatches(rule, shape))) &&
        !narrowing.excludeRules.some(rule => ruleMatches(rule, shape))))
  if (!matches || policy.policy.matchConditions.length > 0) return []
  if (namespace !== '') {
    const labels = labelsOfNamespace(scene.sources, namespace)
    const selectors = [match, ...(narrowing === null ? [] : [narrowing])].map(each => each.namespaceSelector)
    if (selectors.some(selector => selectorMatches(selector, labels) !== true)) return []
  }
  const what = lookup.name === '' ? resource.kind : `${resource.kind} ${lookup.name}`
  return [
    {
      id: 'parameter-deadlock',
      objects: [objectOfPolicy(policy, 'spec.matchConstraints.resourceRules'), objectOfBinding(entry)],
      evidence: [
        `Policy ${policy.policy.name} matches the creation of ${resource.resource}, and binding ${entry.binding.name} takes ${what} as its parameter with parameterNotFoundAction Deny.`,
      ],
    },
  ]
}

function newNamespaces(
  scene: Scene,
  policy: PolicyEntry,
  entry: BindingEntry,
  lookup: ParamLookup,
): readonly Draft[] {
  if (!lookup.perNamespace || !takesNewNamespaces(policy, entry)) return []
  const object = objectOfBinding(entry, 'spec.paramRef')
  const of = scene.content(object.kind, entry.binding.name)
  const what = lookup.name === '' ? 'one that fits the selector' : lookup.name
  return [
    {
      id: 'parameter-locks-new-namespaces',
      objects: [object, objectOfPolicy(policy)],
      evidence: [
        `Every namespace needs a ${lookup.resource.kind}: ${what}. Reached: ${entry.reach?.where ?? ''}.`,
      ],
      change: { of, operations: [setting(of, ['spec', 'paramRef', 'parameterNotFoundAction'], 'Allow')] },
    },
  ]
}

// A namespace has to ask for it where a selector wants a label that new ones do not have.
function takesNewNamespaces(policy: PolicyEntry, { binding }: BindingEntry): boolean {
  const matches = [policy.policy.match, ...(binding.match === null ? [] : [binding.match])]
  return matches.every(each =>
    each.namespaceSelector.requirements.every(
      ({ operator }) => operator === 'NotIn' || operator === 'DoesNotExist',
    ),
  )
}

// Kinds of custom resources have informers of another make, which are kept.
function onlyUse(scene: Scene): readonly Draft[] {
  const isBuiltIn = builtInKinds(scene.sources)
  const users = new Map<string, BindingEntry[]>()
  for (const entry of scene.policies.bindings) {
    const lookup = lookupOf(entry)
    if (lookup === null) continue
    const { group, resource } = lookup.resource
    if (!isBuiltIn(group, resource)) continue
    const key = `${lookup.resource.kind} of ${group === '' ? 'the core group' : group}`
    users.set(key, [...(users.get(key) ?? []), entry])
  }
  return [...users].flatMap(([kind, entries]) => {
    const [only] = entries
    if (only === undefined || entries.length > 1) return []
    const evidence = [`Binding ${only.binding.name} alone takes its parameters from kind ${kind}.`]
    return [
      { id: 'parameter-builtin-kind', objects: [objectOfBinding(only, 'spec.paramRef')], evidence } as const,
    ]
  })
}
