import { redactText } from './redact.ts'

interface Asked {
  readonly method: string
  /** Absolute path, each segment encoded once. */
  readonly path: string
  readonly query: Readonly<Record<string, string | number | boolean | undefined>>
}

/** The parts of a path of the API: where a resource stands in it. */
export interface ApiPath {
  readonly group: string
  readonly resource: string
  readonly namespace: string
  readonly name: string
  readonly subresource: string
}

/** Null for paths outside `/api` and `/apis`, and for discovery. */
export function apiPathOf(path: string): ApiPath | null {
  const [root, ...rest] = path.split('/').filter(segment => segment !== '')
  if (root !== 'api' && root !== 'apis') return null
  const group = root === 'apis' ? (rest.shift() ?? '') : ''
  rest.shift()
  // `/namespaces/x` alone is the namespace itself, and so are its status and finalize.
  const isWithin =
    rest[0] === 'namespaces' && rest.length >= 3 && rest[2] !== 'status' && rest[2] !== 'finalize'
  const namespace = isWithin ? (rest[1] ?? '') : ''
  const [resource = '', name = '', subresource = ''] = isWithin ? rest.slice(2) : rest
  return resource === '' ? null : { group, resource, namespace, name, subresource }
}

const verbs: ReadonlyMap<string, string> = new Map([
  ['POST', 'create'],
  ['PUT', 'update'],
  ['PATCH', 'patch'],
  ['DELETE', 'delete'],
])

/** What is alike: verb and kind, e.g. `list pods`, `get pods/log`; else the method and the path. */
export function operationOf({ method, path, query }: Asked): string {
  const parts = apiPathOf(path)
  if (parts === null) return `${method} ${path.startsWith('/openapi') ? '/openapi' : path}`
  const { group, resource, name, subresource } = parts
  const reading = query.watch !== undefined ? 'watch' : name === '' ? 'list' : 'get'
  const kind = `${resource}${group === '' ? '' : `.${group}`}${subresource === '' ? '' : `/${subresource}`}`
  return `${verbs.get(method) ?? reading} ${kind}`
}

/** Path and query for a person to read: without tokens of pages, and with credentials masked. */
export function printedPath(path: string, query: Asked['query']): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}=${name === 'continue' ? '…' : String(value)}`],
  )
  return redactText(parameters.length === 0 ? path : `${path}?${parameters.join('&')}`).slice(0, 600)
}
