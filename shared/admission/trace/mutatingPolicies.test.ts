import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../kube/index.ts'
import { traceRequest } from './index.ts'
import type { SchemaKnown, TraceRequest } from './types.ts'
import {
  json,
  mutatingBinding,
  mutatingPolicy,
  namespaceNamed,
  outcomes,
  type Parts,
  requestOf,
  rule,
  webhooks,
  worldOf,
} from './world.fixture.ts'

const shop = namespaceNamed('shop')

function trace(objects: readonly KubeObject[], request: Partial<TraceRequest> = {}, parts: Parts = {}) {
  const bindings = objects
    .filter(each => each.kind === 'MutatingAdmissionPolicy')
    .map(each => mutatingBinding(each.metadata.name))
  return traceRequest(requestOf(request), worldOf({ objects: [shop, ...objects, ...bindings], ...parts }))
}

const patch = (op: string, path: string, value: string): string =>
  `[JSONPatch{op: '${op}', path: '${path}', value: ${value}}]`
const addLabel = (name: string, value = "'1'"): string => patch('add', `/metadata/labels/${name}`, value)
const labelsOf = (found: ReturnType<typeof trace>) =>
  (found.objects.at(-1)?.metadata as { labels?: object } | undefined)?.labels
const failing = addLabel('b', 'string(object.metadata.annotations.none)')
const failure = (name = 'p'): string =>
  `policy '${name}' with binding '${name}-b' denied request: expression '${failing}' resulted in error: no such key: annotations`

describe('mutations', () => {
  it('change the object, and say where', () => {
    const found = trace([mutatingPolicy('p', addLabel('x'))])
    expect(labelsOf(found)).toEqual({ app: 'x', x: '1' })
    const [step] = found.steps.filter(each => each.phase === 'mutatingPolicy')
    expect(step).toMatchObject({ outcome: 'mutated', binding: 'p-b', round: 0 })
    expect(found.objects[step?.change?.after ?? 0]).toMatchObject({ metadata: { labels: { x: '1' } } })
    expect(found.objects[step?.change?.before ?? 9]).toMatchObject({ metadata: { labels: { app: 'x' } } })
  })

  it('see what earlier ones of the policy left', () => {
    const mutations = [addLabel('a'), addLabel('b', 'object.metadata.labels.a')].map(expression => ({
      patchType: 'JSONPatch',
      jsonPatch: { expression },
    }))
    expect(labelsOf(trace([mutatingPolicy('p', '', { mutations })]))).toEqual({ app: 'x', a: '1', b: '1' })
  })

  it('a failed test changes nothing and is no error', () => {
    const expression = `[JSONPatch{op: 'test', path: '/data/a', value: '9'}, JSONPatch{op: 'add', path: '/data/b', value: '1'}]`
    const found = trace([mutatingPolicy('p', expression)])
    expect([found.verdict, outcomes(found.steps, 'mutatingPolicy')]).toEqual(['allowed', ['p passed']])
  })

  it('a failing one stops no other; under Ignore what succeeded stays, under Fail the request ends with 403', () => {
    const mutations = [failing, addLabel('ok')].map(expression => ({
      patchType: 'JSONPatch',
      jsonPatch: { expression },
    }))
    const ignored = trace([mutatingPolicy('p', '', { mutations, failurePolicy: 'Ignore' })])
    expect([ignored.verdict, labelsOf(ignored)]).toEqual(['allowed', { app: 'x', ok: '1' }])
    const denied = trace([mutatingPolicy('p', '', { mutations })])
    expect(denied.status).toMatchObject({ code: 403, reason: 'Invalid', message: failure() })
  })

  it('a type that stands in a field of another name is a mismatch', () => {
    const mutations = [
      {
        patchType: 'ApplyConfiguration',
        applyConfiguration: { expression: 'Object{spec: Object.specx{replicas: 3}}' },
      },
    ]
    expect(trace([mutatingPolicy('p', '', { mutations })]).status?.message).toContain(
      'denied request: type mismatch: unexpected type name "Object.specx"',
    )
  })

  it.each([
    ["{'b': null}", '.data.b: expected map, got &{NULL_VALUE}'],
    ["{'b': duration('1s')}", '.data.b: expected map, got &{1s}'],
    ["'a,b'.split(',')", '.data: expected map, got &{[a b]}'],
    ['{1: 2}', 'invalid return type: *dynamic.ObjectVal'],
  ])('data of %s are no JSON to the server: %s', (data, message) => {
    const mutations = [
      { patchType: 'ApplyConfiguration', applyConfiguration: { expression: `Object{data: ${data}}` } },
    ]
    expect(trace([mutatingPolicy('p', '', { mutations })]).status?.message).toContain(message)
  })

  it.each([
    [
      "Object.data{a: 'a,b'.split(',')}",
      403,
      'that could not marshal to JSON: proto: invalid type: []string',
    ],
    ['[Object.data{}]', 0, 'The API server panics'],
  ])('a patch with %s ends with %d', (value, code, message) => {
    const { status } = trace([mutatingPolicy('p', patch('add', '/data', value), { failurePolicy: 'Fail' })])
    expect([status?.code, status?.message]).toEqual([code, expect.stringContaining(message)])
  })

  it('are skipped where there is no object', () => {
    const found = trace([mutatingPolicy('p', addLabel('x'))], { operation: 'CONNECT', object: null })
    expect(outcomes(found.steps, 'mutatingPolicy')).toEqual(['p skipped'])
  })

  it.each([
    ['none', 'denied', 503, 'Resource kind /v1, Kind=ConfigMap not found.'],
    ['loading', 'unknown', undefined, undefined],
  ] as const)('without a schema (%s): %s', (state, verdict, code, message) => {
    const schema = (): SchemaKnown => ({ state })
    const apply = {
      patchType: 'ApplyConfiguration',
      applyConfiguration: { expression: "Object{data: {'b': '1'}}" },
    }
    const found = trace(
      [mutatingPolicy('p', '', { mutations: [apply], failurePolicy: 'Ignore' })],
      {},
      { schema },
    )
    expect([found.verdict, found.status?.code]).toEqual([verdict, code])
    expect(found.status?.message.slice(0, message?.length)).toBe(message)
  })

  it('what they make of an object that is not given is not known', () => {
    const found = trace([mutatingPolicy('p', addLabel('x'))], { isObjectKnown: false, object: json({}) })
    expect([found.verdict, outcomes(found.steps, 'mutatingPolicy')]).toEqual(['unknown', ['p unknown']])
  })

  it('never run for a delete', () => {
    const found = trace([mutatingPolicy('p', addLabel('x'))], {
      operation: 'DELETE',
      verb: 'delete',
      object: null,
      oldObject: requestOf().object,
    })
    expect(outcomes(found.steps, 'mutatingPolicy')).toEqual(['p notMatched'])
  })
})

