import type { GroupVersionKind, GroupVersionResource } from '../../cel/kubernetes/index.ts'
import type { KubeObject, ResourceInfo } from '../../kube/index.ts'
import { customDefinition } from '../customDefinition.ts'
import { fieldsOf, isFields, listOf, stringOf } from '../fields.ts'
import { isCustomGroup } from '../served.ts'
import { subresourceKind } from '../subresources.ts'
import type { TraceRequest, World } from '../trace/types.ts'

interface Equivalent {
  readonly resource: GroupVersionResource
  readonly kind: GroupVersionKind
}

/** What the server holds the resource of a request to be the same as. */
export interface Equivalents {
  readonly others: readonly Equivalent[]
  /** Why there may be more; empty where these are all. */
  readonly why: string
}

/** Resources of different groups that are stored as one. */
const storedTogether: readonly (readonly string[])[] = [['/events', 'events.k8s.io/events']]

/** Kind that a subresource of a resource takes; the resource's own for an empty one, null for none. */
export function kindOfSubresource(info: ResourceInfo, subresource: string): GroupVersionKind | null {
  const own = { group: info.group, version: info.version, kind: info.kind }
  if (subresource === '') return own
  const found = info.subresources.find(each => each.name === subresource)
  return found === undefined ? null : subresourceKind(own, found.kind)
}

/**
 * Other versions of a request's resource: of built-in kinds those that are served, and groups that are stored
 * as one; of custom resources every version of the definition, served or not.
 */
export function equivalentsOf(request: TraceRequest, world: World): Equivalents {
  const { resource, subresource } = request
  if (!isCustomGroup(resource.group)) return { others: servedEquivalents(request, world), why: '' }
  const { definition, why } = customDefinition(resource, world)
  if (definition !== undefined)
    return { others: definedEquivalents(definition, resource, subresource), why: '' }
  const others = servedEquivalents(request, world)
  return { others, why: why === '' ? '' : `${why}, whose versions count as one` }
}

function servedEquivalents({ resource, subresource }: TraceRequest, world: World): readonly Equivalent[] {
  const own = `${resource.group}/${resource.resource}`
  const together = storedTogether.find(each => each.includes(own)) ?? [own]
  const found: Equivalent[] = []
  for (const info of world.served.resources) {
    if (!together.includes(`${info.group}/${info.resource}`)) continue
    if (info.group === resource.group && info.version === resource.version) continue
    const kind = kindOfSubresource(info, subresource)
    const { group, version } = info
    if (kind !== null) found.push({ resource: { group, version, resource: info.resource }, kind })
  }
  return found
}

function definedEquivalents(
  definition: KubeObject,
  resource: GroupVersionResource,
  subresource: string,
): readonly Equivalent[] {
  const spec = fieldsOf(definition.spec)
  const kind = stringOf(fieldsOf(spec.names).kind)
  const found: Equivalent[] = []
  for (const each of listOf(spec.versions)) {
    const version = stringOf(fieldsOf(each).name)
    if (version === '' || version === resource.version) continue
    const subresources = fieldsOf(fieldsOf(each).subresources)
    if (subresource !== '' && !isFields(subresources[subresource])) continue
    const own = { group: resource.group, version, kind }
    const taken = subresource === 'scale' ? { group: 'autoscaling', version: 'v1', kind: 'Scale' } : own
    found.push({ resource: { ...resource, version }, kind: taken })
  }
  return found
}
