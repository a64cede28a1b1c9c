import { describe, expect, it } from 'vitest'
import { registrationProblems } from './index.ts'

const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }
const hook = {
  name: 'a.example.com',
  admissionReviewVersions: ['v1'],
  sideEffects: 'None',
  clientConfig: { url: 'https://hooks.example.com/a' },
  rules: [rule],
}
const configured = (change: object) => ({ webhooks: [{ ...hook, ...change }] })
const texts = (kind: string, object: object, old: object | null = null) =>
  registrationProblems(kind, { object: object as never, old: old as never, minor: 36 }).map(
    one => one.message,
  )
const ofHook = (change: object, old: object | null = null) =>
  texts('ValidatingWebhookConfiguration', configured(change), old === null ? null : configured(old))

describe('a webhook', () => {
  it.each([
    [{ service: { namespace: 'b' } }, 'service.namespace: Required value'],
    [{ service: { name: 'a' } }, 'service.name: Required value'],
    [
      { service: { name: 'a', namespace: 'b', path: '/a//b' } },
      'service.path: Invalid value: "/a//b": segment[1] may not be empty',
    ],
    [{ url: 'https://me@x/y' }, 'url: Invalid value: "me": user information is not permitted in the URL'],
    [
      { url: 'https:///y' },
      'url: Invalid value: "": host must be specified; desired format: https://host[/path]',
    ],
  ])('that is called at %j is refused, and told of as the server tells it', (clientConfig, text) => {
    expect(ofHook({ clientConfig })).toEqual([`webhooks[0].clientConfig.${text}`])
  })

  it.each([
    [
      { matchExpressions: [{ key: 'a', operator: 'In' }] },
      "matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
    ],
    [
      { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['x'] }] },
      "matchExpressions[0].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
    ],
    [
      { matchExpressions: [{ key: 'a', operator: 'Near' }] },
      'matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator',
    ],
  ])('with the selector %j is refused', (objectSelector, text) => {
    expect(ofHook({ objectSelector })).toEqual([`webhooks[0].objectSelector.${text}`])
  })

  it('keeps side effects, unknown reviews and names that are stored already', () => {
    const sideEffects = { sideEffects: 'Some' }
    expect(ofHook(sideEffects)).toHaveLength(1)
    expect(ofHook(sideEffects, sideEffects)).toEqual([])
    const reviews = { admissionReviewVersions: ['v9'] }
    expect(ofHook(reviews)).toHaveLength(1)
    expect(ofHook(reviews, reviews)).toEqual([])
    const twice = { webhooks: [hook, hook] }
    expect(texts('MutatingWebhookConfiguration', twice)).toEqual([
      'webhooks[1].name: Duplicate value: "a.example.com"',
    ])
    expect(texts('MutatingWebhookConfiguration', twice, twice)).toEqual([])
  })

  it('keeps match conditions that do not change', () => {
    const conditions = { matchConditions: [{ name: 'a', expression: 'nope' }] }
    expect(ofHook(conditions)).toHaveLength(1)
    expect(ofHook(conditions, conditions)).toEqual([])
  })
})

describe('a policy', () => {
  const constraints = { matchConstraints: { resourceRules: [rule] } }
  const validations = [{ expression: 'true' }]
  it.each([
    [
      { paramKind: { apiVersion: 'a/b/c', kind: 'X' }, validations },
      'spec.paramKind.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
    ],
    [
      { paramKind: { apiVersion: 'x.example.com/', kind: 'X' }, validations },
      'spec.paramKind.apiVersion: Invalid value: "x.example.com/": version must be specified',
    ],
    [
      { variables: [{ name: 'in', expression: 'true' }], validations },
      'spec.variables[0].name: Invalid value: "in": must be a valid CEL identifier',
    ],
    [
      { validations: [{ expression: 'true', messageExpression: ' ' }] },
      'spec.validations[0].messageExpression: Invalid value: " ": must be non-empty if specified',
    ],
    [
      { validations: [{ expression: ' ' }] },
      'spec.validations[0].expression: Required value: expression is not specified',
    ],
  ])('%j is refused', (spec, text) => {
    expect(
      texts('ValidatingAdmissionPolicy', { metadata: { name: 'p' }, spec: { ...constraints, ...spec } }),
    ).toEqual([text])
  })

  it('must not name objects twice', () => {
    const matchConstraints = { resourceRules: [{ ...rule, resourceNames: ['a', 'a'] }] }
    expect(texts('ValidatingAdmissionPolicy', { spec: { matchConstraints, validations } })).toEqual([
      'spec.matchConstraints.resourceRules[0].resourceNames[1]: Duplicate value: "a"',
    ])
  })
})

it.each(['ValidatingWebhookConfiguration', 'MutatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding'])(
  'a %s of any shape is read without a crash',
  kind => {
    for (const object of [{}, { spec: 1, webhooks: [null] }, { spec: { mutations: [[]], variables: [1] } }])
      expect(() => texts(kind, object, object)).not.toThrow()
  },
)

it('an expression that no program can be made of is a fault of the server’s own', () => {
  const matchConditions = [{ name: 'a', expression: "'abc'.find('\\\\1') == ''" }]
  expect(ofHook({ matchConditions })).toEqual([
    'webhooks[0].matchConditions[0].expression: Internal error: program instantiation failed: error parsing regexp: invalid escape sequence: `\\1`',
  ])
})
