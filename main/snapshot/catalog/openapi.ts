import { createHash } from 'node:crypto'
import { readOpenApiDocument } from '../schemas.ts'
import { unpacked } from '../store/index.ts'
import { at, list, mapping, text } from '../tables/index.ts'
import type { Catalog } from './catalog.ts'

/** An OpenAPI document, gzipped where it comes from disk. */
export type OpenApiDocument =
  | { readonly form: 'gzip'; readonly bytes: Buffer; readonly tag: string }
  | { readonly form: 'json'; readonly text: string; readonly tag: string }

/** The document of `api/v1` or `apis/GROUP/VERSION`, or null when it is not served. */
export function openApiDocument(catalog: Catalog, path: string): OpenApiDocument | null {
  if (!paths(catalog).includes(path)) return null
  const bytes = readOpenApiDocument(path)
  if (bytes !== null) return { form: 'gzip', bytes, tag: hash(bytes) }
  const [, group = '', version = ''] = path.split('/')
  const body = JSON.stringify(customDocument(catalog, group, version))
  return { form: 'json', text: body, tag: hash(body) }
}

/** Indexes as of the tags of what they list: each takes a look at every definition there is. */
const indexes = new WeakMap<Catalog, { readonly tag: string; readonly index: object }>()

/** `/openapi/v3`: the documents with their addresses, which change with the content. */
export function openApiIndex(catalog: Catalog): object {
  const tag = catalog.definitionsTag
  const known = indexes.get(catalog)
  if (known?.tag === tag) return known.index
  const index = newIndex(catalog)
  indexes.set(catalog, { tag, index })
  return index
}

function newIndex(catalog: Catalog): object {
  const entries = paths(catalog).flatMap(path => {
    const document = openApiDocument(catalog, path)
    return document === null
      ? []
      : [[path, { serverRelativeURL: `/openapi/v3/${path}?hash=${document.tag}` }] as const]
  })
  return { paths: Object.fromEntries(entries) }
}

function paths(catalog: Catalog): readonly string[] {
  return catalog.groups.flatMap(({ metadata, versions }) =>
    versions.map(({ version }) =>
      (metadata.name ?? '') === '' ? `api/${version}` : `apis/${metadata.name}/${version}`,
    ),
  )
}

function hash(content: Buffer | string): string {
  return createHash('sha512').update(content).digest('hex').toUpperCase()
}

function customDocument(catalog: Catalog, group: string, version: string): object {
  const schemas: Record<string, unknown> = {}
  const paths: Record<string, unknown> = {}
  const reversed = group.split('.').reverse().join('.')
  for (const stored of catalog.definitionsOf(group)) {
    const definition = unpacked(stored)
    const declared = list(at(definition, 'spec', 'versions')).find(entry => at(entry, 'name') === version)
    if (declared === undefined) continue
    const kind = text(at(definition, 'spec', 'names', 'kind'))
    const path = `/apis/${group}/${version}${at(definition, 'spec', 'scope') === 'Namespaced' ? '/namespaces/{namespace}' : ''}`
    paths[`${path}/${text(at(definition, 'spec', 'names', 'plural'))}`] = {
      get: {
        'x-kubernetes-action': 'list',
        'x-kubernetes-group-version-kind': { group, version, kind },
        responses: { 200: { description: 'OK' } },
      },
    }
    schemas[`${reversed}.${version}.${kind}`] = {
      ...mapping(at(declared, 'schema', 'openAPIV3Schema')),
      properties: {
        ...mapping(at(declared, 'schema', 'openAPIV3Schema', 'properties')),
        apiVersion: { type: 'string' },
        kind: { type: 'string' },
        metadata: { type: 'object' },
      },
      'x-kubernetes-group-version-kind': [{ group, version, kind }],
    }
  }
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes CRD Swagger', version: 'v0.1.0' },
    paths,
    components: { schemas },
  }
}
