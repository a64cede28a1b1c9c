import { describe, expect, it } from 'vitest'
import { types } from '../check/types.ts'
import { showValue } from '../values/show.ts'
import { ListValue } from '../values/value.ts'
import {
  type AdmissionInput,
  budgets,
  EvaluationGroup,
  goFieldsOf,
  JsonPatchValue,
  misplacedTypes,
  ObjectValue,
  PolicyCompiler,
  patchJson,
  providerOf,
  usableMinor,
} from './index.ts'

const kind = { group: 'apps', version: 'v1', kind: 'Deployment' }
const resource = { group: 'apps', version: 'v1', resource: 'deployments' }

const input: AdmissionInput = {
  object: { metadata: { name: 'web' }, spec: { replicas: 7, list: [1, 2, 3] } },
  oldObject: null,
  params: { limit: 5 },
  request: {
    kind,
    resource,
    requestKind: kind,
    requestResource: resource,
    subResource: '',
    name: 'web',
    namespace: 'shop',
    operation: 'CREATE',
    user: { username: 'ada', groups: [] },
    dryRun: false,
    options: null,
  },
  namespaceObject: null,
  authorize: () => undefined,
}

const policyOf = (options: { readonly hasParams?: boolean } = {}): PolicyCompiler =>
  new PolicyCompiler({ minor: 36, hasParams: options.hasParams ?? true })

function group(policy: PolicyCompiler, changes: Partial<AdmissionInput> = {}, budget = 10_000_000) {
  return new EvaluationGroup({ input: { ...input, ...changes }, variables: policy.variables, budget })
}

describe('expressions of a policy', () => {
  it.each([
    ['validation', 'object.spec.replicas', 'must evaluate to bool but got dyn'],
    ['validation', '1', 'must evaluate to bool but got int'],
    ['messageExpression', 'object.metadata.name', 'must evaluate to string but got dyn'],
    ['auditAnnotation', '1', 'must evaluate to one of [string null_type] but got int'],
    ['applyConfiguration', 'Object.spec{}', 'must evaluate to Object but got Object.spec'],
    ['jsonPatch', '[1]', 'must evaluate to list(JSONPatch) but got list(int)'],
  ] as const)('%s %s is refused: %s', (place, expression, message) => {
    expect(policyOf().compile(place, expression).message).toBe(message)
  })

  it.each([
    [
      'messageExpression',
      "string(authorizer.path('/x').check('get').allowed())",
      "reference to 'authorizer'",
    ],
    ['webhookMatchCondition', 'variables.x', "reference to 'variables'"],
    ['webhookMatchCondition', 'params.x == 1', "reference to 'params'"],
    ['newPolicyMatchCondition', 'variables.x', "reference to 'variables'"],
    ['validation', 'Object{} == Object{}', "reference to 'Object'"],
    ['validation', "jsonpatch.escapeKey('a') == ''", "reference to 'jsonpatch'"],
  ] as const)('%s may not use what %s does', (place, expression, part) => {
    expect(policyOf().compile(place, expression).message).toContain(part)
  })

  it('a match condition of a policy may use params and, once it is stored, variables', () => {
    const policy = policyOf()
    policy.addVariable('x', '1')
    expect(policy.compile('newPolicyMatchCondition', 'params == null').message).toBe('')
    expect(policy.compile('policyMatchCondition', 'variables.x == 1').message).toBe('')
  })

  it('knows params only where the policy has a kind of them', () => {
    expect(policyOf().compile('validation', 'params == null').message).toBe('')
    expect(policyOf({ hasParams: false }).compile('validation', 'params == null').message).toContain(
      "reference to 'params'",
    )
  })

  it('may use what the server before knew, when it is written anew', () => {
    expect([usableMinor(36, 'stored'), usableMinor(36, 'new')]).toEqual([36, 35])
  })

  it('is checked against the types of a schema where they are known', () => {
    const structs = new Map([['T', new Map([['spec', types.int]])]])
    const typed = { provider: providerOf(structs), object: types.struct('T') }
    const policy = new PolicyCompiler({ minor: 36, hasParams: false, typed })
    expect(policy.compile('validation', 'object.nope == 1').message).toContain("undefined field 'nope'")
    expect(policy.compile('validation', 'object.spec == 1').message).toBe('')
    // The server that checks types does not declare it.
    expect(
      policy.compile('validation', "authorizer.requestResource.check('get').allowed()").message,
    ).toContain('authorizer')
  })
})

