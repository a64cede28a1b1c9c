import { describe, expect, it } from 'vitest'
import { json, mutatingPolicy, policy, rule } from '../trace/world.fixture.ts'
import { registrationProblems } from './index.ts'

const hook = (over: object = {}): object => ({
  name: 'h.example.com',
  rules: [rule()],
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  clientConfig: { url: 'https://x.example.com/' },
  ...over,
})

const problems = (kind: string, object: unknown, old: unknown = null): readonly string[] =>
  registrationProblems(kind, { object: json(object), old: old === null ? null : json(old), minor: 36 }).map(
    each => each.message,
  )

const ofHooks = (...webhooks: readonly object[]): readonly string[] =>
  problems('ValidatingWebhookConfiguration', { webhooks })

const resources = (...names: readonly string[]): object => ({ rules: [rule({ resources: names })] })

describe('webhooks', () => {
  it('a proper one is taken', () => {
    expect(ofHooks(hook())).toEqual([])
    expect(ofHooks(hook(resources('*', 'pods/status')))).toEqual([])
  })

  it.each([
    [
      { name: 'foo' },
      'webhooks[0].name: Invalid value: "foo": should be a domain with at least three segments separated by dots',
    ],
    [
      { timeoutSeconds: 31 },
      'webhooks[0].timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds',
    ],
    [
      { timeoutSeconds: 0 },
      'webhooks[0].timeoutSeconds: Invalid value: 0: the timeout value must be between 1 and 30 seconds',
    ],
    [
      { clientConfig: { url: 'http://x/' } },
      `webhooks[0].clientConfig.url: Invalid value: "http": 'https' is the only allowed URL scheme; desired format: https://host[/path]`,
    ],
    [
      { clientConfig: { url: 'https://x/?a=b' } },
      'webhooks[0].clientConfig.url: Invalid value: "a=b": query parameters are not permitted in the URL',
    ],
    [
      { clientConfig: { url: 'https://u@x/' } },
      'webhooks[0].clientConfig.url: Invalid value: "u": user information is not permitted in the URL',
    ],
    [
      { clientConfig: { url: 'https://x/#f' } },
      'webhooks[0].clientConfig.url: Invalid value: "f": fragments are not permitted in the URL',
    ],
    [
      { clientConfig: { url: 'https://x/', service: {} } },
      'webhooks[0].clientConfig: Required value: exactly one of url or service is required',
    ],
    [
      { sideEffects: 'Some' },
      'webhooks[0].sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"',
    ],
    [
      resources('pods/*', 'pods/status'),
      `webhooks[0].rules[0].resources[1]: Invalid value: "pods/status": if 'pods/*' is present, must not specify pods/status`,
    ],
    [
      resources('*/scale', 'pods/scale'),
      `webhooks[0].rules[0].resources[1]: Invalid value: "pods/scale": if '*/scale' is present, must not specify pods/scale`,
    ],
    [
      resources('*', 'pods'),
      `webhooks[0].rules[0].resources: Invalid value: ["*","pods"]: if '*' is present, must not specify other resources without subresources`,
    ],
    [
      resources('*/*', 'pods'),
      `webhooks[0].rules[0].resources: Invalid value: ["*/*","pods"]: if '*/*' is present, must not specify other resources`,
    ],
    [
      { rules: [rule({ operations: ['CREATE', '*'] })] },
      `webhooks[0].rules[0].operations: Invalid value: ["CREATE","*"]: if '*' is present, must not specify other operations`,
    ],
    [
      { matchConditions: [{ name: 'c', expression: 'variables.x' }] },
      `webhooks[0].matchConditions[0].expression: Invalid value: "variables.x": compilation failed: ERROR: <input>:1:1: undeclared reference to 'variables' (in container '')\n | variables.x\n | ^`,
    ],
  ])('%j is refused', (over, message) => {
    expect(ofHooks(hook(over))).toEqual([message])
  })

  it('of one name, or with 65 conditions, are refused', () => {
    expect(ofHooks(hook(), hook())).toEqual(['webhooks[1].name: Duplicate value: "h.example.com"'])
    const matchConditions = Array.from({ length: 65 }, (_, index) => ({
      name: `c${index}`,
      expression: 'true',
    }))
    expect(ofHooks(hook({ matchConditions }))).toEqual([
      'webhooks[0].matchConditions: Too many: 65: must have at most 64 items',
    ])
  })
})

describe('policies', () => {
  const written = (spec: object): readonly string[] =>
    problems('ValidatingAdmissionPolicy', policy('p', spec))

  it.each([
    [
      { validations: [{ expression: 'object.immutable' }] },
      'spec.validations[0].expression: Invalid value: "object.immutable": must evaluate to bool but got dyn',
    ],
    [
      { validations: [{ expression: 'true', messageExpression: 'object.x' }] },
      'spec.validations[0].messageExpression: Invalid value: "object.x": must evaluate to string but got dyn',
    ],
    [
      { validations: [{ expression: 'true', message: 'a\nb' }] },
      'spec.validations[0].message: Invalid value: "a\\nb": must not contain line breaks',
    ],
    [
      { validations: [{ expression: 'true', reason: 'Unauthorized' }] },
      'spec.validations[0].reason: Unsupported value: "Unauthorized": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"',
    ],
  ])('%j is refused', (spec, message) => {
    expect(written(spec)).toEqual([message])
  })

  it('a new match condition does not know variables yet, one that is stored does', () => {
    const spec = {
      validations: [{ expression: 'true' }],
      variables: [{ name: 'v', expression: 'true' }],
      matchConditions: [{ name: 'c', expression: 'variables.v' }],
    }
    expect(written(spec)[0]).toContain("undeclared reference to 'variables'")
  })

  it('mutations are compiled as what they make', () => {
    expect(problems('MutatingAdmissionPolicy', mutatingPolicy('p', '[1]'))).toEqual([
      'spec.mutations[0].jsonPatch.expression: Invalid value: "[1]": must evaluate to list(JSONPatch) but got list(int)',
    ])
    expect(
      problems('MutatingAdmissionPolicy', mutatingPolicy('p', "[JSONPatch{op: 'remove', path: '/x'}]")),
    ).toEqual([])
  })
})

describe('bindings', () => {
  it('do not deny and warn at once', () => {
    const spec = { policyName: 'p', validationActions: ['Deny', 'Warn'] }
    expect(problems('ValidatingAdmissionPolicyBinding', { spec })[0]).toContain(
      'must not contain both Deny and Warn',
    )
    expect(
      problems('ValidatingAdmissionPolicyBinding', { spec: { ...spec, validationActions: ['Deny'] } }),
    ).toEqual([])
  })
})

it('other kinds are nothing to it', () => {
  expect(problems('Secret', { spec: 5 })).toEqual([])
})
