import { JoinedList } from '../values/containers.ts'
import { showValue } from '../values/show.ts'
import { printDuration, printTimestamp } from '../values/time.ts'
import {
  CelError,
  DurationValue,
  ListValue,
  MapValue,
  OptionalValue,
  ServerPanic,
  TimestampValue,
  TypeValue,
  typeNameOf,
  UintValue,
  type Value,
  withoutOptional,
} from '../values/value.ts'
import { ForeignValue, type GoFields, type GoValue, goFieldsOf, goValueOf } from './goValue.ts'
import { JsonPatchValue, ObjectValue } from './patchTypes.ts'

export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject
/** Has no prototype: names come from a cluster. */
export interface JsonObject {
  readonly [name: string]: Json
}

/**
 * The value of an operation of a JSON patch, or why the server makes none of it. An `Object{…}` that is an item
 * of a list or an entry of a map outside of any other one makes it panic, unless lists were added up to it.
 * Some builds of a server have an unbreakable space behind `proto:`.
 * Source: kubernetes/kubernetes#142181; cel-go, `ConvertToNative`; apiserver, pkg/cel/mutation/dynamic/objects.go.
 */
export function patchJson(value: Value): Json | Fault {
  const json = converted(value)
  if (isFault(json)) return json
  const odd = notFinite(json)
  if (odd === null) return json
  const type = withoutOptional(value) instanceof ObjectValue ? 'Struct' : 'Value'
  return new CelError(
    `json: error calling MarshalJSON for type *structpb.${type}: proto: google.protobuf.Value.number_value: invalid ${odd} value`,
  )
}

type Fault = CelError | ServerPanic

const isFault = (json: Json | Fault): json is Fault => json instanceof CelError || json instanceof ServerPanic

/** A part that JSON cannot write, as the server names it; null where there is none. */
function notFinite(json: Json): string | null {
  if (typeof json === 'number' && !Number.isFinite(json))
    return Number.isNaN(json) ? 'NaN' : json > 0 ? '+Inf' : '-Inf'
  if (typeof json !== 'object' || json === null) return null
  for (const part of Array.isArray(json) ? json : Object.values(json)) {
    const odd = notFinite(part)
    if (odd !== null) return odd
  }
  return null
}

const target = '*structpb.Value'

function converted(value: Value): Json | Fault {
  if (value === null || typeof value === 'boolean' || typeof value === 'string' || typeof value === 'number')
    return value
  if (typeof value === 'bigint') return whole(value)
  if (value instanceof UintValue) return whole(value.value)
  if (value instanceof Uint8Array) return base64(value)
  if (value instanceof TimestampValue) return printTimestamp(value)
  if (value instanceof DurationValue) return printDuration(value)
  if (value instanceof ListValue)
    return value.isNative || value instanceof JoinedList ? again(goValueOf(value)) : listed(value, item)
  if (value instanceof MapValue) return value.isNative ? again(goValueOf(value)) : entries(value)
  if (value instanceof OptionalValue && value.value !== undefined) return converted(value.value)
  if (!(value instanceof ObjectValue)) return new CelError(faultOf(value, target))
  const fields = goFieldsOf(value)
  return fields instanceof CelError ? fields : named(fields, part)
}

/** What a double cannot hold is a text. */
const whole = (value: bigint): Json => (Number.isSafeInteger(Number(value)) ? Number(value) : String(value))

const base64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))

/** The first fault ends it. */
function listed<T>(values: Iterable<T>, convert: (value: T) => Json | Fault): readonly Json[] | Fault {
  const items: Json[] = []
  for (const value of values) {
    const json = convert(value)
    if (isFault(json)) return json
    items.push(json)
  }
  return items
}

function named(fields: GoFields, convert: (value: GoValue) => Json | Fault): JsonObject | Fault {
  const made: Record<string, Json> = Object.create(null)
  for (const [name, value] of Object.entries(fields)) {
    const json = convert(value)
    if (isFault(json)) return json
    made[name] = json
  }
  return made
}

/** Of a part that has no form in JSON that is said; only then the server falls over its own value. */
function item(value: Value): Json | Fault {
  const json = converted(value)
  return !isFault(json) && withoutOptional(value) instanceof ObjectValue
    ? new ServerPanic('reflect.Set: value of type *structpb.Struct is not assignable to type *structpb.Value')
    : json
}

function entries(map: MapValue): Json | Fault {
  const fields: Record<string, Json> = Object.create(null)
  for (const key of map.keys()) {
    const bare = withoutOptional(key)
    if (typeof bare !== 'string') return new CelError(faultOf(bare, 'string'))
    const json = item(map.get(key) ?? null)
    if (isFault(json)) return json
    fields[bare] = json
  }
  return fields
}

/** A part of an object: whole numbers become doubles, whatever they lose. */
function part(value: GoValue): Json | Fault {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof ForeignValue) {
    const { held } = value
    if (held instanceof Uint8Array) return base64(held)
    return held instanceof UintValue ? Number(held.value) : new CelError(`proto: invalid type: ${value.type}`)
  }
  return isList(value) ? listed(value, part) : named(value, part)
}

const isList = (value: GoFields | readonly GoValue[]): value is readonly GoValue[] => Array.isArray(value)

/** What stood in a sum of lists, or in the request, is made a value of an expression again, which an object then is no more. */
function again(value: GoValue): Json | Fault {
  if (typeof value === 'bigint') return whole(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof ForeignValue) return foreign(value)
  return isList(value) ? listed(value, again) : named(value, again)
}

function foreign({ type, held }: ForeignValue): Json | Fault {
  if (held instanceof CelError) return held
  return shortNames.has(typeNameOf(held)) && type !== 'cel.Format'
    ? new CelError(`unsupported conversion to ref.Val: (${type})${showValue(held)}`)
    : converted(held)
}

/** Names that values of libraries give themselves when they are converted. */
const shortNames: ReadonlyMap<string, string> = new Map([
  ['kubernetes.URL', 'URL'],
  ['kubernetes.Quantity', 'Quantity'],
  ['kubernetes.Semver', 'Semver'],
  ['kubernetes.NamedFormat', 'Format'],
  ['net.IP', 'IP'],
  ['net.CIDR', 'CIDR'],
])

/** Why a value does not become one of another type of the server’s own language. */
function faultOf(value: Value, to: string): string {
  if (value instanceof TypeValue) return "type conversion not supported for 'type'"
  if (value instanceof OptionalValue) return 'optional.none() dereference'
  if (value instanceof JsonPatchValue) return `cannot convert to native type: ${to}`
  if (value instanceof ObjectValue) return `unable to convert to ${to}`
  const type = typeNameOf(value)
  if (type === 'int' || type === 'uint') return `unsupported type conversion from '${type}' to ${to}`
  if (type === 'kubernetes.variables') return `disallowed conversion from "${type}" to ""`
  return `type conversion error from ${sourceOf(value, type)} to '${to}'`
}

function sourceOf(value: Value, type: string): string {
  if (value instanceof DurationValue) return "'Duration'"
  if (value instanceof TimestampValue) return "'Timestamp'"
  if (value instanceof Uint8Array) return 'Bytes'
  if (typeof value === 'number') return 'Double'
  const isPlain = typeof value === 'boolean' || value instanceof ListValue || value instanceof MapValue
  return isPlain ? type : `'${shortNames.get(type) ?? type}'`
}
