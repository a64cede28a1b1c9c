import { type Type, types } from '../check/types.ts'
import { contains } from '../run/access.ts'
import type { Cost, FunctionDefinition } from '../run/functions.ts'
import { minimumCost, sizeOf, traversalFactor } from '../run/sizes.ts'
import { operators } from '../syntax/ast.ts'
import { compareBytes, compareNumbers, compareStrings, equal, numberOf } from '../values/equality.ts'
import { addTime, checkDuration, subtractTimes } from '../values/time.ts'
import {
  CelError,
  DurationValue,
  ListValue,
  type MapValue,
  type Result,
  TimestampValue,
  UintValue,
  type Value,
} from '../values/value.ts'
import { A, B, global } from './define.ts'
import { noSuchOverload, withoutTrait } from './traits.ts'

const { bool, bytes, double, duration, int, string, timestamp, uint } = types

function intOf(value: bigint): Result {
  return BigInt.asIntN(64, value) === value ? value : new CelError('integer overflow')
}

function uintOf(value: bigint): Result {
  return BigInt.asUintN(64, value) === value
    ? new UintValue(value)
    : new CelError('unsigned integer overflow')
}

/** Cost of copying two texts into one. */
const joinCost: Cost = ([one, other]) => Math.ceil((sizeOf(one) + sizeOf(other)) * traversalFactor)

type Operate = (left: Value, right: Value) => Result
type OperatorSignature = readonly [id: string, left: Type, right: Type, result: Type, cost?: Cost | undefined]

/** Signatures of an operator, which all share one implementation. */
const operator = (
  name: string,
  apply: Operate,
  signatures: readonly OperatorSignature[],
): readonly FunctionDefinition[] =>
  signatures.map(([id, left, right, result, cost]) =>
    global(name, id, [left, right], result, apply, {
      singleton: ([one = null, other = null]) => apply(one, other),
      ...(cost === undefined ? {} : { cost }),
    }),
  )

const add = operator(operators.add, plus, [
  ['add_bytes', bytes, bytes, bytes, joinCost],
  ['add_double', double, double, double],
  ['add_duration_duration', duration, duration, duration],
  ['add_duration_timestamp', duration, timestamp, timestamp],
  ['add_timestamp_duration', timestamp, duration, timestamp],
  ['add_int64', int, int, int],
  ['add_list', types.list(A), types.list(A), types.list(A)],
  ['add_string', string, string, string, joinCost],
  ['add_uint64', uint, uint, uint],
])

function plus(one: Value, other: Value): Result {
  switch (typeof one) {
    case 'bigint':
      return typeof other === 'bigint' ? intOf(one + other) : noSuchOverload()
    case 'string':
      return typeof other === 'string' ? one + other : noSuchOverload()
    case 'number':
      return typeof other === 'number' ? one + other : noSuchOverload()
    default:
      break
  }
  if (one instanceof UintValue)
    return other instanceof UintValue ? uintOf(one.value + other.value) : noSuchOverload()
  if (one instanceof ListValue) return other instanceof ListValue ? one.plus(other) : noSuchOverload()
  if (one instanceof Uint8Array) return other instanceof Uint8Array ? joinBytes(one, other) : noSuchOverload()
  if (one instanceof TimestampValue)
    return other instanceof DurationValue ? addTime(one, other.nanoseconds) : noSuchOverload()
  if (!(one instanceof DurationValue)) return withoutTrait(operators.add, one)
  if (other instanceof DurationValue) return checkDuration(one.nanoseconds + other.nanoseconds)
  return other instanceof TimestampValue ? addTime(other, one.nanoseconds) : noSuchOverload()
}

function joinBytes(one: Uint8Array, other: Uint8Array): Uint8Array {
  const joined = new Uint8Array(one.length + other.length)
  joined.set(one)
  joined.set(other, one.length)
  return joined
}

const subtract = operator(operators.subtract, minus, [
  ['subtract_double', double, double, double],
  ['subtract_duration_duration', duration, duration, duration],
  ['subtract_int64', int, int, int],
  ['subtract_timestamp_duration', timestamp, duration, timestamp],
  ['subtract_timestamp_timestamp', timestamp, timestamp, duration],
  ['subtract_uint64', uint, uint, uint],
])

