import { describe, expect, it } from 'vitest'
import { plainEnvironment } from '../testing.ts'
import { typeText } from './types.ts'

const typeOf = (source: string): string => {
  const { issues, type } = plainEnvironment().compile(source)
  return issues.length === 0 ? typeText(type) : issues.map(({ message }) => message).join('; ')
}

describe('types of expressions', () => {
  it.each([
    ['1', 'int'],
    ['[1, 2].map(x, string(x))', 'list(string)'],
    ["{'a': [1.5]}", 'map(string, list(double))'],
    ['object.a.b', 'dyn'],
    ['[].first()', 'optional_type(dyn)'],
    ["[{'a': 1}][?0].?a", 'optional_type(int)'],
    ['type(1)', 'type(int)'],
    ["timestamp('2026-01-02T03:04:05Z')", 'google.protobuf.Timestamp'],
    ['null', 'null_type'],
    ['true ? null : duration("1s")', 'null_type'],
    ["1 == 'a'", "found no matching overload for '_==_' applied to '(int, string)'"],
    ["[1, 'a']", "expected type 'int' but found 'string'"],
    ["[1, dyn('a')]", "expected type 'int' but found 'dyn'"],
    ['foo', "undeclared reference to 'foo' (in container '')"],
    ["'a'.b", "type 'string' does not support field selection"],
    [
      '1.all(x, true)',
      "expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)",
    ],
    ['[[1], []].exists(x, x)', "expected type 'bool' but found 'list(int)'"],
  ])('%s: %s', (source, expected) => {
    expect(typeOf(source)).toBe(expected)
  })
})
