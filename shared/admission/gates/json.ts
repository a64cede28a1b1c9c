import type { Json, JsonObject } from '../../cel/kubernetes/index.ts'
import { isFields } from '../fields.ts'

/** The value as an object of JSON, or an empty one. */
export function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : none
}

const none: JsonObject = Object.freeze({})

export function isJsonObject(value: unknown): value is JsonObject {
  return isFields(value)
}

/** Own field, whatever its name. */
export function fieldOf(object: JsonObject | null | undefined, name: string): Json | undefined {
  return object !== null && object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined
}

/** The list of objects at a field; entries of another type are kept as empty objects, so that places stay. */
export function objectsAt(object: JsonObject, name: string): readonly JsonObject[] {
  const list = fieldOf(object, name)
  return Array.isArray(list) ? list.map(objectOf) : []
}

/** The object with a field set to another value. */
export function withField(object: JsonObject, name: string, value: Json): JsonObject {
  const copy: Record<string, Json> = Object.create(null)
  for (const [key, entry] of Object.entries(object)) copy[key] = entry
  copy[name] = value
  return copy
}

/** The object with `metadata` or `spec` changed, which need not be there; itself where nothing changes. */
export function changed(
  object: JsonObject,
  part: string,
  change: (before: JsonObject) => JsonObject,
): JsonObject {
  const before = objectOf(fieldOf(object, part))
  const after = change(before)
  return after === before ? object : withField(object, part, after)
}

/** The text at a field; empty for another type. */
export function textAt(object: JsonObject, name: string): string {
  const value = fieldOf(object, name)
  return typeof value === 'string' ? value : ''
}

export function booleanAt(object: JsonObject, name: string): boolean | undefined {
  const value = fieldOf(object, name)
  return typeof value === 'boolean' ? value : undefined
}

/** The whole number at a field; null for another type. */
export function integerAt(object: JsonObject, name: string): number | null {
  const value = fieldOf(object, name)
  if (typeof value === 'bigint') return Number(value)
  return typeof value === 'number' && Number.isInteger(value) ? value : null
}

/** Whether a field is there and not null, as a pointer of the server is set. */
export function isSet(object: JsonObject, name: string): boolean {
  const value = fieldOf(object, name)
  return value !== undefined && value !== null
}
