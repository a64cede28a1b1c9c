import { JoinedList } from './containers.ts'
import {
  DurationValue,
  ListValue,
  MapValue,
  OptionalValue,
  TimestampValue,
  TypeValue,
  UintValue,
  type Value,
} from './value.ts'

/** Name that the server’s own language has for the type of a value; some messages tell it. */
export function goTypeName(value: Value): string {
  if (value === null) return 'types.Null'
  if (typeof value === 'object') {
    if (value instanceof UintValue) return 'types.Uint'
    if (value instanceof Uint8Array) return 'types.Bytes'
    if (value instanceof TimestampValue) return 'types.Timestamp'
    if (value instanceof DurationValue) return 'types.Duration'
    if (value instanceof TypeValue) return '*types.Type'
    if (value instanceof OptionalValue) return '*types.Optional'
    if (value instanceof JoinedList) return '*types.concatList'
    return value instanceof ListValue ? '*types.baseList' : '*types.baseMap'
  }
  const names = { boolean: 'Bool', bigint: 'Int', number: 'Double', string: 'String' } as const
  return `types.${names[typeof value as keyof typeof names] ?? typeof value}`
}

/** The same for what a path of an object leads to, which is told before it is made a value. */
export function nativeTypeName(value: Value): string {
  if (value === null) return '<nil>'
  if (value instanceof ListValue && value.isNative) return '[]interface {}'
  return value instanceof MapValue && value.isNative ? 'map[string]interface {}' : goTypeName(value)
}
