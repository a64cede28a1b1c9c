import { printDuration, printTimestamp } from '../values/time.ts'
import {
  CelError,
  DurationValue,
  ListValue,
  MapValue,
  OptionalValue,
  TimestampValue,
  typeNameOf,
  UintValue,
  type Value,
} from '../values/value.ts'
import { ObjectValue } from './patchTypes.ts'

export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject
/** Has no prototype: names come from a cluster. */
export interface JsonObject {
  readonly [name: string]: Json
}

const safe = BigInt(Number.MAX_SAFE_INTEGER)

/**
 * A value as it stands in a patch. Whole numbers that JavaScript’s numbers cannot hold stay bigints in an
 * apply configuration; in a JSON patch they become texts, as the server makes them.
 */
export function toJson(value: Value, form: 'applyConfiguration' | 'jsonPatch'): Json | CelError {
  if (value === null || typeof value === 'boolean' || typeof value === 'string' || typeof value === 'number')
    return value
  if (typeof value === 'bigint') return whole(value, form)
  if (value instanceof UintValue) return whole(value.value, form)
  if (value instanceof Uint8Array) return base64(value)
  if (value instanceof TimestampValue) return printTimestamp(value)
  if (value instanceof DurationValue) return printDuration(value)
  if (value instanceof ListValue) return list(value, form)
  if (value instanceof MapValue) return entries(value, form)
  if (value instanceof ObjectValue) return object(value.fields, form)
  if (value instanceof OptionalValue && value.value !== undefined) return toJson(value.value, form)
  return new CelError(`a value of type ${typeNameOf(value)} has no form in JSON`)
}

/**
 * Whether the API server panics on making this value of a JSON patch, as it does on an `Object{…}` that is an
 * item of a list or an entry of a map outside of any other one. Source: kubernetes/kubernetes#142181;
 * apiserver, pkg/cel/mutation/dynamic/objects.go makes a Struct of it where cel-go puts a Value.
 */
export function panicsServer(value: Value): boolean {
  if (value instanceof ListValue) return anyPanics(value)
  if (value instanceof MapValue) return anyPanics([...value.keys()].map(key => value.get(key) ?? null))
  if (value instanceof OptionalValue && value.value !== undefined) return panicsServer(value.value)
  return false
}

/** An item before it that has no form in JSON ends the making with an error. */
function anyPanics(items: Iterable<Value>): boolean {
  for (const item of items) {
    const bare = item instanceof OptionalValue ? (item.value ?? null) : item
    if (panicsServer(bare)) return true
    if (toJson(bare, 'jsonPatch') instanceof CelError) return false
    if (bare instanceof ObjectValue) return true
  }
  return false
}

function whole(value: bigint, form: 'applyConfiguration' | 'jsonPatch'): Json {
  if (value >= -safe && value <= safe) return Number(value)
  return form === 'jsonPatch' ? String(value) : value
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
}

function list(values: ListValue, form: 'applyConfiguration' | 'jsonPatch'): Json | CelError {
  const converted: Json[] = []
  for (const value of values) {
    const json = toJson(value, form)
    if (json instanceof CelError) return json
    converted.push(json)
  }
  return converted
}

function entries(map: MapValue, form: 'applyConfiguration' | 'jsonPatch'): Json | CelError {
  const fields = new Map<string, Value>()
  for (const key of map.keys()) {
    if (typeof key !== 'string') return new CelError(`a map key of type ${typeNameOf(key)} is no string`)
    fields.set(key, map.get(key) ?? null)
  }
  return object(fields, form)
}

function object(
  fields: ReadonlyMap<string, Value>,
  form: 'applyConfiguration' | 'jsonPatch',
): JsonObject | CelError {
  const converted: Record<string, Json> = Object.create(null)
  for (const [name, value] of fields) {
    const json = toJson(value, form)
    if (json instanceof CelError) return new CelError(`fail to convert field "${name}": ${json.message}`)
    converted[name] = json
  }
  return converted
}
