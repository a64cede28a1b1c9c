import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../kube/index.ts'
import type { Known } from '../known.ts'
import { traceRequest } from './traceRequest.ts'
import type { Trace, TraceStep } from './types.ts'
import { binding, namespaceNamed, policy, requestOf, rule, webhooks, worldOf } from './world.fixture.ts'

const shop = namespaceNamed('shop')
const open = webhooks('Mutating', 'open', {})
const denying = policy('limits', { validations: [{ expression: 'object.data.a == "2"', message: 'no' }] })
const named = ({ steps }: Trace, name: string): TraceStep | undefined =>
  steps.find(step => step.name === name || step.webhook === name)

const trace = (objects: readonly KubeObject[], known: Readonly<Record<string, Known>> = {}): Trace =>
  traceRequest(requestOf(), worldOf({ objects: [shop, ...objects], known }))

describe('what only may refuse a request', () => {
  const later = webhooks('Validating', 'later', {})

  it('keeps nothing after it from being reached', () => {
    const told = trace([open, denying, binding('limits'), later])
    expect(named(told, 'limits')).toMatchObject({ outcome: 'denied', certainty: 'unknown' })
    expect(named(told, 'later')).toMatchObject({ outcome: 'called' })
    expect(told.steps.some(step => step.isNotReached === true)).toBe(false)
    expect(told).toMatchObject({ verdict: 'unknown', status: null })
  })

  it('leaves a refusal after it certain, but not its words', () => {
    const takesNoDryRun = webhooks('Validating', 'later', { sideEffects: 'Some' })
    const told = traceRequest(
      requestOf({ dryRun: true }),
      worldOf({ objects: [shop, open, denying, binding('limits'), takesNoDryRun] }),
    )
    expect(named(told, 'later')).toMatchObject({ outcome: 'denied', certainty: 'predicted' })
    expect(told).toMatchObject({ verdict: 'denied', status: null })
  })

  it('which is certain ends it as before', () => {
    const told = trace([denying, binding('limits'), later])
    expect(named(told, 'later')).toMatchObject({ isNotReached: true })
    expect(told).toMatchObject({ verdict: 'denied', status: { code: 422 } })
  })
})

describe('what does not match an object that something before may have changed', () => {
  const selector = { matchLabels: { added: 'yes' } }

  it.each<[string, readonly KubeObject[]]>([
    ['the object selector of a webhook', [webhooks('Validating', 'later', { objectSelector: selector })]],
    [
      'a match condition of a webhook',
      [webhooks('Validating', 'later', { matchConditions: [{ name: 'c', expression: 'has(object.spec)' }] })],
    ],
    [
      'the object selector of a policy',
      [
        policy('later', {
          matchConstraints: {
            resourceRules: [rule()],
            objectSelector: selector,
          },
        }),
        binding('later'),
      ],
    ],
    [
      'the object selector of a binding',
      [policy('later'), binding('later', { matchResources: { objectSelector: selector } })],
    ],
  ])('is unknown by %s', (_name, objects) => {
    expect(named(trace(objects), 'later')?.certainty).toBe('predicted')
    const step = named(trace([open, ...objects]), 'later')
    expect(step?.certainty).toBe('unknown')
    expect(step?.outcome).toMatch(/notMatched|skipped/)
    expect(step?.reason).toMatch(/ It may be otherwise: webhook h0\.open\.example\.com of open may have/)
  })

  it('is certain by what has nothing to do with its content', () => {
    const elsewhere = webhooks('Validating', 'later', { namespaceSelector: selector })
    expect(named(trace([open, elsewhere]), 'later')).toMatchObject({
      outcome: 'notMatched',
      certainty: 'predicted',
    })
  })
})

describe('a policy without a binding that is known', () => {
  const error = { kind: 'denied' as const, message: 'bindings may not be listed' }

  it.each<[string, Known, TraceStep['outcome'], RegExp]>([
    ['known', { state: 'known', items: [], staleSince: null }, 'notMatched', /No binding names it/],
    ['not read yet', { state: 'loading' }, 'unknown', /not read yet/],
    ['not readable', { state: 'unreadable', error }, 'unknown', /bindings may not be listed/],
    [
      'known in part',
      { state: 'known', items: [], staleSince: null, partial: error },
      'unknown',
      /not all bindings could be read/,
    ],
  ])('where bindings are %s', (_name, bindings, outcome, reason) => {
    const step = named(trace([denying], { ValidatingAdmissionPolicyBinding: bindings }), 'limits')
    expect(step).toMatchObject({ outcome, certainty: outcome === 'unknown' ? 'unknown' : 'predicted' })
    expect(step?.reason).toMatch(reason)
  })

  it('does not match, whatever its bindings, where it takes no such request', () => {
    const other = policy('limits', { matchConstraints: { resourceRules: [rule({ resources: ['pods'] })] } })
    const told = trace([other], { ValidatingAdmissionPolicyBinding: { state: 'loading' } })
    expect(named(told, 'limits')).toMatchObject({ outcome: 'notMatched', certainty: 'predicted' })
  })
})

it('the sentences of a failed validation that lets pass do not run into each other', () => {
  const told = trace([denying, binding('limits', { validationActions: ['Warn'] })])
  expect(named(told, 'limits')?.reason).toBe('no. The binding’s actions (Warn) let the request pass.')
})