describe('one policy after another', () => {
  it('a label of one satisfies a match condition of the next, but no selector of it', () => {
    const first = mutatingPolicy('a', addLabel('env'))
    const condition = { matchConditions: [{ name: 'c', expression: "'env' in object.metadata.labels" }] }
    expect(labelsOf(trace([first, mutatingPolicy('b', addLabel('second'), condition)]))).toMatchObject({
      second: '1',
    })
    const selector = {
      matchConstraints: { resourceRules: [rule()], objectSelector: { matchLabels: { env: '1' } } },
    }
    expect(labelsOf(trace([first, mutatingPolicy('b', addLabel('second'), selector)]))).not.toHaveProperty(
      'second',
    )
  })

  it('goes in no specified order, which is said', () => {
    const found = trace([
      mutatingPolicy('b', addLabel('x', "'b'")),
      mutatingPolicy('a', addLabel('x', "'a'")),
    ])
    expect(labelsOf(found)).toMatchObject({ x: 'b' })
    expect(found.assumptions.join()).toContain('in no specified order')
  })

  it('all run though one fails; the first failure is reported', () => {
    const found = trace([mutatingPolicy('a', failing), mutatingPolicy('b', addLabel('x'))])
    expect(outcomes(found.steps, 'mutatingPolicy')).toEqual(['a denied', 'b mutated'])
    expect(found.status?.message).toBe(failure('a'))
  })

  it('webhooks come after policies, and are not called when one of these ended the request', () => {
    const found = trace([mutatingPolicy('p', failing), webhooks('Mutating', 'w', { name: 'h' })])
    expect(outcomes(found.steps, 'mutatingWebhook')).toEqual(['h skipped'])
  })
})

describe('errors of the configuration', () => {
  const paramKind = { paramKind: { apiVersion: 'nope.example.com/v1', kind: 'Nope' } }

  it('are Forbidden and name no binding', () => {
    expect(trace([mutatingPolicy('p', addLabel('x'), paramKind)]).status).toMatchObject({
      code: 403,
      reason: 'Forbidden',
      message:
        "policy 'p' denied request: failed to configure policy: failed to find resource referenced by paramKind: 'nope.example.com/v1, Kind=Nope'",
    })
  })

  it('are nothing under Ignore', () => {
    expect(
      trace([mutatingPolicy('p', addLabel('x'), { ...paramKind, failurePolicy: 'Ignore' })]).verdict,
    ).toBe('allowed')
  })
})

