import { expect, it } from 'vitest'
import { canonicalTime } from './time.ts'

it.each([
  ['2026-01-02T03:04:05Z', false, '2026-01-02T03:04:05Z'],
  ['2026-01-02T03:04:05.678Z', false, '2026-01-02T03:04:05Z'],
  ['2026-01-02T01:04:05+02:00', false, '2026-01-01T23:04:05Z'],
  ['2026-01-02T03:04:05.000006-07:00', true, '2026-01-02T10:04:05.000006Z'],
])('a time is written in UTC: %s', (text, micro, wanted) => {
  expect(canonicalTime(text, micro)).toBe(wanted)
})

it('the zero time is null', () => {
  expect(canonicalTime('0001-01-01T00:00:00Z', false)).toBeNull()
})

it.each([
  ['2026-01-02', false],
  ['2026-02-30T00:00:00Z', false],
  ['2026-01-02T24:00:00Z', false],
  ['2026-01-02T03:04:05', false],
  ['2026-01-02T03:04:05Z', true],
])('what is no time is refused: %s', (text, micro) => {
  expect(canonicalTime(text, micro)).toBeUndefined()
})
