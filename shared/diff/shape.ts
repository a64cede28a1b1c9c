import { isMapping, isScalar, type Scalar } from '../kube/index.ts'

/** How the items of two lists belong together. */
export type ListPairing =
  | {
      readonly type: 'map'
      readonly keys: readonly string[]
      /** Values of key fields that an item leaves out. */
      readonly defaults: ReadonlyMap<string, Scalar>
    }
  | { readonly type: 'set' }
  /** Replaced as a whole. */
  | { readonly type: 'atomic' }

/** What a schema says of one place of an object. Every answer may be "nothing known". */
export interface Shape {
  field(name: string): Shape
  item(): Shape
  /** Null when the schema says nothing, so that the items themselves must tell. */
  pairing(): ListPairing | null
  /**
   * How server-side apply merges a list: by the list type alone, and as a whole where none is given.
   * Source: apimachinery, pkg/util/managedfields, which reads no patch strategies.
   */
  appliedPairing(): ListPairing
  /** A mapping that is owned and replaced as a whole (`x-kubernetes-map-type: atomic`). */
  readonly isAtomicMap: boolean
  /** True for a field that the schema names itself; entries of a map of any keys are none. */
  hasField(name: string): boolean
  /** What makes two different texts equal. */
  readonly sameness: 'text' | 'quantity' | 'intOrString'
  /** The default the schema declares, or undefined. */
  defaultValue(): unknown
  readonly description: string
  /** Type in words, e.g. `string`, `list of object`, `integer (int32)`; empty when unknown. */
  readonly type: string
}

const atomic: ListPairing = { type: 'atomic' }

/** Stands where no schema is known. */
export const unknownShape: Shape = {
  field: () => unknownShape,
  item: () => unknownShape,
  pairing: () => null,
  appliedPairing: () => atomic,
  isAtomicMap: false,
  hasField: () => false,
  sameness: 'text',
  defaultValue: () => undefined,
  description: '',
  type: '',
}

/** A schema with everything it refers to, by the names that its references end with. */
export interface SchemaSet {
  readonly root: string
  readonly schemas: Readonly<Record<string, unknown>>
}

/**
 * Reads an OpenAPI v3 schema as the API server publishes it: `x-kubernetes-list-type` with
 * `x-kubernetes-list-map-keys`, and `x-kubernetes-patch-merge-key` where the type is not given.
 */
export function shapeOfSchema(schema: SchemaSet): Shape {
  const known = new Map<unknown, Shape>()
  const resolve = (node: unknown): Shape => {
    if (!isMapping(node)) return unknownShape
    const found = known.get(node)
    if (found !== undefined) return found
    const target = dereference(node, schema)
    const shape = target === null ? unknownShape : shapeOf(target, node, resolve)
    known.set(node, shape)
    return shape
  }
  return resolve(Object.hasOwn(schema.schemas, schema.root) ? schema.schemas[schema.root] : null)
}

type Schema = Readonly<Record<string, unknown>>

/** @param outer the node that referred to `target`; its extensions and description count first. */
function shapeOf(target: Schema, outer: Schema, resolve: (node: unknown) => Shape): Shape {
  const extension = (name: string): unknown => outer[name] ?? target[name]
  const properties = isMapping(target.properties) ? target.properties : null
  const item = (): Shape => resolve(target.items)
  return {
    field: name =>
      properties !== null && Object.hasOwn(properties, name)
        ? resolve(properties[name])
        : resolve(target.additionalProperties),
    item,
    pairing: () => pairingOf(extension, item),
    appliedPairing: () => listTypeOf(extension, item) ?? atomic,
    isAtomicMap: extension('x-kubernetes-map-type') === 'atomic',
    hasField: name => properties !== null && Object.hasOwn(properties, name),
    sameness: samenessOf(target, outer),
    defaultValue: () => extension('default'),
    description: String(extension('description') ?? ''),
    type: typeText(target, item),
  }
}

function typeText(target: Schema, item: () => Shape): string {
  if (target['x-kubernetes-int-or-string'] === true) return 'integer or string'
  if (target.type === 'array') return `list of ${item().type || 'anything'}`
  const type = typeof target.type === 'string' ? target.type : isMapping(target.properties) ? 'object' : ''
  return typeof target.format === 'string' ? `${type} (${target.format})` : type
}

function pairingOf(extension: (name: string) => unknown, item: () => Shape): ListPairing | null {
  const listType = listTypeOf(extension, item)
  if (listType !== null) return listType
  const mergeKey = extension('x-kubernetes-patch-merge-key')
  if (typeof mergeKey === 'string') return mapPairing([mergeKey], item())
  return extension('x-kubernetes-patch-strategy') === 'merge' ? { type: 'set' } : null
}

function listTypeOf(extension: (name: string) => unknown, item: () => Shape): ListPairing | null {
  const type = extension('x-kubernetes-list-type')
  const keys = extension('x-kubernetes-list-map-keys')
  if (type === 'map' && Array.isArray(keys)) return mapPairing(keys.map(String), item())
  return type === 'set' || type === 'atomic' ? { type } : null
}

/** Names of the two types whose values have several spellings, as every server publishes them. */
function samenessOf(target: Schema, outer: Schema): Shape['sameness'] {
  if (target['x-kubernetes-int-or-string'] === true || target.format === 'int-or-string') return 'intOrString'
  return referenceOf(outer)?.endsWith('.api.resource.Quantity') === true ? 'quantity' : 'text'
}

function mapPairing(keys: readonly string[], item: Shape): ListPairing {
  const defaults = new Map<string, Scalar>()
  for (const key of keys) {
    const value = item.field(key).defaultValue()
    if (isScalar(value)) defaults.set(key, value)
  }
  return { type: 'map', keys, defaults }
}

/** Follows `$ref`, and the `allOf` of one reference that carries a default beside it. */
function dereference(node: unknown, schema: SchemaSet): Schema | null {
  let current = node
  for (let step = 0; step < 16; step++) {
    if (!isMapping(current)) return null
    const reference = referenceOf(current)
    if (reference === null) return current
    current = Object.hasOwn(schema.schemas, reference) ? schema.schemas[reference] : null
  }
  return null
}

function referenceOf(node: Schema): string | null {
  const direct = node.$ref
  if (typeof direct === 'string') return direct.slice(direct.lastIndexOf('/') + 1)
  const all = node.allOf
  return Array.isArray(all) && all.length === 1 && isMapping(all[0]) ? referenceOf(all[0]) : null
}
