import { types } from '../check/types.ts'
import type { Cost, FunctionDefinition } from '../run/functions.ts'
import { ArrayList, equalInOrder, joined } from '../values/containers.ts'
import { CelError, ListValue, type Result, typeNameOf, type Value } from '../values/value.ts'
import { plainSize } from './costs.ts'
import { global, member } from './define.ts'
import { Membership } from './membership.ts'
import { comparableTypes, compareValues, isComparable } from './order.ts'
import { withoutTrait } from './traits.ts'

/** Name under which `sortBy` calls its sorting; it cannot be written. */
export const sortByAssociatedKeys = '@sortByAssociatedKeys'

const list = types.list(types.param('T'))
const anyList = types.list(types.dyn)

/** 0, 1, 2 …, never written out: what asks for too many ends at the cost limit first. */
class RangeList extends ListValue {
  readonly size: number

  constructor(size: number) {
    super()
    this.size = size
  }

  at(index: number): Value {
    return BigInt(index)
  }

  equals(other: ListValue, same: (one: Value, other: Value) => boolean): boolean {
    return equalInOrder(this, other, same)
  }

  plus(other: ListValue): ListValue | CelError {
    return joined(this, other)
  }
}

function slice(values: ListValue, start: bigint, end: bigint): Result {
  const fault = (why: string): CelError => new CelError(`cannot slice(${start}, ${end}), ${why}`)
  if (start < 0n || end < 0n) return fault('negative indexes not supported')
  if (start > end) return fault('start index must be less than or equal to end index')
  if (values.size < end) return fault(`list is length ${values.size}`)
  return new ArrayList([...values].slice(Number(start), Number(end)))
}

function flatten(values: ListValue, depth = 1n): Result {
  if (depth < 0n) return new CelError('level must be non-negative')
  const flat: Value[] = []
  gather(values, depth, flat)
  return new ArrayList(flat)
}

/** Lists of anything: what is no list inside stays as it is. */
function flattenAny(args: readonly Value[]): Result {
  const [values = null, depth] = args
  if (values instanceof ListValue && (depth === undefined || typeof depth === 'bigint'))
    return flatten(values, depth)
  const [type = '', ...rest] = args.map(typeNameOf)
  return new CelError(`no such overload: ${type}.flatten(${rest.join(', ')})`)
}

function gather(values: ListValue, depth: bigint, into: Value[]): void {
  for (const value of values)
    if (value instanceof ListValue && depth > 0n) gather(value, depth - 1n, into)
    else into.push(value)
}

/** The first of equal values. */
function distinct(values: ListValue): Result {
  const known = new Membership()
  const kept: Value[] = []
  for (const value of values) {
    const isKnown = known.has(value)
    if (isKnown instanceof CelError) return isKnown
    if (isKnown) continue
    known.add(value)
    kept.push(value)
  }
  return new ArrayList(kept)
}

function sortBy(values: ListValue, keys: ListValue): Result {
  if (values.size !== keys.size)
    return new CelError(
      `@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got ${values.size} and ${keys.size} elements respectively`,
    )
  if (values.size === 0) return values
  const order = [...keys]
  const [first = null] = order
  if (!isComparable(first)) return new CelError('list elements must be comparable')
  if (order.some(key => typeNameOf(key) !== typeNameOf(first)))
    return new CelError('list elements must have the same type')
  const indices = order.map((_, index) => index)
  indices.sort((one, other) => compareValues(order[one] ?? null, order[other] ?? null) || 0)
  return new ArrayList(indices.map(index => values.at(index)))
}

/** Lists of anything: their elements are looked at while they are sorted. */
const sortAny =
  (name: string) =>
  (args: readonly Value[]): Result => {
    const [values = null, keys = values] = args
    if (values instanceof ListValue && keys instanceof ListValue) return sortBy(values, keys)
    return withoutTrait(name, values)
  }

/** Making a list of so many elements, with so much work for each. */
const allocating = (factor: number, size: number): number =>
  Number(BigInt.asUintN(64, BigInt(Math.trunc(size * factor)) + 11n))

const resultSize: Cost = (_, result) => allocating(1, plainSize(result))

const flattened: Cost = ([values, depth]) =>
  allocating(typeof depth === 'bigint' ? Number(depth) : 1, plainSize(values))

function eachWithEach(values: Result | undefined): number {
  const size = plainSize(values)
  const first = values instanceof ListValue && values.size > 0 ? values.at(0) : null
  const isLong = typeof first === 'string' || first instanceof Uint8Array
  return allocating(isLong ? 2.1 : 2, size * size)
}

/** cel-go’s functions on lists, version 3. They are charged by signature. */
export const celListFunctions: readonly FunctionDefinition[] = [
  global(
    'lists.range',
    'lists_range',
    [types.int],
    types.list(types.int),
    (size: bigint) => new RangeList(Math.max(0, Number(size))),
    { cost: resultSize },
  ),
  member('slice', 'list_slice', [list, types.int, types.int], list, slice, { cost: resultSize }),
  {
    ...member('flatten', 'list_flatten', [types.list(list)], list, flatten, { cost: flattened }),
    singleton: flattenAny,
  },
  {
    ...member('flatten', 'list_flatten_int', [anyList, types.int], anyList, flatten, { cost: flattened }),
    singleton: flattenAny,
  },
  member('distinct', 'list_distinct', [list], list, distinct, { cost: ([values]) => eachWithEach(values) }),
  member(
    'reverse',
    'list_reverse',
    [list],
    list,
    (values: ListValue) => new ArrayList([...values].reverse()),
    { cost: resultSize },
  ),
  ...comparableTypes.map(
    ([word, type]): FunctionDefinition => ({
      ...member(
        'sort',
        `list_${word}_sort`,
        [types.list(type)],
        types.list(type),
        (values: ListValue) => sortBy(values, values),
        { cost: ([values]) => eachWithEach(values) },
      ),
      singleton: sortAny('sort'),
    }),
  ),
  ...comparableTypes.map(
    ([word, type]): FunctionDefinition => ({
      ...member(
        sortByAssociatedKeys,
        `list_${word}_sortByAssociatedKeys`,
        [list, types.list(type)],
        list,
        sortBy,
        { cost: ([, keys]) => eachWithEach(keys) },
      ),
      singleton: sortAny(sortByAssociatedKeys),
    }),
  ),
]
