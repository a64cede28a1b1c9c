import { AppError } from '../../shared/errors/index.ts'
import type { Resource } from '../../shared/kube/index.ts'

interface Place {
  /** Empty for a cluster-scoped object, or for all namespaces. */
  readonly namespace?: string
  readonly name?: string
  readonly subresource?: string
}

/**
 * Path of a resource, of one of its objects or of a subresource. Each segment is encoded once: RBAC names
 * hold colons. Servers route by the decoded path, so that a segment with a slash would lead elsewhere.
 * @throws AppError `invalid` for what is no segment
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

/**
 * No name of an object is `.` or `..` or holds a slash or a percent sign. Source: apimachinery,
 * pkg/api/validation/path, IsValidPathSegmentName.
 */
function encodeSegment(segment: string): string {
  if (segment === '' || segment === '.' || segment === '..' || /[/%]/.test(segment))
    throw new AppError({
      kind: 'invalid',
      reason: 'InvalidName',
      message: `${JSON.stringify(segment)} cannot name anything in a cluster: a name is not empty, \`.\` or \`..\`, and holds neither \`/\` nor \`%\`.`,
    })
  return encodeURIComponent(segment)
}
