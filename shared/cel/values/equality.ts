import {
  DurationValue,
  ListValue,
  MapValue,
  OpaqueValue,
  OptionalValue,
  TimestampValue,
  TypeValue,
  UintValue,
  type Value,
} from './value.ts'

/**
 * Equality of any two values: numbers by their value whatever their type, values of different types
 * unequal, NaN unlike itself.
 */
export function equal(one: Value, other: Value): boolean {
  if (one === null || other === null) return one === other
  const number = numberOf(one)
  if (number !== null) {
    const against = numberOf(other)
    return against !== null && compareNumbers(number, against) === 0
  }
  if (typeof one !== 'object') return one === other
  if (one instanceof ListValue) return other instanceof ListValue && one.equals(other, equal)
  if (one instanceof MapValue) return other instanceof MapValue && equalMaps(one, other)
  if (one instanceof Uint8Array) return other instanceof Uint8Array && compareBytes(one, other) === 0
  if (one instanceof TimestampValue)
    return other instanceof TimestampValue && one.nanoseconds === other.nanoseconds
  if (one instanceof DurationValue)
    return other instanceof DurationValue && one.nanoseconds === other.nanoseconds
  if (one instanceof TypeValue) return other instanceof TypeValue && one.name === other.name
  if (one instanceof OptionalValue) return other instanceof OptionalValue && equalOptionals(one, other)
  return one instanceof OpaqueValue && other instanceof OpaqueValue && one.equals(other)
}

function equalMaps(one: MapValue, other: MapValue): boolean {
  if (one.size !== other.size) return false
  for (const key of one.keys()) {
    const [mine, others] = [one.get(key), other.get(key)]
    if (mine === undefined || others === undefined || !equal(mine, others)) return false
  }
  return true
}

function equalOptionals({ value: one }: OptionalValue, { value: other }: OptionalValue): boolean {
  return one === undefined || other === undefined ? one === other : equal(one, other)
}

/** A number of any type; whole ones as bigints. Null for what is no number. */
export function numberOf(value: Value): bigint | number | null {
  if (typeof value === 'bigint' || typeof value === 'number') return value
  return value instanceof UintValue ? value.value : null
}

/**
 * Negative, 0 or positive; NaN where one of them is NaN. A whole number and a double are compared as
 * doubles, so that large neighbours are equal, as on the server.
 */
export function compareNumbers(one: bigint | number, other: bigint | number): number {
  if (typeof one === 'bigint' && typeof other === 'bigint') return one < other ? -1 : one > other ? 1 : 0
  const [left, right] = [Number(one), Number(other)]
  if (left < right) return -1
  if (left > right) return 1
  return left === right ? 0 : Number.NaN
}

export function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const length = Math.min(one.length, other.length)
  for (let index = 0; index < length; index++) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0)
    if (difference !== 0) return Math.sign(difference)
  }
  return Math.sign(one.length - other.length)
}

/** Order of strings by code points, which is that of their UTF-8 bytes; UTF-16 units order otherwise. */
export function compareStrings(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  for (let index = 0; index < length; index++) {
    const [mine, others] = [one.charCodeAt(index), other.charCodeAt(index)]
    if (mine === others) continue
    const [high, otherHigh] = [isSurrogate(mine), isSurrogate(others)]
    return high === otherHigh ? Math.sign(mine - others) : high ? 1 : -1
  }
  return Math.sign(one.length - other.length)
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff
