import { types } from '../check/types.ts'
import type { Cost, FunctionDefinition } from '../run/functions.ts'
import { codePoints, sizeOf, traversalFactor } from '../run/sizes.ts'
import { printDouble } from '../values/numbers.ts'
import { parseDuration, parseTimestamp, printDuration, printTimestamp, timestampOf } from '../values/time.ts'
import {
  CelError,
  type DurationValue,
  ListValue,
  MapValue,
  type Result,
  type TimestampValue,
  TypeValue,
  typeNameOf,
  UintValue,
  type Value,
} from '../values/value.ts'
import { A, B, global, member } from './define.ts'
import { withoutTrait } from './traits.ts'

const { bool, bytes, double, duration, dyn, int, string, timestamp, uint } = types

const traversal: Cost = ([text]) => Math.ceil(sizeOf(text) * traversalFactor)

const failed = (from: string, to: string): CelError =>
  new CelError(`type conversion error from '${from}' to '${to}'`)

function parsed(text: string, pattern: RegExp, isWithin: (value: bigint) => boolean): bigint | null {
  if (!pattern.test(text)) return null
  const value = BigInt(text.replace(/^\+/, ''))
  return isWithin(value) ? value : null
}

const isInt = (value: bigint): boolean => BigInt.asIntN(64, value) === value
const isUint = (value: bigint): boolean => BigInt.asUintN(64, value) === value

function stringToInt(text: string): Result {
  const digits = /^[+-]?\d+$/.test(text) ? text : null
  const value = digits === null ? null : parsed(digits.replace('-', ''), /^\+?\d+$/, () => true)
  const signed = value === null ? null : text.startsWith('-') ? -value : value
  return signed !== null && isInt(signed) ? signed : failed('string', 'int')
}

function stringToUint(text: string): Result {
  const value = parsed(text, /^\d+$/, isUint)
  return value === null ? failed('string', 'uint') : new UintValue(value)
}

function doubleToInt(value: number): Result {
  // The bounds are those that a double can come close to without leaving the range.
  if (Number.isNaN(value) || value <= -(2 ** 63) || value >= 2 ** 63) return new CelError('integer overflow')
  return BigInt(Math.trunc(value))
}

function doubleToUint(value: number): Result {
  if (Number.isNaN(value) || value < 0 || value >= 2 ** 64) return new CelError('unsigned integer overflow')
  return new UintValue(BigInt(Math.trunc(value)))
}

/** Numbers as Go writes them: digits may be parted by underscores, hexadecimal ones have a power of two. */
const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const hexadecimal = /^([+-]?)0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)[pP]([+-]?\d+)$/
const parted = /(?<=[0-9a-fA-FxX])_(?=[0-9a-fA-F])/g

function stringToDouble(text: string): Result {
  const word = /^([+-]?)(inf(?:inity)?|nan)$/i.exec(text)
  if (word !== null) {
    if (/nan/i.test(word[2] ?? '')) return word[1] === '' ? Number.NaN : failed('string', 'double')
    return word[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  }
  const plain = text.replaceAll(parted, '')
  const value = decimal.test(plain) ? Number(plain) : fromHexadecimal(plain)
  return Number.isFinite(value) ? value : failed('string', 'double')
}

function fromHexadecimal(text: string): number {
  const [, sign = '', whole = '', fraction = '', power = ''] = hexadecimal.exec(text) ?? []
  if (whole + fraction === '') return Number.NaN
  const digits = Number(BigInt(`0x${whole}${fraction}`))
  return (sign === '-' ? -digits : digits) * 2 ** (Number(power) - 4 * fraction.length)
}

const truths = new Map([
  ...['1', 't', 'T', 'TRUE', 'true', 'True'].map(text => [text, true] as const),
  ...['0', 'f', 'F', 'FALSE', 'false', 'False'].map(text => [text, false] as const),
])

function bytesToString(value: Uint8Array): Result {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(value)
  } catch {
    return new CelError('invalid UTF-8 in bytes, cannot convert to string')
  }
}

const same = (value: Value): Value => value

