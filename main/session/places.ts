/** What an API server takes a path for. Source of the rule: apiserver, pkg/endpoints/request/requestinfo.go. */
export interface ResourcePlace {
  /** Empty: the core group. */
  readonly group: string
  readonly resource: string
  /** Empty: the collection. */
  readonly name: string
  /** Empty: the object itself. What lies below a subresource (`proxy/metrics`) belongs to it. */
  readonly subresource: string
}

/** Subresources that lead to what stands behind the server, and do there what the request says. */
const connections = new Set(['attach', 'exec', 'portforward', 'proxy'])
/** Words before a resource that once were verbs, and still are to old servers. */
const verbs = new Set(['proxy', 'watch'])
/** What else follows the name of a namespace is a resource in it. */
const ofNamespaces = new Set(['finalize', 'status'])

/**
 * The segments of a path, decoded; null where it can be read in more than one way: with a slash or a
 * percent sign inside of a segment, with `.` and `..`, an empty segment, a query, or with characters
 * encoded that need not be.
 */
export function segmentsOf(path: string): readonly string[] | null {
  if (!path.startsWith('/')) return null
  const segments: string[] = []
  for (const encoded of path.slice(1).split('/')) {
    const segment = decoded(encoded)
    if (segment === null || segment === '' || segment === '.' || segment === '..') return null
    if (encodeURIComponent(segment) !== encoded || unclear.test(segment)) return null
    segments.push(segment)
  }
  return segments
}

/** No name of an object holds these (apimachinery, IsValidPathSegmentName), and proxies read them differently. */
const unclear = /[/%\\\u0000-\u001f\u007f]/

/** The resource that decoded segments lead to; null for everything else, such as discovery. */
export function placeOf(segments: readonly string[]): ResourcePlace | null {
  const [root, first = ''] = segments
  if (root !== 'api' && root !== 'apis') return null
  const rest = segments.slice(root === 'api' ? 2 : 3)
  const [isNamespaces, , inNamespace] = rest
  const isInside =
    isNamespaces === 'namespaces' && inNamespace !== undefined && !ofNamespaces.has(inNamespace)
  const [resource, name = '', ...below] = isInside ? rest.slice(2) : rest
  if (resource === undefined) return null
  return { group: root === 'api' ? '' : first, resource, name, subresource: below.join('/') }
}

/** Whether a path leads through the server to something else. However it is encoded: the server decodes it. */
export function isConnection(path: string): boolean {
  const whole = decoded(path.split(/[?#]/)[0] ?? '')
  if (whole === null) return true
  const segments = whole.split('/').filter(segment => segment !== '' && segment !== '.')
  if (segments.includes('..')) return true
  const place = placeOf(segments)
  return place !== null && (place.resource === 'proxy' || connections.has(firstOf(place.subresource)))
}

/** Whether a place is one of the forms in which old servers took verbs. */
export function isVerb({ resource }: ResourcePlace): boolean {
  return verbs.has(resource)
}

function firstOf(subresource: string): string {
  return subresource.split('/')[0] ?? ''
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
