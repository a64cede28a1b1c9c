import { expect, it } from 'vitest'
import { growthOf, mostLinear } from '../../../shared/logs/fixture/index.ts'
import { hitsOf, patternProblem } from './hits.ts'

const search = (text: string, change: { isPattern?: boolean; isCaseSensitive?: boolean } = {}) => ({
  text,
  isPattern: false,
  isCaseSensitive: false,
  ...change,
})

it.each([
  ['text in any case', search('err'), 'Err no err', [0, 3, 7, 10]],
  ['text in its case', search('err', { isCaseSensitive: true }), 'Err no err', [7, 10]],
  ['text as it is, not as a pattern', search('a.c'), 'abc a.c', [4, 7]],
  ['a pattern', search('\\d+', { isPattern: true }), 'a1 b22', [1, 2, 4, 6]],
  ['nothing with nothing', search('x*', { isPattern: true }), 'abc', []],
])('%s is marked', (_rule, asked, text, edges) => {
  expect(hitsOf(asked)?.(text).flatMap(({ from, to }) => [from, to])).toEqual(edges)
})

it.each([null, search(''), search('(', { isPattern: true })])('%j marks nothing', asked => {
  expect(hitsOf(asked)).toBeNull()
})

it('a pattern that would take for ever elsewhere is soon done', () => {
  const hits = hitsOf(search('(a+)+c', { isPattern: true }))
  const work = (size: number): void => void hits?.(`${'a'.repeat(size)}b`)
  expect(growthOf(work, 256)).toBeLessThan(mostLinear)
})

it('a pattern that cannot be read is told', () => {
  expect(patternProblem(search('(a', { isPattern: true }))).toMatch(/^This is no pattern: .+/)
  expect(patternProblem(search('(a'))).toBeNull()
})
