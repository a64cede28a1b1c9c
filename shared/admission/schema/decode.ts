import { base64Fault, deepest, isInt64, isObject, own } from '../values/index.ts'
import { type GoKind, goKind, goName, jsonKind } from './goTypes.ts'
import { type FieldProblem, undecodable, unknownField } from './problem.ts'
import type { Fields } from './structural.ts'

/**
 * What the server’s decoder finds in an object of a built-in kind: the first value of a wrong type, and all
 * fields that the type does not have. Names of Go types are made of those of the schemas: a text or map
 * that has a Go type of its own without a schema is called by what it is.
 */
export function decodeProblems(
  schemas: Fields,
  root: string,
  object: unknown,
  path = '',
): readonly FieldProblem[] {
  const decoder = new Decoder(schemas)
  decoder.decode(own(schemas, root), root, object, {
    path,
    names: path === '' ? [] : path.split('.'),
    struct: '',
    depth: 0,
  })
  const { failure, unknown } = decoder
  return [...(failure === null ? [] : [failure]), ...unknown.map(unknownField)]
}

interface At {
  /** With the places in lists. */
  readonly path: string
  /** Names of fields alone. */
  readonly names: readonly string[]
  /** Go’s name of the type that has the field. */
  readonly struct: string
  readonly depth: number
}

class Decoder {
  readonly #schemas: Fields
  readonly unknown: string[] = []
  failure: FieldProblem | null = null

  constructor(schemas: Fields) {
    this.#schemas = schemas
  }

  /** A null is nothing, whatever the type. */
  decode(given: unknown, givenName: string, value: unknown, at: At): void {
    if (value === null || value === undefined || at.depth > deepest) return
    const { schema, name } = this.#resolve(given, givenName)
    if (schema === null) return
    const kind = goKind(schema, name, item => this.#typeOf(item))
    if (kind.kind === 'anything') return
    if (kind.kind === 'own') this.#told(kind.decode(value), at)
    else if (!isOfKind(kind, value)) this.#wrong(kind.type, value, at)
    else if (kind.kind === 'bytes') this.#told(base64Fault(String(value)), at)
    else if (Array.isArray(value)) this.#list(schema, value, at)
    else if (isObject(value) && kind.kind === 'struct') this.#struct(schema, kind.name, value, at)
    else if (isObject(value)) this.#map(schema, value, at)
  }

  #struct(schema: Fields, struct: string, value: Fields, at: At): void {
    const declared = own(schema, 'properties')
    const properties = isObject(declared) ? declared : {}
    for (const [name, field] of Object.entries(value)) {
      const inside = {
        path: at.path === '' ? name : `${at.path}.${name}`,
        names: [...at.names, name],
        struct,
        depth: at.depth + 1,
      }
      if (Object.hasOwn(properties, name)) this.decode(properties[name], '', field, inside)
      else if (isObject(declared)) this.unknown.push(inside.path)
    }
  }

  #map(schema: Fields, value: Fields, at: At): void {
    const additional = own(schema, 'additionalProperties')
    for (const [name, field] of Object.entries(value))
      this.decode(additional, '', field, { ...at, path: `${at.path}.${name}`, depth: at.depth + 1 })
  }

  #list(schema: Fields, value: readonly unknown[], at: At): void {
    for (const [index, element] of value.entries())
      this.decode(own(schema, 'items'), '', element, {
        ...at,
        path: `${at.path}[${index}]`,
        depth: at.depth + 1,
      })
  }

  /** The last schema of a row of references, and its name. */
  #resolve(given: unknown, givenName: string): { readonly schema: Fields | null; readonly name: string } {
    let [schema, name] = [given, givenName]
    for (let steps = 0; steps < 10; steps += 1) {
      if (!isObject(schema)) return { schema: null, name }
      const reference = referenceOf(schema)
      if (reference === null) return { schema, name }
      name = reference
      schema = own(this.#schemas, reference)
    }
    return { schema: null, name }
  }

  /** Go’s name of the type of a schema. */
  #typeOf(given: Fields): string {
    const { schema, name } = this.#resolve(given, '')
    if (schema === null) return 'interface {}'
    const kind = goKind(schema, name, item => this.#typeOf(item))
    return kind.kind === 'own' ? goName(name) : kind.kind === 'anything' ? 'interface {}' : kind.type
  }

  #wrong(type: string, value: unknown, at: At): void {
    const isUnfitNumber = typeof value === 'number' && /^u?int/.test(type)
    const found = isUnfitNumber ? `number ${value}` : jsonKind(value)
    const place =
      at.struct === ''
        ? `Go value of type ${type}`
        : `Go struct field ${at.struct}.${at.names.join('.')} of type ${type}`
    this.#told(`json: cannot unmarshal ${found} into ${place}`, at)
  }

  #told(message: string | null, at: At): void {
    if (message !== null) this.failure ??= undecodable(at.path, message)
  }
}

function isOfKind(kind: Exclude<GoKind, { kind: 'own' | 'anything' }>, value: unknown): boolean {
  switch (kind.kind) {
    case 'text':
    case 'bytes':
      return typeof value === 'string'
    case 'boolean':
      return typeof value === 'boolean'
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint'
    case 'integer': {
      if (typeof value === 'bigint') return value === BigInt.asIntN(64, value) && kind.type === 'int64'
      if (typeof value !== 'number' || !isInt64(value)) return false
      return kind.type !== 'int32' || (value >= -(2 ** 31) && value < 2 ** 31)
    }
    case 'list':
      return Array.isArray(value)
    case 'map':
    case 'struct':
      return isObject(value)
  }
}

function referenceOf(schema: Fields): string | null {
  const all = own(schema, 'allOf')
  const [only] = Array.isArray(all) && all.length === 1 ? all : []
  const reference = own(schema, '$ref') ?? (isObject(only) ? own(only, '$ref') : undefined)
  return typeof reference === 'string' ? reference.slice(reference.lastIndexOf('/') + 1) : null
}
