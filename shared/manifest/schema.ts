import type { SchemaSet } from '../diff/index.ts'
import { isMapping } from '../kube/index.ts'

/** An OpenAPI v3 schema with everything it refers to, as `resources.schema` answers it. */
export type KindSchemaLike = SchemaSet

type Fields = Readonly<Record<string, unknown>>

/** What a schema says of one place. */
export interface SchemaPlace {
  readonly type: string
  readonly format: string
  readonly description: string
  readonly isIntOrString: boolean
  /** Null and fields without a schema are taken here. */
  readonly isOpen: boolean
  readonly required: readonly string[]
  readonly choices: readonly unknown[] | null
  readonly defaultValue: unknown
  readonly keywords: Fields
  /** Names of the fields that are known. */
  readonly names: readonly string[]
  field(name: string): SchemaPlace | null
  item(): SchemaPlace | null
}

const references = 16

/** The schema of a kind as places that can be walked; null where it has none. */
export function schemaRoot(set: KindSchemaLike): SchemaPlace | null {
  const known = new Map<unknown, SchemaPlace>()
  const resolve = (node: unknown): SchemaPlace | null => {
    if (!isMapping(node)) return null
    const found = known.get(node)
    if (found !== undefined) return found
    const target = dereferenced(node, set)
    if (target === null) return null
    const place = placeOf(node, target, resolve)
    known.set(node, place)
    return place
  }
  return resolve(Object.hasOwn(set.schemas, set.root) ? set.schemas[set.root] : null)
}

/** The place of a path; null where the schema says nothing. */
export function schemaAt(set: KindSchemaLike, path: readonly (string | number)[]): SchemaPlace | null {
  let place = schemaRoot(set)
  for (const step of path) place = (typeof step === 'number' ? place?.item() : place?.field(step)) ?? null
  return place
}

function placeOf(outer: Fields, target: Fields, resolve: (node: unknown) => SchemaPlace | null): SchemaPlace {
  const properties = isMapping(target.properties) ? target.properties : null
  const extra = target.additionalProperties
  const said = (name: string): unknown => outer[name] ?? target[name]
  const isEmbedded = target['x-kubernetes-embedded-resource'] === true
  return {
    type: typeof target.type === 'string' ? target.type : properties === null ? '' : 'object',
    format: typeof target.format === 'string' ? target.format : '',
    description: textOf(said('description')),
    isIntOrString: target['x-kubernetes-int-or-string'] === true || target.format === 'int-or-string',
    isOpen:
      isEmbedded ||
      target['x-kubernetes-preserve-unknown-fields'] === true ||
      extra === true ||
      isMapping(extra) ||
      properties === null,
    required: Array.isArray(target.required) ? target.required.filter(name => typeof name === 'string') : [],
    choices: Array.isArray(target.enum) ? target.enum : null,
    defaultValue: said('default'),
    keywords: target,
    names: properties === null ? [] : Object.keys(properties),
    field: name => {
      if (properties !== null && Object.hasOwn(properties, name)) return resolve(properties[name])
      return resolve(extra)
    },
    item: () => resolve(target.items),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Follows `$ref`, and the `allOf` of one reference that carries a default beside it. */
function dereferenced(node: Fields, set: KindSchemaLike): Fields | null {
  let current: unknown = node
  for (let step = 0; step < references; step++) {
    if (!isMapping(current)) return null
    const reference = referenceOf(current)
    if (reference === null) return current
    current = Object.hasOwn(set.schemas, reference) ? set.schemas[reference] : null
  }
  return null
}

function referenceOf(node: Fields): string | null {
  if (typeof node.$ref === 'string') return node.$ref.slice(node.$ref.lastIndexOf('/') + 1)
  const all = node.allOf
  return Array.isArray(all) && all.length === 1 && isMapping(all[0]) ? referenceOf(all[0]) : null
}
