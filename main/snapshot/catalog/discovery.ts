/** The parts of `apidiscovery.k8s.io/v2` that are read here; the rest is passed on as it came. */
export interface GroupDiscovery {
  readonly metadata: { readonly name?: string }
  readonly versions: readonly VersionDiscovery[]
}

export interface VersionDiscovery {
  readonly version: string
  readonly freshness: 'Current'
  readonly resources: readonly ResourceDiscovery[]
}

interface ResponseKind {
  readonly group: string
  readonly version: string
  readonly kind: string
}

export interface ResourceDiscovery {
  readonly resource: string
  readonly responseKind: ResponseKind
  readonly scope: 'Namespaced' | 'Cluster'
  readonly singularResource: string
  readonly verbs: readonly string[]
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly subresources?: readonly SubresourceDiscovery[]
}

interface SubresourceDiscovery {
  readonly subresource: string
  readonly responseKind: ResponseKind
  readonly verbs: readonly string[]
}

/** `GroupVersion` as legacy discovery names it. */
function groupVersion(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`
}

/** One entry of legacy `APIResourceList`s, subresources as `resource/subresource`. */
export function legacyResources(group: string, { version, resources }: VersionDiscovery): object {
  return {
    kind: 'APIResourceList',
    ...(group === '' ? {} : { apiVersion: 'v1' }),
    groupVersion: groupVersion(group, version),
    resources: resources.flatMap(resource => [
      {
        name: resource.resource,
        singularName: resource.singularResource,
        namespaced: resource.scope === 'Namespaced',
        kind: resource.responseKind.kind,
        verbs: resource.verbs,
        ...(resource.shortNames === undefined ? {} : { shortNames: resource.shortNames }),
        ...(resource.categories === undefined ? {} : { categories: resource.categories }),
      },
      ...(resource.subresources ?? []).map(subresource => ({
        name: `${resource.resource}/${subresource.subresource}`,
        singularName: '',
        namespaced: resource.scope === 'Namespaced',
        ...foreign(subresource.responseKind, group, version),
        kind: subresource.responseKind.kind,
        verbs: subresource.verbs,
      })),
    ]),
  }
}

/** A subresource whose kind is of another group-version says which. */
function foreign(kind: ResponseKind, group: string, version: string): object {
  const isHome = kind.version === '' || (kind.group === group && kind.version === version)
  return isHome ? {} : { group: kind.group, version: kind.version }
}

export function legacyGroup({ metadata, versions }: GroupDiscovery): object {
  const name = metadata.name ?? ''
  const listed = versions.map(({ version }) => ({ groupVersion: groupVersion(name, version), version }))
  return { name, versions: listed, preferredVersion: listed[0] }
}
