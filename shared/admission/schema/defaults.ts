import { deepest, isObject, type Json } from '../values/index.ts'
import type { Structural } from './structural.ts'

/**
 * Fills in the defaults of a schema, for what is absent and for a null that is not allowed, and then for
 * what is inside (`schema/defaulting/algorithm.go`).
 */
export function withSchemaDefaults(value: Json, schema: Structural | null, depth = 0): Json {
  if (schema === null || depth > deepest) return value
  if (Array.isArray(value)) {
    const { items } = schema
    return value.map((element: Json) => {
      const filled =
        element === null && items !== null && !items.isNullable ? (items.default ?? null) : element
      return withSchemaDefaults(filled, items, depth + 1)
    })
  }
  if (!isObject(value)) return value
  const result: Record<string, Json> = Object.assign(Object.create(null), value)
  for (const name of schema.properties.names) {
    const property = schema.properties.get(name)
    const fallback = property?.default
    if (property === undefined || fallback === undefined) continue
    if (!Object.hasOwn(result, name) || (result[name] === null && !property.isNullable))
      result[name] = fallback
  }
  for (const name of Object.keys(result)) {
    const property = schema.properties.get(name)
    const inside = property ?? schema.additional ?? null
    const field = result[name] ?? null
    const filled =
      property === undefined && field === null && inside !== null && !inside.isNullable
        ? (inside.default ?? null)
        : field
    result[name] = withSchemaDefaults(filled, inside, depth + 1)
  }
  return result
}

/** Without the nulls that a schema neither allows nor has a default for (`schema/defaulting/prunenulls.go`). */
export function withoutNulls(value: Json, schema: Structural | null, depth = 0): Json {
  if (depth > deepest) return value
  if (Array.isArray(value))
    return value.map((element: Json) => withoutNulls(element, schema?.items ?? null, depth + 1))
  if (!isObject(value)) return value
  const result: Record<string, Json> = Object.create(null)
  for (const [name, field] of Object.entries(value) as [string, Json][]) {
    const inside = schema?.properties.get(name) ?? schema?.additional ?? null
    const isDropped = field === null && inside !== null && !inside.isNullable && inside.default === undefined
    if (!isDropped) result[name] = withoutNulls(field, inside, depth + 1)
  }
  return result
}
