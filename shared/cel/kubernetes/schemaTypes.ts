import { type Type, types } from '../check/types.ts'
import { escapeName } from './fieldNames.ts'
import { type Schema, withResourceFields } from './schema.ts'
import type { Structs } from './structs.ts'

/** Types that a schema declares: of a value under it, and those that lie inside. */
export interface DeclaredSchema {
  readonly type: Type
  readonly structs: Structs
}

/**
 * Types of values under a schema (the server’s `pkg/cel/common/schemas.go`).
 *
 * @param name of the type; those inside are called after their fields
 * @param isRoot whether it is the schema of a whole resource
 * @returns null for a schema whose values expressions cannot see
 */
export function declareSchema(schema: Schema, name: string, isRoot: boolean): DeclaredSchema | null {
  const structs = new Map<string, ReadonlyMap<string, Type>>()
  const type = declared(schema, name, isRoot, structs)
  return type === null ? null : { type, structs }
}

function declared(
  given: Schema,
  name: string,
  isRoot: boolean,
  structs: Map<string, ReadonlyMap<string, Type>>,
): Type | null {
  if (given.isIntOrString) return types.dyn
  const schema = isRoot ? withResourceFields(given) : given
  switch (schema.type) {
    case 'array': {
      const { items } = schema
      const element =
        items === null ? null : declared(items, `${name}.@idx`, items.isEmbeddedResource, structs)
      return element === null ? null : types.list(element)
    }
    case 'object':
      return object(schema, name, structs)
    case 'string':
      return textTypes.get(schema.format) ?? types.string
    case 'boolean':
      return types.bool
    case 'number':
      return types.double
    case 'integer':
      return types.int
    default:
      return null
  }
}

const textTypes: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['byte', types.bytes],
  ['duration', types.duration],
  ['date', types.timestamp],
  ['date-time', types.timestamp],
])

function object(
  { additional, properties }: Schema,
  name: string,
  structs: Map<string, ReadonlyMap<string, Type>>,
): Type | null {
  if (additional !== null) {
    const value = declared(additional, `${name}.@elem`, additional.isEmbeddedResource, structs)
    return value === null ? null : types.map(types.string, value)
  }
  const fields = new Map<string, Type>()
  for (const [property, schema] of properties ?? []) {
    const escaped = escapeName(property)
    if (escaped === null) continue
    const type = declared(schema, `${name}.${escaped}`, schema.isEmbeddedResource, structs)
    if (type !== null) fields.set(escaped, type)
  }
  structs.set(name, fields)
  return types.struct(name)
}
