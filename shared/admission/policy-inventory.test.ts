import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../kube/index.ts'
import { binding, denied, known, namespace, policy, served } from './cluster.fixture.ts'
import { type PolicySnapshot, policyInventory } from './policy-inventory.ts'

const configMap = (ns: string, name: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: ns },
})

function inventory(over: Partial<PolicySnapshot> & { list?: KubeObject[]; bound?: KubeObject[] }) {
  const { list = [], bound = [], ...rest } = over
  return policyInventory({
    policies: { validating: known(...list), mutating: known() },
    bindings: { validating: known(...bound), mutating: known() },
    namespaces: known(
      namespace('shop', { team: 'shop' }),
      namespace('pay', { team: 'pay' }),
      namespace('kube-system'),
    ),
    served,
    parameters: () => known(),
    ...rest,
  })
}
const codes = (problems: readonly { code: string }[] | undefined) => problems?.map(each => each.code)
const team = (...values: string[]) => ({ matchExpressions: [{ key: 'team', operator: 'In', values }] })
const paramKind = { apiVersion: 'v1', kind: 'ConfigMap' }

describe('bindings of a policy', () => {
  it('are joined by exact name', () => {
    const { policies, bindings } = inventory({
      list: [policy('p'), policy('p2')],
      bound: [binding('a', 'p'), binding('b', 'p')],
    })
    expect(policies[0]?.bindings).toEqual(['validating/a', 'validating/b'])
    expect(bindings[0]?.policy).toBe('validating/p')
    expect(codes(policies[1]?.problems)).toEqual(['notBound'])
  })

  it('that may not be read never mean "not bound"', () => {
    const { policies, sources } = inventory({
      list: [policy('p')],
      bindings: { validating: denied, mutating: known() },
    })
    expect(codes(policies[0]?.problems)).toEqual(['bindingsUnreadable'])
    expect(sources.find(each => each.kind === 'ValidatingAdmissionPolicyBinding')).toMatchObject({
      state: 'unreadable',
    })
  })

  it('that are still loading say nothing', () => {
    const { policies } = inventory({
      list: [policy('p')],
      bindings: { validating: { state: 'loading' }, mutating: known() },
    })
    expect(policies[0]?.problems).toEqual([])
  })

  it('without their policy bind nothing, unless policies may not be read', () => {
    expect(codes(inventory({ bound: [binding('a', 'gone')] }).bindings[0]?.problems)).toEqual([
      'bindsNothing',
    ])
    const unread = inventory({
      bound: [binding('a', 'gone')],
      policies: { validating: denied, mutating: known() },
    })
    expect(codes(unread.bindings[0]?.problems)).toEqual(['policyUnreadable'])
  })

  it('of one flavour never bind a policy of the other', () => {
    const mutating = { ...policy('p'), kind: 'MutatingAdmissionPolicy' }
    const { bindings } = inventory({
      bound: [binding('a', 'p')],
      policies: { validating: known(), mutating: known(mutating) },
    })
    expect(bindings[0]?.policy).toBeNull()
  })
})

describe('reach', () => {
  it('is the intersection of policy and binding', () => {
    const constrained = policy('p', {
      matchConstraints: {
        namespaceSelector: team('shop', 'pay'),
        resourceRules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
      },
    })
    const { bindings } = inventory({
      list: [constrained],
      bound: [
        binding('a', 'p', { matchResources: { namespaceSelector: team('pay', 'x') } }),
        binding('b', 'p'),
      ],
    })
    expect(bindings[0]?.reach).toMatchObject({
      namespaces: ['pay'],
      everyNamespace: false,
      where: 'namespaces team ∈ shop, pay, of those namespaces team ∈ pay, x',
      today: '1 namespace',
    })
    expect(bindings[1]?.reach?.namespaces).toEqual(['pay', 'shop'])
    expect(bindings[0]?.where).toBe('namespaces team ∈ pay, x')
    expect(bindings[1]?.where).toBe('everything the policy matches')
  })

  it('of no namespace today is said', () => {
    const { bindings } = inventory({
      list: [policy('p')],
      bound: [binding('a', 'p', { matchResources: { namespaceSelector: team('nobody') } })],
    })
    expect(codes(bindings[0]?.problems)).toEqual(['reachesNothing'])
  })

  it('of cluster-scoped kinds is not told in namespaces', () => {
    const roles = policy('p', {
      matchConstraints: {
        resourceRules: [
          {
            operations: ['*'],
            apiGroups: ['rbac.authorization.k8s.io'],
            apiVersions: ['v1'],
            resources: ['clusterroles'],
          },
        ],
      },
    })
    const { bindings } = inventory({
      list: [roles],
      bound: [binding('a', 'p', { matchResources: { namespaceSelector: team('shop') } })],
    })
    expect(bindings[0]?.reach).toMatchObject({ namespaces: null, today: 'cluster-scoped objects' })
    expect(bindings[0]?.problems).toEqual([])
  })

  it('stays unknown where namespaces may not be read', () => {
    const { bindings, namespaces } = inventory({
      list: [policy('p')],
      bound: [binding('a', 'p')],
      namespaces: denied,
    })
    expect(bindings[0]?.reach?.today).toBe('namespaces may not be read')
    expect(namespaces).toBeNull()
  })
})

