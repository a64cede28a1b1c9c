import type { AppErrorBody } from '../../../shared/errors/index.ts'
import {
  apiVersionOf,
  isMapping,
  type KubeObject,
  parseApiVersion,
  type Resource,
} from '../../../shared/kube/index.ts'
import type { ApiClient } from '../../api/index.ts'
import type { PlacedObject } from './documents.ts'

/** Where an object of a text is written. */
export interface ResolvedKind extends Resource {
  readonly isNamespaced: boolean
  /** Place in the text of the definition without which the kind is not served; null for one that is. */
  readonly definedBy: number | null
}

/**
 * The resource of each object: as the server offers it, or as a CustomResourceDefinition of the same text defines it.
 * In the place of a resource stands why there is none.
 */
export async function resolveKinds(
  api: ApiClient,
  objects: readonly PlacedObject[],
): Promise<readonly (ResolvedKind | AppErrorBody)[]> {
  const defined = definedKinds(objects)
  const find = ({ apiVersion, kind }: KubeObject): ResolvedKind | null => {
    const { group, version } = parseApiVersion(apiVersion)
    const found = api.discovery
      .get()
      .resources.find(info => info.group === group && info.version === version && info.kind === kind)
    if (found === undefined) return defined.get(`${apiVersion}/${kind}`) ?? null
    return { group, version, resource: found.resource, isNamespaced: found.namespaced, definedBy: null }
  }
  // A kind that was defined a moment ago may not be known here yet.
  if (objects.some(({ object }) => find(object) === null)) await api.refreshDiscovery()
  return objects.map(({ object }) => find(object) ?? notServed(api, object))
}

function definedKinds(objects: readonly PlacedObject[]): ReadonlyMap<string, ResolvedKind> {
  const kinds = new Map<string, ResolvedKind>()
  for (const [definedBy, { object }] of objects.entries()) {
    const { spec } = object
    if (object.kind !== 'CustomResourceDefinition' || !isMapping(spec) || !isMapping(spec.names)) continue
    const { kind, plural } = spec.names
    const isNamespaced = spec.scope === 'Namespaced'
    for (const each of Array.isArray(spec.versions) ? (spec.versions as unknown[]) : []) {
      if (!isMapping(each) || each.served === false) continue
      const place = { group: String(spec.group), version: String(each.name) }
      const apiVersion = apiVersionOf(place)
      kinds.set(`${apiVersion}/${String(kind)}`, {
        ...place,
        resource: String(plural),
        isNamespaced,
        definedBy,
      })
    }
  }
  return kinds
}

function notServed(api: ApiClient, { apiVersion, kind }: KubeObject): AppErrorBody {
  const versions = api.discovery
    .get()
    .resources.filter(info => info.kind === kind)
    .map(apiVersionOf)
  const others = versions.length === 0 ? '' : ` It serves ${kind} as ${[...new Set(versions)].join(', ')}.`
  return {
    kind: 'gone',
    context: api.context,
    reason: 'KindNotServed',
    message: `The server has no kind ${kind} of ${apiVersion}.${others} ${others === '' ? 'Its CustomResourceDefinition may be missing, or be named in another text.' : 'Change apiVersion.'}`,
  }
}
