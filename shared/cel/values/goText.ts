import { quoteGo } from '../../words/index.ts'
import { isWrittenList, StringList } from './containers.ts'
import { goTypeName } from './goTypes.ts'
import { showValue } from './show.ts'
import { DurationValue, ListValue, MapValue, TimestampValue, UintValue, type Value } from './value.ts'

/** Values as the server’s own language prints what they hold; some messages do. */

/** Addresses differ from one time to the next. */
export const pointer = (type: string): string => `(${type})(0xc000000000)`

/** As `%v`. */
export function goPlain(value: Value): string {
  if (value === null) return 'NULL_VALUE'
  if (value instanceof StringList || isWrittenList(value)) return `[${Array.from(value, element).join(' ')}]`
  if (!(value instanceof MapValue)) return showValue(value)
  return `map[${entries(value, element).join(' ')}]`
}

// A null of the language is a number that has no name.
const element = (value: Value): string => (value === null ? '0' : showValue(value))

const entries = (map: MapValue, text: (value: Value) => string): readonly string[] =>
  Array.from(map.keys(), key => `${text(key)}:${text(map.get(key) ?? null)}`).sort()

/** As `%#v`. */
export function goLiteral(value: Value): string {
  if (value === null) return '0'
  if (value instanceof UintValue) return hex(value.value)
  if (value instanceof Uint8Array)
    return `[]uint8{${Array.from(value, byte => hex(BigInt(byte))).join(', ')}}`
  if (value instanceof DurationValue) return String(value.nanoseconds)
  if (value instanceof TimestampValue) return dateLiteral(value)
  if (value instanceof StringList) return `[]string{${Array.from(value, elementLiteral).join(', ')}}`
  if (value instanceof ListValue) return `[]ref.Val{${Array.from(value, elementLiteral).join(', ')}}`
  if (value instanceof MapValue) return `map[ref.Val]ref.Val{${entries(value, elementLiteral).join(', ')}}`
  return elementLiteral(value)
}

const hex = (value: bigint): string => `0x${value.toString(16)}`

function elementLiteral(value: Value): string {
  if (typeof value === 'string') return quoteGo(value)
  if (value === null || typeof value !== 'object' || value instanceof UintValue)
    return value instanceof UintValue ? hex(value.value) : element(value)
  return value instanceof DurationValue
    ? `types.Duration{Duration:${value.nanoseconds}}`
    : pointer(goTypeName(value))
}

function dateLiteral({ nanoseconds, offsetMinutes }: TimestampValue): string {
  const milliseconds = nanoseconds / 1_000_000n - (nanoseconds % 1_000_000n < 0n ? 1n : 0n)
  const date = new Date(Number(milliseconds) + offsetMinutes * 60_000)
  const month = date.toLocaleString('en', { month: 'long', timeZone: 'UTC' })
  const clock = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].join(', ')
  const fraction = ((nanoseconds % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n
  const zone = offsetMinutes === 0 ? 'time.UTC' : 'time.Location("")'
  return `time.Date(${date.getUTCFullYear()}, time.${month}, ${date.getUTCDate()}, ${clock}, ${fraction}, ${zone})`
}

/** As `%q`, which knows texts and characters and says so of all else. */
export function goQuoted(value: Value): string {
  if (value === null) return quotedCharacter(0n)
  if (typeof value === 'bigint') return quotedCharacter(value)
  if (value instanceof UintValue) return quotedCharacter(value.value)
  if (typeof value === 'boolean' || typeof value === 'number')
    return `%!q(${goTypeName(value)}=${showValue(value)})`
  return quoteGo(value instanceof Uint8Array ? new TextDecoder().decode(value) : showValue(value))
}

function quotedCharacter(code: bigint): string {
  const isCharacter = code >= 0n && code <= 0x10ffffn && (code < 0xd800n || code > 0xdfffn)
  const character = isCharacter ? String.fromCodePoint(Number(code)) : '\ufffd'
  if (character === "'") return "'\\''"
  return `'${character === '"' ? character : quoteGo(character).slice(1, -1)}'`
}
