import type { Resource } from '../../../shared/kube/index.ts'
import type { PlannedRequest } from '../types.ts'

/** Where the path of a request leads. */
export interface RequestPlace extends Resource {
  /** Empty: cluster-scoped, or all namespaces. */
  readonly namespace: string
  /** Empty: the collection. */
  readonly name: string
  readonly subresource: string
}

/** Null for what is no resource. Paths of plans are made by `resourcePath`: each segment is encoded once. */
export function placeOfRequest({ path }: Pick<PlannedRequest, 'path'>): RequestPlace | null {
  const [root, ...segments] = path.slice(1).split('/').map(decodeURIComponent)
  if (root !== 'api' && root !== 'apis') return null
  const [group = '', version = '', ...rest] = root === 'api' ? ['', ...segments] : segments
  const [first, second = '', third] = rest
  const isInside = first === 'namespaces' && third !== undefined && third !== 'status' && third !== 'finalize'
  const [resource, name = '', ...below] = isInside ? rest.slice(2) : rest
  if (resource === undefined) return null
  return { group, version, resource, namespace: isInside ? second : '', name, subresource: below.join('/') }
}

/** The body as an object; null for one that is none. */
export function bodyOf({ body }: Pick<PlannedRequest, 'body'>): Readonly<Record<string, unknown>> | null {
  if (typeof body !== 'string') return null
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null
  } catch {
    return null
  }
}
