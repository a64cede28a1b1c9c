import { describe, expect, it } from 'vitest'
import { evaluateOn, plainEnvironment } from './testing.ts'

const nested = (times: number, around: (inside: string) => string, leaf: string): string => {
  let text = leaf
  for (let count = 0; count < times; count++) text = around(text)
  return text
}

/** What each is allowed; the slowest takes a few tenths of it on an idle machine. */
const milliseconds = 5000

const object = { list: Array.from({ length: 100_000 }, (_, at) => at), text: 'a'.repeat(500_000) }

describe('expressions made to do harm end in time, with an answer', () => {
  it.each([
    ['a megabyte', '1 + '.repeat(250_000), 'code point size exceeds limit'],
    ['brackets in brackets', `${'('.repeat(40_000)}1`, 'recursion limit exceeded: 250'],
    ['lists in lists', '['.repeat(49_000) + ']'.repeat(49_000), 'recursion limit exceeded: 250'],
    ['a long sum', `1${'+1'.repeat(40_000)}`, 'max recursion depth exceeded'],
    ['a long path', `a${'.b'.repeat(45_000)}`, 'max recursion depth exceeded'],
    ['macros that double what they are written on', `optional.of(1)${'.optMap(x, x)'.repeat(60)}`, 'nodes'],
    ['what is no text at all', '@'.repeat(90_000), 'more errors were truncated'],
    ['nothing but operators', '& '.repeat(45_000), 'token recognition error'],
    [
      'names that nobody declared',
      Array.from({ length: 9000 }, (_, at) => `a${at}`).join('||'),
      'more errors were truncated',
    ],
    ['a pattern of many states', "'a'.matches('((a{1,100}){1,100}){1,100}')", 'invalid matches argument'],
  ])('refuses %s', { timeout: milliseconds }, (_, source, part) => {
    const { message } = plainEnvironment().compile(source)
    expect(message.includes(part), message.slice(0, 200)).toBe(true)
  })

  it.each([
    [
      'macros in macros',
      nested(12, inside => `object.list.all(x, ${inside})`, 'true'),
      'cost limit exceeded',
    ],
    [
      'lists that double',
      nested(40, inside => `[${inside}].map(l, l + l)[0]`, '[1,2,3]'),
      'is not made here',
    ],
    [
      'texts that double',
      nested(40, inside => `[${inside}].map(l, l + l)[0]`, "'abcdefghij'"),
      'cost limit exceeded',
    ],
    [
      'comparing large lists over and over',
      'object.list.all(x, object.list == object.list)',
      'cost limit exceeded',
    ],
  ])('cuts short %s', { timeout: milliseconds }, (_, source, part) => {
    expect(evaluateOn(plainEnvironment().compile(source), object).result).toMatchObject({
      message: expect.stringContaining(part),
    })
  })

  it.each([
    ['patterns that backtrack elsewhere', "object.text.matches('(a*)*(a|aa)*b')", false],
    ['gathering a long list', 'object.list.filter(x, x % 2 == 0).size() == 50000', true],
    ['a long list of constants', `[${'1,'.repeat(49_000)}1].size() == 49001`, true],
    ['thousands of operands', `${'true && '.repeat(11_000)}true`, true],
  ])('stays quick with %s', { timeout: milliseconds }, (_, source, expected) => {
    const compiled = plainEnvironment().compile(source)
    expect(evaluateOn(compiled, object, { costLimit: 10_000_000 }).result).toBe(expected)
  })

  it('takes keys of the cluster for keys alone', () => {
    const odd = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}')
    const ask = (source: string) => evaluateOn(plainEnvironment().compile(source), odd).result
    expect(ask('object.constructor == 2')).toBe(true)
    expect(ask('has(object.toString)')).toBe(false)
    expect(ask('object.__proto__.a == 1')).toBe(true)
  })
})
