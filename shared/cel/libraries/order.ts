import { type Type, types } from '../check/types.ts'
import { compareBytes, compareNumbers, compareStrings, numberOf } from '../values/equality.ts'
import { DurationValue, TimestampValue, type Value } from '../values/value.ts'

/** Types whose values have an order, under the names that overloads call them by. */
export const comparableTypes: readonly (readonly [name: string, type: Type])[] = [
  ['int', types.int],
  ['uint', types.uint],
  ['double', types.double],
  ['bool', types.bool],
  ['duration', types.duration],
  ['timestamp', types.timestamp],
  ['string', types.string],
  ['bytes', types.bytes],
]

export const isComparable = (value: Value): boolean =>
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  numberOf(value) !== null ||
  value instanceof Uint8Array ||
  value instanceof TimestampValue ||
  value instanceof DurationValue

/** -1, 0 or 1; NaN for two values that have no order. Numbers of all types are compared. */
export function compareValues(one: Value, other: Value): number {
  if (typeof one === 'string' && typeof other === 'string') return compareStrings(one, other)
  if (typeof one === 'boolean' && typeof other === 'boolean') return Math.sign(Number(one) - Number(other))
  if (one instanceof Uint8Array && other instanceof Uint8Array) return compareBytes(one, other)
  if (
    (one instanceof TimestampValue && other instanceof TimestampValue) ||
    (one instanceof DurationValue && other instanceof DurationValue)
  )
    return compareNumbers(one.nanoseconds, other.nanoseconds)
  const [left, right] = [numberOf(one), numberOf(other)]
  return left === null || right === null ? Number.NaN : compareNumbers(left, right)
}
