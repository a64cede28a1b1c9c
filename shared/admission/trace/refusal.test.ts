import { describe, expect, it } from 'vitest'
import { openRefusal } from './refusal.ts'
import type { TraceStep } from './types.ts'

const step = (part: Partial<TraceStep>): TraceStep => ({
  phase: 'validatingPolicy',
  kind: 'ValidatingAdmissionPolicy',
  name: 'limits',
  round: 0,
  outcome: 'passed',
  certainty: 'predicted',
  reason: '',
  ...part,
})
const webhook = step({ phase: 'mutatingWebhook', webhook: 'w.x', outcome: 'called', certainty: 'unknown' })
const field = 'spec.validations[0].expression'
const refusal = (explanation: string): TraceStep =>
  step({
    outcome: 'denied',
    certainty: 'unknown',
    field,
    expressions: [{ field, source: '', result: { type: 'value', text: 'false' }, explanation }],
  })
const of = (...steps: readonly TraceStep[]) => openRefusal({ verdict: 'unknown', steps })

describe('a refusal that something before may prevent', () => {
  it.each([
    ['variables.replicas (70) <= params.spec.maxReplicas (12)', '70 > 12'],
    ['object.spec.replicas (7) >= 9', '7 < 9'],
    ['object.metadata.name ("a") == "b"', '"a" ≠ "b"'],
    ['a (true) && b.c (false)', null],
    ['f(a (1)) < 2', null],
  ])('tells the values of %s', (explanation, values) => {
    expect(of(webhook, refusal(explanation))).toMatchObject({ values, unless: ['w.x'] })
  })

  it('names each of what may change the object once', () => {
    const policy = step({ phase: 'mutatingPolicy', name: 'p', outcome: 'unknown', certainty: 'unknown' })
    expect(of(policy, webhook, { ...webhook, round: 1 }, refusal(''))?.unless).toEqual(['p', 'w.x'])
  })
})

it.each<[string, readonly TraceStep[]]>([
  ['nothing before is open', [step({}), refusal('')]],
  ['what is open comes after', [refusal(''), webhook]],
  ['nothing refuses', [webhook, step({})]],
  ['it is certain', [webhook, { ...refusal(''), certainty: 'predicted' }]],
])('none where %s', (_name, steps) => {
  expect(of(...steps)).toBeNull()
})
