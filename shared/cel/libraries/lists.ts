import { type Type, types } from '../check/types.ts'
import type { FunctionDefinition } from '../run/functions.ts'
import { equal } from '../values/equality.ts'
import {
  CelError,
  DurationValue,
  type ListValue,
  type Result,
  UintValue,
  type Value,
} from '../values/value.ts'
import { deepTraversal } from './costs.ts'
import { A, member } from './define.ts'
import { comparableTypes, compareValues, isComparable } from './order.ts'

const summable: readonly (readonly [name: string, type: Type, zero: Value])[] = [
  ['int', types.int, 0n],
  ['uint', types.uint, new UintValue(0n)],
  ['double', types.double, 0],
  ['duration', types.duration, new DurationValue(0n)],
]

const noOverload = (): CelError => new CelError('no such overload')

function isSorted(list: ListValue): Result {
  let previous: Value | undefined
  for (const next of list) {
    if (!isComparable(next)) return noOverload()
    if (previous !== undefined && compareValues(previous, next) === 1) return false
    previous = next
  }
  return true
}

/** The element that no other one is preferred to: an order of `preferred` makes the later one win. */
function best(name: string, preferred: 1 | -1): (list: ListValue) => Result {
  return list => {
    let found: Value | undefined
    for (const next of list) {
      if (!isComparable(next)) return noOverload()
      if (found === undefined || compareValues(found, next) === preferred) found = next
    }
    return found === undefined ? new CelError(`${name} called on empty list`) : found
  }
}

function add(one: Value, other: Value): Result {
  if (typeof one === 'bigint' && typeof other === 'bigint') {
    const sum = one + other
    return BigInt.asIntN(64, sum) === sum ? sum : new CelError('integer overflow')
  }
  if (typeof one === 'number' && typeof other === 'number') return one + other
  if (one instanceof UintValue && other instanceof UintValue) {
    const sum = one.value + other.value
    return BigInt.asUintN(64, sum) === sum ? new UintValue(sum) : new CelError('unsigned integer overflow')
  }
  if (one instanceof DurationValue && other instanceof DurationValue)
    return durationSum(one.nanoseconds + other.nanoseconds)
  return noOverload()
}

function durationSum(nanoseconds: bigint): Result {
  return BigInt.asIntN(64, nanoseconds) === nanoseconds
    ? new DurationValue(nanoseconds)
    : new CelError('integer overflow')
}

function sum(zero: Value): (list: ListValue) => Result {
  return list => {
    let total = zero
    for (const element of list) {
      const next = add(total, element)
      if (next instanceof CelError) return next
      total = next
    }
    return total
  }
}

function indexOf(list: ListValue, value: Value): Result {
  for (let index = 0; index < list.size; index++) if (equal(list.at(index), value)) return BigInt(index)
  return -1n
}

function lastIndexOf(list: ListValue, value: Value): Result {
  for (let index = list.size - 1; index >= 0; index--) if (equal(list.at(index), value)) return BigInt(index)
  return -1n
}

const ofComparable = (
  name: string,
  id: (type: string) => string,
  result: (type: Type) => Type,
  call: (list: ListValue) => Result,
): readonly FunctionDefinition[] =>
  comparableTypes.map(([word, type]) =>
    member(name, id(word), [types.list(type)], result(type), call, deepTraversal),
  )

/** The server’s own functions on lists (`library/lists.go`). */
export const listFunctions: readonly FunctionDefinition[] = [
  ...ofComparable(
    'isSorted',
    word => `list_${word}_is_sorted_bool`,
    () => types.bool,
    isSorted,
  ),
  ...summable.map(([word, type, zero]) =>
    member('sum', `list_${word}_sum_${word}`, [types.list(type)], type, sum(zero), deepTraversal),
  ),
  ...ofComparable(
    'max',
    word => `list_${word}_max_${word}`,
    type => type,
    best('max', -1),
  ),
  ...ofComparable(
    'min',
    word => `list_${word}_min_${word}`,
    type => type,
    best('min', 1),
  ),
  member('indexOf', 'list_a_index_of_int', [types.list(A), A], types.int, indexOf, deepTraversal),
  member(
    'lastIndexOf',
    'list_a_last_index_of_int',
    [types.list(A), A],
    types.int,
    lastIndexOf,
    deepTraversal,
  ),
]
