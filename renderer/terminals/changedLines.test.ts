import { expect, it } from 'vitest'
import { changedLines } from './changedLines.ts'

it('lines that are equal stand beside each other, and the others alone', () => {
  const rows = changedLines('a\nb\nc\n', 'a\nx\nc\nd\n')
  expect(rows.map(({ kind, before, after }) => [kind, before?.number, after?.number])).toEqual([
    ['same', 1, 1],
    ['removed', 2, undefined],
    ['added', undefined, 2],
    ['same', 3, 3],
    ['added', undefined, 4],
  ])
})
