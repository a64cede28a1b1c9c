import type { StoredResource } from '../store/index.ts'
import { type ColumnDefinition, customTable, rowPrinter, withName } from '../tables/index.ts'
import type { GroupDiscovery, ResourceDiscovery, VersionDiscovery } from './discovery.ts'
import type { ServedResource } from './served.ts'

/** A kind that is served since there are objects of it: nothing else is known of it. */
export interface InferredKind extends StoredResource {
  readonly version: string
  readonly kind: string
  readonly namespaced: boolean
  /** Its objects are apart from those of other versions, which need not have the same fields. */
  readonly stored: StoredResource
}

/** What a store's objects say of kinds, beyond the built-in ones and the definitions. */
export interface FurtherKinds {
  readonly inferred: readonly InferredKind[]
  /** Built-in `group/version/resource`s that are not offered: all objects are of another version. */
  readonly withheld: ReadonlySet<string>
}

export const noFurtherKinds: FurtherKinds = { inferred: [], withheld: new Set() }

const verbs = ['get', 'list', 'watch']

/** The groups without the resources that are withheld. */
export function offered(
  groups: readonly GroupDiscovery[],
  { withheld }: FurtherKinds,
): readonly GroupDiscovery[] {
  if (withheld.size === 0) return groups
  return groups.map(group => ({
    ...group,
    versions: group.versions.map(entry => ({
      ...entry,
      resources: entry.resources.filter(
        ({ resource }) => !withheld.has(`${group.metadata.name ?? ''}/${entry.version}/${resource}`),
      ),
    })),
  }))
}

export function inferredGroups(kinds: readonly InferredKind[]): readonly GroupDiscovery[] {
  return kinds.map(({ group, version, kind, resource, namespaced }) => {
    const discovery: ResourceDiscovery = {
      resource,
      responseKind: { group, version, kind },
      scope: namespaced ? 'Namespaced' : 'Cluster',
      singularResource: kind.toLowerCase(),
      verbs,
    }
    return {
      metadata: group === '' ? {} : { name: group },
      versions: [{ version, freshness: 'Current', resources: [discovery] }],
    }
  })
}

/** One group for each name, with the versions and resources of all that have it, in their order. */
export function mergedGroups(groups: readonly GroupDiscovery[]): readonly GroupDiscovery[] {
  const merged = new Map<string, GroupDiscovery>()
  for (const group of groups) {
    const name = group.metadata.name ?? ''
    const known = merged.get(name)
    merged.set(
      name,
      known === undefined ? group : { ...known, versions: mergedVersions(known.versions, group.versions) },
    )
  }
  return [...merged.values()]
}

function mergedVersions(
  known: readonly VersionDiscovery[],
  added: readonly VersionDiscovery[],
): readonly VersionDiscovery[] {
  const merged = new Map(known.map(entry => [entry.version, entry]))
  for (const entry of added) {
    const present = merged.get(entry.version)
    if (present === undefined) {
      merged.set(entry.version, entry)
      continue
    }
    const names = new Set(present.resources.map(({ resource }) => resource))
    const further = entry.resources.filter(({ resource }) => !names.has(resource))
    merged.set(entry.version, { ...present, resources: [...present.resources, ...further] })
  }
  return [...merged.values()]
}

/** @param columns those of the kind in another version, or null where none is known */
export function inferredResource(
  kind: InferredKind,
  nameColumn: ColumnDefinition,
  columns: readonly ColumnDefinition[] | null,
): ServedResource {
  const { group, version, resource, namespaced, stored } = kind
  const table = customTable({}, nameColumn)
  return {
    group,
    version,
    resource,
    stored,
    kind: kind.kind,
    namespaced,
    verbs,
    subresources: [],
    columns: columns ?? table.columns,
    print: columns === null ? withName(table.print) : rowPrinter(group, resource, columns),
    selectableFields: [],
    isCustom: true,
  }
}
