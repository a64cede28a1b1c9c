import type { GoFields, GoValue } from '../../cel/kubernetes/index.ts'
import { deepest, isObject, type JsonObject, own } from '../values/index.ts'
import { conform, problemText } from './conform.ts'
import { merged } from './merge.ts'
import type { MergeResult } from './result.ts'
import { type Shape, Shapes } from './shapes.ts'

/** A schema as the server publishes it, `root` naming the entry of the kind. */
export interface MergeSchema {
  readonly root: string
  readonly schemas: Readonly<Record<string, unknown>>
}

/** Reading a schema costs more than a merge: those of a world are the same objects from one to the next. */
const known = new WeakMap<Readonly<Record<string, unknown>>, Shapes>()

/**
 * Merges what the `Object{…}` of a mutating policy names into an object; what is no JSON goes with no schema. Kind and version are
 * those of the object. Messages are as they stand in the server’s answer behind the policy’s name.
 */
export function mergeApplyConfiguration(
  live: JsonObject,
  configuration: GoFields,
  { root, schemas }: MergeSchema,
): MergeResult {
  const shapes = known.get(schemas) ?? new Shapes(schemas)
  known.set(schemas, shapes)
  const shape = shapes.named(root)
  if (shape === null)
    return failed(
      `failed to convert patch object to typed object: no corresponding type for ${kindText(live)}`,
    )
  const patch: Record<string, GoValue> = Object.assign(Object.create(null), configuration)
  for (const name of ['apiVersion', 'kind']) {
    const value = own(live, name)
    if (typeof value === 'string') patch[name] = value
  }
  const wrong = conform(shape, patch, { allowDuplicates: false })
  if (wrong.length > 0) return failed(`failed to convert patch object to typed object: ${problemText(wrong)}`)
  const atomics = atomicPaths(shape, patch)
  if (atomics.length > 0)
    return failed(
      `invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${atomics.join(', ')}`,
    )
  const wrongLive = conform(shape, live, { allowDuplicates: true })
  if (wrongLive.length > 0)
    return failed(`failed to convert original object to typed object: ${problemText(wrongLive)}`)
  const document = merged(shape, live, patch as JsonObject)
  return isObject(document)
    ? { type: 'merged', document: document as JsonObject }
    : { type: 'merged', document: live }
}

const failed = (message: string): MergeResult => ({
  type: 'failed',
  message: `error applying patch: ${message}`,
})

function kindText(object: JsonObject): string {
  const [apiVersion, kind] = [own(object, 'apiVersion'), own(object, 'kind')]
  const version = typeof apiVersion === 'string' ? apiVersion : ''
  // A version alone stands behind the slash of a group that is empty.
  return `${version.includes('/') ? version : `/${version}`}, Kind=${typeof kind === 'string' ? kind : ''}`
}

/** Paths of what a configuration names that is only to be replaced as a whole. */
function atomicPaths(shape: Shape | null, value: unknown, path = '', depth = 0): readonly string[] {
  if (shape === null || depth > deepest) return []
  const found: string[] = []
  if (isObject(value) && shape.map !== null) {
    if (shape.map.isAtomic) found.push(path)
    // Fields that are declared alone: the server does not look into others.
    for (const [name, field] of Object.entries(value)) {
      const member = shape.map.field(name)
      if (member !== undefined)
        found.push(...atomicPaths(member.shape(), field, `${path}.${name}`, depth + 1))
    }
  }
  if (Array.isArray(value) && shape.list !== null) {
    if (shape.list.isAtomic) found.push(path)
    for (const [index, element] of value.entries())
      found.push(...atomicPaths(shape.list.element(), element, `${path}[${index}]`, depth + 1))
  }
  return found
}
