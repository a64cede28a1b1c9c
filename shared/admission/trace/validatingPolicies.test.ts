import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../kube/index.ts'
import { traceRequest } from './index.ts'
import type { TraceRequest } from './types.ts'
import {
  binding,
  json,
  namespaceNamed,
  outcomes,
  type Parts,
  policy,
  requestOf,
  rule,
  worldOf,
} from './world.fixture.ts'

const shop = namespaceNamed('shop')

function trace(objects: readonly KubeObject[], request: Partial<TraceRequest> = {}, parts: Parts = {}) {
  return traceRequest(requestOf(request), worldOf({ objects: [shop, ...objects], ...parts }))
}

const validating = (validation: object | string, spec: object = {}): object => ({
  validations: [typeof validation === 'string' ? { expression: validation } : validation],
  ...spec,
})

const denied = (message: string): string =>
  `configmaps "a" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'p-b' denied request: ${message}`

/** Outcome of one policy and binding: the verdict, and the status or warning. */
function outcome(
  spec: object,
  bound: object = {},
  request: Partial<TraceRequest> = {},
  others: readonly KubeObject[] = [],
) {
  const found = trace([policy('p', spec), binding('p', bound), ...others], request)
  return [found.verdict, found.status?.code ?? 0, found.status?.message ?? found.warnings.join('|')]
}

describe('what a validation says', () => {
  it('is told with the code, reason and text of the server', () => {
    const found = trace([policy('p', validating('size(object.data) > 1')), binding('p')])
    expect(found.verdict).toBe('denied')
    expect(found.status).toMatchObject({
      code: 422,
      reason: 'Invalid',
      message: denied('failed expression: size(object.data) > 1'),
    })
    const [step] = found.steps.filter(each => each.phase === 'validatingPolicy')
    expect(step).toMatchObject({
      outcome: 'denied',
      certainty: 'predicted',
      field: 'spec.validations[0].expression',
      actions: ['Deny'],
    })
    expect(step?.expressions?.[0]).toMatchObject({
      explanation: 'size(object.data) (1) > 1',
      result: { type: 'value', text: 'false' },
    })
    expect(step?.expressions?.[0]?.cost).toBeGreaterThan(0)
  })

  it.each([
    ['Forbidden', 403],
    ['Unauthorized', 401],
    ['RequestEntityTooLarge', 413],
    ['Invalid', 422],
  ])('reason %s has code %i', (reason, code) => {
    expect(outcome(validating({ expression: 'false', reason }))).toEqual([
      'denied',
      code,
      denied('failed expression: false'),
    ])
  })

  it.each([
    ["'ok'", 'ok'],
    ["'  ok '", 'ok'],
    ["'a\\nb'", 'm'],
    ["'  '", 'm'],
    ['string(object.data.none)', 'm'],
    [`'${'x'.repeat(5121)}'`, 'm'],
    ["string(authorizer.path('/x').check('get').allowed())", 'm'],
  ])('messageExpression %s', (messageExpression, message) => {
    expect(outcome(validating({ expression: 'false', message: ' m ', messageExpression }))[2]).toBe(
      denied(message),
    )
  })

  it('a variable that asks the authorizer fails in a message', () => {
    const spec = {
      variables: [{ name: 'may', expression: "authorizer.path('/x').check('get').allowed()" }],
      ...validating({ expression: 'false', message: 'm', messageExpression: 'string(variables.may)' }),
    }
    expect(outcome(spec)[2]).toBe(denied('m'))
  })
})

const error = 'expression \'object.data.none == "x"\' resulted in error: no such key: none'
const failing = 'object.data.none == "x"'