describe('parameters', () => {
  const one = (spec: object, ref: object, parameters: PolicySnapshot['parameters'] = () => known()) => {
    const all = inventory({
      list: [policy('p', { paramKind, ...spec })],
      bound: [binding('a', 'p', { paramRef: { parameterNotFoundAction: 'Deny', ...ref } })],
      parameters,
    })
    return { entry: all.bindings[0], targets: all.targets.filter(each => each.type === 'parameter') }
  }

  it.each([
    ['Deny and Fail', {}, {}, 'bad', 'refused, whatever validationActions say'],
    ['Deny and Ignore', { failurePolicy: 'Ignore' }, {}, 'warning', 'skipped'],
    ['Allow and Fail', {}, { parameterNotFoundAction: 'Allow' }, 'warning', 'passes without a word'],
  ])('missing under %s', (_name, spec, ref, severity, words) => {
    const { entry, targets } = one(spec, { name: 'limits', namespace: 'shop', ...ref })
    expect(entry?.problems[0]).toMatchObject({ code: 'parameterMissing', severity })
    expect(entry?.problems[0]?.detail).toContain('ConfigMap limits was not found in namespace shop.')
    expect(entry?.problems[0]?.detail).toContain(words)
    expect(targets).toMatchObject([{ state: 'missing', namespace: 'shop', name: 'limits' }])
  })

  it('of the same name in another namespace do not count', () => {
    const { entry } = one({}, { name: 'limits', namespace: 'shop' }, () => known(configMap('pay', 'limits')))
    expect(codes(entry?.problems)).toEqual(['parameterMissing'])
  })

  it('that may not be read are unknown, not missing', () => {
    const { entry, targets } = one({}, { name: 'limits', namespace: 'shop' }, () => denied)
    expect(entry?.problems).toMatchObject([{ code: 'parameterUnreadable', severity: 'unknown' }])
    expect(targets).toMatchObject([{ state: 'unreadable' }])
  })

  it('are found by name', () => {
    const { entry, targets } = one({}, { name: 'limits', namespace: 'shop' }, () =>
      known(configMap('shop', 'limits')),
    )
    expect(entry?.problems).toEqual([])
    expect(targets).toMatchObject([{ state: 'found', refs: [{ namespace: 'shop', name: 'limits' }] }])
  })

  it('by selector are all that match', () => {
    const found = known(configMap('shop', 'x'), configMap('shop', 'y'))
    const { targets } = one({}, { selector: {}, namespace: 'shop' }, () => found)
    expect(targets.map(each => each.name)).toEqual(['x', 'y'])
  })

  it('by selector share a card when they are many', () => {
    const many = known(...[...'abcdefg'].map(name => configMap('shop', name)))
    const { targets } = one({}, { selector: {}, namespace: 'shop' }, () => many)
    expect(targets).toHaveLength(1)
    expect(targets[0]?.refs).toHaveLength(7)
  })

  it('without a namespace are one card', () => {
    const everywhere = known(
      configMap('shop', 'limits'),
      configMap('pay', 'limits'),
      configMap('kube-system', 'limits'),
    )
    const { targets } = one({}, { name: 'limits' }, () => everywhere)
    expect(targets).toMatchObject([{ state: 'found', note: 'in the namespace of each request' }])
    expect(targets[0]?.refs).toHaveLength(3)
  })

  it('without a namespace are looked for in the namespace of each request', () => {
    const { entry } = one({}, { name: 'limits' }, () => known(configMap('shop', 'limits')))
    expect(entry?.params).toMatchObject({ type: 'resolved', missingIn: ['kube-system', 'pay'] })
    expect(entry?.problems[0]?.detail).toContain('not found in namespaces kube-system and pay')
  })

  it.each([
    ['neither name nor selector', {}, { namespace: 'shop' }, 'parameterInvalid'],
    ['both', {}, { name: 'a', selector: {} }, 'parameterInvalid'],
    [
      'namespace for a cluster-scoped kind',
      { paramKind: { apiVersion: 'example.com/v1', kind: 'Limit' } },
      { name: 'a', namespace: 'shop' },
      'parameterInvalid',
    ],
    [
      'kind not served',
      { paramKind: { apiVersion: 'gone.example.com/v1', kind: 'Gone' } },
      { name: 'a' },
      'parameterKindNotServed',
    ],
    [
      'version not served',
      { paramKind: { apiVersion: 'example.com/v2', kind: 'Limit' } },
      { name: 'a' },
      'parameterKindNotServed',
    ],
    ['reference without paramKind', { paramKind: undefined }, { name: 'a' }, 'parameterIgnored'],
  ])('%s', (_name, spec, ref, code) => {
    expect(codes(one(spec, ref).entry?.problems)).toEqual([code])
  })

  it('that the binding leaves out are null', () => {
    const { bindings } = inventory({ list: [policy('p', { paramKind })], bound: [binding('a', 'p')] })
    expect(codes(bindings[0]?.problems)).toEqual(['parameterNull'])
  })

  it('without parameterNotFoundAction are told so', () => {
    const { bindings } = inventory({
      list: [policy('p', { paramKind })],
      bound: [binding('a', 'p', { paramRef: { name: 'limits', namespace: 'shop' } })],
      parameters: () => known(configMap('shop', 'limits')),
    })
    expect(codes(bindings[0]?.problems)).toEqual(['parameterActionUnset'])
  })
})

describe('expressions', () => {
  it.each([
    ['DELETE', ['objectNullOnDelete']],
    ['*', ['objectNullOnDelete']],
    ['UPDATE', []],
  ])('that read object are named when %s is matched', (operation, expected) => {
    const rules = [{ operations: [operation], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }]
    const given = policy('p', {
      matchConstraints: { resourceRules: rules },
      validations: [{ expression: 'object.spec.x' }],
    })
    expect(codes(inventory({ list: [given], bound: [binding('a', 'p')] }).policies[0]?.problems)).toEqual(
      expected,
    )
  })
})

it('names kinds that are not served without failing', () => {
  const { sources } = inventory({ policies: { validating: known(), mutating: { state: 'notServed' } } })
  expect(sources.map(each => each.state)).toEqual(['live', 'live', 'notServed', 'live', 'live'])
})
