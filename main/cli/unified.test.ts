import { expect, it } from 'vitest'
import { unifiedDiff } from './unified.ts'

const lines = (...names: readonly (string | number)[]): string => names.map(name => `${name}\n`).join('')

it('equal texts have no difference', () => {
  expect(unifiedDiff('a\n', 'a\n', ['x', 'y'])).toEqual([])
})

it('changes stand in hunks with three lines around them, as diff -u prints them', () => {
  const before = lines(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)
  const after = lines(1, 'two', 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 'new', 15, 16)
  expect(unifiedDiff(before, after, ['old', 'new'])).toEqual([
    ...['--- old', '+++ new'],
    ...['@@ -1,5 +1,5 @@', ' 1', '-2', '+two', ' 3', ' 4', ' 5'],
    ...['@@ -12,5 +12,6 @@', ' 12', ' 13', ' 14', '+new', ' 15', ' 16'],
  ])
})

it('what is new begins at nothing', () => {
  expect(unifiedDiff('', 'a\n', ['old', 'new'])).toEqual(['--- old', '+++ new', '@@ -0,0 +1,1 @@', '+a'])
})