describe('failurePolicy and actions', () => {
  it.each([
    ['Fail', ['Deny'], ['denied', 422, denied(error)]],
    [
      'Fail',
      ['Warn'],
      ['allowed', 0, `Validation failed for ValidatingAdmissionPolicy 'p' with binding 'p-b': ${error}`],
    ],
    ['Ignore', ['Deny'], ['allowed', 0, '']],
  ])('an error under %s with %j', (failurePolicy, validationActions, expected) => {
    expect(outcome(validating(failing, { failurePolicy }), { validationActions })).toEqual(expected)
  })

  it('Audit writes the failure down', () => {
    const objects = [policy('p', validating('false')), binding('p', { validationActions: ['Warn', 'Audit'] })]
    const found = trace(objects)
    expect(found.auditAnnotations).toEqual({
      'validation.policy.admission.k8s.io/validation_failure':
        '[{"message":"failed expression: false","policy":"p","binding":"p-b","expressionIndex":0,"validationActions":["Warn","Audit"]}]',
    })
    expect(outcomes(found.steps, 'validatingPolicy')).toEqual(['p warned'])
  })

  it('a policy that is allowed and one that is ignored are told apart', () => {
    const steps = (spec: object, actions: readonly string[]) =>
      outcomes(
        trace([policy('p', spec), binding('p', { validationActions: actions })]).steps,
        'validatingPolicy',
      )
    expect(steps(validating('true'), ['Deny'])).toEqual(['p passed'])
    expect(steps(validating('false'), ['Audit'])).toEqual(['p audited'])
    expect(steps(validating(failing, { failurePolicy: 'Ignore' }), ['Deny'])).toEqual(['p error'])
  })

  it('of several denials the first by name is told, and that the order is not specified', () => {
    const found = trace([
      policy('b', validating('false')),
      binding('b'),
      policy('a', validating('false')),
      binding('a'),
    ])
    expect(found.status?.message).toContain("Policy 'a'")
    expect(outcomes(found.steps, 'validatingPolicy')).toEqual(['a denied', 'b denied'])
    expect(found.assumptions.join()).toContain('in no specified order')
  })
})

describe('match conditions', () => {
  it.each([
    [['true', 'false'], 'Fail', 'allowed'],
    [[failing], 'Fail', 'denied'],
    [[failing], 'Ignore', 'allowed'],
    [[failing, 'false'], 'Fail', 'allowed'],
    [['namespaceObject == null'], 'Fail', 'denied'],
  ])('%j under %s: %s', (expressions, failurePolicy, verdict) => {
    const matchConditions = expressions.map((expression, index) => ({ name: `c${index}`, expression }))
    expect(outcome(validating('false', { matchConditions, failurePolicy }))[0]).toBe(verdict)
  })

  it('an error of one obeys the actions', () => {
    const spec = validating('true', { matchConditions: [{ name: 'c', expression: failing }] })
    expect(outcome(spec, { validationActions: ['Warn'] })).toEqual([
      'allowed',
      0,
      `Validation failed for ValidatingAdmissionPolicy 'p' with binding 'p-b': ${error}`,
    ])
  })

  it('a false one is named', () => {
    const matchConditions = [{ name: 'only-web', expression: 'object.metadata.labels.app == "web"' }]
    const [step] = trace([policy('p', validating('false', { matchConditions })), binding('p')]).steps.filter(
      each => each.phase === 'validatingPolicy',
    )
    expect(step).toMatchObject({
      outcome: 'skipped',
      reason: 'Its match condition only-web is false.',
      field: 'spec.matchConditions[0].expression',
    })
    expect(step?.expressions?.[0]?.explanation).toBe('object.metadata.labels.app ("x") == "web"')
  })
})

const configMap = (name: string, namespace: string, labels: object = {}, data: object = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace, labels: labels as Record<string, string> },
  data,
})
const takesParams = { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } }
const paramRef = (ref: object): object => ({ paramRef: { parameterNotFoundAction: 'Deny', ...ref } })
const notFound = denied(
  'failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction',
)
const clusterRole = {
  resource: { group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'clusterroles' },
  kind: { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'ClusterRole' },
  namespace: '',
}
const anyRule = {
  matchConstraints: { resourceRules: [rule({ apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] })] },
}

