import type { KubeObject } from '../../kube/index.ts'
import { type Fields, fieldsOf, isFields, listOf, own, stringOf } from '../fields.ts'
import { atomicInKind, atomicInPodSpec, podSpecAt } from './atomicPaths.ts'

/** Paths of built-in resources that are atomic; lists are named without their items. */
function builtInPaths(resource: string): readonly string[] {
  const podSpec = podSpecAt.get(resource)
  return [
    ...(podSpec === undefined ? [] : atomicInPodSpec.map(field => `${podSpec}.${field}`)),
    ...(atomicInKind.get(resource) ?? []),
  ]
}

/**
 * The atomic field at or above a path of field names, of a built-in kind or of one that a
 * definition declares; null where there is none, or nothing is known.
 */
export function atomicAt(
  resource: string,
  path: readonly string[],
  definition: KubeObject | null,
): string | null {
  if (definition !== null) return atomicInDefinition(definition, path)
  const paths = new Set(builtInPaths(resource))
  for (let length = 1; length <= path.length; length += 1) {
    const text = path.slice(0, length).join('.')
    if (paths.has(text)) return text
  }
  return null
}

// Lists are atomic unless they say otherwise, maps and structs only where they say so.
function atomicInDefinition(definition: KubeObject, path: readonly string[]): string | null {
  const versions = listOf(fieldsOf(definition.spec).versions).map(fieldsOf)
  const version = versions.find(each => each.storage === true) ?? versions[0]
  let schema: Fields = fieldsOf(fieldsOf(version?.schema).openAPIV3Schema)
  for (const [at, step] of path.entries()) {
    const next = own(fieldsOf(schema.properties), step)
    if (!isFields(next)) return null
    const isList = next.type === 'array'
    const isAtomic = isList
      ? !['map', 'set'].includes(stringOf(next['x-kubernetes-list-type']))
      : next['x-kubernetes-map-type'] === 'atomic'
    if (isAtomic) return path.slice(0, at + 1).join('.')
    schema = isList ? fieldsOf(next.items) : next
  }
  return null
}
