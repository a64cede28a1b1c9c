import { isObject, type JsonObject, own } from '../values/index.ts'
import type { CustomKind } from './customKind.ts'
import { CustomResource } from './customResource.ts'
import { deprecationOf } from './deprecation.ts'
import { readScale } from './scale.ts'
import { type Fields, readStructural, type Structural } from './structural.ts'

export interface DefinitionOptions {
  /** Minor of the server’s release. */
  readonly minor: number
}

/** Definitions of a world stay the same objects: compiled rules are kept with them. */
const known = new WeakMap<object, Map<string, CustomKind | null>>()

/** Null for a version that the definition does not have, or a definition of no usable shape. */
export function readDefinition(
  definition: object,
  version: string,
  options: DefinitionOptions = { minor: 36 },
): CustomKind | null {
  const versions = known.get(definition) ?? new Map<string, CustomKind | null>()
  known.set(definition, versions)
  const key = `${options.minor}/${version}`
  const before = versions.get(key)
  if (before !== undefined) return before
  const read = readVersion(definition, version, options)
  versions.set(key, read)
  return read
}

function readVersion(definition: object, version: string, { minor }: DefinitionOptions): CustomKind | null {
  const spec = inside(definition as Fields, 'spec')
  const listed = own(spec, 'versions')
  const versions = Array.isArray(listed) ? listed.filter(isObject) : []
  const wanted = versions.find(one => own(one, 'name') === version)
  const [group, kind] = [own(spec, 'group'), own(inside(spec, 'names'), 'kind')]
  if (wanted === undefined || typeof group !== 'string' || typeof kind !== 'string') return null
  const subresources = inside(wanted, 'subresources')
  const conversion = own(inside(spec, 'conversion'), 'strategy') === 'Webhook' ? 'Webhook' : 'None'
  const stored = versions.find(one => own(one, 'storage') === true) ?? wanted
  return new CustomResource({
    kind: { group, version, kind },
    isNamespaced: own(spec, 'scope') === 'Namespaced',
    hasStatus: isObject(own(subresources, 'status')),
    scale: readScale(subresources),
    conversion,
    versions: versions.flatMap(one => {
      const name = own(one, 'name')
      return typeof name === 'string' ? [name] : []
    }),
    deprecation: deprecationOf({ group, kind, wanted, versions }),
    schema: schemaOf(wanted),
    storage: stored === wanted || conversion === 'Webhook' ? null : schemaOf(stored),
    preservesUnknown: own(spec, 'preserveUnknownFields') === true,
    minor,
  })
}

const schemaOf = (version: Fields): Structural =>
  readStructural(inside(inside(version, 'schema'), 'openAPIV3Schema'))

function inside(fields: Fields, name: string): Fields {
  const value = own(fields, name)
  return isObject(value) ? value : {}
}

/** An object in another version of its kind; null where only a webhook of the cluster could tell. */
export function convertible(custom: CustomKind, object: JsonObject, version: string): JsonObject | null {
  if (!custom.versions.includes(version)) return null
  if (custom.conversion === 'Webhook' && version !== custom.kind.version) return null
  return { ...object, apiVersion: `${custom.kind.group}/${version}` }
}
