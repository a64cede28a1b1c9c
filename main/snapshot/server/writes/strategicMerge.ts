import {
  isObject,
  type Json,
  type JsonObject,
  own,
  sameJson,
} from '../../../../shared/admission/values/index.ts'
import { at, text } from '../../tables/index.ts'
import { badRequest } from '../status.ts'

/** Where a strategic merge patch finds how lists of a kind are merged. */
export interface PatchedType {
  readonly root: string
  readonly schemas: Readonly<Record<string, unknown>>
}

/**
 * A strategic merge patch, as far as the published schemas say how: objects are merged, lists whose schema
 * has the strategy `merge` by their key or as a set, all other lists are replaced. Directives: `$patch`,
 * `$deleteFromPrimitiveList`, `$setElementOrder`, `$retainKeys`. Source: apimachinery, strategicpatch/patch.go.
 * @throws StatusError 400 for a directive that makes no sense
 */
export function strategicMerge(object: JsonObject, patch: JsonObject, type: PatchedType): JsonObject {
  return new Merge(type).object(object, patch, own(type.schemas, type.root))
}

const setOrder = '$setElementOrder/'
const deleteFrom = '$deleteFromPrimitiveList/'

class Merge {
  readonly #type: PatchedType

  constructor(type: PatchedType) {
    this.#type = type
  }

  object(before: JsonObject, patch: JsonObject, schema: unknown): JsonObject {
    const directive = own(patch, '$patch')
    if (directive === 'replace') return withoutDirectives(patch)
    if (directive === 'delete') return {}
    if (directive !== undefined && directive !== 'merge') throw unknownDirective(directive)
    const result: Record<string, Json> = Object.assign(Object.create(null), retained(before, patch))
    for (const [name, value] of Object.entries(patch)) {
      if (name.startsWith(deleteFrom)) {
        const field = name.slice(deleteFrom.length)
        result[field] = listOf(result[field]).filter(each => !includes(listOf(value), each))
      } else if (!name.startsWith('$')) this.#field(result, name, value, this.#property(schema, name))
    }
    for (const [name, order] of Object.entries(patch)) {
      if (!name.startsWith(setOrder)) continue
      const field = name.slice(setOrder.length)
      const key = mergeKeyOf(this.#property(schema, field))
      if (Array.isArray(result[field])) result[field] = ordered(listOf(result[field]), listOf(order), key)
    }
    return result
  }

  #field(result: Record<string, Json>, name: string, value: Json, schema: unknown): void {
    const before = result[name]
    if (value === null) delete result[name]
    else if (Array.isArray(value)) result[name] = this.#list(listOf(before), value, schema)
    else if (isObject(value)) {
      if (own(value, '$patch') === 'delete') delete result[name]
      else
        result[name] = this.object(
          isObject(before) ? (before as JsonObject) : {},
          value as JsonObject,
          this.#resolved(schema),
        )
    } else result[name] = value
  }

  #list(before: readonly Json[], patch: readonly Json[], schema: unknown): readonly Json[] {
    const isMerged = text(at(schema, 'x-kubernetes-patch-strategy')).split(',').includes('merge')
    if (!isMerged || patch.some(each => isObject(each) && own(each, '$patch') === 'replace'))
      return patch
        .filter(each => !(isObject(each) && own(each, '$patch') !== undefined))
        .map(each => (isObject(each) ? withoutDirectives(each as JsonObject) : each))
    const key = mergeKeyOf(schema)
    if (key === '') return [...before, ...patch.filter(each => !includes(before, each))]
    return this.#elements(before, patch, key, this.#resolved(at(schema, 'items')))
  }

  #elements(before: readonly Json[], patch: readonly Json[], key: string, schema: unknown): readonly Json[] {
    const result: Json[] = [...before]
    for (const element of patch) {
      const value = isObject(element) ? own(element, key) : undefined
      if (!isObject(element) || value === undefined)
        throw badRequest(`map: ${JSON.stringify(element)} does not contain declared merge key: ${key}`)
      const index = result.findIndex(each => isObject(each) && sameJson(own(each, key), value))
      const found = result[index]
      const directive = own(element, '$patch')
      if (directive === 'delete') {
        if (index >= 0) result.splice(index, 1)
      } else if (found === undefined) result.push(this.object({}, element as JsonObject, schema))
      else result[index] = this.object(found as JsonObject, element as JsonObject, schema)
    }
    return result
  }

  #property(schema: unknown, name: string): unknown {
    const property = at(schema, 'properties', name) ?? at(schema, 'additionalProperties')
    return property === true || property === undefined ? undefined : property
  }

  /** What a schema refers to, directly or as the one part of `allOf`. */
  #resolved(schema: unknown): unknown {
    const [only] = (at(schema, 'allOf') as readonly unknown[] | undefined) ?? []
    const reference = text(at(schema, '$ref')) || text(at(only, '$ref'))
    if (reference === '') return schema
    return own(this.#type.schemas, reference.slice(reference.lastIndexOf('/') + 1))
  }
}

const mergeKeyOf = (schema: unknown): string => text(at(schema, 'x-kubernetes-patch-merge-key'))

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

const includes = (values: readonly Json[], value: Json): boolean => values.some(each => sameJson(each, value))

function unknownDirective(directive: unknown): Error {
  return badRequest(`Unknown patch type: ${JSON.stringify(directive)}`)
}

/** Of the fields that the patch does not name, `$retainKeys` keeps none. */
function retained(before: JsonObject, patch: JsonObject): JsonObject {
  const keep = own(patch, '$retainKeys')
  if (!Array.isArray(keep)) return before
  return Object.fromEntries(Object.entries(before).filter(([name]) => keep.includes(name)))
}

function withoutDirectives(patch: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(patch).filter(([name]) => !name.startsWith('$')))
}

/** Elements in the order that is given; those that it does not name stay before what they stood before. */
function ordered(elements: readonly Json[], order: readonly Json[], key: string): readonly Json[] {
  const keyOf = (element: Json): unknown => (isObject(element) ? own(element, key) : element)
  const rankOf = (element: Json): number => order.findIndex(each => sameJson(keyOf(each), keyOf(element)))
  let next = Number.POSITIVE_INFINITY
  const ranked = elements.map(element => ({ element, rank: rankOf(element) }))
  const ranks: number[] = []
  for (const { rank } of ranked.toReversed()) {
    if (rank >= 0) next = rank
    ranks.unshift(rank >= 0 ? rank : next - 0.5)
  }
  return ranked
    .map(({ element }, index) => ({ element, rank: ranks[index] ?? next, index }))
    .sort((one, other) =>
      one.rank === other.rank ? one.index - other.index : one.rank < other.rank ? -1 : 1,
    )
    .map(({ element }) => element)
}
