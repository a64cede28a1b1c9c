import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../kube/index.ts'
import { CompiledPolicies, traceRequest } from './index.ts'
import type { TraceRequest } from './types.ts'
import {
  anything,
  binding,
  json,
  namespaceNamed,
  policy,
  requestOf,
  webhooks,
  worldOf,
} from './world.fixture.ts'

const odd: readonly unknown[] = [null, undefined, 0, '', 'x', [], [null], {}, { a: null }, true, [[{}]]]
const asObject = (value: unknown): KubeObject => value as KubeObject

const kinds = [
  'MutatingWebhookConfiguration',
  'ValidatingWebhookConfiguration',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
]

describe('odd shapes do no harm', () => {
  it.each(kinds)('of a %s', kind => {
    for (const value of odd) {
      const object = asObject({ kind, metadata: value, spec: value, webhooks: value })
      const deeper = asObject({
        kind,
        metadata: { name: 'p', labels: value },
        webhooks: [value, { rules: value, matchConditions: value, clientConfig: value, name: value }],
        spec: {
          matchConstraints: value,
          validations: [value],
          mutations: [value],
          variables: [value],
          policyName: 'p',
          paramRef: value,
          paramKind: value,
        },
      })
      const objects = [object, deeper, policy('p'), binding('p'), namespaceNamed('shop')]
      expect(traceRequest(requestOf(), worldOf({ objects })).steps.length).toBeGreaterThan(0)
    }
  })

  it('of what a world holds', () => {
    for (const value of odd) {
      const items = [asObject(value)]
      const known = Object.fromEntries(
        [...kinds, 'Namespace', 'CustomResourceDefinition'].map(kind => [
          kind,
          { state: 'known', items, staleSince: null } as const,
        ]),
      )
      expect(traceRequest(requestOf(), worldOf({ known })).verdict).toMatch(
        /allowed|denied|unknown|incomplete/,
      )
    }
  })

  it('of the object', () => {
    const objects = [
      policy('p', { validations: [{ expression: 'object.metadata.name == "a"' }] }),
      binding('p'),
      webhooks('Mutating', 'w', { objectSelector: { matchLabels: { a: 'b' } } }),
    ]
    for (const value of odd) {
      const object = json({ metadata: value, data: value })
      for (const operation of ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] as const) {
        const request: Partial<TraceRequest> = {
          operation,
          object,
          oldObject: operation === 'CREATE' ? null : object,
          options: json(value),
        }
        expect(traceRequest(requestOf(request), worldOf({ objects })).verdict).toMatch(
          /allowed|denied|unknown/,
        )
      }
    }
  })

  it('of what a webhook answers', () => {
    for (const value of odd) {
      const answer = {
        type: 'answered',
        allowed: true,
        patch: value,
        warnings: [],
        auditAnnotations: {},
      } as never
      const objects = [namespaceNamed('shop'), webhooks('Mutating', 'w', { name: 'a' })]
      expect(traceRequest(requestOf(), worldOf({ objects, answers: { a: answer } })).verdict).toMatch(
        /allowed|denied/,
      )
    }
  })

  it('names of the cluster are names, not parts of ours', () => {
    const names = ['__proto__', 'constructor', 'toString']
    const objects = names.flatMap(name => [
      policy(name, { auditAnnotations: [{ key: name, valueExpression: "'v'" }] }),
      binding(name),
    ])
    const found = traceRequest(requestOf(), worldOf({ objects: [namespaceNamed('shop'), ...objects] }))
    expect(Object.keys(found.auditAnnotations).sort()).toEqual(names.map(name => `${name}/${name}`).sort())
  })
})

describe('what is kept compiled', () => {
  const versioned = (resourceVersion: string, expression: string): KubeObject => ({
    ...policy('p', { validations: [{ expression }] }),
    metadata: { name: 'p', uid: 'u', resourceVersion },
  })

  it('is taken for the same uid and version, and made anew for another', () => {
    const compiled = new CompiledPolicies()
    const first = compiled.policy(versioned('1', 'true'), 36)
    expect(compiled.policy(versioned('1', 'true'), 36)).toBe(first)
    expect(compiled.policy(versioned('2', 'true'), 36)).not.toBe(first)
    expect(compiled.policy(versioned('1', 'true'), 30)).not.toBe(first)
  })

  it('is that of the object itself where it has no uid', () => {
    const compiled = new CompiledPolicies()
    const object = policy('p')
    expect(compiled.policy(object, 36)).toBe(compiled.policy(object, 36))
    expect(compiled.policy({ ...object }, 36)).not.toBe(compiled.policy(object, 36))
  })

  it('gives the same answer', () => {
    const compiled = new CompiledPolicies()
    const world = worldOf({
      objects: [versioned('1', 'object.data.a == "2"'), binding('p'), namespaceNamed('shop')],
      schema: () => anything,
    })
    const [first, second] = [
      traceRequest(requestOf(), world, { compiled }),
      traceRequest(requestOf(), world, { compiled }),
    ]
    expect(second).toEqual(first)
    expect(first.verdict).toBe('denied')
  })
})
