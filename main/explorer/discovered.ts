import type { ApiAction, ApiMethod, ApiOperation } from '../../shared/ipc/index.ts'
import type { GroupVersion, ResourceInfo } from '../../shared/kube/index.ts'
import { acceptsOfResource } from './operations.ts'
import { knownParameters, pathParameters } from './parameters.ts'

const patchTypes = [
  'application/merge-patch+json',
  'application/apply-patch+yaml',
  'application/strategic-merge-patch+json',
  'application/json-patch+json',
]

/** By verb of discovery: the method, and whether it is of a collection or of one object. */
const verbs: readonly (readonly [verb: string, ApiMethod, ApiAction, isCollection: boolean])[] = [
  ['list', 'GET', 'list', true],
  ['create', 'POST', 'create', true],
  ['deletecollection', 'DELETE', 'deletecollection', true],
  ['get', 'GET', 'get', false],
  ['update', 'PUT', 'replace', false],
  ['patch', 'PATCH', 'patch', false],
  ['delete', 'DELETE', 'delete', false],
]

const connections = new Set(['attach', 'exec', 'portforward', 'proxy'])
const proxied: readonly ApiMethod[] = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The operations of a kind as far as discovery tells them, with the parameters of the API reference. */
export function discoveredOperations(info: ResourceInfo): readonly ApiOperation[] {
  const root = rootOf(info)
  const spaced = info.namespaced
    ? `${root}/namespaces/{namespace}/${info.resource}`
    : `${root}/${info.resource}`
  const own = verbs.flatMap(([verb, method, action, isCollection]) => {
    if (!info.verbs.includes(verb)) return []
    const path = isCollection ? spaced : `${spaced}/{name}`
    const everywhere = verb === 'list' && info.namespaced ? [`${root}/${info.resource}`] : []
    return [path, ...everywhere].map(each => operation(info, each, method, action, '', info.kind))
  })
  return [...own, ...info.subresources.flatMap(subresource => below(info, `${spaced}/{name}`, subresource))]
}

function below(
  info: ResourceInfo,
  object: string,
  { name, kind, verbs: offered }: ResourceInfo['subresources'][number],
): readonly ApiOperation[] {
  const path = `${object}/${name}`
  if (name === 'proxy')
    return [path, `${path}/{path}`].flatMap(each =>
      proxied.map(method => operation(info, each, method, 'connect', name, kind)),
    )
  if (connections.has(name))
    return (['GET', 'POST'] as const).map(method => operation(info, path, method, 'connect', name, kind))
  return verbs.flatMap(([verb, method, action]) =>
    offered.includes(verb) ? [operation(info, path, method, action, name, kind)] : [],
  )
}

function operation(
  { group, version, resource }: ResourceInfo,
  path: string,
  method: ApiMethod,
  action: ApiAction,
  subresource: string,
  kind: string,
): ApiOperation {
  const isWrite = action === 'create' || action === 'replace'
  const contentTypes =
    action === 'patch'
      ? patchTypes
      : action === 'connect'
        ? ['text/plain', 'application/json']
        : method === 'DELETE'
          ? ['application/json']
          : ['application/yaml', 'application/json']
  const body = isWrite
    ? { contentTypes, isRequired: true, group: '', version: '', kind }
    : method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
      ? { contentTypes, isRequired: action === 'patch', group: '', version: '', kind: '' }
      : null
  return {
    id: `${method} ${path}`,
    ...{ method, path, action, group, version, resource, subresource, kind },
    documentation: '',
    parameters: [...pathParameters(path), ...knownParameters(action)],
    body,
    accepts: acceptsOfResource(action, subresource),
    isDeprecated: false,
  }
}

/** Paths that servers answer and that no document of theirs names. */
const plainPaths: Readonly<Record<string, string>> = {
  '/': 'Lists the paths that the server answers.',
  '/api': 'Versions of the core group.',
  '/apis': 'Groups and their versions.',
  '/healthz': 'Whether the server is well. Older form of /livez and /readyz.',
  '/livez': 'Whether the server lives; with verbose, by check.',
  '/readyz': 'Whether the server takes requests; with verbose, by check.',
  '/metrics': 'Figures of the server in the text format of Prometheus.',
  '/version': 'Version of the server.',
  '/openapi/v2': 'Every operation and kind in one document (Swagger 2).',
  '/openapi/v3': 'Addresses of the OpenAPI v3 documents, one a group-version.',
  '/.well-known/openid-configuration': 'Issuer of the tokens of service accounts, and where its keys are.',
  '/openid/v1/jwks': 'Keys by which the tokens of service accounts are checked.',
  '/logs/': 'Log files of the machine of the server, where it serves them.',
  '/logs/{logpath}': 'One log file of the machine of the server, where it serves them.',
}

const checks = /^\/(?:healthz|livez|readyz)(?:\/|$)/

/** Reads that are of no resource. @param listed what the server itself lists at `/` */
export function plainOperations(listed: readonly string[]): readonly ApiOperation[] {
  const paths = new Set([...Object.keys(plainPaths), ...listed.filter(path => /^\/[\w./-]*$/.test(path))])
  return [...paths].map(path => ({
    id: `GET ${path}`,
    method: 'GET',
    path,
    action: 'read',
    ...placeOfPlain(path),
    ...{ resource: '', subresource: '', kind: '' },
    documentation: plainPaths[path] ?? '',
    parameters: [...pathParameters(path), ...(checks.test(path) ? checkParameters : [])],
    body: null,
    accepts: isText(path) ? ['text/plain', '*/*'] : ['application/json', '*/*'],
    isDeprecated: false,
  }))
}

/** Pages for people: their JSON is asked for by a name of its own. */
function isText(path: string): boolean {
  return /^\/(?:statusz|flagz|metrics|healthz|livez|readyz|logs|debug)(?:\/|$)/.test(path)
}

const checkParameters: ApiOperation['parameters'] = [
  {
    ...{
      name: 'verbose',
      in: 'query',
      type: 'string',
      isRequired: false,
      isRepeated: false,
      choices: ['true'],
    },
    documentation: 'Says of each check how it stands.',
  },
  {
    ...{ name: 'exclude', in: 'query', type: 'string', isRequired: false, isRepeated: true, choices: [] },
    documentation: 'Name of a check that is left out.',
  },
]

function placeOfPlain(path: string): GroupVersion {
  const [root = '', group = '', version = ''] = path.split('/').filter(segment => segment !== '')
  if (root === 'api') return { group: '', version: group }
  return root === 'apis' ? { group, version } : { group: '', version: '' }
}

function rootOf({ group, version }: GroupVersion): string {
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`
}
