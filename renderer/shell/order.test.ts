import { expect, it } from 'vitest'
import { afterChange, keptOrder, moved } from './order.ts'

it('what was kept stays in its order, and what is new comes behind it', () => {
  expect(keptOrder(['b', 'a'], ['a', 'c', 'b', 'd'])).toEqual(['b', 'a', 'c', 'd'])
})

it.each([
  [0, 2, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [1, 0, ['b', 'a', 'c']],
  [1, -5, ['b', 'a', 'c']],
  [1, 9, ['a', 'c', 'b']],
])('moving %d to %d', (from, to, after) => {
  expect(moved(['a', 'b', 'c'], from, to)).toEqual(after)
})

it('moving nowhere changes nothing', () => {
  const list = ['a', 'b']
  expect(moved(list, 0, -1)).toBe(list)
  expect(moved(list, 5, 0)).toBe(list)
})

it.each([
  ['one that comes is kept', ['a'], ['a'], ['a', 'b'], ['a', 'b']],
  ['one that goes is not', ['a', 'b'], ['a', 'b'], ['b'], ['b']],
  ['one that was taken off stays off while it is still there', ['a'], ['a', 'b'], ['a', 'b'], ['a']],
  ['one of the last run waits', ['old', 'a'], [], ['a'], ['old', 'a']],
  ['nothing comes or goes', ['a', 'old'], ['a'], ['a'], ['a', 'old']],
])('%s', (_, kept, before, present, after) => {
  expect(afterChange(kept, new Set(before), present)).toEqual(after)
})
