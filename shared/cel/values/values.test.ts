import { describe, expect, it } from 'vitest'
import { GatheredList, insertEntry, JoinedList } from './containers.ts'
import { describeValue } from './describe.ts'
import { compareStrings, equal } from './equality.ts'
import { fromJson } from './json.ts'
import { printDouble } from './numbers.ts'
import { showValue } from './show.ts'
import { parseDuration, parseTimestamp, printDuration, printTimestamp } from './time.ts'
import { CelError, ListValue, MapValue, TimestampValue, UintValue } from './value.ts'

describe('equality', () => {
  it.each([
    [1n, 1, true],
    [1n, new UintValue(1n), true],
    [1, new UintValue(2n), false],
    [Number.NaN, Number.NaN, false],
    [9223372036854775807n, 2 ** 63, true],
    ['1', 1n, false],
    [null, false, false],
  ])('%s and %s: %s', (one, other, expected) => {
    expect(equal(one, other)).toBe(expected)
  })

  it('looks into lists and maps', () => {
    expect(equal(fromJson({ a: [1, { b: null }] }), fromJson({ a: [1, { b: null }] }))).toBe(true)
    expect(equal(fromJson([1, 2]), fromJson([2, 1]))).toBe(false)
  })

  it('orders texts by code points', () => {
    expect(compareStrings('\uffff', '😀')).toBe(-1)
  })
})

describe('numbers and times in words', () => {
  it.each([
    [1, '1'],
    [1e6, '1e+06'],
    [123456.5, '123456.5'],
    [1e-5, '1e-05'],
    [-0, '-0'],
    [Number.POSITIVE_INFINITY, '+Inf'],
  ])('%s is %s', (value, text) => {
    expect(printDouble(value)).toBe(text)
  })

  it.each([
    ['1h30m', '5400s'],
    ['-1.5s', '-1.5s'],
    ['1ns', '0.000000001s'],
    ['1d', 'refused'],
    ['2562047h47m16.854775808s', 'refused'],
  ])('the duration %s is %s', (text, expected) => {
    const parsed = parseDuration(text)
    expect(parsed === null ? 'refused' : printDuration(parsed)).toBe(expected)
  })

  it.each([
    ['2026-01-02T03:04:05.5Z', '2026-01-02T03:04:05.5Z'],
    ['2026-01-02T03:04:05+02:00', '2026-01-02T03:04:05+02:00'],
    ['2026-02-30T00:00:00Z', 'refused'],
    ['2026-01-02', 'refused'],
    ['0000-12-31T23:59:59Z', 'timestamp overflow'],
  ])('the moment %s is %s', (text, expected) => {
    const parsed = parseTimestamp(text)
    const told =
      parsed === null ? 'refused' : parsed instanceof CelError ? parsed.message : printTimestamp(parsed)
    expect(told).toBe(expected)
  })

  it('shows values as messages of the server do', () => {
    const moment = new TimestampValue(1_767_323_045_000_000_000n)
    expect(showValue(moment)).toBe('2026-01-02 03:04:05 +0000 UTC')
    expect(showValue(new Uint8Array([97, 98]))).toBe('[97 98]')
  })
})

describe('lists and maps', () => {
  const list = (values: readonly unknown[]): ListValue => {
    const value = fromJson(values)
    if (value instanceof ListValue) return value
    throw new Error('no list')
  }

  it('joins lists without copying them', () => {
    const joined = new JoinedList(new JoinedList(list([1, 2]), list([3])), list([4]))
    expect([...joined]).toEqual([1n, 2n, 3n, 4n])
  })

  it('refuses lists that would fill the memory', () => {
    let doubled: ListValue | CelError = list([1, 2, 3, 4])
    for (let count = 0; count < 40 && doubled instanceof ListValue; count++) doubled = doubled.plus(doubled)
    expect(doubled).toBeInstanceOf(CelError)
  })

  it('gathers in place', () => {
    const gathered = new GatheredList()
    expect(gathered.plus(list([1]))).toBe(gathered)
    expect(gathered.size).toBe(1)
  })

  it('keeps keys of different types apart, and finds them across types', () => {
    const map = fromJson({})
    if (!(map instanceof MapValue)) throw new Error('no map')
    const one = insertEntry(map, 1n, 'int')
    if (one instanceof CelError) throw new Error(one.message)
    expect(one.get(1)).toBe('int')
    expect(one.get(new UintValue(1n))).toBe('int')
    expect(insertEntry(one, 1, 'again')).toMatchObject({ message: 'insert failed: key 1 already exists' })
  })

  it('describes values in a few words for people', () => {
    expect(describeValue(fromJson({ a: 'x', b: [1, 2, 3, 4, 5, 6] }))).toBe(
      '{"a": "x", "b": [1, 2, 3, 4, 5, … 6 in all]}',
    )
    expect([...describeValue('x'.repeat(500))].length).toBe(60)
  })
})
