import { expect, it } from 'vitest'
import type { Trace, TraceStep } from '../../../shared/admission/index.ts'
import { comparedSteps, isOtherWay } from './comparison.ts'

const step = (part: Partial<TraceStep>): TraceStep => ({
  phase: 'validatingPolicy',
  kind: 'ValidatingAdmissionPolicy',
  name: 'p',
  binding: 'b',
  round: 0,
  outcome: 'passed',
  certainty: 'predicted',
  reason: '',
  ...part,
})
const seen = (part: Partial<TraceStep>) => step({ certainty: 'observed', ...part })
const status = (code: number) => ({ code, reason: '', message: '' })

it.each<[string, TraceStep, TraceStep, boolean]>([
  ['the same is no difference', step({}), seen({}), false],
  ['another outcome is', step({}), seen({ outcome: 'denied' }), true],
  [
    'another status is',
    step({ outcome: 'denied', status: status(422) }),
    seen({ outcome: 'denied', status: status(403) }),
    true,
  ],
  [
    'what was not known cannot be wrong',
    step({ outcome: 'called', certainty: 'unknown' }),
    seen({ outcome: 'denied' }),
    false,
  ],
  ['what was predicted again is no observation', step({}), step({ outcome: 'denied' }), false],
  ['what nobody predicted is a difference', step({}), seen({ binding: 'c', outcome: 'denied' }), true],
])('beside a prediction %s', (_, predicted, shown, differs) => {
  expect(comparedSteps([shown], [predicted])[0]?.differs).toBe(differs)
})

it('before a check nothing is compared', () => {
  expect(comparedSteps([step({})], null)).toEqual([
    { index: 0, step: step({}), predicted: null, differs: false },
  ])
})

const way = (part: Partial<Trace>): Trace => ({
  verdict: 'allowed',
  status: null,
  steps: [step({})],
  warnings: [],
  auditAnnotations: {},
  objects: [],
  assumptions: [],
  gaps: [],
  wishes: [],
  ...part,
})

it.each<[string, Partial<Trace>, boolean]>([
  ['computed again to the same', {}, false],
  ['a sentence in other words', { steps: [step({ reason: 'in 3 s' })] }, false],
  ['another verdict', { verdict: 'denied' }, true],
  ['a step more', { steps: [step({}), step({ name: 'q' })] }, true],
  ['another outcome', { steps: [step({ outcome: 'denied' })] }, true],
  ['another warning', { warnings: ['w'] }, true],
])('an answer of the server is stale once the way is another: %s', (_what, part, isOther) => {
  expect(isOtherWay(way({}), way(part))).toBe(isOther)
  expect(isOtherWay(null, way(part))).toBe(false)
})
