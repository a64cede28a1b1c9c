import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test.each([
  [0, 'policy', 'policies', '0 policies'],
  [1, 'policy', 'policies', '1 policy'],
  [2, 'policy', 'policies', '2 policies'],
  [1, 'row', undefined, '1 row'],
  [1204, 'row', undefined, '1,204 rows'],
])('%i of %s is told as one or as several', (count, singular, plural, text) => {
  expect(counted(count, singular, plural)).toBe(text)
})
