import { describe, expect, test } from 'vitest'
import { amountText, amountWords, shareText } from './amounts.ts'
import { drawnFigure, sparkPath } from './figure.ts'

test.each([
  ['cpu', 0, '0'],
  ['cpu', 0.4, '1m'],
  ['cpu', 250, '250m'],
  ['cpu', 12.001, '13m'],
  ['cpu', 7.0000000001, '7m'],
  ['cpu', 1250, '1.25'],
  ['cpu', 16_000, '16'],
  ['memory', 512, '512'],
  ['memory', 300 * 1024, '300Ki'],
  ['memory', 345.4 * 2 ** 20, '345Mi'],
  ['memory', 1.25 * 2 ** 30, '1.25Gi'],
  ['memory', 3 * 2 ** 50, '3Pi'],
] as const)('%s of %d reads %s', (unit, value, text) => {
  expect(amountText(unit, value)).toBe(text)
})

test('whole cores are named, small shares are not nothing', () => {
  expect([amountWords('cpu', 1000), amountWords('cpu', 1500), amountWords('cpu', 20)]).toEqual([
    '1 core',
    '1.5 cores',
    '20m',
  ])
  expect([shareText(1, 1000), shareText(500, 1000), shareText(1, 0)]).toEqual(['<1 %', '50 %', ''])
})

describe('a figure', () => {
  test('is held against its limit, with the request marked', () => {
    expect(drawnFigure('cpu', { used: 90, requests: 50, limits: 100 })).toEqual({
      text: '90m',
      share: 0.9,
      mark: 0.5,
      level: 'warning',
      words: '90m used, 50m requested (180 %), limit 100m (90 %)',
    })
  })

  test('without a limit is held against the request, and is never too much', () => {
    const drawn = drawnFigure('memory', { used: 4096, requests: 1024, limits: null })
    expect([drawn.share, drawn.mark, drawn.level]).toEqual([1, null, 'plain'])
  })

  test('that was not measured says so', () => {
    expect(drawnFigure('cpu', { used: null, requests: null, limits: null })).toMatchObject({
      text: '',
      share: null,
      words: 'not measured, no request or limit known',
    })
  })
})

test('a sparkline needs two points, and leaves gaps where nothing was measured', () => {
  expect(sparkPath([])).toBe('')
  expect(sparkPath([null, 3, null])).toBe('')
  expect(sparkPath([0, 10, null, 10])).toBe('M0 13L14.7 1M44 1')
  expect(sparkPath([0, 0])).toBe('M0 13L44 13')
})
