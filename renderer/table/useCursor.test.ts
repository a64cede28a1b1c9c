import { expect, it } from 'vitest'
import { targetOf } from './useCursor.ts'

it.each([
  ['j', 11],
  ['ArrowDown', 11],
  ['k', 9],
  ['ArrowUp', 9],
  ['g', 0],
  ['Home', 0],
  ['G', 99],
  ['End', 99],
  ['PageDown', 30],
  ['PageUp', -10],
  ['x', null],
])('from row 10 of 100 the key %s leads to %s', (key, target) => {
  expect(targetOf(key, 10, 20, 100)).toBe(target)
})
