import { types } from '../check/types.ts'
import type { FunctionDefinition } from '../run/functions.ts'
import { compareStrings } from '../values/equality.ts'
import { printDouble } from '../values/numbers.ts'
import { printDuration, printTimestamp } from '../values/time.ts'
import {
  CelError,
  DurationValue,
  isError,
  ListValue,
  MapValue,
  type Result,
  TimestampValue,
  TypeValue,
  typeNameOf,
  UintValue,
  type Value,
} from '../values/value.ts'
import { oneTraversal } from './costs.ts'
import { member } from './define.ts'
import { type Clause, clauseFaults, readTemplate } from './formatTemplate.ts'
import { fixed, plainFixed, scientific } from './localeNumbers.ts'
import { quoteGo } from './quote.ts'

/**
 * `string.format(list)` as version 2 of cel-go’s strings library has it, in the locale en_US: `%f` groups
 * thousands.
 */
function format(template: string, list: ListValue): Result {
  let text = ''
  for (const part of readTemplate(template, list.size, 'whenRun')) {
    if (part instanceof CelError) return part
    if (typeof part === 'string') {
      text += part
      continue
    }
    const written = formatClause(part.clause, list.at(part.index))
    if (isError(written)) return new CelError(`error during formatting: ${written.message}`)
    text += written
  }
  return text
}

type Text = string | CelError

function formatClause({ verb, precision }: Clause, value: Value): Text {
  switch (verb) {
    case 's':
      return formatString(value)
    case 'd':
      return formatDecimal(value)
    case 'f':
      return float(value, verb, number => fixed(number, precision ?? defaultPrecision))
    case 'e':
      return float(value, verb, number => scientific(number, precision ?? defaultPrecision))
    case 'b':
      return typeof value === 'boolean' ? (value ? '1' : '0') : integer(value, verb, 2)
    case 'o':
      return integer(value, verb, 8)
    case 'x':
      return hex(value)
    case 'X': {
      const text = hex(value)
      return typeof text === 'string' ? text.toUpperCase() : text
    }
  }
}

const defaultPrecision = 6

const misfit = (verb: Clause['verb'], value: Value): CelError =>
  new CelError(`${clauseFaults[verb]}, was given ${typeNameOf(value)}`)

function integer(value: Value, verb: Clause['verb'], base: number): Text {
  if (typeof value === 'bigint') return value.toString(base)
  return value instanceof UintValue ? value.value.toString(base) : misfit(verb, value)
}

const formatDecimal = (value: Value): Text => integer(value, 'd', 10)

const bytesToHex = (bytes: Uint8Array): string =>
  [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')

function hex(value: Value): Text {
  if (typeof value === 'string') return bytesToHex(new TextEncoder().encode(value))
  return value instanceof Uint8Array ? bytesToHex(value) : integer(value, 'x', 16)
}

/** Numbers, and the words for those that JSON does not have. */
const namedNumbers: ReadonlyMap<string, number> = new Map([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
])

function float(value: Value, verb: Clause['verb'], write: (value: number) => string): Text {
  const number = typeof value === 'string' ? namedNumbers.get(value) : value
  return typeof number === 'number' ? write(number) : misfit(verb, value)
}

function formatString(value: Value): Text {
  if (value === null) return 'null'
  if (typeof value === 'string') return value
  if (typeof value === 'number') return printDouble(value)
  if (typeof value !== 'object') return String(value)
  if (value instanceof ListValue) return formatList(value)
  if (value instanceof MapValue) return formatMap(value)
  if (value instanceof UintValue) return String(value.value)
  if (value instanceof TimestampValue) return printTimestamp(value)
  if (value instanceof DurationValue) return printDuration(value)
  if (value instanceof TypeValue) return value.name
  return value instanceof Uint8Array ? decode(value) : misfit('s', value)
}

function decode(bytes: Uint8Array): Text {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new CelError(
      'could not convert argument "invalid UTF-8 in bytes, cannot convert to string" to string',
    )
  }
}

/** A value inside a list or a map, where texts stand between quotes. */
function formatInside(value: Value): Text {
  if (typeof value === 'number')
    return Number.isFinite(value) ? plainFixed(value, defaultPrecision) : quoteGo(printDouble(value))
  if (typeof value === 'string') return quoteGo(value)
  if (value instanceof TimestampValue) return `timestamp(${quoteGo(printTimestamp(value))})`
  if (value instanceof DurationValue) return `duration(${quoteGo(printDuration(value))})`
  const text = formatString(value)
  if (isError(text))
    return hasClause(value) ? text : new CelError(`no formatting function for ${typeNameOf(value)}`)
  return value instanceof Uint8Array ? `b${quoteGo(text)}` : text
}

const hasClause = (value: Value): boolean =>
  value instanceof ListValue || value instanceof MapValue || value instanceof Uint8Array

function formatList(list: ListValue): Text {
  const parts: string[] = []
  for (const element of list) {
    const text = formatInside(element)
    if (isError(text)) return text
    parts.push(text)
  }
  return `[${parts.join(', ')}]`
}

/** Entries in the order of their keys’ texts. */
function formatMap(map: MapValue): Text {
  const entries: (readonly [key: string, value: string])[] = []
  for (const key of map.keys()) {
    const keyText = formatKey(key)
    if (isError(keyText)) return keyText
    const text = formatInside(map.get(key) ?? null)
    if (isError(text)) return text
    entries.push([keyText, text])
  }
  entries.sort(([one], [other]) => compareStrings(one, other))
  return `{${entries.map(([key, text]) => `${key}:${text}`).join(', ')}}`
}

function formatKey(key: Value): Text {
  if (typeof key === 'number') return new CelError('no formatting function for map key of type double')
  return formatInside(key)
}

export const formatFunction: FunctionDefinition = member(
  'format',
  'string_format',
  [types.string, types.list(types.dyn)],
  types.string,
  format,
  { cost: oneTraversal.cost },
)
