import type { TypeProvider } from '../check/declarations.ts'
import { type Type, types } from '../check/types.ts'
import { isWrittenList } from '../values/containers.ts'
import { equal } from '../values/equality.ts'
import { CelError, MapValue, OpaqueValue, type Result, type Value, withoutOptional } from '../values/value.ts'

/**
 * `Object{…}`, `Object.spec{…}` and `JSONPatch{…}`, which mutating policies make. Every field compiles;
 * whether the types’ names are those of the fields that they stand in is looked at when it is applied.
 */
export const objectType = types.struct('Object')
export const jsonPatchType = types.struct('JSONPatch')

const isObjectName = (name: string): boolean => name === 'Object' || name.startsWith('Object.')

const patchFields: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['op', types.string],
  ['path', types.string],
  ['from', types.string],
  ['value', types.dyn],
])

export const patchTypes: TypeProvider = {
  findStruct: name => (isObjectName(name) || name === 'JSONPatch' ? types.struct(name) : undefined),
  findField: (struct, field) =>
    isObjectName(struct) ? types.dyn : struct === 'JSONPatch' ? patchFields.get(field) : undefined,
}

/** A value of `Object` or of a type below it. */
export class ObjectValue extends OpaqueValue {
  readonly type: Type
  readonly typeName: string
  readonly fields: ReadonlyMap<string, Value>

  constructor(typeName: string, fields: ReadonlyMap<string, Value>) {
    super()
    this.type = types.struct(typeName)
    this.typeName = typeName
    this.fields = fields
  }

  equals(other: OpaqueValue): boolean {
    return (
      other instanceof ObjectValue &&
      other.typeName === this.typeName &&
      hasSameFields(this.fields, other.fields)
    )
  }

  override get equalityCost(): null {
    return null
  }

  override isComparableWith(): boolean {
    return true
  }

  override isSet(name: string): boolean {
    return this.fields.has(name)
  }

  override field(name: string): Value {
    return this.fields.get(name) ?? null
  }

  override toString(): string {
    return `${this.typeName}{…}`
  }
}

/** One operation of a JSON patch. */
export class JsonPatchValue extends OpaqueValue {
  readonly type = jsonPatchType
  readonly op: string
  readonly path: string
  readonly from: string
  /** Undefined where none was given. */
  readonly value: Value | undefined

  constructor(op: string, path: string, from: string, value: Value | undefined) {
    super()
    this.op = op
    this.path = path
    this.from = from
    this.value = value
  }

  equals(other: OpaqueValue): boolean {
    if (!(other instanceof JsonPatchValue)) return false
    const isSame = other.op === this.op && other.path === this.path && other.from === this.from
    if (!isSame || this.value === undefined || other.value === undefined)
      return isSame && this.value === other.value
    return equal(this.value, other.value)
  }

  override get equalityCost(): null {
    return null
  }

  override isComparableWith(): boolean {
    return true
  }

  override isSet(name: string): boolean {
    const value = this.field(name)
    return name === 'value' ? this.value !== undefined : value !== undefined && value !== ''
  }

  override field(name: string): Value | undefined {
    if (name === 'value') return this.value ?? null
    return name === 'op' || name === 'path' || name === 'from' ? this[name] : undefined
  }

  override toString(): string {
    return `JSONPatch{op: ${this.op}, path: ${this.path}}`
  }
}

function hasSameFields(one: ReadonlyMap<string, Value>, other: ReadonlyMap<string, Value>): boolean {
  if (one.size !== other.size) return false
  for (const [name, value] of one) {
    const against = other.get(name)
    if (against === undefined || !equal(value, against)) return false
  }
  return true
}

/** Makes a value of one of these types. */
export function constructPatch(type: Type, fields: ReadonlyMap<string, Value>): Result {
  const name = type.kind === 'struct' ? type.name : ''
  if (isObjectName(name)) return new ObjectValue(name, fields)
  const texts: string[] = []
  for (const field of ['op', 'path', 'from']) {
    const value = fields.get(field) ?? ''
    if (typeof value !== 'string')
      return new CelError(`unexpected type ${goType(value)} for JSONPatchType '${field}' field`)
    texts.push(value)
  }
  const [op = '', path = '', from = ''] = texts
  return new JsonPatchValue(op, path, from, fields.get('value'))
}

function goType(value: Value): string {
  if (typeof value === 'bigint') return 'int64'
  if (typeof value === 'number') return 'float64'
  return typeof value === 'boolean' ? 'bool' : value === null ? 'structpb.NullValue' : 'ref.Val'
}

/**
 * Where the name of a type is not the path of fields to it: `Object.spec{…}` may stand in the field
 * `spec` of `Object{…}` alone, and in lists and maps of it. Empty where all are in their places. The server
 * does not look into an optional that holds one, nor into lists that were added up.
 *
 * @param value what stands at the root; its own type’s name begins the path
 */
export function misplacedTypes(value: ObjectValue): readonly string[] {
  const faults: string[] = []
  look(value, value.typeName, faults)
  return faults
}

function look(value: Value, path: string, faults: string[]): void {
  if (value instanceof ObjectValue) {
    if (value.typeName !== path)
      faults.push(
        `unexpected type name "${value.typeName}", expected "${path}", which matches field name path from root Object type`,
      )
    for (const [name, field] of value.fields) look(field, `${path}.${name}`, faults)
    return
  }
  const held = withoutOptional(value)
  if (isWrittenList(held)) for (const element of held) look(element, path, faults)
  else if (held instanceof MapValue && !held.isNative)
    for (const key of held.keys()) look(held.get(key) ?? null, path, faults)
}
