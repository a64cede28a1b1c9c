import { expect, test } from 'vitest'
import { isAllReady } from './readiness.ts'

test.each([
  ['2/3', '', false],
  ['3/3', '', true],
  ['0/0', '', true],
  ['10/9', '', true],
  ['2', '3', false],
  ['3', '3', true],
  ['', '', null],
  ['True', '', null],
  ['2', '', null],
] as const)('ready %j of desired %j: %j', (ready, desired, answer) => {
  expect(isAllReady(ready, desired)).toBe(answer)
})
