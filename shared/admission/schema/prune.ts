import { deepest, isObject, type Json } from '../values/index.ts'
import type { Structural } from './structural.ts'

const metaFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata'])

/** A value without the fields that its schema does not name, and the paths of those. */
export interface Pruned {
  readonly value: Json
  /** In order, as the server writes them, e.g. `spec.items[0].foo`. */
  readonly unknown: readonly string[]
}

/**
 * Drops the fields of a custom resource that its schema does not name (`schema/pruning/algorithm.go`).
 * Metadata of the whole and of embedded resources stays as it is.
 */
export function prune(object: Json, schema: Structural): Pruned {
  const unknown: string[] = []
  const value = pruned(object, schema, { path: '', unknown, isResource: true, depth: 0 })
  return { value, unknown: unknown.sort() }
}

interface At {
  readonly path: string
  readonly unknown: string[]
  /** Whether it is a whole resource, whose metadata is not for the schema to name. */
  readonly isResource: boolean
  readonly depth: number
}

/** @param schema null where nothing describes the value: all fields go */
function pruned(value: Json, schema: Structural | null, at: At): Json {
  if (at.depth > deepest) return value
  if (Array.isArray(value))
    return value.map((element: Json, index) => {
      const inside = { ...at, path: `${at.path}[${index}]`, isResource: false, depth: at.depth + 1 }
      // Elements of a list that keeps what it does not know keep it too, whatever they are declared to be.
      if (schema?.preservesUnknown === true) return kept(element, schema.items, inside)
      return pruned(element, schema?.items ?? null, inside)
    })
  if (!isObject(value)) return value
  return fields(value as Readonly<Record<string, Json>>, schema, schema?.preservesUnknown === true, at)
}

/** A value under a schema that is read as keeping what it does not know. */
function kept(value: Json, schema: Structural | null, at: At): Json {
  if (schema === null || at.depth > deepest) return value
  if (Array.isArray(value))
    return value.map((element: Json, index) =>
      kept(element, schema.items, { ...at, path: `${at.path}[${index}]`, depth: at.depth + 1 }),
    )
  return isObject(value) ? fields(value as Readonly<Record<string, Json>>, schema, true, at) : value
}

function fields(
  value: Readonly<Record<string, Json>>,
  schema: Structural | null,
  keepsUnknown: boolean,
  at: At,
): Json {
  const result: Record<string, Json> = Object.create(null)
  const isResource = at.isResource || schema?.isEmbeddedResource === true
  for (const [name, field] of Object.entries(value)) {
    const path = at.path === '' ? name : `${at.path}.${name}`
    const inside = { ...at, path, isResource: false, depth: at.depth + 1 }
    const declared = schema?.properties.get(name) ?? schema?.additional
    if (isResource && metaFields.has(name)) result[name] = field
    else if (declared !== undefined) result[name] = pruned(field, declared, inside)
    else if (keepsUnknown) result[name] = field
    else at.unknown.push(path)
  }
  return result
}
