import { printDouble } from './numbers.ts'
import { showDuration, showTimestamp } from './time.ts'
import {
  CelError,
  DurationValue,
  ListValue,
  MapValue,
  OpaqueValue,
  OptionalValue,
  type Result,
  TimestampValue,
  TypeValue,
  UintValue,
  type Value,
} from './value.ts'

/** A value as it stands in the server’s messages. */
export function showValue(value: Value): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return value
  if (typeof value === 'number') return printDouble(value)
  if (typeof value !== 'object') return String(value)
  if (value instanceof UintValue) return String(value.value)
  if (value instanceof Uint8Array) return `[${[...value].join(' ')}]`
  if (value instanceof TimestampValue) return showTimestamp(value)
  if (value instanceof DurationValue) return showDuration(value)
  if (value instanceof TypeValue) return value.name
  if (value instanceof ListValue)
    return `[${Array.from({ length: value.size }, (_, at) => showResult(value.find(at))).join(', ')}]`
  if (value instanceof MapValue) {
    const entries = [...value.keys()].map(key => `${showValue(key)}: ${showResult(value.find(key) ?? null)}`)
    return `{${entries.join(', ')}}`
  }
  if (value instanceof OptionalValue)
    return value.value === undefined ? 'optional.none()' : `optional(${showValue(value.value)})`
  return value instanceof OpaqueValue ? value.toString() : ''
}

/** Parts that do not go with their schema are shown as what is wrong with them. */
const showResult = (result: Result): string =>
  result instanceof CelError ? `<${result.message}>` : showValue(result)
