import { itemsOf } from '../../known.ts'
import { identityOf } from '../../meta.ts'
import type { PolicyEntry } from '../../policy-inventory.ts'
import { isEmptySelector, selectorMatches } from '../../selectors.ts'
import type { WebhookEntry } from '../../webhook-inventory.ts'
import { atomicAt } from '../atomic.ts'
import { builtInKinds } from '../builtIn.ts'
import { setting } from '../change.ts'
import type { PlacedExpression } from '../expressions.ts'
import { canMeet } from '../ruleSets.ts'
import { type Draft, objectOfPolicy, objectOfWebhook, type Scene } from '../scene.ts'
import { appliedFields, hasBareObjects, isGuarded, patchOperations } from '../written.ts'

/** Checks of what mutating policies write, and of mutating webhooks that are called again. */
export function mutations(scene: Scene): readonly Draft[] {
  const policies = scene.policies.policies.filter(entry => entry.policy.flavour === 'mutating')
  return [
    ...policies.flatMap(entry => [
      ...atomic(scene, entry),
      ...panicking(scene, entry),
      ...repeated(scene, entry),
    ]),
    ...twoWriters(
      scene,
      policies.filter(entry => entry.bindings.length > 0),
    ),
    ...mutual(scene),
  ]
}

function mutationsOf(scene: Scene, entry: PolicyEntry): readonly PlacedExpression[] {
  const { expressions, minor } = scene.sources
  return expressions
    .ofPolicy(entry.policy, minor)
    .expressions.filter(each => ['applyConfiguration', 'jsonPatch'].includes(each.place))
}

interface NamedResource {
  readonly group: string
  readonly resource: string
}

function resourcesOf({ policy }: PolicyEntry): readonly NamedResource[] {
  return policy.match.rules.flatMap(rule =>
    rule.apiGroups.flatMap(group => rule.resources.map(resource => ({ group, resource }))),
  )
}

function atomic(scene: Scene, entry: PolicyEntry): readonly Draft[] {
  const definitions = itemsOf(scene.sources.definitions)
  const isBuiltIn = builtInKinds(scene.sources)
  return mutationsOf(scene, entry)
    .filter(({ place }) => place === 'applyConfiguration')
    .flatMap(({ field, compiled }) => {
      const hits = new Set<string>()
      for (const { path } of appliedFields(compiled)) {
        for (const { group, resource } of resourcesOf(entry)) {
          const definition =
            definitions.find(each => identityOf(each).name === `${resource}.${group}`) ?? null
          // A custom kind may be called like a built-in one.
          if (definition === null && !isBuiltIn(group, resource)) continue
          const found = atomicAt(resource, path, definition)
          if (found !== null) hits.add(`${found} of ${resource}`)
        }
      }
      if (hits.size === 0) return []
      const severity = entry.policy.failurePolicy.value === 'Ignore' ? 'medium' : 'high'
      const evidence = [`It writes ${[...hits].join(', ')}, which can be replaced as a whole only.`]
      return [{ id: 'mutation-atomic', severity, objects: [objectOfPolicy(entry, field)], evidence } as const]
    })
}

function panicking(scene: Scene, entry: PolicyEntry): readonly Draft[] {
  return mutationsOf(scene, entry)
    .filter(({ place, compiled }) => place === 'jsonPatch' && hasBareObjects(compiled))
    .map(({ field }) => ({
      id: 'mutation-panics-server',
      objects: [objectOfPolicy(entry, field)],
      evidence: [`The value of a JSONPatch in ${field} is a list or map of Object values.`],
    }))
}

function repeated(scene: Scene, entry: PolicyEntry): readonly Draft[] {
  const { policy } = entry
  if (policy.reinvocationPolicy?.value !== 'IfNeeded' || policy.matchConditions.length > 0) return []
  return mutationsOf(scene, entry).flatMap(({ place, field, compiled }) => {
    if (place !== 'jsonPatch' || isGuarded(compiled)) return []
    const appended = patchOperations(compiled).filter(({ op, path }) => op === 'add' && path?.endsWith('/-'))
    if (appended.length === 0) return []
    const object = objectOfPolicy(entry, field)
    const of = scene.content(object.kind, policy.name)
    return [
      {
        id: 'mutation-not-idempotent',
        objects: [object],
        evidence: [
          `It appends at ${appended.map(({ path }) => path).join(', ')}; reinvocationPolicy is IfNeeded.`,
        ],
        change: { of, operations: [setting(of, ['spec', 'reinvocationPolicy'], 'Never')] },
      } as const,
    ]
  })
}

