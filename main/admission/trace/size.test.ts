import { expect, it } from 'vitest'
import type { Trace, TraceRequest, TraceStep } from '../../../shared/admission/index.ts'
import { withSize } from './size.ts'

const step = (phase: TraceStep['phase'], outcome: TraceStep['outcome'] = 'passed'): TraceStep => ({
  phase,
  kind: '',
  name: '',
  round: 0,
  outcome,
  certainty: 'predicted',
  reason: '',
})
const trace = (first: TraceStep['outcome'] = 'passed'): Trace => ({
  verdict: 'allowed',
  status: null,
  steps: [step('authorization', first), step('mutatingWebhook'), step('validatingPolicy')],
  warnings: ['w'],
  auditAnnotations: { a: 'b' },
  objects: [],
  assumptions: [],
  gaps: [],
  wishes: [],
})
const configMap = (bytes: number, operation: TraceRequest['operation'] = 'CREATE') =>
  ({
    operation,
    object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { a: 'x'.repeat(bytes) } },
  }) as unknown as TraceRequest

it('what a server does not even read is refused before all but authorization', () => {
  const sized = withSize(trace(), configMap(3_200_000))
  expect(sized).toMatchObject({
    verdict: 'denied',
    status: {
      code: 413,
      reason: 'RequestEntityTooLarge',
      message: 'Request entity too large: limit is 3145728',
    },
    warnings: [],
    auditAnnotations: {},
  })
  expect(sized.steps.map(({ phase, outcome, isNotReached }) => [phase, outcome, isNotReached])).toEqual([
    ['authorization', 'passed', undefined],
    ['schema', 'denied', undefined],
    ['mutatingWebhook', 'passed', true],
    ['validatingPolicy', 'passed', true],
  ])
})

it.each(['denied', 'unknown'] as const)('where authorization is %s the size is told beside it', outcome => {
  const sized = withSize(trace(outcome), configMap(3_200_000))
  expect([sized.verdict, sized.steps.length]).toEqual(['allowed', 3])
  expect(sized.assumptions[0]).toContain('3,145,728')
})

it.each([
  ['a small object', 1000, 0],
  ['more values than a ConfigMap may have', 1_100_000, 1],
  ['more than the store takes', 1_600_000, 2],
])('%s', (_what, bytes, assumptions) => {
  const sized = withSize(trace(), configMap(bytes))
  expect([sized.verdict, sized.assumptions.length]).toEqual(['allowed', assumptions])
})

it('a deletion carries no object', () => {
  expect(withSize(trace(), configMap(4_000_000, 'DELETE'))).toEqual(trace())
})
