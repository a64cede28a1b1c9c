import type { Resource } from '../../shared/kube/index.ts'

interface Place {
  /** Empty for a cluster-scoped object, or for all namespaces. */
  readonly namespace?: string
  readonly name?: string
  readonly subresource?: string
}

/**
 * Path of a resource, of one of its objects or of a subresource. Each segment is encoded once:
 * RBAC names hold colons and percent signs, and `.`/`..` must not be taken for folders.
 */
export function resourcePath(resource: Resource, { namespace = '', name, subresource }: Place = {}): string {
  const segments = [
    ...(resource.group === '' ? ['api'] : ['apis', resource.group]),
    resource.version,
    ...(namespace === '' ? [] : ['namespaces', namespace]),
    resource.resource,
    ...(name === undefined ? [] : [name]),
    ...(subresource === undefined ? [] : [subresource]),
  ]
  return `/${segments.map(encodeSegment).join('/')}`
}

function encodeSegment(segment: string): string {
  if (segment === '.' || segment === '..') return segment.replaceAll('.', '%2E')
  return encodeURIComponent(segment)
}