describe('parameters', () => {
  it.each([
    ['without paramKind a reference is ignored', validating('true'), paramRef({ name: 'x' }), 'allowed'],
    ['without a reference they are null', validating('params == null', takesParams), {}, 'allowed'],
    [
      'of the namespace of the request',
      validating("params.data.x == '1'", takesParams),
      paramRef({ name: 'one' }),
      'allowed',
    ],
    [
      'of a namespace that is named',
      validating("params.data.x == '2'", takesParams),
      paramRef({ name: 'one', namespace: 'other' }),
      'allowed',
    ],
    [
      'all that a selector finds have to pass',
      validating("params.data.x == '1'", takesParams),
      paramRef({ selector: {} }),
      'denied',
    ],
    [
      'by a selector',
      validating("params.data.x == '1'", takesParams),
      paramRef({ selector: { matchLabels: { only: 'one' } } }),
      'allowed',
    ],
    [
      'that are not there let pass under Allow',
      validating('false', takesParams),
      { paramRef: { name: 'none', parameterNotFoundAction: 'Allow' } },
      'allowed',
    ],
  ])('%s', (_rule, spec, bound, verdict) => {
    const params = [
      configMap('one', 'shop', { only: 'one' }, { x: '1' }),
      configMap('two', 'shop', {}, { x: '2' }),
      configMap('one', 'other', {}, { x: '2' }),
    ]
    expect(outcome(spec, bound, {}, params)[0]).toBe(verdict)
  })

  it.each([
    ['Fail', ['denied', 422, notFound]],
    ['Ignore', ['allowed', 0, '']],
  ])('that are not there, under %s and whatever the actions', (failurePolicy, expected) => {
    expect(
      outcome(validating('true', { ...takesParams, failurePolicy }), {
        ...paramRef({ name: 'none' }),
        validationActions: ['Warn'],
      }),
    ).toEqual(expected)
  })

  it.each([
    [
      'a kind that is not served',
      { paramKind: { apiVersion: 'nope.example.com/v1', kind: 'Nope' } },
      {},
      "ValidatingAdmissionPolicy 'p' denied request: failed to configure policy: failed to find resource referenced by paramKind: 'nope.example.com/v1, Kind=Nope'",
    ],
    [
      'a namespace for a cluster-scoped kind',
      { paramKind: { apiVersion: 'example.com/v1', kind: 'Limit' } },
      paramRef({ name: 'x', namespace: 'shop' }),
      'failed to configure binding: paramRef.namespace must not be provided for a cluster-scoped `paramKind`',
    ],
    [
      'a name and a selector',
      takesParams,
      paramRef({ name: 'x', selector: {} }),
      'paramRef.name and paramRef.selector are mutually exclusive',
    ],
    ['neither', takesParams, paramRef({}), 'one of name or selector must be provided'],
  ])('%s is an error of the configuration', (_rule, kind, bound, message) => {
    const [verdict, code, text] = outcome(validating('true', kind), bound)
    expect([verdict, code]).toEqual(['denied', 422])
    expect(text).toContain(message)
  })

  it('of a namespaced kind need a namespace', () => {
    const [, , message] = outcome(
      validating('true', { ...takesParams, ...anyRule }),
      paramRef({ name: 'x' }),
      clusterRole,
    )
    expect(message).toContain(
      'failed to configure binding: cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
    )
  })

  it('of a kind whose group could not be discovered are not known', () => {
    const spec = validating('true', { paramKind: { apiVersion: 'broken.example.com/v1', kind: 'X' } })
    expect(outcome(spec, paramRef({ name: 'x' }))[0]).toBe('unknown')
  })

  it('that are being read are wished for', () => {
    const objects = [
      policy('p', validating('true', { paramKind: { apiVersion: 'example.com/v1', kind: 'Limit' } })),
      binding('p', paramRef({ name: 'x' })),
    ]
    const found = trace(objects, {}, { known: { Limit: { state: 'loading' } } })
    expect(found.verdict).toBe('unknown')
    expect(found.wishes).toContainEqual({
      type: 'objects',
      wanted: { group: 'example.com', version: 'v1', kind: 'Limit', namespace: '', name: 'x' },
    })
  })
})

describe('audit annotations', () => {
  const annotating = (valueExpression: string, spec: object = {}): object => ({
    auditAnnotations: [{ key: 'k', valueExpression }],
    ...spec,
  })

  it.each([
    ["' v '", 'v'],
    ["'  '", undefined],
    ['null', undefined],
    [`'${'x'.repeat(10_300)}'`, 'x'.repeat(10_240)],
  ])('%.20s', (expression, value) => {
    expect(trace([policy('p', annotating(expression)), binding('p')]).auditAnnotations['p/k']).toBe(value)
  })

  it('distinct values of bindings are joined', () => {
    const spec = annotating('params.data.x', takesParams)
    const bound = binding('p', paramRef({ selector: {} }))
    const params = [
      configMap('one', 'shop', {}, { x: '1' }),
      configMap('two', 'shop', {}, { x: '2' }),
      configMap('three', 'shop', {}, { x: '1' }),
    ]
    const valued = { ...spec, auditAnnotations: [{ key: 'k', valueExpression: 'string(params.data.x)' }] }
    expect(trace([policy('p', valued), bound, ...params]).auditAnnotations['p/k']).toBe('1, 2')
  })

  it.each([
    ['Fail', 'denied'],
    ['Ignore', 'allowed'],
  ])('an error under %s: %s, whatever the actions', (failurePolicy, verdict) => {
    expect(
      outcome(annotating('string(object.data.none)', { failurePolicy }), { validationActions: ['Audit'] })[0],
    ).toBe(verdict)
  })
})

