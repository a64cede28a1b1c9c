import { expect, it } from 'vitest'
import type { TraceStep } from '../../../shared/admission/index.ts'
import { effortInWords, waitingInWords } from './TraceNotes.tsx'

const webhook = (part: Partial<TraceStep>): TraceStep => ({
  phase: 'mutatingWebhook',
  kind: 'MutatingWebhookConfiguration',
  name: 'c',
  webhook: 'w',
  round: 0,
  outcome: 'called',
  certainty: 'unknown',
  reason: '',
  timeoutSeconds: 10,
  ...part,
})
const validating = (seconds: number) => webhook({ phase: 'validatingWebhook', timeoutSeconds: seconds })

it.each<[string, readonly TraceStep[], RegExp]>([
  ['mutating ones add up', [webhook({}), webhook({ timeoutSeconds: 5 })], /the mutating ones 15 s one after/],
  ['of validating ones the longest counts', [validating(3), validating(7)], /the validating ones 7 s beside/],
  ['what is not called takes no time', [webhook({ outcome: 'notMatched' })], /^$/],
  ['nor what is not reached', [webhook({ isNotReached: true, outcome: 'skipped' })], /^$/],
])('of the time that webhooks may take %s', (_, steps, text) => expect(waitingInWords(steps)).toMatch(text))

it.each([
  [0.2, '1 webhook and 2 policies matched in less than 1 ms'],
  [5.6, '1 webhook and 2 policies matched in 6 ms'],
])('%d ms of work are told', (took, text) => {
  expect(effortInWords({ webhooks: 1, policies: 2 }, took)).toBe(text)
})
