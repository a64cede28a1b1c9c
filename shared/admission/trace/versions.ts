import type { GroupVersionKind, JsonObject } from '../../cel/kubernetes/index.ts'
import { customDefinition } from '../customDefinition.ts'
import { convertBuiltIn, withDefaults } from '../defaults/index.ts'
import { type CustomKind, convertible, readDefinition } from '../schema/index.ts'
import { isCustomGroup } from '../served.ts'
import { isObject } from '../values/index.ts'
import type { TraceRequest, World } from './types.ts'

/** How the server knows the kind of an object. */
export type KindKnown =
  | { readonly type: 'builtIn' }
  | { readonly type: 'custom'; readonly custom: CustomKind; readonly definition: string }
  /** Served by an API server of its own (`isAggregated`), or not known yet. */
  | { readonly type: 'unknown'; readonly why: string; readonly isAggregated: boolean }

/** The definition of a request's kind. */
export function kindOf({ resource, kind }: TraceRequest, world: World): KindKnown {
  // A scale of a custom resource is of a built-in kind.
  if (!isCustomGroup(resource.group) || !isCustomGroup(kind.group)) return { type: 'builtIn' }
  const { name, definition, isAbsent, why: notKnown } = customDefinition(resource, world)
  if (definition === undefined) {
    const why = isAbsent ? `${kind.kind} is served by an API server of its own` : notKnown
    return { type: 'unknown', why, isAggregated: isAbsent }
  }
  const custom = readDefinition(definition, kind.version, { minor: world.minor })
  if (custom !== null) return { type: 'custom', custom, definition: name }
  const why = `CustomResourceDefinition ${name} has no usable version ${kind.version}`
  return { type: 'unknown', why, isAggregated: false }
}

export type Converted =
  | { readonly type: 'converted'; readonly object: JsonObject | null }
  | { readonly type: 'unknown'; readonly why: string }

const isSame = (one: GroupVersionKind, other: GroupVersionKind): boolean =>
  one.group === other.group && one.version === other.version && one.kind === other.kind

/** An object of the request as another kind has it that is the same resource. */
export function convertedTo(
  object: JsonObject | null,
  to: GroupVersionKind,
  request: TraceRequest,
  world: World,
): Converted {
  if (object === null || isSame(request.kind, to)) return { type: 'converted', object }
  const known = kindOf(request, world)
  const found =
    known.type === 'builtIn'
      ? convertBuiltIn(object, to)
      : known.type === 'custom'
        ? convertible(known.custom, object, to.version)
        : null
  if (found !== null) return { type: 'converted', object: found }
  const why = known.type === 'unknown' ? known.why : 'what it is converted to is not known here'
  return { type: 'unknown', why: `the object is handed over as ${to.group}/${to.version}, and ${why}` }
}

/**
 * What becomes of an object that was changed: decoded, with defaults filled in again. A custom resource keeps all
 * else that a mutation left, empty labels and fields that its kind does not have, until it is stored.
 */
export type Redecoded =
  | { readonly type: 'decoded'; readonly object: JsonObject }
  | { readonly type: 'failed'; readonly message: string }

export function redecoded(object: JsonObject, request: TraceRequest, world: World): Redecoded {
  const known = kindOf(request, world)
  if (known.type === 'unknown') return { type: 'decoded', object }
  if (known.type === 'custom') {
    const hasMetadata = object.metadata === undefined || isObject(object.metadata)
    return hasMetadata
      ? { type: 'decoded', object: known.custom.withDefaults(object) }
      : { type: 'failed', message: 'system metadata was not initialized' }
  }
  const { object: filled, problem } = withDefaults(request.kind, object)
  return problem === undefined ? { type: 'decoded', object: filled } : { type: 'failed', message: problem }
}
