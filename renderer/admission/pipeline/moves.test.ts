import { expect, it } from 'vitest'
import type { Direction } from '../parts/rowKeys.ts'
import { movedCard } from './moves.ts'

const columns = [['a1', 'a2', 'a3'], [], ['c1'], ['d1', 'd2']]

it.each<[string, Direction | null, string]>([
  ['a1', 'down', 'a2'],
  ['a3', 'down', 'a3'],
  ['a1', 'up', 'a1'],
  ['a2', 'first', 'a1'],
  ['a1', 'last', 'a3'],
  ['a3', 'right', 'c1'],
  ['d2', 'left', 'c1'],
  ['c1', 'right', 'd1'],
  ['d2', 'right', 'd2'],
  ['a2', 'left', 'a2'],
  ['a2', null, 'a2'],
  ['gone', 'down', 'gone'],
])('from %s %s leads to %s', (present, direction, next) => {
  expect(movedCard(columns, present, direction)).toBe(next)
})
