import { isObject, own } from '../values/index.ts'

/** What a structured merge knows of a type: the kinds of values that it takes (structured-merge-diff’s `Atom`). */
export interface Shape {
  readonly scalar: Scalar | null
  readonly list: ListShape | null
  readonly map: MapShape | null
}

export type Scalar = 'numeric' | 'string' | 'boolean' | 'untyped'

export interface ListShape {
  readonly isAtomic: boolean
  /** Fields that tell elements apart; empty for a set of scalars. Means nothing where it is atomic. */
  readonly keys: readonly string[]
  readonly element: () => Shape | null
}

export interface MapShape {
  readonly isAtomic: boolean
  /** Undefined for a field that is not declared. */
  readonly field: (name: string) => FieldShape | undefined
  /** Of the fields that are not declared; undefined where there may be none. */
  readonly rest: (() => Shape | null) | undefined
}

export interface FieldShape {
  /** Null for a reference to nothing. */
  readonly shape: () => Shape | null
  readonly default: unknown
}

/** A value that no schema describes, taken as a whole. */
const untyped: Shape = {
  scalar: 'untyped',
  list: { isAtomic: true, keys: [], element: () => untyped },
  map: { isAtomic: true, field: () => undefined, rest: () => untyped },
}

/** A value that no schema describes: lists are taken as a whole, objects field by field. */
const deduced: Shape = {
  scalar: 'untyped',
  list: { isAtomic: true, keys: [], element: () => untyped },
  map: { isAtomic: false, field: () => undefined, rest: () => deduced },
}

const wholeNames: ReadonlyMap<string, Shape> = new Map([
  ['io.k8s.apimachinery.pkg.api.resource.Quantity', { scalar: 'untyped', list: null, map: null }],
  ['io.k8s.apimachinery.pkg.runtime.RawExtension', untyped],
])

type Fields = Readonly<Record<string, unknown>>

/**
 * Types of a merge out of schemas of OpenAPI v3, made as they are met: schemas refer to each other in
 * circles (kube-openapi’s `schemaconv`).
 */
export class Shapes {
  readonly #schemas: Fields
  readonly #named = new Map<string, Shape | null>()

  constructor(schemas: Fields) {
    this.#schemas = schemas
  }

  /** Null for what no schema is called, and for one that is only a reference. */
  named(name: string): Shape | null {
    const whole = wholeNames.get(name)
    if (whole !== undefined) return whole
    const known = this.#named.get(name)
    if (known !== undefined) return known
    const schema = own(this.#schemas, name)
    const shape =
      !isObject(schema) || typeof own(schema, '$ref') === 'string' ? null : this.#read(schema, false)
    this.#named.set(name, shape)
    return shape
  }

  #read(schema: Fields, preservesAround: boolean): Shape {
    const preserves = preservesAround || own(schema, 'x-kubernetes-preserve-unknown-fields') === true
    const declared = own(schema, 'type')
    const type = Array.isArray(declared) ? declared[0] : declared
    switch (type) {
      case undefined:
      case '':
        return { scalar: 'untyped', list: this.#list(schema, preserves), map: this.#map(schema, preserves) }
      case 'object':
        return { scalar: null, list: null, map: this.#map(schema, preserves) }
      case 'array':
        return { scalar: null, list: this.#list(schema, preserves), map: null }
      case 'integer':
      case 'number':
        return { scalar: 'numeric', list: null, map: null }
      case 'boolean':
        return { scalar: 'boolean', list: null, map: null }
      case 'string': {
        const format = own(schema, 'format')
        const isPlain = format === undefined || format === '' || format === 'byte'
        return { scalar: isPlain ? 'string' : 'untyped', list: null, map: null }
      }
      default:
        return { scalar: 'untyped', list: null, map: null }
    }
  }

  #list(schema: Fields, preserves: boolean): ListShape {
    const items = own(schema, 'items')
    return {
      ...listRelationship(schema),
      element: isObject(items) ? once(() => this.#reference(items, preserves)) : () => untyped,
    }
  }

  #map(schema: Fields, preserves: boolean): MapShape {
    const properties = own(schema, 'properties')
    const declared = isObject(properties) ? properties : {}
    const known = new Map<string, FieldShape | undefined>()
    const read = (name: string): FieldShape | undefined => {
      const member = own(declared, name)
      return isObject(member)
        ? { shape: once(() => this.#reference(member, preserves)), default: own(member, 'default') }
        : undefined
    }
    return {
      isAtomic: own(schema, 'x-kubernetes-map-type') === 'atomic',
      field: name => {
        if (!known.has(name)) known.set(name, read(name))
        return known.get(name)
      },
      rest: this.#rest(schema, preserves, Object.keys(declared).length === 0),
    }
  }

  #rest(schema: Fields, preserves: boolean, isFree: boolean): (() => Shape | null) | undefined {
    const additional = own(schema, 'additionalProperties')
    if (isObject(additional)) return once(() => this.#reference(additional, preserves))
    if (additional === true) return () => deduced
    if (additional === false) return undefined
    return preserves || isFree ? () => deduced : undefined
  }

  /** What a schema refers to, with its own word on how maps are merged; or itself. */
  #reference(schema: Fields, preserves: boolean): Shape | null {
    const name = referenceOf(schema)
    if (name === null) return this.#read(schema, preserves)
    const shape = this.named(name)
    const relationship = own(schema, 'x-kubernetes-map-type')
    if (shape === null || (relationship !== 'atomic' && relationship !== 'granular')) return shape
    const isAtomic = relationship === 'atomic'
    if (shape.map !== null) return { ...shape, map: { ...shape.map, isAtomic } }
    return shape.list === null ? null : { ...shape, list: { ...shape.list, isAtomic } }
  }
}

/** The last part of what is referred to, by the schema or by the only one of its `allOf`. */
function referenceOf(schema: Fields): string | null {
  const all = own(schema, 'allOf')
  const [only] = Array.isArray(all) && all.length === 1 ? all : []
  const reference = own(schema, '$ref') ?? (isObject(only) ? own(only, '$ref') : undefined)
  if (typeof reference !== 'string') return null
  const name = reference.slice(reference.lastIndexOf('/') + 1)
  return name === '' ? null : name
}

function listRelationship(schema: Fields): Pick<ListShape, 'isAtomic' | 'keys'> {
  const type = own(schema, 'x-kubernetes-list-type')
  if (type === 'set') return { isAtomic: false, keys: [] }
  if (type === 'map') {
    const keys = own(schema, 'x-kubernetes-list-map-keys')
    return { isAtomic: false, keys: Array.isArray(keys) ? keys.filter(key => typeof key === 'string') : [] }
  }
  if (type !== undefined) return { isAtomic: true, keys: [] }
  const strategy = own(schema, 'x-kubernetes-patch-strategy')
  if (strategy !== 'merge' && strategy !== 'merge,retainKeys') return { isAtomic: true, keys: [] }
  const key = own(schema, 'x-kubernetes-patch-merge-key')
  return { isAtomic: false, keys: typeof key === 'string' ? [key] : [] }
}

function once<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
