import { describe, expect, it } from 'vitest'
import { AppError } from '../errors/index.ts'
import type { LogFilter } from '../ipc/index.ts'
import { growthOf, mostLinear } from './fixture/index.ts'
import { ContextLines, compileFilter, compileSearch, jsonFields } from './index.ts'

const empty: LogFilter = {
  text: '',
  isPattern: false,
  isCaseSensitive: false,
  isInverted: false,
  levels: [],
  fields: [],
  hidden: [],
  around: 0,
}
const meets = (filter: Partial<LogFilter>, line: string) => {
  const { meetsText, meetsFields } = compileFilter({ ...empty, ...filter })
  return (meetsText?.(line) ?? true) && (meetsFields?.(line) ?? true)
}

describe('a text', () => {
  it.each<[Partial<LogFilter>, string, boolean]>([
    [{ text: 'ERR' }, 'an error', true],
    [{ text: 'ERR', isCaseSensitive: true }, 'an error', false],
    [{ text: 'a.c' }, 'abc', false],
    [{ text: 'a.c', isPattern: true }, 'abc', true],
    [{ text: '^A', isPattern: true }, 'abc', true],
    [{ text: '^A', isPattern: true, isCaseSensitive: true }, 'abc', false],
    [{ text: 'x', isInverted: true }, 'abc', true],
    [{ text: 'B', isInverted: true }, 'abc', false],
    [{ text: 'ü' }, 'ÜBER', true],
  ])('%j meets %s: %s', (filter, line, expected) => expect(meets(filter, line)).toBe(expected))

  it.each([
    ['a(b', 'missing closing ), for the one at character 2'],
    ['a)b', 'at character 2'],
    ['x[z-a]', 'at character 3 (z-a)'],
    ['a**', 'at character'],
    ['(?=x)', 'at character'],
  ])('the pattern %s is refused with its place', (text, words) => {
    expect(() => compileSearch({ text, isPattern: true, isCaseSensitive: false })).toThrow(AppError)
    expect(() => compileSearch({ text, isPattern: true, isCaseSensitive: false })).toThrow(words)
  })

  it('an evil pattern on a long line takes time that grows with the line alone', () => {
    const test = compileSearch({ text: '(a+)+$', isPattern: true, isCaseSensitive: true })
    expect(growthOf(size => expect(test?.(`${'a'.repeat(size)}!`)).toBe(false))).toBeLessThan(mostLinear)
  })
})

describe('members of JSON lines', () => {
  const line =
    '{"msg":"x","http":{"status":500,"path":"/Cart"},"a.b":1,"list":[1,{"c":2}],"none":null,"deep":{"er":{}}}'

  it('are flat, with dots', () => {
    expect(jsonFields(line)).toEqual({
      msg: 'x',
      'http.status': '500',
      'http.path': '/Cart',
      'a.b': '1',
      list: '[1,{"c":2}]',
      none: 'null',
      'deep.er': '{}',
    })
  })

  it.each(['no json', '[1]', '{"a":1', '"a"', '{}x', ''])('%j has none', text =>
    expect(jsonFields(text)).toBeNull(),
  )

  it('keep the digits of long numbers, and are bounded', () => {
    expect(jsonFields('{"id":12345678901234567890}')).toEqual({
      id: process.versions.node.startsWith('20.') ? '12345678901234567000' : '12345678901234567890',
    })
    const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`k${at}`, at])))
    expect(Object.keys(jsonFields(wide) ?? {})).toHaveLength(100)
    expect(jsonFields(JSON.stringify({ a: 'x'.repeat(100_000) }))?.a).toHaveLength(2001)
  })

  it('named __proto__ are members like others', () => {
    expect(Object.entries(jsonFields('{"__proto__":"x"}') ?? {})).toEqual([['__proto__', 'x']])
  })

  it('nested deeper than can be followed stay text or go', () => {
    expect(jsonFields(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toBeDefined()
    expect(jsonFields(`${'{"a":'.repeat(20)}1${'}'.repeat(20)}`)).toEqual({
      'a.a.a.a.a': `${'{"a":'.repeat(15)}1${'}'.repeat(15)}`,
    })
  })

  it.each<[LogFilter['fields'][number], boolean]>([
    [{ key: 'http.status', how: 'is', value: '500' }, true],
    [{ key: 'http.status', how: 'is', value: '50' }, false],
    [{ key: 'http.path', how: 'contains', value: 'cart' }, true],
    [{ key: 'a.b', how: 'exists', value: '' }, true],
    [{ key: 'gone', how: 'exists', value: '' }, false],
    [{ key: 'gone', how: 'differs', value: 'x' }, true],
    [{ key: 'msg', how: 'differs', value: 'x' }, false],
    [{ key: 'toString', how: 'exists', value: '' }, false],
  ])('%j: %s', (term, expected) => {
    expect(meets({ fields: [term] }, line)).toBe(expected)
    expect(meets({ fields: [term] }, 'no json')).toBe(term.how === 'differs')
  })
})

it('lines around are those before and after each that is met, once', () => {
  const shown = (around: number, met: readonly number[]) => {
    const context = new ContextLines(around)
    const lines: number[] = []
    for (let line = 0; line < 20; line++) {
      if (met.includes(line)) lines.push(...context.met(), line)
      else if (context.missed(line)) lines.push(line)
    }
    return lines
  }
  expect(shown(0, [5])).toEqual([5])
  expect(shown(2, [5])).toEqual([3, 4, 5, 6, 7])
  expect(shown(2, [5, 8])).toEqual([3, 4, 5, 6, 7, 8, 9, 10])
  expect(shown(3, [0, 19])).toEqual([0, 1, 2, 3, 16, 17, 18, 19])
})
