import type { Dice } from './dice.ts'
import type { FuzzKind } from './kinds.ts'

type Fields = Readonly<Record<string, unknown>>

/** What rules should mostly meet. */
export interface Aim {
  readonly operations: readonly string[]
  readonly kinds: readonly FuzzKind[]
}

const resourcesByGroup: readonly (readonly [string, readonly string[]])[] = [
  ['', ['configmaps', 'pods', 'services', 'namespaces', '*', 'pods/*', '*/status', '*/*', 'pods/status']],
  ['apps', ['deployments', 'deployments/scale', 'deployments/*', '*', '*/scale', '*/*', 'daemonsets']],
  ['autoscaling', ['horizontalpodautoscalers', '*']],
  ['fuzz.example.com', ['widgets', 'widgets/status', 'widgets/*', '*', '*/*']],
  ['rbac.authorization.k8s.io', ['clusterroles', '*']],
]

function aimed({ group, resource, parts }: FuzzKind): readonly [string, readonly string[]] {
  const main = [resource, resource, resource, '*', '*/*', `${resource}/*`]
  return [group, [...main, ...parts.flatMap(part => [`${resource}/${part}`, `*/${part}`])]]
}

/** A rule; those of groups that requests are made on are likelier than others. */
function ruleOf(dice: Dice, { operations, kinds }: Aim): Fields {
  const [group, resources] = dice.chance(0.75) ? aimed(dice.pick(kinds)) : dice.pick(resourcesByGroup)
  const anyGroup = dice.chance(0.12)
  const scope = dice.pick(['', '', '*', 'Namespaced', 'Namespaced', 'Cluster'])
  return {
    apiGroups: anyGroup
      ? ['*']
      : [group, ...(dice.chance(0.15) ? ['apps'].filter(other => other !== group) : [])],
    apiVersions: dice.chance(0.3) ? ['*'] : [versionOf(dice, group)],
    operations: dice.chance(0.3) ? ['*'] : [...dice.some(operations)],
    resources: usable(dice.some(anyGroup ? ['configmaps', 'deployments', '*', '*/*'] : resources, 2)),
    ...(scope === '' ? {} : { scope }),
  }
}

const versionOf = (dice: Dice, group: string): string =>
  group === 'autoscaling' || group === 'fuzz.example.com'
    ? dice.pick(['v1', 'v2'])
    : dice.chance(0.95)
      ? 'v1'
      : 'v1beta1'

/** The server refuses a wildcard beside what it covers. */
function usable(resources: readonly string[]): readonly string[] {
  const wildcard = resources.find(each => each.includes('*'))
  return wildcard === undefined ? resources : [wildcard]
}

export const rulesOf = (dice: Dice, most: number, aim: Aim): readonly Fields[] =>
  dice.times(1 + dice.below(most), () => ruleOf(dice, aim))

/** The rules may name objects. */
export const namedRulesOf = (dice: Dice, most: number, aim: Aim): readonly Fields[] =>
  rulesOf(dice, most, aim).map(rule => ({
    ...rule,
    ...dice.perhaps(0.15, () => ({ resourceNames: [...dice.some(['stored', 'new-a', 'new-b', 'a'])] })),
  }))

function requirement(dice: Dice): Fields {
  const [key, values] = dice.pick([
    ['env', ['prod', 'test']],
    ['tier', ['web', 'db', '']],
    ['absent', ['x']],
  ] as const)
  const operator = dice.pick(['In', 'NotIn', 'Exists', 'DoesNotExist'])
  return { key, operator, ...(operator.endsWith('In') ? { values: [...dice.some<string>(values)] } : {}) }
}

/** The label by which all of a cell is held together, and perhaps more. */
export function selectorOf(dice: Dice, cell: string, probability: number): Fields {
  return {
    matchLabels: { 'fuzz-cell': cell },
    ...dice.perhaps(probability, () => ({
      matchExpressions: dice.times(1 + dice.below(2), () => requirement(dice)),
    })),
  }
}

/** A selector that takes all of what is in the cell, or part of it. */
export const freeSelectorOf = (dice: Dice): Fields =>
  dice.chance(0.8)
    ? { matchExpressions: [requirement(dice)] }
    : { matchLabels: { tier: dice.pick(['web', 'db']) } }

/**
 * Selectors that keep rules within a cell: what is in no namespace passes every namespace selector, and
 * can only be kept out by its own labels.
 */
export function narrowed(dice: Dice, cell: string, rules: readonly Fields[]): Fields {
  const isNamespaced = rules.every(({ scope }) => scope === 'Namespaced')
  return {
    namespaceSelector: selectorOf(dice, cell, 0.2),
    ...(isNamespaced
      ? dice.perhaps(0.25, () => ({ objectSelector: freeSelectorOf(dice) }))
      : { objectSelector: selectorOf(dice, cell, 0.15) }),
    ...dice.perhaps(0.5, () => ({ matchPolicy: dice.pick(['Exact', 'Equivalent']) })),
  }
}