function minus(one: Value, other: Value): Result {
  if (typeof one === 'bigint') return typeof other === 'bigint' ? intOf(one - other) : noSuchOverload()
  if (typeof one === 'number') return typeof other === 'number' ? one - other : noSuchOverload()
  if (one instanceof UintValue)
    return other instanceof UintValue ? uintOf(one.value - other.value) : noSuchOverload()
  if (one instanceof DurationValue)
    return other instanceof DurationValue
      ? checkDuration(one.nanoseconds - other.nanoseconds)
      : noSuchOverload()
  if (!(one instanceof TimestampValue)) return withoutTrait(operators.subtract, one)
  if (other instanceof TimestampValue) return subtractTimes(one, other)
  if (!(other instanceof DurationValue)) return noSuchOverload()
  // The shortest duration has no opposite.
  const opposite = checkDuration(-other.nanoseconds)
  return opposite instanceof CelError ? opposite : addTime(one, opposite.nanoseconds)
}

const zero = (word: string): CelError => new CelError(`${word} by zero`)

interface Arithmetic {
  readonly int: (one: bigint, other: bigint) => Result
  readonly uint: (one: bigint, other: bigint) => Result
  readonly double: ((one: number, other: number) => number) | null
}

const arithmetic =
  (name: string, { int: ofInts, uint: ofUints, double: ofDoubles }: Arithmetic): Operate =>
  (one, other) => {
    if (typeof one === 'bigint') return typeof other === 'bigint' ? ofInts(one, other) : noSuchOverload()
    if (one instanceof UintValue)
      return other instanceof UintValue ? ofUints(one.value, other.value) : noSuchOverload()
    if (typeof one !== 'number' || ofDoubles === null) return withoutTrait(name, one)
    return typeof other === 'number' ? ofDoubles(one, other) : noSuchOverload()
  }

const multiply = arithmetic(operators.multiply, {
  int: (a, b) => intOf(a * b),
  uint: (a, b) => uintOf(a * b),
  double: (a, b) => a * b,
})

const divide = arithmetic(operators.divide, {
  int: (a, b) => (b === 0n ? zero('division') : intOf(a / b)),
  uint: (a, b) => (b === 0n ? zero('division') : uintOf(a / b)),
  double: (a, b) => a / b,
})

const modulo = arithmetic(operators.modulo, {
  int: (a, b) => {
    if (b === 0n) return zero('modulus')
    // The smallest number has no opposite: the server calls that an overflow.
    return a === -(2n ** 63n) && b === -1n ? new CelError('integer overflow') : a % b
  },
  uint: (a, b) => (b === 0n ? zero('modulus') : uintOf(a % b)),
  double: null,
})

const products: readonly FunctionDefinition[] = [
  ...operator(operators.multiply, multiply, [
    ['multiply_double', double, double, double],
    ['multiply_int64', int, int, int],
    ['multiply_uint64', uint, uint, uint],
  ]),
  ...operator(operators.divide, divide, [
    ['divide_double', double, double, double],
    ['divide_int64', int, int, int],
    ['divide_uint64', uint, uint, uint],
  ]),
  ...operator(operators.modulo, modulo, [
    ['modulo_int64', int, int, int],
    ['modulo_uint64', uint, uint, uint],
  ]),
]

function negate(value: Value): Result {
  if (typeof value === 'bigint') return intOf(-value)
  if (typeof value === 'number') return -value
  if (value instanceof DurationValue) return checkDuration(-value.nanoseconds)
  return typeof value === 'boolean' ? noSuchOverload() : withoutTrait(operators.negate, value)
}

const not = (value: Value): Result => (typeof value === 'boolean' ? !value : noSuchOverload())

const unary = (name: string, id: string, type: Type, apply: (value: Value) => Result): FunctionDefinition =>
  global(name, id, [type], type, apply, { singleton: ([value = null]) => apply(value) })

const signs: readonly FunctionDefinition[] = [
  unary(operators.negate, 'negate_double', double, negate),
  unary(operators.negate, 'negate_int64', int, negate),
  unary(operators.not, 'logical_not', bool, not),
]

/** Operators that compare, and whether an order satisfies each. */
const comparisons: readonly (readonly [operator: string, word: string, holds: (order: number) => boolean])[] =
  [
    [operators.less, 'less', order => order < 0],
    [operators.lessEquals, 'less_equals', order => order <= 0],
    [operators.greater, 'greater', order => order > 0],
    [operators.greaterEquals, 'greater_equals', order => order >= 0],
  ]

