/** A schema of OpenAPI or of a custom resource, as far as values and their types go. */
export interface Schema {
  /** Empty where it has none. */
  readonly type: string
  readonly format: string
  /** Null where there are none at all, which is not the same as none named. */
  readonly properties: ReadonlyMap<string, Schema> | null
  readonly additional: Schema | null
  readonly items: Schema | null
  readonly isNullable: boolean
  readonly isIntOrString: boolean
  readonly isEmbeddedResource: boolean
  readonly preservesUnknown: boolean
  readonly listType: string
  readonly listKeys: readonly string[]
}

/** Finds what a `$ref` names; undefined for nothing. */
export type ResolveReference = (reference: string) => unknown

const plain: Schema = {
  type: '',
  format: '',
  properties: null,
  additional: null,
  items: null,
  isNullable: false,
  isIntOrString: false,
  isEmbeddedResource: false,
  preservesUnknown: false,
  listType: '',
  listKeys: [],
}

/** Levels of schemas inside schemas that are read; what lies deeper is an object of nothing. */
const deepest = 100

/** Reads a schema from JSON, whatever shape that has. A reference to what it stands in is an object of nothing. */
export function readSchema(json: unknown, resolve: ResolveReference = () => undefined): Schema {
  return new Reader(resolve).read(json, [])
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(json: unknown): Fields {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Fields) : {}
}

const field = (fields: Fields, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

class Reader {
  readonly #resolve: ResolveReference
  #depth = 0

  constructor(resolve: ResolveReference) {
    this.#resolve = resolve
  }

  read(json: unknown, within: readonly string[]): Schema {
    const fields = fieldsOf(json)
    const reference = referenceOf(fields)
    if (reference !== null && within.includes(reference)) return { ...plain, type: 'object' }
    if (this.#depth >= deepest) return { ...plain, type: 'object' }
    this.#depth += 1
    const read =
      reference === null
        ? this.#own(fields, within)
        : this.#own(fieldsOf(this.#resolve(reference)), [...within, reference])
    this.#depth -= 1
    return read
  }

  #own(fields: Fields, within: readonly string[]): Schema {
    const text = (name: string): string => {
      const value = field(fields, name)
      return typeof value === 'string' ? value : ''
    }
    const isSet = (name: string): boolean => field(fields, name) === true
    const nested = (name: string): Schema | null => {
      const value = field(fields, name)
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? this.read(value, within)
        : null
    }
    const properties = field(fields, 'properties')
    const keys = field(fields, 'x-kubernetes-list-map-keys')
    return {
      type: typeOf(fields),
      format: text('format'),
      properties: properties === undefined ? null : this.#properties(fieldsOf(properties), within),
      additional: nested('additionalProperties'),
      items: nested('items'),
      isNullable: isSet('nullable'),
      isIntOrString: isSet('x-kubernetes-int-or-string') || text('format') === 'int-or-string',
      isEmbeddedResource: isSet('x-kubernetes-embedded-resource'),
      preservesUnknown: isSet('x-kubernetes-preserve-unknown-fields'),
      listType: text('x-kubernetes-list-type'),
      listKeys: Array.isArray(keys) ? keys.filter(key => typeof key === 'string') : [],
    }
  }

  #properties(properties: Fields, within: readonly string[]): ReadonlyMap<string, Schema> {
    return new Map(Object.entries(properties).map(([name, json]) => [name, this.read(json, within)]))
  }
}

/** What a schema refers to, on its own or as the only one of `allOf`. */
function referenceOf(fields: Fields): string | null {
  const own = field(fields, '$ref')
  if (typeof own === 'string') return own
  const all = field(fields, 'allOf')
  if (!Array.isArray(all) || all.length !== 1) return null
  const inside = field(fieldsOf(all[0]), '$ref')
  return typeof inside === 'string' ? inside : null
}

/** The first of several types. Built-in kinds name a text or number, such as a quantity, by `oneOf`. */
function typeOf(fields: Fields): string {
  const type = field(fields, 'type')
  if (typeof type === 'string') return type
  if (Array.isArray(type)) return typeof type[0] === 'string' ? type[0] : ''
  const choices = field(fields, 'oneOf')
  const named = Array.isArray(choices) ? choices.map(choice => field(fieldsOf(choice), 'type')) : []
  return named.includes('string') && named.includes('number') ? 'string' : ''
}

const text: Schema = { ...plain, type: 'string' }

/** With the fields that every resource has; a schema that names them all stays as it is. */
export function withResourceFields(schema: Schema): Schema {
  const properties = schema.properties ?? new Map<string, Schema>()
  const metadata = properties.get('metadata')
  const isText = (one: Schema | undefined): boolean => one?.type === 'string'
  if (
    isText(properties.get('kind')) &&
    isText(properties.get('apiVersion')) &&
    metadata?.type === 'object' &&
    isText(metadata.properties?.get('name')) &&
    isText(metadata.properties?.get('generateName'))
  )
    return schema
  const names = new Map([
    ['name', text],
    ['generateName', text],
  ])
  return {
    ...schema,
    properties: new Map([
      ...properties,
      ['kind', text],
      ['apiVersion', text],
      ['metadata', { ...plain, type: 'object', properties: names }],
    ]),
  }
}
