import { type Json, type JsonObject, printAmount } from '../../cel/kubernetes/index.ts'
import { base64Fault } from '../values/index.ts'
import { parseQuantity, roundedToMilli } from './quantity.ts'
import { type GoType, type Struct, structOf } from './table.ts'
import { canonicalTime } from './time.ts'

/**
 * Reading of JSON into Go types. What is read is sparse: a field that is nil or zero is absent, so that
 * the rules of defaults ask for one thing; empty lists and maps and the zero behind a pointer stay.
 */

/** A struct that was read. It has no prototype. */
export interface Fields {
  [name: string]: Value | undefined
}
export type Value = null | boolean | number | bigint | string | readonly Value[] | Fields | Json

/** The server would answer 400: the text does not decode. */
export class Undecodable extends Error {}

export const emptyFields = (): Fields => ({ __proto__: null }) as unknown as Fields

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Where a value stands, for messages: struct and path of field names. */
interface Place {
  readonly struct: string
  readonly path: string
}

const nowhere: Place = { struct: '', path: '' }

const goNames: Readonly<Record<string, string>> = {
  float: 'float64',
  bytes: '[]uint8',
}

function goName(type: GoType): string {
  if ('element' in type) {
    const inner = goName(type.element)
    return type.of === 'pointer' ? inner : type.of === 'list' ? `[]${inner}` : `map[string]${inner}`
  }
  if (type.of === 'resources') return 'v1.ResourceList'
  if (type.of === 'struct') return `${versionOf(type.name)}.${goNameOfStruct(type.name)}`
  if (type.of === 'string' && type.named !== undefined) {
    return type.named.includes('.') ? type.named : `v1.${type.named}`
  }
  return goNames[type.of] ?? type.of
}

/** The package of most types is called v1. */
const versionOf = (name: string): string => name.split('/')[1] ?? 'v1'
const goNameOfStruct = (name: string): string => name.split('@')[0] ?? name

const jsonName = (value: Json): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'boolean') return 'bool'
  return typeof value === 'number' || typeof value === 'bigint' ? 'number' : typeof value
}

function refuse(value: Json, type: GoType, { struct, path }: Place): never {
  const number = typeof value === 'number' || typeof value === 'bigint' ? ` ${value}` : ''
  const shown = number !== '' && type.of.startsWith('int') ? `number${number}` : jsonName(value)
  const place = struct === '' ? 'Go value' : `Go struct field ${goNameOfStruct(struct)}.${path}`
  throw new Undecodable(`json: cannot unmarshal ${shown} into ${place} of type ${goName(type)}`)
}

const bounds: Readonly<Record<string, readonly [bigint, bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint8: [0n, 255n],
}

function readInteger(value: Json, type: GoType, place: Place): number | bigint {
  const [least = 0n, most = 0n] = bounds[type.of] ?? []
  const isWhole = typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))
  if (!isWhole || value < least || value > most) return refuse(value, type, place)
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value
}

/** Base64 with its padding, as it would be written again. */
function canonicalBytes(text: string): string {
  const bare = text.replaceAll(/[\r\n]/g, '')
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const padding = bare.endsWith('==') ? 2 : bare.endsWith('=') ? 1 : 0
  if (padding === 0) return bare
  // Bits beyond the last byte are read and not written again.
  const last = alphabet.indexOf(bare.charAt(bare.length - padding - 1))
  const clean = alphabet.charAt(last & (padding === 2 ? 0b110000 : 0b111100))
  return `${bare.slice(0, -padding - 1)}${clean}${'='.repeat(padding)}`
}

function readTime(value: Json, micro: boolean, type: GoType, place: Place): string | null {
  if (value === null) return null
  if (typeof value !== 'string') return refuse(value, { of: 'string' }, place)
  const time = canonicalTime(value, micro)
  if (time === undefined)
    throw new Undecodable(`parsing time ${JSON.stringify(value)}: it is no ${goName(type)} (${place.path})`)
  return time
}

function readQuantity(value: Json, inMilli = false): string {
  if (value === null) return '0'
  const text = typeof value === 'number' || typeof value === 'bigint' ? `${value}` : value
  const quantity = typeof text === 'string' ? parseQuantity(text) : null
  if (quantity === null) {
    throw new Undecodable(
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    )
  }
  return printAmount(inMilli ? roundedToMilli(quantity) : quantity)
}

