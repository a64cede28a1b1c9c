import { describe, expect, it } from 'vitest'
import { policyInventory } from '../../../shared/admission/index.ts'
import type { KubeObject } from '../../../shared/kube/index.ts'
import { countsOf, graphOf, moved, noFilter, pathOf } from './graph.ts'

const object = (kind: string, name: string, spec: object): KubeObject => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind,
  metadata: { name },
  spec,
})
const rules = [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }]
const policy = (name: string) =>
  object('ValidatingAdmissionPolicy', name, { matchConstraints: { resourceRules: rules } })
const binding = (name: string, policyName: string, team?: string) =>
  object('ValidatingAdmissionPolicyBinding', name, {
    policyName,
    ...(team === undefined ? {} : { matchResources: { namespaceSelector: { matchLabels: { team } } } }),
  })
const namespace = (name: string, team: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, labels: { team } },
})
const known = (...items: KubeObject[]) => ({ state: 'known', items, staleSince: null }) as const
const inventory = policyInventory({
  policies: { validating: known(policy('a-unbound'), policy('p'), policy('q')), mutating: known() },
  bindings: {
    validating: known(
      binding('b1', 'p', 'shop'),
      binding('b2', 'p'),
      binding('gone', 'none'),
      binding('c', 'q', 'shop'),
    ),
    mutating: known(),
  },
  namespaces: known(namespace('shop', 'shop'), namespace('pay', 'pay')),
  served: { resources: [], failedGroups: new Set() },
  parameters: () => known(),
})
const graph = graphOf(inventory, noFilter)
const names = (over: Partial<typeof noFilter>) => {
  const shown = graphOf(inventory, { ...noFilter, ...over })
  return [
    shown.policies.cards.map(each => each.policy.name),
    shown.bindings.cards.map(each => each.binding.name),
  ]
}

it('puts what is broken or not bound first, and bindings in the order of their policies', () => {
  expect(names({})).toEqual([
    ['a-unbound', 'p', 'q'],
    ['gone', 'b1', 'b2', 'c'],
  ])
  expect(graph.edges.filter(edge => edge.to.startsWith('binding:'))).toHaveLength(3)
  expect(countsOf(inventory)).toEqual({ broken: 1, notBound: 1, warned: 1 })
})

describe('filters', () => {
  it.each([
    ['text of a binding keeps its policy', { text: 'b1' }, [['p'], ['b1']]],
    ['text of a policy keeps its bindings', { text: 'q create' }, [['q'], ['c']]],
    ['namespace keeps what reaches it', { namespace: 'pay' }, [['p'], ['b2']]],
    ['a state of a card', { text: 'bound' }, [['a-unbound'], []]],
    ['a problem of a binding', { text: 'binds nothing' }, [[], ['gone']]],
    ['broken', { only: 'broken' }, [[], ['gone']]],
    ['not bound', { only: 'notBound' }, [['a-unbound'], []]],
    ['nothing', { text: 'zzz' }, [[], []]],
  ] as const)('%s', (_name, over, expected) => {
    expect(names(over)).toEqual(expected)
  })

  it('keep the totals', () => {
    expect(graphOf(inventory, { ...noFilter, text: 'b1' }).policies.total).toBe(3)
  })
})

it('a path leads left and right, and not to neighbours of neighbours', () => {
  const path = pathOf(graph, 'binding:validating/b1')
  expect([...path].filter(card => !card.startsWith('target:')).sort()).toEqual([
    'binding:validating/b1',
    'policy:validating/p',
  ])
  expect([...path].some(card => card.startsWith('target:'))).toBe(true)
  expect(pathOf(graph, 'policy:validating/p').has('binding:validating/b2')).toBe(true)
})

it.each([
  ['policy:validating/p', 'down', 'policy:validating/q'],
  ['policy:validating/a-unbound', 'up', 'policy:validating/a-unbound'],
  ['policy:validating/a-unbound', 'last', 'policy:validating/q'],
  ['policy:validating/q', 'right', 'binding:validating/c'],
  ['binding:validating/c', 'left', 'policy:validating/q'],
  ['binding:validating/gone', 'left', 'policy:validating/a-unbound'],
  ['policy:validating/a-unbound', 'right', 'binding:validating/gone'],
] as const)('from %s %s leads to %s', (from, direction, to) => {
  expect(moved(graph, from, direction)).toBe(to)
})
