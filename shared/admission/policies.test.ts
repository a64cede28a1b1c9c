import { describe, expect, it } from 'vitest'
import { celTokens, readsObjectUnguarded } from './cel-tokens.ts'
import { readBinding, readPolicy } from './policies.ts'
import { complaintsOf } from './type-checking.ts'

const policy = (over: object, kind = 'ValidatingAdmissionPolicy') => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind,
  metadata: { name: 'p', generation: 2 },
  ...over,
})
const rule = (over: object = {}) => ({
  operations: ['CREATE'],
  apiGroups: ['apps'],
  apiVersions: ['v1'],
  resources: ['deployments'],
  ...over,
})
const withRules = (...resourceRules: object[]) => ({ spec: { matchConstraints: { resourceRules } } })
const warnings = [
  { fieldRef: 'spec.validations[0].expression', warning: 'apps/v1, Kind=Deployment: undefined field' },
]

describe('type checking', () => {
  it.each([
    [
      'current without warnings',
      { ...withRules(rule()), status: { observedGeneration: 2, typeChecking: {} } },
      { state: 'checked', gaps: '' },
    ],
    [
      'current without a list',
      { ...withRules(rule()), status: { observedGeneration: 2 } },
      { state: 'checked', gaps: '' },
    ],
    [
      'current with warnings',
      {
        ...withRules(rule()),
        status: { observedGeneration: 2, typeChecking: { expressionWarnings: warnings } },
      },
      {
        state: 'warnings',
        warnings: [
          { fieldRef: 'spec.validations[0].expression', text: 'apps/v1, Kind=Deployment: undefined field' },
        ],
      },
    ],
    [
      'of an earlier generation',
      {
        ...withRules(rule()),
        status: { observedGeneration: 1, typeChecking: { expressionWarnings: warnings } },
      },
      { state: 'stale', observed: 1, generation: 2 },
    ],
    ['no status', withRules(rule()), { state: 'notChecked' }],
    ['empty status', { ...withRules(rule()), status: {} }, { state: 'notChecked' }],
    [
      'wildcard group',
      { ...withRules(rule({ apiGroups: ['*'] })), status: { observedGeneration: 2 } },
      { state: 'notChecked' },
    ],
    [
      'wildcard version',
      { ...withRules(rule({ apiVersions: ['*'] })), status: { observedGeneration: 2 } },
      { state: 'notChecked' },
    ],
    [
      'wildcard resource',
      { ...withRules(rule({ resources: ['*'] })), status: { observedGeneration: 2 } },
      { state: 'notChecked' },
    ],
    [
      'subresources alone',
      { ...withRules(rule({ resources: ['pods/exec'] })), status: { observedGeneration: 2 } },
      { state: 'notChecked' },
    ],
    [
      'wildcard beside a kind',
      { ...withRules(rule(), rule({ resources: ['*'] })), status: { observedGeneration: 2 } },
      { state: 'checked', gaps: 'not checked: *' },
    ],
    [
      'more than ten kinds',
      { ...withRules(rule({ resources: [...'abcdefghijk'] })), status: { observedGeneration: 2 } },
      { state: 'checked', gaps: 'only the first 10 kinds of a rule are checked' },
    ],
  ])('%s', (_name, over, expected) => {
    expect(readPolicy(policy(over)).typeChecking).toMatchObject(expected)
  })

  it('is not done for mutating policies', () => {
    const read = readPolicy(policy({ status: { observedGeneration: 2 } }, 'MutatingAdmissionPolicy'))
    expect(read.typeChecking.state).toBe('notChecked')
  })
})

describe('complaints of the type checker', () => {
  const text = [
    "apps/v1, Kind=Deployment: ERROR: <input>:1:8: undefined field 'replicas'",
    ' | object.replicas > 1',
    ' | .......^',
    "apps/v1, Kind=ReplicaSet: ERROR: <input>:1:8: undefined field 'replicas'",
    ' | object.replicas > 1',
    ' | .......^',
    "ERROR: <input>:2:3: undefined field 'x'",
    'something else',
  ].join('\n')
  it('are told once with their place and kinds', () => {
    expect(complaintsOf({ fieldRef: '', text })).toEqual([
      {
        message: "undefined field 'replicas'",
        line: 1,
        column: 8,
        kinds: ['apps/v1 Deployment', 'apps/v1 ReplicaSet'],
      },
      { message: "undefined field 'x'", line: 2, column: 3, kinds: ['apps/v1 ReplicaSet'] },
      { message: 'something else', line: 0, column: 0, kinds: ['apps/v1 ReplicaSet'] },
    ])
  })
})

