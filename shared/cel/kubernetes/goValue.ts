import { quoteGo } from '../../words/index.ts'
import { isWrittenList, JoinedList, StringList } from '../values/containers.ts'
import { goLiteral, goPlain, goQuoted, pointer } from '../values/goText.ts'
import { goTypeName } from '../values/goTypes.ts'
import {
  CelError,
  DurationValue,
  ListValue,
  MapValue,
  OptionalValue,
  TimestampValue,
  TypeValue,
  typeNameOf,
  UintValue,
  type Value,
  withoutOptional,
} from '../values/value.ts'
import { ObjectValue } from './patchTypes.ts'

/**
 * What the server’s own language holds of a value (`Value()` of cel-go), which is what it puts into the fields
 * of an `Object{…}`: JSON where it is that already, else a value that stays what it is. Whole numbers that a
 * JavaScript number cannot hold are bigints.
 */
export type GoValue = null | boolean | number | bigint | string | ForeignValue | readonly GoValue[] | GoFields

/** Has no prototype: names come from a cluster. */
export interface GoFields {
  readonly [name: string]: GoValue
}

/** What is no JSON, e.g. a length of time, or a list that an expression wrote down in another one. */
export class ForeignValue {
  /** As `%T`, e.g. `time.Duration`. */
  readonly type: string
  /** An error where a part of an object has no form. */
  readonly held: Value | CelError

  constructor(type: string, held: Value | CelError) {
    this.type = type
    this.held = held
  }

  /** As `%v`. */
  toString(): string {
    return this.held instanceof CelError ? this.held.message : goPlain(this.held)
  }

  /** As `%#v`. */
  get literal(): string {
    const { type, held } = this
    return held instanceof CelError || type.startsWith('*') ? pointer(type) : goLiteral(held)
  }
}

const opaqueTypes: ReadonlyMap<string, string> = new Map([
  ['kubernetes.URL', '*url.URL'],
  ['kubernetes.Quantity', '*resource.Quantity'],
  ['kubernetes.Semver', 'semver.Version'],
  ['kubernetes.NamedFormat', 'cel.Format'],
  ['net.IP', 'netip.Addr'],
  ['net.CIDR', 'netip.Prefix'],
  ['JSONPatch', '*mutation.JSONPatchVal'],
])

const failed = (error: CelError): ForeignValue => new ForeignValue('*types.Err', error)

export function goValueOf(value: Value): GoValue {
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') return value
  if (typeof value === 'bigint') return wholeOf(value)
  if (value === null) return new ForeignValue('structpb.NullValue', null)
  if (value instanceof UintValue) return new ForeignValue('uint64', value)
  if (value instanceof Uint8Array) return new ForeignValue('[]uint8', value)
  if (value instanceof TimestampValue) return new ForeignValue('time.Time', value)
  if (value instanceof DurationValue) return new ForeignValue('time.Duration', value)
  if (value instanceof TypeValue) return value.name
  if (value instanceof OptionalValue) return value.value === undefined ? null : goValueOf(value.value)
  if (value instanceof ListValue) return listOf(value)
  if (value instanceof MapValue)
    return value.isNative ? nativeOf(value) : new ForeignValue('map[ref.Val]ref.Val', value)
  if (value instanceof ObjectValue) {
    const fields = goFieldsOf(value)
    return fields instanceof CelError ? failed(fields) : fields
  }
  const type = opaqueTypes.get(typeNameOf(value))
  // Values of authorizers, and all variables as one, are handed to nobody.
  return type === undefined ? failed(new CelError('no such overload')) : new ForeignValue(type, value)
}

const wholeOf = (value: bigint): number | bigint =>
  Number.isSafeInteger(Number(value)) ? Number(value) : value

function listOf(list: ListValue): GoValue {
  if (list instanceof JoinedList) return Array.from(list, goValueOf)
  if (list.isNative) return nativeOf(list)
  return new ForeignValue(list instanceof StringList ? '[]string' : '[]ref.Val', list)
}

/** Levels of JSON that are taken over; what lies deeper is null. No object of sense is this deep. */
const deepest = 1000

/** JSON that an expression handed on as it was. */
function nativeOf(value: Value, depth = 0): GoValue {
  if (depth > deepest) return null
  if (value instanceof ListValue) return Array.from(value, each => nativeOf(each, depth + 1))
  if (!(value instanceof MapValue)) return value === null ? null : goValueOf(value)
  const fields: Record<string, GoValue> = Object.create(null)
  for (const key of value.keys())
    if (typeof key === 'string') fields[key] = nativeOf(value.get(key) ?? null, depth + 1)
  return fields
}

/** Lists and maps that are written down in a field are opened; those in them are not. */
export function goFieldsOf({ fields }: ObjectValue): GoFields | CelError {
  const converted: Record<string, GoValue> = Object.create(null)
  for (const [name, value] of fields) {
    const held = fieldOf(value)
    if (held instanceof CelError)
      return new CelError(`fail to convert field ${quoteGo(name)}: ${held.message}`)
    converted[name] = held
  }
  return converted
}

function fieldOf(value: Value): GoValue | CelError {
  const bare = withoutOptional(value)
  if (isWrittenList(bare)) return Array.from(bare, goValueOf)
  if (!(bare instanceof MapValue) || bare.isNative) return goValueOf(value)
  const entries: Record<string, GoValue> = Object.create(null)
  for (const key of bare.keys()) {
    const name = goValueOf(key)
    if (typeof name !== 'string')
      return new CelError(`map key ${goQuoted(key)} is of type ${goTypeName(key)}, not string`)
    entries[name] = goValueOf(bare.get(key) ?? null)
  }
  return entries
}
