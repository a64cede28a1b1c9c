import { createHash } from 'node:crypto'
import { readSchemaFile } from '../schemas.ts'
import { type SnapshotStore, type Stored, type StoredResource, unpacked } from '../store/index.ts'
import { at, type ColumnDefinition, rowPrinter, text } from '../tables/index.ts'
import { customGroups, customResources } from './custom.ts'
import type { GroupDiscovery, ResourceDiscovery } from './discovery.ts'
import {
  type FurtherKinds,
  inferredGroups,
  inferredResource,
  mergedGroups,
  noFurtherKinds,
  offered,
} from './inferred.ts'
import type { ServedResource } from './served.ts'

const definitions: StoredResource = {
  group: 'apiextensions.k8s.io',
  resource: 'customresourcedefinitions',
}

interface Served {
  readonly groups: readonly GroupDiscovery[]
  readonly resources: ReadonlyMap<string, ServedResource>
  readonly tags: { readonly core: string; readonly named: string }
  readonly definitionsTag: string
  /** Definitions by the group they define a kind of. */
  readonly definitions: ReadonlyMap<string, readonly Stored[]>
}

/** The groups of a real server, without those that definitions add. */
export function builtInGroups(): readonly GroupDiscovery[] {
  return readSchemaFile('discovery.json.gz') as readonly GroupDiscovery[]
}

/**
 * What the server serves: the built-in kinds as a real server describes them, and those that the
 * store's CustomResourceDefinitions add.
 */
export class Catalog {
  readonly #store: SnapshotStore
  readonly #further: FurtherKinds
  readonly #builtIn: readonly GroupDiscovery[]
  readonly #columns: ReadonlyMap<string, readonly ColumnDefinition[]>
  readonly #unsubscribe: () => void
  #served: Served | null = null

  constructor(store: SnapshotStore, further: FurtherKinds = noFurtherKinds) {
    this.#store = store
    this.#further = further
    this.#builtIn = offered(builtInGroups(), further)
    this.#columns = new Map(
      Object.entries(readSchemaFile('columns.json.gz') as Record<string, ColumnDefinition[]>),
    )
    this.#unsubscribe = store.collection(definitions).subscribe(() => {
      this.#served = null
    })
  }

  /** Groups in the order of discovery; the core group is the one without a name. */
  get groups(): readonly GroupDiscovery[] {
    return this.#serve().groups
  }

  /** Changes whenever the document of the core group or that of the named groups does. */
  get tags(): Served['tags'] {
    return this.#serve().tags
  }

  find(group: string, version: string, resource: string): ServedResource | null {
    return this.#serve().resources.get(`${group}/${version}/${resource}`) ?? null
  }

  definitionsOf(group: string): readonly Stored[] {
    return this.#serve().definitions.get(group) ?? []
  }

  /** Changes whenever a definition does. */
  get definitionsTag(): string {
    return this.#serve().definitionsTag
  }

  close(): void {
    this.#unsubscribe()
  }

  #serve(): Served {
    this.#served ??= this.#build()
    return this.#served
  }

  #build(): Served {
    const stored = this.#store.collection(definitions).stored()
    const crds = stored.map(unpacked)
    const groups = mergedGroups([
      ...this.#builtIn,
      ...customGroups(crds),
      ...inferredGroups(this.#further.inferred),
    ])
    const resources = new Map<string, ServedResource>()
    for (const group of this.#builtIn)
      for (const version of group.versions)
        for (const resource of version.resources) {
          const served = this.#builtInResource(group.metadata.name ?? '', version.version, resource)
          resources.set(`${served.group}/${served.version}/${served.resource}`, served)
        }
    const [nameColumn] = this.#columns.get('/v1/configmaps') ?? []
    if (nameColumn !== undefined) {
      for (const served of customResources(crds, nameColumn))
        resources.set(`${served.group}/${served.version}/${served.resource}`, served)
      for (const kind of this.#further.inferred) {
        const served = inferredResource(kind, nameColumn, this.#columnsOf(kind))
        resources.set(`${served.group}/${served.version}/${served.resource}`, served)
      }
    }
    const isCore = (group: GroupDiscovery): boolean => (group.metadata.name ?? '') === ''
    const tags = { core: tagOf(groups.filter(isCore)), named: tagOf(groups.filter(group => !isCore(group))) }
    return { groups, resources, tags, definitions: byGroup(stored, crds), definitionsTag: String(++builds) }
  }

  /** Columns of a built-in kind in whatever version they are known; an older one shows the same. */
  #columnsOf({ group, resource }: StoredResource): readonly ColumnDefinition[] | null {
    for (const [key, columns] of this.#columns)
      if (key.startsWith(`${group}/`) && key.endsWith(`/${resource}`)) return columns
    return null
  }

  #builtInResource(group: string, version: string, resource: ResourceDiscovery): ServedResource {
    const columns = this.#columns.get(`${group}/${version}/${resource.resource}`) ?? []
    return {
      group,
      version,
      resource: resource.resource,
      kind: resource.responseKind.kind,
      namespaced: resource.scope === 'Namespaced',
      verbs: resource.verbs,
      subresources: (resource.subresources ?? []).map(({ subresource }) => subresource),
      columns,
      print: rowPrinter(group, resource.resource, columns),
      selectableFields: builtInFields.get(`${group}/${resource.resource}`) ?? [],
      isCustom: false,
    }
  }
}

/** Counts what was built: each is of other definitions. */
let builds = 0

function byGroup(
  stored: readonly Stored[],
  crds: readonly unknown[],
): ReadonlyMap<string, readonly Stored[]> {
  const groups = new Map<string, Stored[]>()
  for (const [index, one] of stored.entries()) {
    const group = text(at(crds[index], 'spec', 'group'))
    groups.set(group, [...(groups.get(group) ?? []), one])
  }
  return groups
}

function tagOf(groups: readonly GroupDiscovery[]): string {
  return `"${createHash('sha512').update(JSON.stringify(groups)).digest('hex').toUpperCase()}"`
}

const involved = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath']

/** From the field label conversions of kubernetes/pkg/apis/.../v1/conversion.go. */
const builtInFields: ReadonlyMap<string, readonly string[]> = new Map([
  [
    '/pods',
    [
      'spec.nodeName',
      'spec.restartPolicy',
      'spec.schedulerName',
      'spec.serviceAccountName',
      'spec.hostNetwork',
      'status.phase',
      'status.podIP',
      'status.podIPs',
      'status.nominatedNodeName',
    ],
  ],
  [
    '/events',
    [...involved.map(field => `involvedObject.${field}`), 'reason', 'reportingComponent', 'source', 'type'],
  ],
  ['/nodes', ['spec.unschedulable']],
  ['/namespaces', ['status.phase']],
  ['/secrets', ['type']],
  ['/services', ['spec.clusterIP', 'spec.type']],
  ['/replicationcontrollers', ['status.replicas']],
  ['apps/replicasets', ['status.replicas']],
  ['batch/jobs', ['status.successful']],
])
