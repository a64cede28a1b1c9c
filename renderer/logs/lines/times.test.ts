import { expect, it } from 'vitest'
import { clockText, timeText, timeWidths } from './times.ts'

const time = '2026-03-01T12:34:56.789123456Z'
const moment = Date.parse(time)

it.each([
  ['off', ''],
  ['relative', '75s'],
  ['full', '2026-03-01T12:34:56.789Z'],
  ['time', clockText(new Date(moment))],
] as const)('%s writes a moment so', (form, text) => {
  expect(timeText(time, form, moment + 75_000)).toBe(text)
  expect(text.length).toBeLessThanOrEqual(timeWidths[form])
})

it('the time of day has milliseconds and two digits each', () => {
  expect(clockText(new Date(2026, 0, 1, 3, 4, 5, 6))).toBe('03:04:05.006')
})

it('a clock that is behind makes no age below zero', () => {
  expect(timeText(time, 'relative', moment - 60_000)).toBe('0s')
})

it.each(['', 'yesterday'])('%j is no time', text => {
  expect(timeText(text, 'full', moment)).toBe('')
})
