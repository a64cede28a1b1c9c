import { describe, expect, it } from 'vitest'
import type { SourceNote } from '../../../shared/admission/index.ts'
import type { FleetMember } from './matrix.ts'
import { isReading, lackInWords, staleSince } from './sources.ts'

const kinds = [
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'ValidatingWebhookConfiguration',
]
const member = (states: readonly Partial<SourceNote>[]): FleetMember => {
  const sources = states.map((each, at) => ({ kind: kinds[at] ?? 'Namespace', state: 'live', ...each }))
  return {
    context: 'c',
    policies: { sources: sources.slice(0, 2) },
    webhooks: { sources: sources.slice(2) },
  } as unknown as FleetMember
}
const denied = { state: 'unreadable', error: { kind: 'denied', message: 'no' } } as const

describe('the column of a context', () => {
  it('is being read until the last of its kinds is', () => {
    expect(isReading(member([{}, {}, { state: 'loading' }]))).toBe(true)
    expect(isReading({ ...member([]), webhooks: null })).toBe(true)
    expect(isReading(member([{}, {}, {}, { state: 'loading' }]))).toBe(false)
  })

  it('names the kinds that may not be read', () => {
    expect(lackInWords(member([{}, denied, denied]))).toBe(
      'ValidatingAdmissionPolicyBinding and ValidatingWebhookConfiguration objects may not be listed. Which of them there are is not known.',
    )
    expect(lackInWords(member([{}, {}, {}, denied]))).toBeNull()
  })

  it('is as old as the oldest of its kinds', () => {
    expect(staleSince(member([{ state: 'stale', since: 7 }, { state: 'stale', since: 5 }, {}]))).toBe(5)
    expect(staleSince(member([{}]))).toBeNull()
  })
})
