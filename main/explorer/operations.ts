import type { ApiAction, ApiMethod, ApiOperation } from '../../shared/ipc/index.ts'
import { type Fields, fieldsOf, textOf } from '../api/index.ts'
import { knownParameters, readParameters, takesBody } from './parameters.ts'

const methods: Readonly<Record<string, ApiMethod>> = {
  get: 'GET',
  head: 'HEAD',
  options: 'OPTIONS',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
}

const actions: Readonly<Record<string, ApiAction>> = {
  get: 'get',
  list: 'list',
  watch: 'watch',
  watchlist: 'watch',
  post: 'create',
  put: 'replace',
  patch: 'patch',
  delete: 'delete',
  deletecollection: 'deletecollection',
  connect: 'connect',
}

const json = 'application/json'
const protobuf = 'application/vnd.kubernetes.protobuf'
const table = 'application/json;as=Table;v=v1;g=meta.k8s.io'
const partial = (kind: string): string => `application/json;as=${kind};v=v1;g=meta.k8s.io`

/** The operations that an OpenAPI v3 document of a server declares. Equal parameters are one object. */
export function operationsOf(document: unknown): readonly ApiOperation[] {
  const { paths, components } = fieldsOf(document)
  const schemas = fieldsOf(fieldsOf(components).schemas)
  const interned = new Map<string, ApiOperation['parameters'][number]>()
  return Object.entries(fieldsOf(paths)).flatMap(([path, item]) => {
    const ofPath = fieldsOf(item)
    return Object.entries(methods).flatMap(([key, method]) => {
      if (!Object.hasOwn(ofPath, key)) return []
      const read = operationOf(method, path, fieldsOf(ofPath[key]), ofPath.parameters, schemas)
      return [{ ...read, parameters: read.parameters.map(each => intern(interned, each)) }]
    })
  })
}

function intern<T>(known: Map<string, T>, value: T): T {
  const key = JSON.stringify(value)
  const found = known.get(key)
  if (found === undefined) known.set(key, value)
  return found ?? value
}

function operationOf(
  method: ApiMethod,
  path: string,
  declared: Fields,
  ofPath: unknown,
  schemas: Fields,
): ApiOperation {
  const place = placeOfTemplate(path)
  const action = actions[textOf(declared['x-kubernetes-action'])] ?? 'read'
  const kind = fieldsOf(declared['x-kubernetes-group-version-kind'])
  const answered = Object.keys(fieldsOf(fieldsOf(fieldsOf(declared.responses)['200']).content))
  const documentation = textOf(declared.description)
  return {
    id: `${method} ${path}`,
    ...{ method, path, action, documentation },
    ...place,
    kind: textOf(kind.kind),
    parameters: parametersOf(action, readParameters(path, [declared.parameters, ofPath])),
    body: bodyOf(method, action, fieldsOf(declared.requestBody), schemas, answered),
    accepts: acceptsOf(action, place.subresource, answered),
    isDeprecated: declared.deprecated === true || /\bdeprecated:/i.test(documentation),
  }
}

/** A document that says nothing of the query is not complete: every server takes what the API reference says. */
function parametersOf(action: ApiAction, read: ApiOperation['parameters']): ApiOperation['parameters'] {
  return read.some(parameter => parameter.in === 'query') ? read : [...read, ...knownParameters(action)]
}

/** What a path template is about. Source of the rule: apiserver, pkg/endpoints/request/requestinfo.go. */
export function placeOfTemplate(
  path: string,
): Pick<ApiOperation, 'group' | 'version' | 'resource' | 'subresource'> {
  const [root = '', ...rest] = path.split('/').filter(segment => segment !== '')
  const isResource = (root === 'api' && rest.length >= 1) || (root === 'apis' && rest.length >= 2)
  if (!isResource)
    return { group: root === 'apis' ? (rest[0] ?? '') : '', version: '', resource: '', subresource: '' }
  const group = root === 'api' ? '' : (rest[0] ?? '')
  const version = (root === 'api' ? rest[0] : rest[1]) ?? ''
  const after = rest.slice(root === 'api' ? 1 : 2)
  const whole = after[0] === 'watch' ? after.slice(1) : after
  const inside = whole[0] === 'namespaces' && whole[1] === '{namespace}' ? whole.slice(2) : whole
  const [resource = '', , subresource = ''] = inside
  return { group, version, resource, subresource }
}

function bodyOf(
  method: ApiMethod,
  action: ApiAction,
  declared: Fields,
  schemas: Fields,
  answered: readonly string[],
): ApiOperation['body'] {
  const content = fieldsOf(declared.content)
  const declaredTypes = Object.keys(content)
  const isAny = declaredTypes.length === 0 || declaredTypes.includes('*/*')
  if (!takesBody(method) || (declaredTypes.length === 0 && action !== 'connect')) return null
  if (action === 'connect')
    return { contentTypes: ['text/plain', json], isRequired: false, group: '', version: '', kind: '' }
  const [first = ''] = declaredTypes
  const reference =
    textOf(fieldsOf(fieldsOf(content[first]).schema).$ref)
      .split('/')
      .at(-1) ?? ''
  const kinds = fieldsOf(schemas[reference])['x-kubernetes-group-version-kind']
  const kind = fieldsOf(Array.isArray(kinds) && kinds.length === 1 ? kinds[0] : {})
  const named = reference.split('.').at(-1) ?? ''
  return {
    // Options of a deletion are looked into before they are sent.
    contentTypes: method === 'DELETE' ? [json] : isAny ? sentForms(answered) : patchesFirst(declaredTypes),
    isRequired: declared.required === true && method !== 'DELETE',
    group: textOf(kind.group),
    version: textOf(kind.version),
    kind: textOf(kind.kind) || (method === 'PATCH' ? '' : named),
  }
}

/** What a server answers in it reads too. */
function sentForms(answered: readonly string[]): readonly string[] {
  const plain = answered.filter(type => !type.includes(';'))
  return ['application/yaml', json, ...plain.filter(type => ![json, 'application/yaml'].includes(type))]
}

function patchesFirst(types: readonly string[]): readonly string[] {
  const order = ['merge', 'apply', 'strategic', 'json-patch']
  const rank = (type: string): number => (order.findIndex(word => type.includes(word)) + 5) % 5
  return [...types].sort((a, b) => rank(a) - rank(b))
}

function acceptsOf(action: ApiAction, subresource: string, answered: readonly string[]): readonly string[] {
  const plain = answered.filter(type => !type.includes(';stream='))
  if (action === 'connect') return ['*/*']
  // Servers answer the text of a log to whoever takes anything, and refuse text/plain.
  if (subresource === 'log') return ['*/*']
  const first = plain.includes(json) ? [json] : []
  const forms = plain.filter(type => type !== json)
  if (subresource !== '' || !['get', 'list', 'watch'].includes(action)) return withAny([...first, ...forms])
  const views =
    action === 'get'
      ? [table, partial('PartialObjectMetadata')]
      : [table, partial(action === 'list' ? 'PartialObjectMetadataList' : 'PartialObjectMetadata')]
  return [...first, ...views, ...forms]
}

function withAny(types: readonly string[]): readonly string[] {
  return types.length === 0 ? ['*/*'] : types
}

/** Forms of a resource of which only discovery tells. */
export function acceptsOfResource(action: ApiAction, subresource: string): readonly string[] {
  return acceptsOf(action, subresource, [json, 'application/yaml'])
}

/** Whether a form is bytes that no editor shows. */
export function isBinaryForm(type: string): boolean {
  return type.startsWith(protobuf) || /\bcbor\b/.test(type)
}
