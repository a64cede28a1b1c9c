import type { KubeObject } from '../../../shared/kube/index.ts'
import { at, type ColumnDefinition, customTable, list, text, withName } from '../tables/index.ts'
import type { GroupDiscovery, ResourceDiscovery } from './discovery.ts'
import type { ServedResource } from './served.ts'

const verbs = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch']

interface CustomVersion {
  readonly definition: KubeObject
  readonly group: string
  readonly version: string
  /** The `spec.versions` entry. */
  readonly declared: unknown
}

function servedVersions(definitions: readonly KubeObject[]): readonly CustomVersion[] {
  return definitions.flatMap(definition =>
    list(at(definition, 'spec', 'versions'))
      .filter(declared => at(declared, 'served') === true)
      .map(declared => ({
        definition,
        group: text(at(definition, 'spec', 'group')),
        version: text(at(declared, 'name')),
        declared,
      })),
  )
}

/** Groups that CustomResourceDefinitions add, their versions in the order of preference. */
export function customGroups(definitions: readonly KubeObject[]): readonly GroupDiscovery[] {
  const groups = new Map<string, Map<string, ResourceDiscovery[]>>()
  for (const served of servedVersions(definitions)) {
    const versions = groups.get(served.group) ?? new Map<string, ResourceDiscovery[]>()
    groups.set(served.group, versions)
    versions.set(served.version, [...(versions.get(served.version) ?? []), resourceDiscovery(served)])
  }
  return [...groups].map(([name, versions]) => ({
    metadata: { name },
    versions: [...versions]
      .sort(([a], [b]) => priority(b) - priority(a) || (a < b ? -1 : 1))
      .map(([version, resources]) => ({ version, resources, freshness: 'Current' as const })),
  }))
}

/** `v2` before `v1` before `v1beta1` before `v1alpha1`; other names last. */
function priority(version: string): number {
  const match = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version)
  if (match === null) return -1
  const [, major, stage, minor] = match
  const base = stage === undefined ? 3e9 : stage === 'beta' ? 2e9 : 1e9
  return base + Number(major) * 1e4 + Number(minor ?? 0)
}

function resourceDiscovery({ definition, group, version, declared }: CustomVersion): ResourceDiscovery {
  const names = at(definition, 'spec', 'names')
  const kind = text(at(names, 'kind'))
  const responseKind = { group, version, kind }
  const texts = (field: string): readonly string[] => list(at(names, field)).map(name => text(name))
  const subresources = subresourcesOf(declared).map(subresource => ({
    subresource,
    responseKind:
      subresource === 'scale' ? { group: 'autoscaling', version: 'v1', kind: 'Scale' } : responseKind,
    verbs: ['get', 'patch', 'update'],
  }))
  const shortNames = texts('shortNames')
  const categories = texts('categories')
  return {
    resource: text(at(names, 'plural')),
    responseKind,
    scope: at(definition, 'spec', 'scope') === 'Namespaced' ? 'Namespaced' : 'Cluster',
    singularResource: text(at(names, 'singular'), kind.toLowerCase()),
    verbs,
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
    ...(subresources.length === 0 ? {} : { subresources }),
  }
}

function subresourcesOf(declared: unknown): readonly string[] {
  return ['status', 'scale'].filter(name => at(declared, 'subresources', name) !== undefined)
}

export function customResources(
  definitions: readonly KubeObject[],
  nameColumn: ColumnDefinition,
): readonly ServedResource[] {
  return servedVersions(definitions).map(({ definition, group, version, declared }) => {
    const table = customTable(declared, nameColumn)
    return {
      group,
      version,
      resource: text(at(definition, 'spec', 'names', 'plural')),
      kind: text(at(definition, 'spec', 'names', 'kind')),
      namespaced: at(definition, 'spec', 'scope') === 'Namespaced',
      verbs,
      subresources: subresourcesOf(declared),
      columns: table.columns,
      print: withName(table.print),
      selectableFields: list(at(declared, 'selectableFields')).map(field =>
        text(at(field, 'jsonPath')).replace(/^\./, ''),
      ),
      isCustom: true,
    }
  })
}
