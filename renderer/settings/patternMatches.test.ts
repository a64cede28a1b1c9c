import { expect, it, test } from 'vitest'
import type { ContextEntry } from '../../shared/ipc/index.ts'
import { matchText, namesMatching } from './patternMatches.ts'

const contexts = ['prod-10', 'prod-9', 'dev', 'prod-9'].map(name => ({ name })) as unknown as ContextEntry[]

it.each([
  ['prod*', ['prod-9', 'prod-10']],
  [' dev ', ['dev']],
  ['', []],
  ['  ', []],
  ['x', []],
])('%j matches %j', (pattern, names) => expect(namesMatching(pattern, contexts)).toEqual(names))

test('many names are counted, not all named', () => {
  expect(matchText(['a', 'b', 'c'], 2)).toBe('3 contexts: a, b and 1 more')
  expect(matchText(['a'])).toBe('1 context: a')
  expect(matchText([])).toBe('No context has such a name.')
})
