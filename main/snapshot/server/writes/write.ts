import type { TraceRequest } from '../../../../shared/admission/index.ts'
import { isObject, type JsonObject } from '../../../../shared/admission/values/index.ts'
import type { GroupVersionKind, Subject } from '../../../../shared/cel/kubernetes/index.ts'
import { apiVersionOf } from '../../../../shared/kube/index.ts'
import type { Catalog, ServedResource } from '../../catalog/index.ts'
import { mapping, text } from '../../tables/index.ts'
import type { Matches } from '../query.ts'
import type { ResourceRoute } from '../route.ts'
import { badRequest, notAllowed, nothingRuns, unknownResource } from '../status.ts'
import { isDryRun } from './options.ts'

/** A write as it arrived, before its body is looked into. */
export interface Write {
  readonly method: string
  readonly resource: ServedResource
  readonly route: ResourceRoute
  readonly user: Subject
  readonly body: string
  /** Without parameters. */
  readonly mediaType: string
  readonly options: JsonObject
  /** Who is to own what is written. */
  readonly manager: string
  /** Of an apply: takes what others own. */
  readonly force: boolean
  /** Of a deletion of many: which ones; null for all. */
  readonly matches: Matches | null
}

export type WriteVerb = 'create' | 'update' | 'patch' | 'delete' | 'deletecollection'

const notHere = 'the server does not allow this method on the requested resource'

/** The verb of a write. @throws StatusError 404, 405 */
export function verbOf(method: string, resource: ServedResource, route: ResourceRoute): WriteVerb {
  const { name, namespace, subresource } = route
  if (namespace !== '' && !resource.namespaced) throw unknownResource()
  const verb = byMethod(method, name)
  const isPlaced = !resource.namespaced || namespace !== '' || verb === 'deletecollection'
  if (verb === null || !isPlaced) throw notAllowed(notHere)
  if (subresource === '' && !resource.verbs.includes(verb)) throw notAllowed(notHere)
  return verb
}

function byMethod(method: string, name: string): WriteVerb | null {
  switch (method) {
    case 'POST':
      return 'create'
    case 'PUT':
      return name === '' ? null : 'update'
    case 'PATCH':
      return name === '' ? null : 'patch'
    case 'DELETE':
      return name === '' ? 'deletecollection' : 'delete'
    default:
      return null
  }
}

const connections = new Set(['exec', 'attach', 'portforward', 'proxy'])

/** The kind that a write sends. @throws StatusError 400, 404, 405 */
export function sentKind(
  catalog: Catalog,
  { resource, route, options }: Write,
  verb: WriteVerb,
): GroupVersionKind {
  const { group, version, kind } = resource
  const { subresource } = route
  if (subresource === '') {
    if (verb === 'create' && route.name !== '') throw notAllowed(notHere)
    return { group, version, kind }
  }
  if (connections.has(subresource))
    throw isDryRun(options) ? badRequest('dryRun is not supported') : nothingRuns(false)
  const found = catalog.groups
    .find(({ metadata }) => (metadata.name ?? '') === group)
    ?.versions.find(each => each.version === version)
    ?.resources.find(each => each.resource === resource.resource)
    ?.subresources?.find(each => each.subresource === subresource)
  if (found === undefined) throw unknownResource()
  if (!found.verbs.includes(verb)) throw notAllowed(notHere)
  const { responseKind } = found
  return responseKind.version === '' ? { group, version, kind: responseKind.kind } : responseKind
}

/** The request as admission has it, without the object. */
export function frameOf(write: Write, verb: WriteVerb, kind: GroupVersionKind): TraceRequest {
  const { resource, route, user, options } = write
  const { group, version } = resource
  const isNamespace = group === '' && resource.resource === 'namespaces'
  return {
    operation:
      verb === 'create' ? 'CREATE' : verb === 'delete' || verb === 'deletecollection' ? 'DELETE' : 'UPDATE',
    verb,
    resource: { group, version, resource: resource.resource },
    kind,
    subresource: route.subresource,
    namespace: isNamespace ? route.name : route.namespace,
    name: route.name,
    object: null,
    oldObject: null,
    options,
    user,
    dryRun: isDryRun(options),
    isObjectKnown: true,
  }
}

/** The object of a body, in the namespace of its URL. @throws StatusError 400 */
export function sentObject(body: unknown, kind: GroupVersionKind, { route, resource }: Write): JsonObject {
  if (!isObject(body))
    throw badRequest(
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonType(body)} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
    )
  const expected = apiVersionOf(kind)
  const apiVersion = text(body.apiVersion)
  const sent = text(body.kind)
  if (resource.isCustom && (apiVersion === '' || sent === ''))
    throw badRequest(`Object '${sent === '' ? 'Kind' : 'apiVersion'}' is missing in the object that was sent`)
  if (apiVersion !== '' && apiVersion !== expected)
    throw badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${expected})`,
    )
  if (sent !== '' && sent !== kind.kind)
    throw badRequest(`the kind in the data (${sent}) does not match the expected kind (${kind.kind})`)
  return placed({ ...body, apiVersion: expected, kind: kind.kind } as JsonObject, route, resource)
}

/** The object in the namespace of its URL, under whose name it has to be. @throws StatusError 400 */
export function placed(object: JsonObject, route: ResourceRoute, resource: ServedResource): JsonObject {
  const metadata = mapping(object.metadata) as JsonObject
  const name = text(metadata.name)
  if (route.name !== '' && name !== '' && name !== route.name)
    throw badRequest(`the name of the object (${name}) does not match the name on the URL (${route.name})`)
  const namespace = text(metadata.namespace)
  if (resource.namespaced && namespace !== '' && namespace !== route.namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
  if (object.metadata !== undefined && !isObject(object.metadata)) return object
  return {
    ...object,
    metadata: { ...metadata, ...(resource.namespaced ? { namespace: route.namespace } : {}) },
  }
}

function jsonType(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return typeof value === 'boolean' ? 'bool' : value === null ? 'null' : typeof value
}
