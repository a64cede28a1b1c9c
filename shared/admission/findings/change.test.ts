import { expect, it } from 'vitest'
import type { KubeObject } from '../../kube/index.ts'
import { diffOf, pointer, setting } from './change.ts'
import { found } from './findings.fixture.ts'
import { excludingNamespaces } from './fixes.ts'

const object = {
  kind: 'ValidatingWebhookConfiguration',
  ref: { resource: { group: 'g', version: 'v1', resource: 'r' }, namespace: '', name: 'c' },
}

const content = {
  apiVersion: 'g/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: 'c', uid: '1', managedFields: [] },
  webhooks: [
    { name: 'a', sideEffects: 'Some', clientConfig: { caBundle: 'A'.repeat(2000) } },
    { name: 'b', sideEffects: 'None' },
  ],
} as unknown as KubeObject

it('a diff shows the entry that changes, without server fields, others or long values', () => {
  const operation = setting(content, ['webhooks', 0, 'sideEffects'], 'None')
  const { before, after } = diffOf(object, content, [operation])
  expect(operation.op).toBe('replace')
  expect(after).toBe(before.replace('Some', 'None'))
  expect(before).not.toContain('name: b')
  expect(before).not.toContain('uid')
  expect(before).toContain('… (2,000 characters)')
})

it.each([
  ['add', ['webhooks', 1, 'timeoutSeconds'], 5],
  ['replace', ['webhooks', 1, 'name'], 'x'],
  ['add', ['webhooks', 7, 'name'], 'x'],
  ['add', ['nowhere', 'a~b/c'], 1],
] as const)('a setting %ss what is or is not there, without a throw', (op, path, value) => {
  const operation = setting(content, path, value)
  expect(operation.op).toBe(op)
  expect(() => diffOf(object, content, [operation])).not.toThrow()
})

it('a pointer escapes what a pointer is made of', () => {
  expect(pointer('a~b/c', 0)).toBe('/a~0b~1c/0')
})

it('an entry that is removed is there before and gone after', () => {
  const { before, after } = diffOf(object, content, [{ op: 'remove', path: '/webhooks/1' }])
  expect(before).toContain('name: b')
  expect(after).not.toContain('name: b')
  expect(after).toContain('name: a')
})

it.each([
  [{}, [{ key: 'kubernetes.io/metadata.name', operator: 'NotIn', values: ['acme'] }]],
  [
    {
      matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'NotIn', values: ['kube-system'] }],
    },
    ['kube-system', 'acme'],
  ],
])('a namespace is excluded beside what a selector asks for (%j)', (namespaceSelector, expected) => {
  const [operation] = excludingNamespaces(
    { webhooks: [{ namespaceSelector }] },
    ['webhooks', 0, 'namespaceSelector'],
    ['acme'],
  )
  const value = operation?.value as { matchExpressions?: unknown }
  expect(value.matchExpressions ?? value).toEqual(expected)
})

it('a missing binding is shown as one to create', () => {
  const [finding] = found('policy: {}').filter(({ id }) => id === 'policy-not-bound')
  expect(finding?.fix.diff).toMatchObject({
    before: '',
    object: { kind: 'ValidatingAdmissionPolicyBinding', ref: { name: 'p-binding' } },
    after: expect.stringContaining('policyName: p'),
  })
})

it('findings of one cluster have keys of their own, which stay', () => {
  const yaml =
    'hook: {sideEffects: Some, timeoutSeconds: 99, name: x}\n---\nhook: {called: d, sideEffects: Some}\n---\npolicy: {}'
  const keys = found(yaml).map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  expect(found(yaml).map(({ key }) => key)).toEqual(keys)
})

it('the worst come first', () => {
  const order = ['high', 'medium', 'low', 'info']
  const ranks = found('hook: {rules: []}\n---\nbinding: {policyName: x}\n---\nhook: {called: d}').map(
    ({ severity }) => order.indexOf(severity),
  )
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
})

it.each([
  'hook: {rules: 7, clientConfig: [], matchConditions: {a: b}, namespaceSelector: x, name: 5}',
  '{apiVersion: 3, kind: ValidatingWebhookConfiguration, metadata: null, webhooks: [null, 1, {}]}',
  'policy: {matchConstraints: [], validations: [null, {expression: 7}], variables: {}, paramKind: x}',
  '{apiVersion: v1, kind: CustomResourceDefinition, metadata: {}, spec: {conversion: {strategy: Webhook, webhook: 3}, versions: [1, 2]}}',
  '{apiVersion: v1, kind: APIService, metadata: {name: a}, spec: {service: {name: x}}, status: {conditions: [null]}}',
  'mutatingPolicy: {mutations: [null, {patchType: JSONPatch, jsonPatch: 3}]}',
  'binding: {paramRef: [], matchResources: {resourceRules: [null]}, validationActions: {}}',
])('objects of odd shapes do no harm (%s)', yaml => {
  expect(() => found(yaml)).not.toThrow()
})
