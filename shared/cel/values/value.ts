/**
 * Values of expressions. `int` is a bigint and `double` a number, so that `1` and `1.0` stay apart;
 * what JavaScript has no type for has a class.
 */
import { type Type, typeNameOfType, types } from '../check/types.ts'

export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | UintValue
  | Uint8Array
  | ListValue
  | MapValue
  | TimestampValue
  | DurationValue
  | TypeValue
  | OptionalValue
  | OpaqueValue

/** What evaluating ends with: errors are values until something absorbs them. */
export type Result = Value | CelError

/** Why an expression has no value. */
export class CelError {
  readonly message: string
  /** Id of the node that failed, once it is known. */
  readonly node: number | null

  constructor(message: string, node: number | null = null) {
    this.message = message
    this.node = node
  }
}

/**
 * Ends an evaluation because the server’s own program falls over what it is asked. Nothing absorbs it, and
 * the server knows no cost of it.
 */
export class ServerPanic extends Error {
  readonly fault: string

  constructor(fault: string) {
    super(`internal error: ${fault}`)
    this.name = 'ServerPanic'
    this.fault = fault
  }
}

export const unhashable = (): ServerPanic =>
  new ServerPanic('runtime error: hash of unhashable type types.Bytes')

export const isError = (result: Result): result is CelError => result instanceof CelError

export class UintValue {
  /** Between 0 and 2⁶⁴ − 1. */
  readonly value: bigint

  constructor(value: bigint) {
    this.value = value
  }
}

/** A moment in nanoseconds since the epoch. */
export class TimestampValue {
  readonly nanoseconds: bigint
  /** Minutes ahead of UTC of the zone that it was written in, which is how it is printed. */
  readonly offsetMinutes: number

  constructor(nanoseconds: bigint, offsetMinutes = 0) {
    this.nanoseconds = nanoseconds
    this.offsetMinutes = offsetMinutes
  }
}

/** A length of time in nanoseconds; negative for one that lies before. */
export class DurationValue {
  readonly nanoseconds: bigint

  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds
  }
}

export class TypeValue {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

export class OptionalValue {
  static readonly none = new OptionalValue(undefined)
  /** Undefined where there is none. */
  readonly value: Value | undefined

  private constructor(value: Value | undefined) {
    this.value = value
  }

  static of(value: Value): OptionalValue {
    return new OptionalValue(value)
  }
}

/** What an optional holds, however many there are around it; one that holds nothing is itself. */
export function withoutOptional(value: Value): Value {
  let bare = value
  while (bare instanceof OptionalValue && bare.value !== undefined) bare = bare.value
  return bare
}

/** Ends an evaluation that goes over elements of which one does not go with its schema. */
export class InvalidElement extends Error {
  readonly error: CelError

  constructor(error: CelError) {
    super(error.message)
    this.name = 'InvalidElement'
    this.error = error
  }
}

/** A list, wherever its elements come from. */
export abstract class ListValue implements Iterable<Value> {
  abstract readonly size: number
  /** The element at an index within the size. */
  abstract at(index: number): Value

  *[Symbol.iterator](): Generator<Value> {
    for (let index = 0; index < this.size; index++) yield this.at(index)
  }

  /** As `at`, but an element that is faulty is an error for who asks. */
  find(index: number): Result {
    return this.at(index)
  }

  /** Equality of lists; lists under a schema have other rules. */
  abstract equals(other: ListValue, equal: (one: Value, other: Value) => boolean): boolean
  /** True for a list that comes from JSON as it is. */
  get isNative(): boolean {
    return false
  }

  /** `this + other`. */
  abstract plus(other: ListValue): ListValue | CelError
}

/** A map, wherever its entries come from. */
export abstract class MapValue {
  /** True for a map that comes from JSON as it is. */
  get isNative(): boolean {
    return false
  }

  abstract readonly size: number
  /** Undefined for a key that is not there. */
  abstract get(key: Value): Value | undefined

  /** As `get`, but a value that is faulty is an error for who asks. */
  find(key: Value): Result | undefined {
    return this.get(key)
  }

  abstract keys(): Iterable<Value>

  has(key: Value): boolean {
    return this.get(key) !== undefined
  }
}

/** A value of a library’s own type: a URL, a quantity, an authorizer. */
export abstract class OpaqueValue {
  abstract readonly type: Type
  abstract equals(other: OpaqueValue): boolean

  /** For costs, as that of a list or text. */
  get size(): number {
    return 1
  }

  /** What `==` costs with this on its left; null where that goes by sizes. */
  get equalityCost(): number | null {
    return 1
  }

  /** Whether asking for equality makes sense; the server has no answer for what is of another type. */
  isComparableWith(other: Value): boolean {
    return other instanceof OpaqueValue && typeNameOf(other) === typeNameOf(this)
  }

  /** Whether a field was set: one that was not may have a value all the same. */
  isSet(name: string): boolean {
    return this.field(name) !== undefined
  }

  /** Field of a struct-like value; undefined for one that is not there. */
  field(_name: string): Result | undefined {
    return undefined
  }
}

/** Name of a value’s type at run time, as messages write it. */
export const typeNameOf = (value: Value): string => typeNameOfType(runtimeType(value))

/** The type of a value at run time; what lies inside containers is not looked at. */
export function runtimeType(value: Value): Type {
  if (value === null) return types.null
  switch (typeof value) {
    case 'boolean':
      return types.bool
    case 'bigint':
      return types.int
    case 'number':
      return types.double
    case 'string':
      return types.string
    default:
      break
  }
  if (value instanceof UintValue) return types.uint
  if (value instanceof Uint8Array) return types.bytes
  if (value instanceof ListValue) return types.list(types.dyn)
  if (value instanceof MapValue) return types.map(types.dyn, types.dyn)
  if (value instanceof TimestampValue) return types.timestamp
  if (value instanceof DurationValue) return types.duration
  if (value instanceof TypeValue) return types.type(null)
  if (value instanceof OptionalValue) return types.optional(types.dyn)
  return value.type
}

/** Whether a value may be handed to a parameter of a type (cel-go looks at first elements only). */
export function matchesType(type: Type, value: Value): boolean {
  switch (type.kind) {
    case 'dyn':
    case 'param':
    case 'error':
      return true
    case 'list': {
      if (!(value instanceof ListValue)) return false
      return value.size === 0 || matchesType(type.element, value.at(0))
    }
    case 'map': {
      if (!(value instanceof MapValue)) return false
      for (const key of value.keys()) {
        const entry = value.get(key)
        return matchesType(type.key, key) && (entry === undefined || matchesType(type.value, entry))
      }
      return true
    }
    case 'opaque': {
      if (type.name === 'optional_type') return value instanceof OptionalValue
      const own = value instanceof OpaqueValue ? value.type : null
      return own?.kind === 'opaque' && own.name === type.name
    }
    case 'struct':
      return value instanceof OpaqueValue && value.type.kind === 'struct' && value.type.name === type.name
    default:
      return runtimeType(value).kind === type.kind
  }
}