describe('reading policies', () => {
  it('takes the parts in order, with defaults marked', () => {
    const read = readPolicy(
      policy({
        spec: {
          paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
          matchConstraints: { resourceRules: [rule()] },
          matchConditions: [{ name: 'c', expression: 'true' }],
          variables: [{ name: 'v', expression: '1' }],
          validations: [
            { expression: 'a', message: 'm' },
            { expression: 'b', reason: 'Forbidden' },
          ],
          auditAnnotations: [{ key: 'k', valueExpression: "'x'" }],
        },
      }),
    )
    expect(read).toMatchObject({
      failurePolicy: { value: 'Fail', given: false },
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      variables: [{ name: 'v', expression: '1' }],
      reinvocationPolicy: null,
    })
    expect(read.validations.map(each => each.reason)).toEqual([
      { value: 'Invalid', given: false },
      { value: 'Forbidden', given: true },
    ])
  })

  it('takes both kinds of mutations, and the first drafts of them', () => {
    const read = readPolicy(
      policy(
        {
          spec: {
            mutations: [
              { patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'a' } },
              { patchType: 'JSONPatch', jsonPatch: { expression: 'b' } },
              { patchType: 'JSONPatch', expression: 'c' },
            ],
          },
        },
        'MutatingAdmissionPolicy',
      ),
    )
    expect(read.mutations.map(each => each.expression)).toEqual(['a', 'b', 'c'])
    expect(read.reinvocationPolicy).toEqual({ value: 'Never', given: false })
  })

  it('reads paramKind of v1alpha1 as group and version', () => {
    const read = readPolicy(
      policy({ spec: { paramKind: { group: 'rules.example.com', version: 'v1', kind: 'Limit' } } }),
    )
    expect(read.paramKind).toEqual({ apiVersion: 'rules.example.com/v1', kind: 'Limit' })
  })

  it.each([
    undefined,
    null,
    7,
    'x',
    [],
    { matchConstraints: 3, validations: [null, 4], variables: 'x', paramKind: [] },
  ])('reads spec %j without a throw', spec => {
    expect(() => readPolicy(policy({ spec }))).not.toThrow()
    expect(() => readBinding(policy({ spec }, 'ValidatingAdmissionPolicyBinding'))).not.toThrow()
  })
})

describe('CEL words', () => {
  it.each([
    "object.spec.containers.all(c, has(c.resources) && 'cpu' in c.resources)",
    'object.?metadata[?"a"].orValue("") == r"\\d" // why',
    '"unclosed',
    "'''many\nlines''' + 1.5e3 + 0xFFu",
    'ünïcode § 💥',
    '',
  ])('give back %j without loss', expression => {
    expect(
      celTokens(expression)
        .map(token => token.text)
        .join(''),
    ).toBe(expression)
  })

  it('are told apart', () => {
    const words = celTokens("object.a.all(c, c in ['x'])").map(token => `${token.type}:${token.text}`)
    expect(words).toEqual([
      'root:object',
      'operator:.',
      'member:a',
      'operator:.',
      'macro:all',
      'operator:(',
      'name:c',
      'operator:,',
      'space: ',
      'name:c',
      'space: ',
      'keyword:in',
      'space: ',
      'operator:[',
      "string:'x'",
      'operator:]',
      'operator:)',
    ])
  })

  it.each([
    ['object.spec.replicas < 5', true],
    ["object['spec']", true],
    ['oldObject.spec.replicas < 5', false],
    ['object == null || object.spec.x', false],
    ["request.operation == 'DELETE' || object.spec.x", false],
    ["'object.spec'", false],
    ['x.object.spec', false],
  ])('object read without a guard in %s: %s', (expression, reads) => {
    expect(readsObjectUnguarded(expression)).toBe(reads)
  })
})