describe('the second pass', () => {
  const append = patch('replace', '/metadata/labels/app', "object.metadata.labels.app + 'x'")

  it.each([
    ['IfNeeded', 'xxx'],
    ['Never', 'xx'],
  ])('a lone policy under %s leaves %s', (reinvocationPolicy, app) => {
    expect(labelsOf(trace([mutatingPolicy('p', append, { reinvocationPolicy })]))).toEqual({ app })
  })

  it('is made after a mutation that changed nothing, too', () => {
    const found = trace([mutatingPolicy('p', addLabel('app', "'x'"), { reinvocationPolicy: 'IfNeeded' })])
    expect(found.steps.filter(each => each.phase === 'mutatingPolicy').map(each => each.round)).toEqual([
      0, 1,
    ])
  })

  it('a change of a webhook brings policies back, and one of a policy webhooks', () => {
    const policy = mutatingPolicy('p', append, { reinvocationPolicy: 'IfNeeded' })
    const hook = webhooks('Mutating', 'w', { name: 'h', reinvocationPolicy: 'IfNeeded' })
    const calls: { readonly round: number }[] = []
    const found = trace(
      [policy, hook],
      {},
      { calls: calls as never, answers: { h: { type: 'answered', allowed: true } } },
    )
    expect(labelsOf(found)).toEqual({ app: 'xxx' })
    expect(calls.map(each => each.round)).toEqual([0, 1])
  })
})

describe('an equivalent version', () => {
  it('of a built-in kind fails every time', () => {
    const hpa = { group: 'autoscaling', version: 'v2' }
    const object = json({
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'a', namespace: 'shop', labels: { a: '1' } },
      spec: { maxReplicas: 1, scaleTargetRef: { kind: 'Deployment', name: 'x' } },
    })
    const request = {
      resource: { ...hpa, resource: 'horizontalpodautoscalers' },
      kind: { ...hpa, kind: 'HorizontalPodAutoscaler' },
      object,
    }
    const matchConstraints = {
      resourceRules: [rule({ apiGroups: ['autoscaling'], resources: ['horizontalpodautoscalers'] })],
    }
    const found = trace([mutatingPolicy('p', addLabel('x'), { matchConstraints })], request)
    expect(found.status?.code ?? found.steps.filter(each => each.outcome === 'unknown')).toBe(403)
    expect(found.status?.message).toContain(
      'converting (v1.HorizontalPodAutoscaler) to (v2.HorizontalPodAutoscaler): unknown conversion',
    )
  })
})

describe('versions of a custom resource', () => {
  const definition: KubeObject = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'things', kind: 'Thing' },
      versions: ['v1', 'v2'].map(name => ({
        name,
        served: true,
        storage: name === 'v1',
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      })),
    },
  }
  const request = {
    resource: { group: 'example.com', version: 'v2', resource: 'things' },
    kind: { group: 'example.com', version: 'v2', kind: 'Thing' },
    object: json({
      apiVersion: 'example.com/v2',
      kind: 'Thing',
      metadata: { name: 'a', namespace: 'shop', labels: { z: '1' } },
    }),
  }
  const through = (version: string): object => ({
    matchConstraints: {
      resourceRules: [rule({ apiGroups: ['example.com'], apiVersions: [version], resources: ['things'] })],
    },
  })

  it('one other than that of the request is changed and handed back as the request’s', () => {
    const found = trace([definition, mutatingPolicy('p', addLabel('x'), through('v1'))], request)
    expect(found.objects.at(-1)).toMatchObject({
      apiVersion: 'example.com/v2',
      metadata: { labels: { x: '1' } },
    })
    expect(found.steps.find(each => each.phase === 'mutatingPolicy')?.matchedAs).toBe('example.com/v1 things')
  })

  it('two policies through two of them lose the change of the first, which is said', () => {
    const first = mutatingPolicy('a', addLabel('first'), through('v1'))
    const found = trace([definition, first, mutatingPolicy('b', addLabel('second'), through('v2'))], request)
    expect(labelsOf(found)).toEqual({ z: '1', second: '1' })
    expect(found.assumptions.join()).toContain('what was changed through others is lost')
  })
})
