import type { Json, JsonObject } from '../../cel/kubernetes/index.ts'
import { emptyFields, type Fields, isObject, readValue, type Value, zeroOf } from './read.ts'
import { rules } from './rules/index.ts'
import { type Field, type GoType, type Struct, structOf } from './table.ts'

/** How structs are written: with what is filled in before, or as they are. */
export interface Writing {
  /** Fills in defaults and what a conversion to the server’s own types leaves behind. */
  readonly withDefaults: boolean
  /** Sentences on what is taken for granted. */
  readonly assumptions: Set<string>
  /** Keys of maps in their order, as encoding/json writes them: where the JSON is text. */
  readonly isSorted?: boolean
}

const nowhere = { struct: '', path: '' }

/** Lists and maps without elements count as absent for a default. */
function isAbsent(value: Value | undefined, type: GoType): boolean {
  if (value === undefined) return true
  if (type.of === 'list') return Array.isArray(value) && value.length === 0
  if (type.of === 'map' || type.of === 'resources') return isObject(value) && Object.keys(value).length === 0
  return type.of === 'bytes' && value === ''
}

/** Defaults of a struct that no rule decides upon. */
const staticDefaults = new Map<Struct, Struct['defaults']>()

function staticOf(struct: Struct): Struct['defaults'] {
  const known = staticDefaults.get(struct)
  if (known !== undefined) return known
  const decided = rules.get(struct.name)?.decides ?? []
  const left = struct.defaults.filter(([field]) => !decided.includes(field.name))
  staticDefaults.set(struct, left)
  return left
}

/** A value as encoding/json writes it, without defaults. */
export function writeJson(value: Value, type: GoType): string {
  const json = JSON.stringify(
    writeValue(value, type, { withDefaults: false, assumptions: new Set(), isSorted: true }),
  )
  return json.replaceAll(
    /[<>&\u2028\u2029]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function complete(fields: Fields, struct: Struct, writing: Writing): void {
  for (const [field, sentence] of struct.unsure) {
    if (fields[field] === undefined) writing.assumptions.add(sentence)
  }
  for (const [{ name, type }, value] of staticOf(struct)) {
    if (isAbsent(fields[name], type)) fields[name] = readValue(value, type, nowhere)
  }
  rules.get(struct.name)?.apply(fields, writeJson)
}

/**
 * A struct as JSON. Defaults are filled in from the outside inwards, as the server does: a rule sees its
 * own struct complete, and those inside as they came. `fields` is used up.
 */
export function writeStruct(fields: Fields, struct: Struct, writing: Writing): JsonObject {
  if (writing.withDefaults) complete(fields, struct, writing)
  const written = emptyFields()
  for (const field of struct.fields) {
    const value = writeField(fields[field.name], field, writing)
    if (value !== undefined) written[field.name] = value
  }
  return written as JsonObject
}

/** undefined where the field is left out. */
function writeField(value: Value | undefined, { omitted, type }: Field, writing: Writing): Json | undefined {
  if (value !== undefined) {
    return omitted === 'empty' && isAbsent(value, type) ? undefined : writeValue(value, type, writing)
  }
  if (omitted === 'zero') return undefined
  if (omitted === 'empty' && !isStructInGo(type)) return undefined
  return writeValue(zeroOf(type), type, writing)
}

const structsInGo = new Set(['struct', 'time', 'microTime', 'quantity', 'intOrString', 'raw'])
/** Those are never empty for encoding/json. */
const isStructInGo = (type: GoType): boolean => structsInGo.has(type.of)

function writeValue(value: Value, type: GoType, writing: Writing): Json {
  if (value === null) return null
  switch (type.of) {
    case 'pointer':
      return writeValue(value, type.element, writing)
    case 'list':
      return Array.isArray(value) ? value.map(item => writeValue(item, type.element, writing)) : null
    case 'map': {
      if (!isObject(value)) return null
      const map = emptyFields()
      const keys = Object.keys(value)
      for (const key of writing.isSorted ? keys.sort() : keys)
        map[key] = writeValue(value[key] ?? null, type.element, writing)
      return map as JsonObject
    }
    case 'struct':
      return isObject(value) ? writeStruct(value, structOf(type.name), writing) : null
    case 'schemaOrList':
    case 'schemaOrBool':
    case 'schemaOrTexts':
      return writeSchemas(value, writing)
    default:
      return value as Json
  }
}

function writeSchemas(value: Value, writing: Writing): Json {
  if (Array.isArray(value))
    return value.map(item => (isObject(item) ? writeSchemas(item, writing) : (item as Json)))
  return isObject(value) ? writeStruct(value, structOf('JSONSchemaProps'), writing) : (value as Json)
}