/** Pairs of types that have an order, under the words that name them in overloads. */
const ordered: readonly (readonly [words: string, left: Type, right: Type])[] = [
  ['bool', bool, bool],
  ['int64', int, int],
  ['int64_double', int, double],
  ['int64_uint64', int, uint],
  ['uint64', uint, uint],
  ['uint64_double', uint, double],
  ['uint64_int64', uint, int],
  ['double', double, double],
  ['double_int64', double, int],
  ['double_uint64', double, uint],
  ['string', string, string],
  ['bytes', bytes, bytes],
  ['timestamp', timestamp, timestamp],
  ['duration', duration, duration],
]

/** Pairs of different number types; servers before 1.28 do not compare them. */
export const crossTypeOverloads: ReadonlySet<string> = new Set(
  comparisons.flatMap(([, word]) =>
    ordered.filter(([, left, right]) => left.kind !== right.kind).map(([words]) => `${word}_${words}`),
  ),
)

const compare: readonly FunctionDefinition[] = comparisons.flatMap(([name, word, holds]) => {
  const apply: Operate = (one, other) => {
    const order = orderOf(name, one, other)
    return typeof order === 'number' ? holds(order) : order
  }
  return operator(
    name,
    apply,
    ordered.map(([words, left, right]): OperatorSignature => {
      const isLong = left.kind === 'string' || left.kind === 'bytes'
      return [`${word}_${words}`, left, right, bool, isLong ? minimumCost : undefined]
    }),
  )
})

function orderOf(name: string, one: Value, other: Value): number | CelError {
  const number = numberOf(one)
  if (number !== null) return numberOrder(number, other)
  if (typeof one === 'string')
    return typeof other === 'string' ? compareStrings(one, other) : noSuchOverload()
  if (typeof one === 'boolean')
    return typeof other === 'boolean' ? Number(one) - Number(other) : noSuchOverload()
  if (one instanceof Uint8Array)
    return other instanceof Uint8Array ? compareBytes(one, other) : noSuchOverload()
  if (one instanceof TimestampValue)
    return other instanceof TimestampValue
      ? compareNumbers(one.nanoseconds, other.nanoseconds)
      : noSuchOverload()
  if (!(one instanceof DurationValue)) return withoutTrait(name, one)
  return other instanceof DurationValue
    ? compareNumbers(one.nanoseconds, other.nanoseconds)
    : noSuchOverload()
}

function numberOrder(number: bigint | number, other: Value): number | CelError {
  const against = numberOf(other)
  if (against === null && !Number.isNaN(number)) return noSuchOverload()
  const order = against === null ? Number.NaN : compareNumbers(number, against)
  return Number.isNaN(order) ? new CelError('NaN values cannot be ordered') : order
}

const inSingleton: FunctionDefinition['singleton'] = ([value = null, container = null]) =>
  contains(value, container)

const contain: readonly FunctionDefinition[] = [
  global(operators.in, 'in_list', [A, types.list(A)], bool, contains, {
    cost: ([, list]) => sizeOf(list),
    singleton: inSingleton,
  }),
  global(operators.in, 'in_map', [A, types.map(A, B)], bool, contains, { singleton: inSingleton }),
]

/** Signatures of what the plan evaluates itself: they are there to be checked. */
const planned: readonly FunctionDefinition[] = [
  global(operators.conditional, 'conditional', [bool, A, A], A, (a: boolean, b: Value, c: Value) =>
    a ? b : c,
  ),
  global(operators.and, 'logical_and', [bool, bool], bool, (a: boolean, b: boolean) => a && b),
  global(operators.or, 'logical_or', [bool, bool], bool, (a: boolean, b: boolean) => a || b),
  global(operators.notStrictlyFalse, 'not_strictly_false', [bool], bool, (a: boolean) => a),
  global(operators.equals, 'equals', [A, A], bool, (a: Value, b: Value) => equal(a, b)),
  global(operators.notEquals, 'not_equals', [A, A], bool, (a: Value, b: Value) => !equal(a, b)),
  global(operators.index, 'index_list', [types.list(A), int], A, (list: ListValue, at: bigint) =>
    list.at(Number(at)),
  ),
  global(
    operators.index,
    'index_map',
    [types.map(A, B), A],
    B,
    (map: MapValue, key: Value) => map.get(key) ?? null,
  ),
]

export const operatorLibrary: readonly FunctionDefinition[] = [
  ...planned,
  ...signs,
  ...add,
  ...subtract,
  ...products,
  ...compare,
  ...contain,
]
