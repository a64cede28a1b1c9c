import type { GroupVersionKind, JsonObject } from '../../cel/kubernetes/index.ts'
import { readStruct, Undecodable } from './read.ts'
import { structNameOf, structOf } from './table.ts'
import { writeStruct } from './write.ts'

/** An object as admission sees it. */
export interface Defaulted {
  readonly object: JsonObject
  /** What is taken for granted, in sentences: defaults that depend on the clock or on feature gates. */
  readonly assumptions: readonly string[]
  /** Why the server cannot decode the object, which is then as it was given. */
  readonly problem?: string
}

export const apiVersionOf = ({ group, version }: GroupVersionKind): string =>
  group === '' ? version : `${group}/${version}`

/** Whether the API server decodes objects of the kind into a Go type, with defaults. */
export const isBuiltIn = (kind: GroupVersionKind): boolean =>
  structNameOf(apiVersionOf(kind), kind.kind) !== undefined

/** What the server would say; undefined for errors that are none of the object’s. */
function messageOf(error: unknown): string | undefined {
  if (error instanceof Undecodable) return error.message
  // The engine’s own limit stands for the server’s, which refuses 10,000 levels.
  return error instanceof RangeError ? 'json: exceeded max depth' : undefined
}

/**
 * The object as the API server decodes it: defaults filled in, unknown fields dropped, quantities and
 * times canonical. An object of a kind that is not built in comes back as it is. Nothing throws.
 */
export function withDefaults(kind: GroupVersionKind, object: JsonObject): Defaulted {
  const name = structNameOf(apiVersionOf(kind), kind.kind)
  if (name === undefined) return { object, assumptions: [] }
  const assumptions = new Set<string>()
  try {
    const struct = structOf(name)
    const fields = readStruct(object, struct)
    fields.apiVersion = apiVersionOf(kind)
    fields.kind = kind.kind
    return {
      object: writeStruct(fields, struct, { withDefaults: true, assumptions }),
      assumptions: [...assumptions],
    }
  } catch (error) {
    const problem = messageOf(error)
    if (problem === undefined) throw error
    return { object, assumptions: [], problem }
  }
}