export const conversionLibrary: readonly FunctionDefinition[] = [
  global('type', 'type', [A], types.type(A), (value: Value) => new TypeValue(typeNameOf(value))),
  global('dyn', 'to_dyn', [A], dyn, same),
  global('bool', 'bool_to_bool', [bool], bool, same),
  global(
    'bool',
    'string_to_bool',
    [string],
    bool,
    (text: string) => truths.get(text) ?? failed('string', 'bool'),
  ),
  global('bytes', 'bytes_to_bytes', [bytes], bytes, same),
  global('bytes', 'string_to_bytes', [string], bytes, (text: string) => new TextEncoder().encode(text), {
    cost: traversal,
  }),
  global('double', 'double_to_double', [double], double, same),
  global('double', 'int64_to_double', [int], double, (value: bigint) => Number(value)),
  global('double', 'string_to_double', [string], double, stringToDouble),
  global('double', 'uint64_to_double', [uint], double, ({ value }: UintValue) => Number(value)),
  global('duration', 'duration_to_duration', [duration], duration, same),
  // It is declared, but numbers are not converted.
  global('duration', 'int64_to_duration', [int], duration, () => failed('int', 'google.protobuf.Duration')),
  global(
    'duration',
    'string_to_duration',
    [string],
    duration,
    (text: string) => parseDuration(text) ?? failed('string', 'google.protobuf.Duration'),
  ),
  global('int', 'int64_to_int64', [int], int, same),
  global('int', 'double_to_int64', [double], int, doubleToInt),
  global('int', 'duration_to_int64', [duration], int, ({ nanoseconds }: DurationValue) => nanoseconds),
  global('int', 'string_to_int64', [string], int, stringToInt),
  global('int', 'timestamp_to_int64', [timestamp], int, ({ nanoseconds }: TimestampValue) =>
    floorSeconds(nanoseconds),
  ),
  global('int', 'uint64_to_int64', [uint], int, ({ value }: UintValue) =>
    isInt(value) ? value : new CelError('integer overflow'),
  ),
  global('string', 'string_to_string', [string], string, same),
  global('string', 'bool_to_string', [bool], string, (value: boolean) => String(value)),
  global('string', 'bytes_to_string', [bytes], string, bytesToString, { cost: traversal }),
  global('string', 'double_to_string', [double], string, printDouble),
  global('string', 'duration_to_string', [duration], string, printDuration),
  global('string', 'int64_to_string', [int], string, (value: bigint) => String(value)),
  global('string', 'timestamp_to_string', [timestamp], string, printTimestamp),
  global('string', 'uint64_to_string', [uint], string, ({ value }: UintValue) => String(value)),
  global('timestamp', 'timestamp_to_timestamp', [timestamp], timestamp, same),
  global('timestamp', 'int64_to_timestamp', [int], timestamp, (value: bigint) =>
    timestampOf(value * 1_000_000_000n),
  ),
  global(
    'timestamp',
    'string_to_timestamp',
    [string],
    timestamp,
    (text: string) => parseTimestamp(text) ?? failed('string', 'google.protobuf.Timestamp'),
  ),
  global('uint', 'uint64_to_uint64', [uint], uint, same),
  global('uint', 'double_to_uint64', [double], uint, doubleToUint),
  global('uint', 'int64_to_uint64', [int], uint, (value: bigint) =>
    isUint(value) ? new UintValue(value) : new CelError('unsigned integer overflow'),
  ),
  global('uint', 'string_to_uint64', [string], uint, stringToUint),
  ...sizes(),
]

function floorSeconds(nanoseconds: bigint): bigint {
  const remainder = ((nanoseconds % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n
  return (nanoseconds - remainder) / 1_000_000_000n
}

function sizeOfValue(value: Value): Result {
  if (typeof value === 'string') return BigInt(codePoints(value))
  if (value instanceof Uint8Array) return BigInt(value.length)
  return value instanceof ListValue || value instanceof MapValue
    ? BigInt(value.size)
    : withoutTrait('size', value)
}

function sizes(): readonly FunctionDefinition[] {
  const extra = { singleton: ([value = null]: readonly Value[]) => sizeOfValue(value) }
  const kinds = [
    ['bytes', bytes],
    ['list', types.list(A)],
    ['map', types.map(A, B)],
    ['string', string],
  ] as const
  return kinds.flatMap(([name, type]) => [
    global('size', `size_${name}`, [type], int, sizeOfValue, extra),
    member('size', `${name}_size`, [type], int, sizeOfValue, extra),
  ])
}