describe('what is around a policy', () => {
  it('does nothing without a binding, and a binding nothing without its policy', () => {
    expect(
      outcomes(trace([policy('p', validating('false')), binding('other')]).steps, 'validatingPolicy'),
    ).toEqual(['p notMatched'])
  })

  it('a missing namespace ends the request with 404, whatever the failure policy', () => {
    const found = traceRequest(
      requestOf({ namespace: 'gone', user: { username: 'x', groups: [] } }),
      worldOf({ objects: [policy('p', validating('true', { failurePolicy: 'Ignore' })), binding('p')] }),
    )
    expect(found.status).toMatchObject({ code: 404, message: 'namespaces "gone" not found' })
  })

  it('a Namespace does not see itself', () => {
    const request = {
      resource: { group: '', version: 'v1', resource: 'namespaces' },
      kind: { group: '', version: 'v1', kind: 'Namespace' },
      namespace: 'new',
      name: 'new',
      object: json({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'new' } }),
    }
    expect(outcome(validating('namespaceObject == null', anyRule), {}, request)[0]).toBe('allowed')
  })

  it('the namespace is there for validations', () => {
    expect(outcome(validating("namespaceObject.metadata.name == 'shop'"))[0]).toBe('allowed')
  })

  it('an authorizer that has no answer yet is asked for one', () => {
    const objects = [
      policy('p', validating("authorizer.group('apps').resource('deployments').check('delete').allowed()")),
      binding('p'),
    ]
    const found = trace(
      objects,
      {},
      {
        authorize: question =>
          question.kind === 'resource' && question.verb === 'delete'
            ? undefined
            : { decision: 'allow', reason: '' },
      },
    )
    expect(found.verdict).toBe('unknown')
    expect(found.wishes).toContainEqual(expect.objectContaining({ type: 'authorization' }))
  })

  it('three checks of the authorizer are too dear for one expression', () => {
    const check = "authorizer.group('apps').resource('deployments').check('get').allowed()"
    const [, code, message] = outcome(validating(`[${check}, ${check}, ${check}].all(x, x)`))
    expect(code).toBe(422)
    expect(message).toContain('actual cost limit exceeded')
  })

  it('a collection that is deleted has no name', () => {
    const request = {
      operation: 'DELETE' as const,
      verb: 'deletecollection',
      name: '',
      object: null,
      oldObject: requestOf().object,
    }
    expect(outcome(validating('false'), {}, request)[2]).toBe(
      denied('failed expression: false').replace('"a"', '"Unknown"'),
    )
  })

  it('a generated name is there for validating policies', () => {
    const object = json({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { generateName: 'gen-', namespace: 'shop' },
    })
    expect(
      outcome(
        validating("request.name.startsWith('gen-') && object.metadata.name == request.name"),
        {},
        { name: '', object },
      )[0],
    ).toBe('allowed')
  })

  it('an object that is not given leaves unknown what depends on it, and nothing else', () => {
    const unknown = { isObjectKnown: false, object: json({}) }
    const steps = (expression: string) =>
      outcomes(trace([policy('p', validating(expression)), binding('p')], unknown).steps, 'validatingPolicy')
    expect(steps('object.data.x == "1"')).toEqual(['p unknown'])
    expect(steps("request.operation == 'DELETE'")).toEqual(['p denied'])
  })

  it('policies that may not be read make the answer incomplete', () => {
    const error = { kind: 'denied', message: 'You may not list policies.' } as const
    const found = trace([], {}, { known: { ValidatingAdmissionPolicy: { state: 'unreadable', error } } })
    expect([found.verdict, found.gaps]).toEqual(['incomplete', [error]])
  })

  it('odd shapes do no harm', () => {
    const odd = {
      apiVersion: 'x',
      kind: 'ValidatingAdmissionPolicy',
      metadata: null,
      spec: { validations: 5, matchConstraints: [] },
    } as unknown as KubeObject
    expect(trace([odd, binding('')]).verdict).toBe('allowed')
  })
})
