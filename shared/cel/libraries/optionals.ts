import { types } from '../check/types.ts'
import { operators } from '../syntax/ast.ts'
import { ArrayList } from '../values/containers.ts'
import { showValue } from '../values/show.ts'
import {
  CelError,
  DurationValue,
  ListValue,
  MapValue,
  OptionalValue,
  type Result,
  TimestampValue,
  UintValue,
  type Value,
} from '../values/value.ts'
import type { Library } from './define.ts'
import { global, member } from './define.ts'

const { bool, dyn, int, string } = types
const [K, V] = [types.param('K'), types.param('V')]
const optionalV = types.optional(V)
const listV = types.list(V)
const mapKV = types.map(K, V)

/** What the plan does itself; its signatures are there to be checked. */
const planned = (): Result => new CelError('no such overload')

/** The first moment that the server’s time can hold counts as nothing. */
const firstMoment = -62_135_596_800_000_000_000n

function isZero(value: Value): boolean {
  if (value === null || value === false || value === 0n || value === 0 || value === '') return true
  if (value instanceof UintValue) return value.value === 0n
  if (value instanceof Uint8Array) return value.length === 0
  if (value instanceof ListValue || value instanceof MapValue) return value.size === 0
  if (value instanceof DurationValue) return value.nanoseconds === 0n
  return value instanceof TimestampValue && value.nanoseconds === firstMoment
}

const last = (list: ListValue, at: number): Result =>
  list.size === 0 ? OptionalValue.none : OptionalValue.of(list.at(at))

function unwrap(list: ListValue): Result {
  const values: Value[] = []
  for (const element of list) {
    if (!(element instanceof OptionalValue))
      return new CelError(`value ${showValue(element)} is not optional`)
    if (element.value !== undefined) values.push(element.value)
  }
  return new ArrayList(values)
}

/** Optional values: the syntax `.?`, `[?`, `{?` and the functions that open what it makes. */
export const optionalLibrary: Library = {
  since: 28,
  types: new Map([['optional_type', types.optional(V)]]),
  functions: [
    global('optional.of', 'optional_of', [V], optionalV, (value: Value) => OptionalValue.of(value)),
    global('optional.ofNonZeroValue', 'optional_ofNonZeroValue', [V], optionalV, (value: Value) =>
      isZero(value) ? OptionalValue.none : OptionalValue.of(value),
    ),
    global('optional.none', 'optional_none', [], optionalV, () => OptionalValue.none),
    member('value', 'optional_value', [optionalV], V, ({ value }: OptionalValue) =>
      value === undefined ? new CelError('optional.none() dereference') : value,
    ),
    member(
      'hasValue',
      'optional_hasValue',
      [optionalV],
      bool,
      ({ value }: OptionalValue) => value !== undefined,
    ),
    member('or', 'optional_or_optional', [optionalV, optionalV], optionalV, planned),
    member('orValue', 'optional_orValue_value', [optionalV, V], V, planned),
    global(operators.optSelect, 'select_optional_field', [dyn, string], optionalV, planned),
    global(operators.optIndex, 'list_optindex_optional_int', [listV, int], optionalV, planned),
    global(
      operators.optIndex,
      'optional_list_optindex_optional_int',
      [types.optional(listV), int],
      optionalV,
      planned,
    ),
    global(operators.optIndex, 'map_optindex_optional_value', [mapKV, K], optionalV, planned),
    global(
      operators.optIndex,
      'optional_map_optindex_optional_value',
      [types.optional(mapKV), K],
      optionalV,
      planned,
    ),
    global(operators.index, 'optional_list_index_int', [types.optional(listV), int], optionalV, planned),
    global(operators.index, 'optional_map_index_value', [types.optional(mapKV), K], optionalV, planned),
    member('last', 'list_last', [listV], optionalV, (list: ListValue) => last(list, list.size - 1)),
    member('first', 'list_first', [listV], optionalV, (list: ListValue) => last(list, 0)),
    global('optional.unwrap', 'optional_unwrap', [types.list(optionalV)], listV, unwrap),
    member('unwrapOpt', 'optional_unwrapOpt', [types.list(optionalV)], listV, unwrap),
  ],
}
