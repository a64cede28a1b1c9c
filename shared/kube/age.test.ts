import { describe, expect, test } from 'vitest'
import { formatAge, parseAge, parseAgo, quantityNumber } from './index.ts'

const s = 1000
const m = 60 * s
const h = 60 * m
const d = 24 * h

// Pairs from k8s.io/apimachinery/pkg/util/duration/duration_test.go.
describe('ages as kubectl writes them', () => {
  test.each([
    [-5 * s, '<invalid>'],
    [-1 * s, '0s'],
    [0, '0s'],
    [119 * s, '119s'],
    [120 * s, '2m'],
    [9 * m + 59 * s, '9m59s'],
    [10 * m, '10m'],
    [179 * m, '179m'],
    [3 * h, '3h'],
    [7 * h + 59 * m, '7h59m'],
    [8 * h, '8h'],
    [47 * h, '47h'],
    [2 * d, '2d'],
    [2 * d + 4 * h, '2d4h'],
    [7 * d + 23 * h, '7d23h'],
    [8 * d, '8d'],
    [729 * d, '729d'],
    [730 * d, '2y'],
    [765 * d, '2y35d'],
    [8 * 365 * d + 364 * d, '8y'],
  ])('%i ms is %s', (milliseconds, text) => {
    expect(formatAge(milliseconds)).toBe(text)
  })

  test.each([
    ['5d3h', 5 * d + 3 * h],
    ['0s', 0],
    ['2y35d', 765 * d],
    ['119s', 119 * s],
    ['<unknown>', null],
    ['<invalid>', null],
    ['', null],
    ['5', null],
    ['5m3', null],
    ['3d5y', null],
  ])('%j is read as %s ms', (text, milliseconds) => {
    expect(parseAge(text)).toBe(milliseconds)
  })

  test('what was written is read again', () => {
    for (let age = 0; age < 3000 * d; age = age * 1.07 + 997) {
      const text = formatAge(age)
      expect(formatAge(parseAge(text) ?? Number.NaN)).toBe(text)
    }
  })

  test.each([
    ['3 (5m ago)', { prefix: '3 (', age: 5 * m, suffix: ' ago)' }],
    ['12 (2d4h ago)', { prefix: '12 (', age: 52 * h, suffix: ' ago)' }],
    ['5m ago', { prefix: '', age: 5 * m, suffix: ' ago' }],
    ['0', null],
    ['long ago', null],
    ['x (ago)', null],
  ])('%j splits at its age', (text, parts) => {
    expect(parseAgo(text)).toEqual(parts)
  })
})

test.each([
  ['500m', 0.5],
  ['1Gi', 2 ** 30],
  ['1.5k', 1500],
  ['1e3', 1000],
  ['7', 7],
  ['10E', 1e19],
  ['1mi', null],
  ['x', null],
  ['', null],
])('quantity %j is %s', (text, value) => {
  expect(quantityNumber(text)).toBe(value)
})
