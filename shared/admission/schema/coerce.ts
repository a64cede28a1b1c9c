import { deepest, isObject, type Json, own } from '../values/index.ts'
import { childPath } from './fieldPath.ts'
import { decodeMetadata, readMetadata } from './objectMeta.ts'
import { type FieldProblem, invalid, undecodable, unknownField } from './problem.ts'
import type { Structural } from './structural.ts'

export interface Coerced {
  readonly value: Json
  readonly problems: readonly FieldProblem[]
}

/** Reads the metadata of resources inside a resource as the server does (`schema/objectmeta/algorithm.go`). */
export function coerceEmbedded(object: Json, schema: Structural): Coerced {
  const problems: FieldProblem[] = []
  const value = coerced(object, schema, '', problems, 0)
  return { value, problems }
}

function coerced(
  value: Json,
  schema: Structural | null | undefined,
  path: string,
  problems: FieldProblem[],
  depth: number,
): Json {
  if (!schema || depth > deepest) return value
  if (Array.isArray(value))
    return value.map((element: Json, index) =>
      coerced(element, schema.items, `${path}[${index}]`, problems, depth + 1),
    )
  if (!isObject(value)) return value
  const result: Record<string, Json> = Object.create(null)
  for (const [name, field] of Object.entries(value) as [string, Json][]) {
    const property = schema.properties.get(name)
    const inside = property === undefined ? `${path}[${name}]` : childPath(path, name)
    result[name] = coerced(field, property ?? schema.additional, inside, problems, depth + 1)
  }
  if (schema.isEmbeddedResource) ofResource(result, path, problems)
  return result
}

function ofResource(resource: Record<string, Json>, path: string, problems: FieldProblem[]): void {
  for (const name of ['apiVersion', 'kind']) {
    const value = own(resource, name)
    if (value === undefined || typeof value === 'string') continue
    const wrong = invalid(childPath(path, name), value, 'must be a string')
    problems.push(undecodable(wrong.field, wrong.message))
  }
  const metadata = resource.metadata
  if (metadata === undefined) return
  const at = childPath(path, 'metadata')
  for (const problem of decodeMetadata(metadata)) {
    if (problem.stage === 'strict') problems.push(unknownField(childPath(path, problem.field)))
    else problems.push(undecodable(at, invalid(at, metadata, problem.message).message))
  }
  resource.metadata = readMetadata(metadata)
}