interface Writing {
  readonly entry: PolicyEntry
  readonly field: string
  readonly value: string | null
}

function twoWriters(scene: Scene, policies: readonly PolicyEntry[]): readonly Draft[] {
  const writers = new Map<string, Writing[]>()
  for (const entry of policies) {
    for (const { place, field, compiled } of mutationsOf(scene, entry)) {
      const targets =
        place === 'jsonPatch'
          ? patchOperations(compiled).flatMap(({ op, path, value }) =>
              path === null || op === 'test' || path.endsWith('/-') ? [] : [{ path: path.slice(1), value }],
            )
          : appliedFields(compiled).flatMap(({ path, item, value }) =>
              isKeyOfItem(path, item)
                ? []
                : [{ path: [...path, ...(item === '' ? [] : [item])].join('/'), value }],
            )
      for (const { path, value } of targets)
        writers.set(path, [...(writers.get(path) ?? []), { entry, field, value }])
    }
  }
  return [...writers].flatMap(([path, all]) => clashing(path, all))
}

// The name by which an item of a list is found is no field that is set.
function isKeyOfItem(path: readonly string[], item: string): boolean {
  return item !== '' && path.at(-1) === 'name' && path.length > 2
}

function clashing(path: string, all: readonly Writing[]): readonly Draft[] {
  const [first, ...others] = all
  if (first === undefined) return []
  const rival = others
    .slice(0, mostCompared)
    .find(
      ({ entry, value }) =>
        entry.id !== first.entry.id && (value === null || value !== first.value) && meets(first.entry, entry),
    )
  if (rival === undefined) return []
  const objects = [objectOfPolicy(first.entry, first.field), objectOfPolicy(rival.entry, rival.field)]
  const evidence = [`Policies ${first.entry.policy.name} and ${rival.entry.policy.name} both write ${path}.`]
  return [{ id: 'mutation-two-writers', objects, evidence, about: path }]
}

// Conditions can exclude each other in ways that are not looked at: what has any is not told of.
function meets(a: PolicyEntry, b: PolicyEntry): boolean {
  if (a.policy.matchConditions.length > 0 && b.policy.matchConditions.length > 0) return false
  return a.policy.match.rules.some(left => b.policy.match.rules.some(right => canMeet(left, right)))
}

/** Webhooks that are compared with each other; a cluster has a handful that are called again. */
const mostCompared = 300

function mutual(scene: Scene): readonly Draft[] {
  const again = scene.webhooks.webhooks
    .filter(({ webhook }) => webhook.phase === 'mutating' && webhook.reinvocationPolicy?.value === 'IfNeeded')
    .slice(0, mostCompared)
  const left = new Set(again)
  const groups: WebhookEntry[][] = []
  for (const entry of again) {
    if (!left.delete(entry)) continue
    const together = [entry, ...[...left].filter(other => shareRequests(scene, entry, other))]
    for (const other of together) left.delete(other)
    if (together.length > 1) groups.push(together)
  }
  return groups.map(group => ({
    id: 'reinvocation-mutual',
    objects: group.slice(0, 20).map(each => objectOfWebhook(each, 'reinvocationPolicy')),
    evidence: [
      `IfNeeded is set for ${group
        .slice(0, 8)
        .map(({ webhook }) => webhook.name)
        .join(', ')}, which take the same requests.`,
    ],
  }))
}

function shareRequests(scene: Scene, a: WebhookEntry, b: WebhookEntry): boolean {
  const meet = a.webhook.rules.some(left => b.webhook.rules.some(right => canMeet(left, right)))
  if (!meet) return false
  const objects = [a, b].map(({ webhook }) => webhook.objectSelector)
  // Which objects satisfy two selectors at once is not known; one is enough to tell.
  if (objects.every(each => !isEmptySelector(each))) return false
  const namespaces = scene.sources.namespaces.state === 'known' ? itemsOf(scene.sources.namespaces) : []
  const selectors = [a, b].map(({ webhook }) => webhook.namespaceSelector)
  if (namespaces.length === 0) return selectors.some(isEmptySelector)
  return namespaces.some(each =>
    selectors.every(selector => selectorMatches(selector, identityOf(each).labels) === true),
  )
}
