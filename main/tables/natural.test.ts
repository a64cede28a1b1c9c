import { expect, test } from 'vitest'
import { compareNatural } from './natural.ts'

test.each([
  ['pod-2', 'pod-10'],
  ['a', 'B'],
  ['web-9', 'web-9-a'],
  ['', 'a'],
  ['1.9.0', '1.10.0'],
  ['x007', 'x8'],
  ['99999999999999999999', '100000000000000000000'],
  ['a1', 'a01b'],
])('%j comes before %j', (first, second) => {
  expect(compareNatural(first, second)).toBeLessThan(0)
  expect(compareNatural(second, first)).toBeGreaterThan(0)
})

test('only equal texts compare as equal', () => {
  expect(compareNatural('a01', 'a1')).not.toBe(0)
  expect(compareNatural('A', 'a')).not.toBe(0)
  expect(compareNatural('pod-01', 'pod-01')).toBe(0)
})
