import { describe, expect, it } from 'vitest'
import {
  namespacesInWords,
  objectsInWords,
  readSelector,
  selectorMatches,
  selectorQuery,
} from './selectors.ts'

const expression = (key: string, operator: string, ...values: string[]) => ({
  matchExpressions: [{ key, operator, values }],
})
const name = 'kubernetes.io/metadata.name'

describe('selectors in words', () => {
  it.each([
    [undefined, 'every namespace'],
    [{}, 'every namespace'],
    [{ matchLabels: {} }, 'every namespace'],
    ['nonsense', 'every namespace'],
    [expression('team', 'In', 'shop', 'payments'), 'namespaces team ∈ shop, payments'],
    [expression(name, 'NotIn', 'kube-system'), 'all but kube-system'],
    [expression(name, 'In', 'a'), 'namespace a'],
    [expression(name, 'In', 'a', 'b'), 'namespaces a, b'],
    [{ matchLabels: { [name]: 'a' } }, 'namespace a'],
    [expression('tier', 'Exists'), 'namespaces with tier'],
    [expression('skip', 'DoesNotExist'), 'namespaces without skip'],
    [expression('team', 'NotIn', 'a', 'b'), 'namespaces team ∉ a, b'],
    [
      { matchLabels: { team: 'web' }, ...expression('skip', 'DoesNotExist') },
      'namespaces team = web and without skip',
    ],
    [expression('team', 'Near', 'a'), 'namespaces team Near a'],
  ])('%j reads %s', (selector, words) => {
    expect(namespacesInWords(readSelector(selector))).toBe(words)
  })

  it('names objects the same way', () => {
    expect(objectsInWords(readSelector({}))).toBe('every object')
    expect(objectsInWords(readSelector({ matchLabels: { app: 'web' } }))).toBe('objects app = web')
  })
})

describe('selector matching', () => {
  it.each([
    [{}, {}, true],
    [{ matchLabels: { a: '1' } }, { a: '1', b: '2' }, true],
    [{ matchLabels: { a: '1' } }, { a: '2' }, false],
    [expression('a', 'NotIn', '0', '1'), {}, true],
    [expression('a', 'NotIn', '0', '1'), { a: '1' }, false],
    [expression('a', 'DoesNotExist'), {}, true],
    [expression('a', 'Exists'), { a: '' }, true],
    [expression('constructor', 'Exists'), {}, false],
    [expression('__proto__', 'Exists'), {}, false],
    [expression('a', 'Near', '1'), { a: '1' }, null],
  ])('%j on %j is %s', (selector, labels, result) => {
    expect(selectorMatches(readSelector(selector), labels)).toBe(result)
  })
})

it('writes a selector as a query of the API', () => {
  const selector = readSelector({
    matchLabels: { a: '1' },
    matchExpressions: [
      { key: 'b', operator: 'In', values: ['x', 'y'] },
      { key: 'c', operator: 'NotIn', values: ['z'] },
      { key: 'd', operator: 'Exists' },
      { key: 'e', operator: 'DoesNotExist' },
    ],
  })
  expect(selectorQuery(selector)).toBe('a=1,b in (x,y),c notin (z),d,!e')
  expect(selectorQuery(readSelector(expression('a', 'Near')))).toBeNull()
})
