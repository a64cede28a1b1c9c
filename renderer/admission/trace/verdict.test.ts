import { expect, it } from 'vitest'
import type { Trace, TraceStep } from '../../../shared/admission/index.ts'
import { answerInWords, staleInWords, verdictInWords } from './verdict.ts'

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
const trace = (part: Partial<Trace>): Trace => ({
  verdict: 'allowed',
  status: null,
  steps: [],
  warnings: [],
  auditAnnotations: {},
  objects: [],
  assumptions: [],
  gaps: [],
  wishes: [],
  ...part,
})
const webhook = (name: string, part: Partial<TraceStep> = {}) =>
  step({ phase: 'mutatingWebhook', webhook: name, outcome: 'called', ...part })
const status = { code: 422, reason: 'Invalid', message: 'no' }

it.each<[Partial<Trace>, string]>([
  [{}, 'good allowed'],
  [{ warnings: ['a', 'b'] }, 'good allowed with 2 warnings'],
  [{ verdict: 'denied', status, steps: [step({ outcome: 'denied' })] }, 'bad denied by limits · 422'],
  [{ verdict: 'denied', steps: [webhook('w.x', { outcome: 'denied', status })] }, 'bad denied by w.x · 422'],
  [
    { verdict: 'denied', status, steps: [step({ phase: 'schema', outcome: 'denied' })] },
    'bad not valid · 422',
  ],
  [
    {
      verdict: 'denied',
      steps: [step({ phase: 'authorization', outcome: 'denied', status: { ...status, code: 403 } })],
    },
    'bad forbidden · 403',
  ],
  [{ verdict: 'denied' }, 'bad denied'],
  [
    { verdict: 'unknown', steps: [webhook('a'), webhook('a', { round: 1 }), webhook('b')] },
    'unknown depends on 2 webhooks',
  ],
  [
    { verdict: 'unknown', steps: [webhook('a'), step({ outcome: 'unknown' })] },
    'unknown depends on 2 unknown steps',
  ],
  [{ verdict: 'unknown', steps: [webhook('a', { isNotReached: true })] }, 'unknown cannot be known'],
  [
    {
      verdict: 'unknown',
      steps: [
        webhook('defaults.sidecar.lanternfish.example'),
        step({
          outcome: 'denied',
          certainty: 'unknown',
          field: 'v',
          expressions: [
            {
              field: 'v',
              source: '',
              result: { type: 'value', text: 'false' },
              explanation: 'a.b (70) <= c (12)',
            },
          ],
        }),
      ],
    },
    'unknown limits refuses (70 > 12) unless defaults.sidecar… changes it',
  ],
  [
    {
      verdict: 'unknown',
      steps: [webhook('a'), webhook('b'), step({ outcome: 'denied', certainty: 'unknown' })],
    },
    'unknown limits refuses unless an earlier webhook (of 2) changes the object',
  ],
  [
    { verdict: 'unknown', steps: [step({ outcome: 'denied', certainty: 'unknown' })] },
    'unknown may be denied by limits',
  ],
  [
    {
      verdict: 'denied',
      steps: [
        step({ name: 'may', outcome: 'denied', certainty: 'unknown' }),
        step({ outcome: 'denied', status }),
      ],
    },
    'bad denied by limits · 422',
  ],
  [
    { verdict: 'incomplete', gaps: [{ kind: 'denied', message: '' }] },
    'unknown incomplete: 1 thing not readable',
  ],
])('the end %# is told', (part, text) => {
  const verdict = verdictInWords(trace(part))
  expect(`${verdict.meaning} ${verdict.text}`).toBe(text)
})

it.each([
  [true, 201, [], false, 'server: allowed'],
  [false, 422, ['other'], false, 'server: refused · 422, not as predicted'],
  [false, 422, ['other'], true, 'server: refused · 422, before a change'],
])(
  'an answer of the server says whether it still holds: %s %s',
  (allowed, code, differences, stale, words) => {
    expect(answerInWords({ allowed, code, differences }, stale)).toBe(words)
  },
)

it('a prediction of before the connection was lost says of when it is', () => {
  expect(staleInWords(trace({}))).toBeNull()
  const since = new Date(2026, 2, 1, 17, 3, 22).getTime()
  expect(staleInWords(trace({ staleSince: since }))).toBe('as of 17:03:22, connection lost')
})
