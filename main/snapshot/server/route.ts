/** What a path asks for. */
export type Route =
  | { readonly kind: 'version' }
  | { readonly kind: 'health' }
  | { readonly kind: 'discovery'; readonly scope: 'core' | 'named' }
  | { readonly kind: 'group'; readonly group: string }
  | { readonly kind: 'groupVersion'; readonly group: string; readonly version: string }
  | { readonly kind: 'openApiIndex' }
  | { readonly kind: 'openApi'; readonly path: string }
  | ResourceRoute
  | { readonly kind: 'unknown' }

export interface ResourceRoute {
  readonly kind: 'resource'
  readonly group: string
  readonly version: string
  readonly namespace: string
  readonly resource: string
  /** Empty for the collection. */
  readonly name: string
  /** `status`, `log`…; empty for the object itself. */
  readonly subresource: string
}

const unknown: Route = { kind: 'unknown' }

/** @param path absolute path of a request, segments still encoded */
export function parseRoute(path: string): Route {
  const segments = decodeSegments(path)
  if (segments === null) return unknown
  const [root = '', ...rest] = segments
  switch (root) {
    case 'version':
      return rest.length === 0 ? { kind: 'version' } : unknown
    case 'healthz':
    case 'livez':
    case 'readyz':
      return { kind: 'health' }
    case 'openapi':
      return openApiRoute(rest)
    case 'api':
      return apiRoute('', rest)
    case 'apis': {
      const [group, ...below] = rest
      if (group === undefined) return { kind: 'discovery', scope: 'named' }
      return below.length === 0 ? { kind: 'group', group } : apiRoute(group, below)
    }
    default:
      return unknown
  }
}

function decodeSegments(path: string): readonly string[] | null {
  try {
    return path
      .split('/')
      .filter(segment => segment !== '')
      .map(segment => decodeURIComponent(segment))
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

function openApiRoute([version, ...rest]: readonly string[]): Route {
  if (version !== 'v3') return unknown
  return rest.length === 0 ? { kind: 'openApiIndex' } : { kind: 'openApi', path: rest.join('/') }
}

/** Subresources of a Namespace, whose paths look like resources within it. */
const namespaceSubresources = new Set(['status', 'finalize'])

function apiRoute(group: string, [version, ...rest]: readonly string[]): Route {
  if (version === undefined) return { kind: 'discovery', scope: 'core' }
  if (rest.length === 0) return { kind: 'groupVersion', group, version }
  const [first = '', second = '', third = ''] = rest
  const isWithin =
    first === 'namespaces' && rest.length >= 3 && !isNamespaceSubresource(group, rest.length, third)
  const [resource = '', name = '', ...below] = isWithin ? rest.slice(2) : rest
  const namespace = isWithin ? second : ''
  return { kind: 'resource', group, version, namespace, resource, name, subresource: below.join('/') }
}

function isNamespaceSubresource(group: string, length: number, third: string): boolean {
  return group === '' && length === 3 && namespaceSubresources.has(third)
}
