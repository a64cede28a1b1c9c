import type { PolicyEntry } from '../../policy-inventory.ts'
import { type Rule, ruleMatches } from '../../rules.ts'
import { type LabelSelector, objectsInWords } from '../../selectors.ts'
import { readsField } from '../expressions.ts'
import {
  type Draft,
  namedWebhook,
  objectOfBinding,
  objectOfPolicy,
  objectOfWebhook,
  type Scene,
} from '../scene.ts'
import type { FindingObject } from '../types.ts'

/** Checks of ways around what is to refuse requests. */
export function gaps(scene: Scene): readonly Draft[] {
  return [
    ...scene.webhooks.webhooks.flatMap(entry =>
      entry.webhook.phase === 'validating'
        ? dodged(entry.webhook.objectSelector, objectOfWebhook(entry, 'objectSelector'), namedWebhook(entry))
        : [],
    ),
    ...scene.policies.policies.flatMap(entry => ofPolicy(scene, entry)),
  ]
}

function ofPolicy(scene: Scene, entry: PolicyEntry): readonly Draft[] {
  const { policy } = entry
  const denying = scene.bindingsOf(entry).filter(each => each.binding.validationActions.includes('Deny'))
  if (policy.flavour !== 'validating' || denying.length === 0) return []
  const object = objectOfPolicy(entry, 'spec.matchConstraints.objectSelector')
  return [
    ...dodged(policy.match.objectSelector, object, `Policy ${policy.name}`),
    ...denying.flatMap(each =>
      each.binding.match === null
        ? []
        : dodged(
            each.binding.match.objectSelector,
            objectOfBinding(each, 'spec.matchResources.objectSelector'),
            `Binding ${each.binding.name}`,
          ),
    ),
    ...scale(scene, entry),
    ...debugContainers(scene, entry),
  ]
}

// Labels that the server or its controllers write, whatever the user says.
const givenLabels: ReadonlySet<string> = new Set(['kubernetes.io/metadata.name'])

function dodged(selector: LabelSelector, object: FindingObject, who: string): readonly Draft[] {
  const own = selector.requirements.filter(each => !givenLabels.has(each.key))
  const [first] = own
  if (first === undefined) return []
  const optsOut = own.find(each => each.operator === 'NotIn' || each.operator === 'DoesNotExist')
  const way =
    optsOut === undefined
      ? `An object without the label ${first.key} is not looked at.`
      : optsOut.operator === 'NotIn'
        ? `An object with the label ${optsOut.key}: ${optsOut.values[0] ?? ''} is not looked at.`
        : `An object with any label ${optsOut.key} is not looked at.`
  return [
    {
      id: 'object-selector-dodgeable',
      severity: optsOut === undefined ? 'info' : 'low',
      objects: [object],
      evidence: [`${who} takes ${objectsInWords(selector)}.`, way],
    },
  ]
}

const scaled = ['deployments', 'statefulsets', 'replicasets'] as const

function takes(rules: readonly Rule[], group: string, resource: string, subresource: string): boolean {
  return rules.some(rule =>
    ruleMatches(rule, { operation: 'UPDATE', group, version: '', resource, subresource, namespaced: true }),
  )
}

function scale(scene: Scene, entry: PolicyEntry): readonly Draft[] {
  const { rules } = entry.policy.match
  const missed = scaled.filter(each => takes(rules, 'apps', each, '') && !takes(rules, 'apps', each, 'scale'))
  if (missed.length === 0 || !reads(scene, entry, 'replicas')) return []
  const evidence = [
    `It reads replicas, and its rules do not name ${missed.map(each => `${each}/scale`).join(', ')}.`,
  ]
  const object = objectOfPolicy(entry, 'spec.matchConstraints.resourceRules')
  return [{ id: 'scale-not-covered', objects: [object], evidence }]
}

function debugContainers(scene: Scene, entry: PolicyEntry): readonly Draft[] {
  const { rules } = entry.policy.match
  const missed = takesPods(rules) && !takes(rules, '', 'pods', 'ephemeralcontainers')
  if (!missed || !reads(scene, entry, 'containers')) return []
  const evidence = ['It reads containers of Pods, and its rules do not name pods/ephemeralcontainers.']
  const object = objectOfPolicy(entry, 'spec.matchConstraints.resourceRules')
  return [{ id: 'ephemeral-containers-not-covered', objects: [object], evidence }]
}

// Checks of new Pods are what debug containers get around.
function takesPods(rules: readonly Rule[]): boolean {
  const pods = { group: '', version: '', resource: 'pods', subresource: '', namespaced: true }
  return rules.some(rule => ruleMatches(rule, { ...pods, operation: 'CREATE' }))
}

function reads(scene: Scene, entry: PolicyEntry, field: string): boolean {
  const { expressions, minor } = scene.sources
  return expressions
    .ofPolicy(entry.policy, minor)
    .expressions.some(
      ({ place, compiled }) =>
        (place === 'validation' || place === 'variable') && readsField(compiled.expr, field),
    )
}