describe('variables', () => {
  it('are evaluated once, and paid for by the expression that asks first', () => {
    const policy = policyOf()
    policy.addVariable('sum', 'object.spec.list.map(x, x * 2).sum()')
    const uses = policy.compile('validation', 'variables.sum == 12')
    const both = group(policy)
    const [first, second] = [both.evaluate(uses), both.evaluate(uses)]
    if (first.kind !== 'value' || second.kind !== 'value') return expect.unreachable()
    expect([first.value, second.value]).toEqual([true, true])
    expect(first.cost).toBeGreaterThan(second.cost)
    expect(both.remaining).toBe(10_000_000 - first.cost - second.cost)
  })

  it('fail only those that use them', () => {
    const policy = policyOf()
    policy.addVariable('bad', '1 / 0')
    const outcome = group(policy).evaluate(policy.compile('validation', 'variables.bad == 1'))
    expect(outcome).toMatchObject({
      kind: 'error',
      message:
        'expression \'variables.bad == 1\' resulted in error: composited variable "bad" fails to evaluate: division by zero',
    })
    expect(group(policy).evaluate(policy.compile('validation', 'variables.bad == 1 || true'))).toMatchObject({
      kind: 'value',
      value: true,
    })
  })

  it('are undefined before they stand', () => {
    const policy = policyOf()
    expect(policy.addVariable('early', 'variables.late').message).toContain("undefined field 'late'")
  })
})

describe('a group', () => {
  it('ends when its budget does', () => {
    const policy = policyOf()
    const dear = policy.compile('validation', 'lists.range(1000).size() == 1000')
    const poor = group(policy, {}, 1500)
    expect(poor.evaluate(dear).kind).toBe('value')
    expect(poor.evaluate(dear)).toEqual({
      kind: 'outOfBudget',
      message: 'validation failed due to running out of cost budget, no further validation rules will be run',
    })
    expect(poor.evaluate(policy.compile('validation', 'true')).kind).toBe('outOfBudget')
    expect(budgets.matchConditions).toBe(2_500_000)
  })

  it('names the question that it cannot go on without', () => {
    const policy = policyOf()
    const expression = "authorizer.requestResource.check('get').allowed()"
    const compiled = policy.compile('validation', expression)
    const outcome = group(policy).evaluate(compiled)
    if (outcome.kind !== 'unanswered') return expect.unreachable()
    expect(outcome.question).toMatchObject({
      kind: 'resource',
      verb: 'get',
      subject: { username: 'ada' },
      resource: { group: 'apps', resource: 'deployments', namespace: 'shop', name: 'web' },
    })
    const answered = group(policy, { authorize: () => ({ decision: 'allow', reason: '' }) })
    expect(answered.evaluate(compiled)).toMatchObject({ kind: 'value', value: true })
  })

  it('has null for the namespace of what is in none, and nothing for what a request did not say', () => {
    const policy = policyOf()
    const compiled = policy.compile('validation', 'namespaceObject == null && !has(request.subResource)')
    expect(group(policy).evaluate(compiled)).toMatchObject({ kind: 'value', value: true })
  })

  it('survives objects of odd shapes', () => {
    const policy = policyOf()
    const object = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}')
    const compiled = policy.compile('validation', "has(object.constructor) && object['__proto__'].x == 1")
    expect(group(policy, { object }).evaluate(compiled)).toMatchObject({ kind: 'value', value: true })
    const absent = policy.compile('validation', 'has(object.toString)')
    expect(group(policy, { object }).evaluate(absent)).toMatchObject({ kind: 'value', value: false })
    expect(group(policy, { object: 5, namespaceObject: 'x' }).evaluate(absent).kind).not.toBe('outOfBudget')
  })
})

describe('patches', () => {
  function patch(place: 'applyConfiguration' | 'jsonPatch', expression: string) {
    const policy = policyOf()
    const outcome = group(policy).evaluate(policy.compile(place, expression))
    if (outcome.kind !== 'value') throw new Error(JSON.stringify(outcome))
    return outcome.value
  }

  it('turn into JSON', () => {
    const value = patch(
      'applyConfiguration',
      "Object{spec: Object.spec{replicas: object.spec.replicas + 1, names: ['a'], big: 9007199254740993, ?gone: optional.none()}}",
    )
    if (!(value instanceof ObjectValue)) return expect.unreachable()
    expect(goFieldsOf(value)).toEqual({
      spec: { replicas: 8, names: ['a'], big: 9007199254740993n },
    })
    expect(patchJson(value)).toEqual({ spec: { replicas: 8, names: ['a'], big: 9007199254740992 } })
  })

  it('tell which types stand in fields of other names', () => {
    const value = patch('applyConfiguration', 'Object{spec: Object.spec{a: [Object.spec.b{}]}}')
    if (!(value instanceof ObjectValue)) return expect.unreachable()
    expect(misplacedTypes(value)).toEqual([
      'unexpected type name "Object.spec.b", expected "Object.spec.a", which matches field name path from root Object type',
    ])
  })

  it('are operations with their values', () => {
    const value = patch(
      'jsonPatch',
      "[JSONPatch{op: 'add', path: '/spec/' + jsonpatch.escapeKey('a/b'), value: 1}]",
    )
    const [operation] = value instanceof ListValue ? [...value] : []
    if (!(operation instanceof JsonPatchValue)) return expect.unreachable()
    expect([operation.op, operation.path, operation.value]).toEqual(['add', '/spec/a~1b', 1n])
    expect(showValue(operation)).toContain('JSONPatch')
  })
})
