import { gunzipSync } from 'node:zlib'
import { authorizerFromRbac } from '../../../../shared/admission/gates/index.ts'
import type { Known, Served, World } from '../../../../shared/admission/index.ts'
import type { SchemaKnown, WantedObjects } from '../../../../shared/admission/trace/index.ts'
import type { GroupVersionKind } from '../../../../shared/cel/kubernetes/index.ts'
import type { ResourceInfo } from '../../../../shared/kube/index.ts'
import { type Catalog, openApiDocument, type ServedResource } from '../../catalog/index.ts'
import type { SnapshotStore } from '../../store/index.ts'
import { at, list, mapping } from '../../tables/index.ts'
import { atVersion } from '../list.ts'

interface Offered {
  readonly tag: string
  readonly served: Served
  /** By group and kind, the preferred version first. */
  readonly byKind: ReadonlyMap<string, readonly ServedResource[]>
}

interface Document {
  readonly tag: string
  readonly schemas: Readonly<Record<string, unknown>>
  /** Name of the entry of each kind. */
  readonly roots: ReadonlyMap<string, string>
}

/** What the store and its catalog say, as a trace asks for it: all of it is known at once. */
export class StoreFacts {
  readonly #store: SnapshotStore
  readonly #catalog: Catalog
  readonly #minor: number
  readonly #documents = new Map<string, Document | null>()
  #offered: Offered | null = null

  /** @param minor of the server's release */
  constructor(store: SnapshotStore, catalog: Catalog, minor: number) {
    this.#store = store
    this.#catalog = catalog
    this.#minor = minor
  }

  /** The cluster at a moment. Roles and bindings alone say who may do what. @param now milliseconds since the epoch */
  world(now: number, webhookAnswer: World['webhookAnswer']): World {
    const world: World = {
      minor: this.#minor,
      now,
      served: this.#offer().served,
      objects: wanted => this.#objects(wanted),
      schema: kind => this.schema(kind),
      authorize: question => authorizer(question),
      webhookAnswer,
    }
    const authorizer = authorizerFromRbac(world)
    return world
  }

  schema({ group, version, kind }: GroupVersionKind): SchemaKnown {
    // Kinds of subresources (a Scale, an Eviction) stand with the resources that have them.
    for (const path of [group === '' ? `api/${version}` : `apis/${group}/${version}`, 'api/v1']) {
      const document = this.#document(path)
      const root = document?.roots.get(`${group}/${version}/${kind}`)
      if (document !== null && root !== undefined) return { state: 'known', root, schemas: document.schemas }
    }
    return { state: 'none' }
  }

  #objects({ group, version, kind, namespace, name }: WantedObjects): Known {
    const offered = this.#offer().byKind.get(`${group}/${kind}`) ?? []
    const resource = offered.find(each => version === '' || each.version === version)
    if (resource === undefined) return { state: 'notServed' }
    const collection = this.#store.collection(resource.stored ?? resource)
    const found =
      name !== '' && (namespace !== '' || !resource.namespaced)
        ? [collection.get(namespace, name)].filter(each => each !== null)
        : collection.list(namespace).filter(({ metadata }) => name === '' || metadata.name === name)
    return { state: 'known', items: found.map(each => atVersion(each, resource)), staleSince: null }
  }

  #offer(): Offered {
    const tag = this.#catalog.definitionsTag
    if (this.#offered?.tag === tag) return this.#offered
    const resources: ResourceInfo[] = []
    const byKind = new Map<string, ServedResource[]>()
    for (const { metadata, versions } of this.#catalog.groups) {
      const group = metadata.name ?? ''
      const seen = new Set<string>()
      for (const { version, resources: offered } of versions)
        for (const each of offered) {
          const served = this.#catalog.find(group, version, each.resource)
          if (served === null) continue
          resources.push(infoOf(served, each, !seen.has(each.resource)))
          seen.add(each.resource)
          const key = `${group}/${served.kind}`
          byKind.set(key, [...(byKind.get(key) ?? []), served])
        }
    }
    this.#offered = { tag, byKind, served: { resources, failedGroups: new Set() } }
    this.#documents.clear()
    return this.#offered
  }

  #document(path: string): Document | null {
    this.#offer()
    const known = this.#documents.get(path)
    if (known !== undefined) return known
    const document = openApiDocument(this.#catalog, path)
    const read = document === null ? null : readDocument(document)
    this.#documents.set(path, read)
    return read
  }
}

type Discovered = Catalog['groups'][number]['versions'][number]['resources'][number]

function infoOf(
  { group, version, resource, kind, namespaced, verbs }: ServedResource,
  { singularResource, shortNames = [], categories = [], subresources = [] }: Discovered,
  preferred: boolean,
): ResourceInfo {
  return {
    ...{ group, version, resource, kind, namespaced, verbs, shortNames, categories, preferred },
    singular: singularResource,
    subresources: subresources.map(({ subresource, responseKind, verbs: own }) => ({
      name: subresource,
      kind: responseKind.kind,
      verbs: own,
    })),
  }
}

function readDocument(document: NonNullable<ReturnType<typeof openApiDocument>>): Document {
  const text = document.form === 'json' ? document.text : gunzipSync(document.bytes).toString('utf8')
  const schemas = mapping(at(JSON.parse(text), 'components', 'schemas'))
  const roots = new Map<string, string>()
  for (const [name, schema] of Object.entries(schemas))
    for (const kind of list(at(schema, 'x-kubernetes-group-version-kind')))
      roots.set(`${at(kind, 'group')}/${at(kind, 'version')}/${at(kind, 'kind')}`, name)
  return { tag: document.tag, schemas, roots }
}