function readMap(value: JsonObject, element: GoType, place: Place): Fields {
  const map = emptyFields()
  for (const key of Object.keys(value)) map[key] = readValue(value[key] ?? null, element, place)
  return map
}

function readResources(value: JsonObject): Fields {
  const map = emptyFields()
  for (const key of Object.keys(value)) map[key] = readQuantity(value[key] ?? null, true)
  return map
}

const zeros: Readonly<Record<string, Value>> = {
  string: '',
  bool: false,
  int32: 0,
  int64: 0,
  uint8: 0,
  float: 0,
  quantity: '0',
  intOrString: 0,
}

/** What a Go value of the type is when nothing was said about it; a struct is read from nothing. */
export const zeroOf = (type: GoType): Value =>
  type.of === 'struct' ? emptyFields() : (zeros[type.of] ?? null)

/** A value that is a pointer’s, a list’s or a map’s, where zero and nothing differ. */
export function readValue(value: Json, type: GoType, place: Place): Value {
  if (value === null) return zeroOf(type)
  switch (type.of) {
    case 'string':
      return typeof value === 'string' ? value : refuse(value, type, place)
    case 'bool':
      return typeof value === 'boolean' ? value : refuse(value, type, place)
    case 'int32':
    case 'int64':
    case 'uint8':
      return readInteger(value, type, place)
    case 'float':
      return typeof value === 'number' || typeof value === 'bigint'
        ? Number(value)
        : refuse(value, type, place)
    case 'bytes':
      return readBytes(value, type, place)
    case 'time':
    case 'microTime':
      return readTime(value, type.of === 'microTime', type, place)
    case 'quantity':
      return readQuantity(value)
    case 'intOrString':
      return typeof value === 'string' ? value : readInteger(value, { of: 'int32' }, place)
    case 'raw':
      return value
    case 'schemaOrList':
    case 'schemaOrBool':
    case 'schemaOrTexts':
      return readSchemaOr(value, type.of, place)
    case 'pointer':
      return readValue(value, type.element, place)
    case 'list':
      return Array.isArray(value)
        ? (value as readonly Json[]).map(item => readValue(item, type.element, place))
        : refuse(value, type, place)
    case 'map':
      return isObject(value) ? readMap(value as JsonObject, type.element, place) : refuse(value, type, place)
    case 'resources':
      return isObject(value) ? readResources(value as JsonObject) : refuse(value, type, place)
    case 'struct':
      return readStruct(value, structOf(type.name), place)
  }
}

function readBytes(value: Json, type: GoType, place: Place): string {
  if (typeof value !== 'string') return refuse(value, type, place)
  const fault = base64Fault(value)
  if (fault !== null) throw new Undecodable(fault)
  return canonicalBytes(value)
}

const schema: GoType = { of: 'struct', name: 'JSONSchemaProps' }

/** Anything else than these reads as nothing. */
function readSchemaOr(
  value: Json,
  of: 'schemaOrList' | 'schemaOrBool' | 'schemaOrTexts',
  place: Place,
): Value {
  if (isObject(value)) return readValue(value as Json, schema, { ...place, struct: '' })
  if (of === 'schemaOrBool') {
    if (typeof value === 'boolean') return value
    throw new Undecodable('boolean or JSON schema expected')
  }
  if (!Array.isArray(value) || value.length === 0) return null
  return readValue(value, { of: 'list', element: of === 'schemaOrList' ? schema : { of: 'string' } }, place)
}

export function isZero(value: Value): boolean {
  return value === null || value === '' || value === 0 || value === false || value === 0n
}

/** For these a zero is as good as nothing; of others it is a value. */
const dropsZero = new Set(['string', 'bool', 'int32', 'int64', 'uint8', 'float', 'time', 'microTime'])

/** A struct from its JSON; unknown fields are dropped. */
export function readStruct(value: Json, struct: Struct, place: Place = nowhere): Fields {
  if (!isObject(value)) return refuse(value, { of: 'struct', name: struct.name }, place)
  const read = emptyFields()
  const under = place.path === '' ? '' : `${place.path}.`
  // In the order they stand in: of several errors the server tells the first.
  for (const name of Object.keys(value)) {
    const field = struct.byName.get(name)
    const given = value[name] as Json | undefined
    if (field === undefined || given === undefined || given === null) continue
    const { type, path } = field
    const found = readValue(given, type, { struct: struct.name, path: under + path })
    if (dropsZero.has(type.of) && isZero(found)) continue
    read[name] = found
  }
  return read
}
