import { mapKey } from '../values/containers.ts'
import { parseDuration, parseTimestamp } from '../values/time.ts'
import {
  CelError,
  DurationValue,
  InvalidElement,
  ListValue,
  MapValue,
  type Result,
  TimestampValue,
  type Value,
} from '../values/value.ts'
import { escapeName, unescapeName } from './fieldNames.ts'
import { type Schema, withResourceFields } from './schema.ts'

/**
 * A value as its schema types it (the server’s `pkg/cel/common/valuesunstructured.go`). What does not go
 * with its schema is an error, which an expression meets where it looks at it.
 */
export function typedValue(json: unknown, schema: Schema): Result {
  if (json === null || json === undefined)
    return schema.isNullable ? null : new CelError('invalid data, got null for schema with nullable=false')
  if (schema.isIntOrString) {
    if (typeof json === 'string') return json
    return wholeNumber(json) ?? invalid('expected XIntOrString value to be either a string or integer')
  }
  switch (schema.type) {
    case 'object':
      return isObject(json)
        ? new SchemaMap(json, schema.isEmbeddedResource ? withResourceFields(schema) : schema)
        : invalid('expected a map for the provided schema with type=object')
    case 'array':
      return typedList(json, schema)
    case 'string':
      return typeof json === 'string' ? typedText(json, schema.format) : expected('string', json)
    case 'number':
      return typeof json === 'number' || typeof json === 'bigint' ? Number(json) : expected('float', json)
    case 'integer':
      return wholeNumber(json) ?? expected('int', json)
    case 'boolean':
      return typeof json === 'boolean' ? json : expected('bool', json)
    default:
      return new CelError(
        `invalid type, expected object, array, number, integer, boolean or string, or no type with x-kubernetes-int-or-string or x-kubernetes-preserve-unknown-fields is true, got ${schema.type}`,
      )
  }
}

const invalid = (why: string): CelError => new CelError(`invalid data, ${why}`)

const expected = (what: string, json: unknown): CelError => invalid(`expected ${what}, got ${goType(json)}`)

function goType(json: unknown): string {
  if (typeof json === 'string') return 'string'
  if (typeof json === 'boolean') return 'bool'
  if (Array.isArray(json)) return '[]interface {}'
  if (typeof json === 'object') return 'map[string]interface {}'
  return wholeNumber(json) === null ? 'float64' : 'int64'
}

function wholeNumber(json: unknown): bigint | null {
  if (typeof json === 'bigint') return json
  return typeof json === 'number' && Number.isInteger(json) && Math.abs(json) < 2 ** 63 ? BigInt(json) : null
}

type JsonObject = Readonly<Record<string, unknown>>

const isObject = (json: unknown): json is JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

function typedText(text: string, format: string): Result {
  switch (format) {
    case 'duration':
      return duration(text)
    case 'date': {
      const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseTimestamp(`${text}T00:00:00Z`) : null
      return time ?? new CelError(`Invalid date formatted string ${text}`)
    }
    case 'date-time': {
      if (text === '') return new TimestampValue(0n)
      const isLocal = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/.test(text)
      return (
        parseTimestamp(isLocal ? `${text}Z` : text) ??
        new CelError(`Invalid date-time formatted string ${text}`)
      )
    }
    case 'byte':
      return bytes(text)
    default:
      return text
  }
}

/** Words for units, besides those of Go; the last of each row may be longer. */
const durationUnits: readonly (readonly [nanoseconds: bigint, names: readonly string[]])[] = [
  [1n, ['ns', 'nano']],
  [1000n, ['us', 'µs', 'micro']],
  [1_000_000n, ['ms', 'milli']],
  [1_000_000_000n, ['s', 'sec']],
  [60_000_000_000n, ['m', 'min']],
  [3_600_000_000_000n, ['h', 'hr', 'hour']],
  [86_400_000_000_000n, ['d', 'day']],
  [604_800_000_000_000n, ['w', 'wk', 'week']],
]

/** A length of time as Go writes it, or in words: `2 days`. */
function duration(text: string): Result {
  const exact = parseDuration(text)
  if (exact !== null) return exact
  let total: bigint | null = null
  for (const [, number = '', word = ''] of text.matchAll(/(\d+)\s*([A-Za-zµ]+)/g)) {
    const unit = word.toLowerCase()
    for (const [nanoseconds, names] of durationUnits)
      if (names.includes(unit) || unit.startsWith(names.at(-1) ?? ''))
        total = (total ?? 0n) + BigInt(number) * nanoseconds
  }
  return total === null
    ? new CelError(`Invalid duration ${text}: unable to parse ${text} as duration`)
    : new DurationValue(BigInt.asIntN(64, total))
}

