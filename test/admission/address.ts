import type { KubeObject, ResourceInfo } from '../../shared/kube/index.ts'

/** A place of the API: a resource, in it perhaps an object, of that perhaps a part. */
export interface Place {
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly subresource?: string
  readonly namespace?: string
  readonly name?: string
}

/** The path of a place. A namespace that is itself asked for is in none. */
export function pathOf({ group, version, resource, subresource, namespace, name }: Place): string {
  const isInNamespace =
    namespace !== undefined && namespace !== '' && !(group === '' && resource === 'namespaces')
  return [
    group === '' ? '/api' : `/apis/${group}`,
    version,
    ...(isInNamespace ? ['namespaces', namespace] : []),
    resource,
    ...(name === undefined || name === '' ? [] : [name]),
    ...(subresource === undefined || subresource === '' ? [] : [subresource]),
  ].join('/')
}

/** Splits `apps/v1`, or `v1` of the core group. */
export function groupVersionOf(apiVersion: string): { readonly group: string; readonly version: string } {
  const [first = '', second] = apiVersion.split('/')
  return second === undefined ? { group: '', version: first } : { group: first, version: second }
}

/** Where an object is kept, by what the server offers; null where it offers no such kind. */
export function placeOf(object: KubeObject, offered: readonly ResourceInfo[]): Place | null {
  const { group, version } = groupVersionOf(object.apiVersion)
  const info = offered.find(
    each => each.group === group && each.version === version && each.kind === object.kind,
  )
  if (info === undefined) return null
  const { namespace, name } = object.metadata
  return { group, version, resource: info.resource, name, ...(namespace === undefined ? {} : { namespace }) }
}

/** Resources that definitions of custom kinds add to what a server offers. */
export function customResources(objects: readonly KubeObject[]): readonly ResourceInfo[] {
  return objects
    .filter(({ kind }) => kind === 'CustomResourceDefinition')
    .flatMap(({ spec }) => {
      const { group, scope, names, versions } = spec as DefinitionSpec
      return versions
        .filter(({ served }) => served)
        .map(({ name: version, storage, subresources }) => ({
          group,
          version,
          resource: names.plural,
          kind: names.kind,
          singular: names.singular ?? '',
          shortNames: [],
          categories: [],
          namespaced: scope === 'Namespaced',
          verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
          preferred: storage,
          subresources: [
            ...(subresources?.status === undefined
              ? []
              : [{ name: 'status', kind: names.kind, verbs: ['get', 'patch', 'update'] }]),
            ...(subresources?.scale === undefined
              ? []
              : [{ name: 'scale', kind: 'Scale', verbs: ['get', 'patch', 'update'] }]),
          ],
        }))
    })
}

interface DefinitionSpec {
  readonly group: string
  readonly scope: string
  readonly names: { readonly plural: string; readonly kind: string; readonly singular?: string }
  readonly versions: readonly {
    readonly name: string
    readonly served: boolean
    readonly storage: boolean
    readonly subresources?: { readonly status?: unknown; readonly scale?: unknown }
  }[]
}
