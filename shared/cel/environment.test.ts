import { describe, expect, it } from 'vitest'
import { types } from './check/types.ts'
import { evaluateOn, outcome, plainEnvironment } from './testing.ts'

const object = { replicas: 7, name: 'web', list: [3, 1, 2], nothing: null }

describe('values and errors', () => {
  it.each([
    ['object.replicas + 1', '8'],
    ['9223372036854775807 + 1', '!integer overflow'],
    ['1 / 0', '!division by zero'],
    [
      "object.name + 1 == ''",
      "!compilation failed: ERROR: <input>:1:17: found no matching overload for '_==_' applied to '(int, string)'\n | object.name + 1 == ''\n | ................^",
    ],
    ['object.name + 1', '!no such overload'],
    ['object.missing', '!no such key: missing'],
    ['object.list[5]', '!index out of bounds: 5'],
    ['object.missing || true', 'true'],
    ['object.missing && object.replicas > 9', 'false'],
    ['[1, 0].exists(x, 1 / x == 1)', 'true'],
    ['object.list.map(x, x * 2)', '[6, 2, 4]'],
    ['object.?missing.orValue(5)', '5'],
    ["int('x')", "!program instantiation failed: type conversion error from 'string' to 'int'"],
    [
      "'a'.matches('[')",
      "!compilation failed: ERROR: <input>:1:13: invalid matches argument\n | 'a'.matches('[')\n | ............^",
    ],
    ['dyn(1) == 1.0 && dyn(1u) < 1.5', 'true'],
    ['{1: "a"}[dyn(1.0)]', 'a'],
    ["'😀ä'.size()", '2'],
    [
      '{dyn(bytes(string(object.name))): 1}',
      '!internal error: runtime error: hash of unhashable type types.Bytes',
    ],
    ["timestamp('2026-01-02T03:04:05+02:00').getHours()", '1'],
    ["string(timestamp('2026-01-02T03:04:05+02:00'))", '2026-01-02T03:04:05+02:00'],
  ])('%s', (source, expected) => {
    expect(outcome(source, object)).toBe(expected)
  })

  it('names the type that a whole expression must have', () => {
    const compiled = plainEnvironment().compile('object.flag', { returns: [types.bool] })
    expect(compiled.message).toBe('must evaluate to bool but got dyn')
  })
})

describe('costs, as the server counts them', () => {
  it.each([
    ['object.replicas', 2],
    ['object.replicas > 5', 3],
    ['has(object.replicas)', 1],
    ['[1, 2, 3]', 0],
    ['object.replicas in [1, 7]', 2],
    ['object.replicas in object.list', 5],
    ['object.list.map(x, x * 2)', 45],
    ['true ? object.replicas : 0', 1],
    ['object.?missing.deep', 1],
    ["object.name == 'web'", 3],
  ])('%s costs %i', (source, cost) => {
    expect(evaluateOn(plainEnvironment().compile(source), object).cost).toBe(cost)
  })

  it('ends an evaluation at its limit, and nothing absorbs that', () => {
    const compiled = plainEnvironment().compile('object.list.all(x, x > 0) || true')
    const { result } = evaluateOn(compiled, object, { costLimit: 5 })
    expect(result).toMatchObject({ message: 'operation cancelled: actual cost limit exceeded' })
  })

  it('ends an evaluation that nobody waits for any more', () => {
    const compiled = plainEnvironment().compile('object.all(x, x >= 0)')
    const list = Array.from({ length: 10_000 }, (_, at) => at)
    const { result } = evaluateOn(compiled, list, { isCancelled: () => true })
    expect(result).toMatchObject({ message: 'operation interrupted' })
  })
})

describe('older servers', () => {
  it.each([
    [27, 'object.?a', "unsupported syntax '.?'"],
    [27, '1 < 2.0', 'found no matching overload'],
    [28, "duration('x')", 'program instantiation failed: type conversion error'],
    [29, "duration('x')", 'invalid duration argument'],
    [31, '[1].all(i, v, true)', 'undeclared reference'],
  ])('1.%i refuses %s', (minor, source, part) => {
    expect(plainEnvironment(minor).compile(source).message).toContain(part)
  })
})
