import { AppError } from '../../shared/errors/index.ts'
import type { KindSchema } from '../../shared/ipc/index.ts'
import { apiVersionOf } from '../../shared/kube/index.ts'
import type { ClusterSession } from '../session/index.ts'
import { fieldsOf, listOf, textOf } from './read.ts'

type Schemas = Readonly<Record<string, unknown>>

/** Documents kept: each is a few MB, and few group-versions are looked at at a time. */
const keptDocuments = 6

/**
 * Document of the core group. Kinds of subresources (a Scale, an Eviction, a TokenRequest) do not stand in that of
 * their own group: they stand with the resources that have them, and the core group has them all.
 */
const coreDocument = 'api/v1'

/** OpenAPI v3 of a server, one document a group-version, read when first asked for. */
export class OpenApiSchemas {
  readonly #session: ClusterSession
  /** By the URL that holds the document's hash, so that a changed document is another one. */
  readonly #documents = new Map<string, Promise<Schemas>>()

  constructor(session: ClusterSession) {
    this.#session = session
  }

  /** @throws AppError `gone` when the server has no schema for the kind. */
  async schema(group: string, version: string, kind: string): Promise<KindSchema> {
    const own = `${group === '' ? 'api' : `apis/${group}`}/${version}`
    const index = fieldsOf(fieldsOf(await this.#json('/openapi/v3')).paths)
    const isServed = Object.hasOwn(index, own)
    for (const key of isServed ? new Set([own, coreDocument]) : []) {
      const url = textOf(fieldsOf(index[key]).serverRelativeURL)
      const schemas = url === '' ? {} : await this.#document(url)
      const root = Object.keys(schemas).find(name => describes(schemas[name], group, version, kind))
      if (root !== undefined) return { root, schemas: withReferences(schemas, root) }
    }
    throw noSchema(group, version, kind)
  }

  #document(url: string): Promise<Schemas> {
    const known = this.#documents.get(url)
    if (known !== undefined) return known
    const reading = this.#json(url).then(document =>
      fieldsOf(fieldsOf(fieldsOf(document).components).schemas),
    )
    this.#documents.set(url, reading)
    reading.catch(() => this.#documents.delete(url))
    const [oldest] = this.#documents.keys()
    if (this.#documents.size > keptDocuments && oldest !== undefined) this.#documents.delete(oldest)
    return reading
  }

  async #json(url: string): Promise<unknown> {
    const [path = '', search = ''] = url.split('?')
    const response = await this.#session.request({
      method: 'GET',
      path,
      query: Object.fromEntries(new URLSearchParams(search)),
      accept: 'application/json',
      purpose: 'read the schemas of the API (OpenAPI)',
    })
    return response.json()
  }
}

function noSchema(group: string, version: string, kind: string): AppError {
  return new AppError({
    kind: 'gone',
    message: `The server publishes no schema for ${kind} of ${apiVersionOf({ group, version })}.`,
  })
}

function describes(schema: unknown, group: string, version: string, kind: string): boolean {
  return listOf(fieldsOf(schema)['x-kubernetes-group-version-kind']).some(entry => {
    const fields = fieldsOf(entry)
    return fields.group === group && fields.version === version && fields.kind === kind
  })
}

const prefix = '#/components/schemas/'

/** The schema named and all that it refers to, directly or not. */
function withReferences(schemas: Schemas, root: string): Schemas {
  const found: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  const waiting = [root]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (name in found || !Object.hasOwn(schemas, name)) continue
    found[name] = schemas[name]
    collectReferences(schemas[name], waiting)
  }
  return { ...found }
}

function collectReferences(value: unknown, into: string[]): void {
  if (Array.isArray(value)) {
    for (const item of value) collectReferences(item, into)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (key === '$ref' && typeof item === 'string' && item.startsWith(prefix))
        into.push(item.slice(prefix.length))
      else collectReferences(item, into)
    }
  }
}