/** Base64 in the alphabet of URLs: so the server reads it, though it writes the other one. */
function bytes(text: string): Result {
  const bare = text.replace(/[\r\n]/g, '')
  const at = bare.search(/[^A-Za-z0-9\-_=]/)
  if (at >= 0 || bare.length % 4 !== 0 || !/^[^=]*={0,2}$/.test(bare)) {
    const place = at >= 0 ? at : bare.length - (bare.length % 4)
    return new CelError(`Invalid byte formatted string ${text}: illegal base64 data at input byte ${place}`)
  }
  const standard = bare.replaceAll('-', '+').replaceAll('_', '/')
  return Uint8Array.from(atob(standard), character => character.charCodeAt(0))
}

/** An object or a map: fields by their escaped names, keys as they are. */
export class SchemaMap extends MapValue {
  readonly json: JsonObject
  readonly #schema: Schema
  readonly #known = new Map<string, Result>()

  constructor(json: JsonObject, schema: Schema) {
    super()
    this.json = json
    this.#schema = schema
  }

  /** All fields count, those too that no schema names. */
  get size(): number {
    return Object.keys(this.json).length
  }

  #schemaOf(name: string): Schema | undefined {
    const { properties, additional } = this.#schema
    return properties === null ? (additional ?? undefined) : properties.get(name)
  }

  override find(key: Value): Result | undefined {
    if (typeof key !== 'string') return new CelError('no such overload')
    const isStruct = this.#schema.properties !== null
    const name = isStruct ? unescapeName(key) : key
    if (name === null || !Object.hasOwn(this.json, name)) return undefined
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const json = this.json[name]
    const schema = this.#schemaOf(name)
    // A field that is null is absent; an entry of a map is not.
    if (schema === undefined || (isStruct && json === null)) return undefined
    const value = typedValue(json, schema)
    this.#known.set(name, value)
    return value
  }

  get(key: Value): Value | undefined {
    const found = this.find(key)
    if (found instanceof CelError) throw new InvalidElement(found)
    return found
  }

  *keys(): Generator<Value> {
    const isStruct = this.#schema.properties !== null
    for (const name of Object.keys(this.json)) {
      if (this.#schemaOf(name) === undefined || (isStruct && this.json[name] === null)) continue
      yield isStruct ? (escapeName(name) ?? name) : name
    }
  }
}

function typedList(json: unknown, { items, listType, listKeys }: Schema): Result {
  if (!Array.isArray(json)) return invalid('expected an array for the provided schema with type=array')
  if (items === null) return new CelError('invalid array type, expected Items with a non-empty Schema')
  const elements = json.map((element: unknown) => once(() => typedValue(element, items)))
  switch (listType) {
    case '':
    case 'atomic':
      return new SchemaList(elements, atomic)
    case 'set':
      return new SchemaList(elements, set)
    case 'map':
      return new SchemaList(elements, byKeys(listKeys.map(key => escapeName(key) ?? key)))
    default:
      return new CelError(
        `invalid x-kubernetes-list-type, expected 'map', 'set' or 'atomic' but got ${listType}`,
      )
  }
}

type Element = () => Result

function once(make: Element): Element {
  let made: { readonly value: Result } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** How a kind of list tells which elements are the same one. Null keys nothing: order decides then. */
type Identity = ((value: Value) => string) | null

const atomic: Identity = null
const set: Identity = value => mapKey(value) ?? JSON.stringify(String(value))
const byKeys =
  (names: readonly string[]): Identity =>
  value =>
    JSON.stringify(
      names.map(name => (value instanceof MapValue ? (mapKey(value.get(name) ?? null) ?? '') : '')),
    )

/** A list whose type says what equality and `+` mean: in order, as a set, or by the keys of elements. */
class SchemaList extends ListValue {
  readonly #elements: readonly Element[]
  readonly #identity: Identity

  constructor(elements: readonly Element[], identity: Identity) {
    super()
    this.#elements = elements
    this.#identity = identity
  }

  get size(): number {
    return this.#elements.length
  }

  override find(index: number): Result {
    return this.#elements[index]?.() ?? null
  }

  at(index: number): Value {
    const value = this.find(index)
    if (value instanceof CelError) throw new InvalidElement(value)
    return value
  }

  equals(other: ListValue, equal: (one: Value, other: Value) => boolean): boolean {
    if (this.size !== other.size) return false
    const identity = this.#identity
    if (identity === null) return [...this].every((value, index) => equal(value, other.at(index)))
    const own = new Map([...this].map(value => [identity(value), value] as const))
    for (const value of other) {
      const mine = own.get(identity(value))
      if (mine === undefined || !equal(mine, value)) return false
    }
    return true
  }

  plus(other: ListValue): ListValue {
    const added = [...other].map(value => () => value)
    const identity = this.#identity
    if (identity === null) return new SchemaList([...this.#elements, ...added], identity)
    const elements = [...this.#elements]
    const places = new Map([...this].map((value, index) => [identity(value), index] as const))
    for (const element of added) {
      const key = identity(element())
      const place = places.get(key)
      // Equal keys: the right side takes the place of the left; members of sets are the same anyway.
      if (place !== undefined) elements[place] = element
      else places.set(key, elements.push(element) - 1)
    }
    return new SchemaList(elements, identity)
  }
}
