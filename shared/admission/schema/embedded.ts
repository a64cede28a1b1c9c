import { deepest, isObject, own } from '../values/index.ts'
import { metadataProblems } from './metadata.ts'
import { decodeMetadata, metadataOf } from './objectMeta.ts'
import { type FieldProblem, invalid, required } from './problem.ts'
import type { Fields, Structural } from './structural.ts'

/** What is wrong with resources inside a resource (`schema/objectmeta/validation.go`). */
export function embeddedProblems(
  value: unknown,
  schema: Structural | null | undefined,
  path = '',
  depth = 0,
): readonly FieldProblem[] {
  if (schema === null || schema === undefined || depth > deepest) return []
  if (Array.isArray(value))
    return value.flatMap((element, index) =>
      embeddedProblems(element, schema.items, `${path}[${index}]`, depth + 1),
    )
  if (!isObject(value)) return []
  const found = schema.isEmbeddedResource ? [...ofResource(value, path)] : []
  for (const [name, field] of Object.entries(value)) {
    const property = schema.properties.get(name)
    const inside = property === undefined ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`
    found.push(...embeddedProblems(field, property ?? schema.additional, inside, depth + 1))
  }
  return found
}

function* ofResource(resource: Fields, path: string): Generator<FieldProblem> {
  for (const name of ['apiVersion', 'kind'])
    if (!Object.hasOwn(resource, name)) yield required(`${path}.${name}`)
  for (const [name, value] of Object.entries(resource)) {
    if (name === 'metadata') yield* ofMetadata(resource, path)
    if (name !== 'apiVersion' && name !== 'kind') continue
    const at = `${path}.${name}`
    if (typeof value !== 'string') yield invalid(at, value, 'must be a string')
    else if (value === '') yield invalid(at, value, 'must not be empty')
    else if (name === 'apiVersion' && value.split('/').length > 2)
      yield invalid(at, value, `unexpected GroupVersion string: ${value}`)
    else if (name === 'kind' && !/^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/.test(value.toLowerCase()))
      yield invalid(at, value, `may have mixed case, but should otherwise match: ${kindForm}`)
  }
}

const kindForm =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"

function* ofMetadata(resource: Fields, path: string): Generator<FieldProblem> {
  const metadata = own(resource, 'metadata')
  const wrong = decodeMetadata(metadata).find(({ stage }) => stage === 'decode')
  if (wrong !== undefined) {
    yield invalid(`${path}.metadata`, metadata, wrong.message)
    return
  }
  const fields = metadataOf(resource)
  const namespace = own(fields, 'namespace')
  // Its name may be missing: it is no object of the server’s.
  const named = own(fields, 'name') ? fields : { ...fields, name: 'fakename' }
  const rules = {
    isNamespaced: typeof namespace === 'string' && namespace !== '',
    names: 'pathSegment',
  } as const
  for (const problem of metadataProblems({ metadata: named }, rules))
    yield { ...problem, field: `${path}.${problem.field}`, message: `${path}.${problem.message}` }
}
