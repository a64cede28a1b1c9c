import {
  createsOnUpdate,
  type Known,
  scaleOf,
  subresourceKind,
  type TraceRequest,
} from '../../../shared/admission/index.ts'
import type { GroupVersionKind, JsonObject, Subject } from '../../../shared/cel/kubernetes/index.ts'
import type { AppErrorBody } from '../../../shared/errors/index.ts'
import type { TraceQuestion } from '../../../shared/ipc/index.ts'
import {
  apiVersionOf,
  isMapping,
  type KubeObject,
  parseApiVersion,
  type ResourceInfo,
} from '../../../shared/kube/index.ts'
import type { Fields, ManifestObject, Unreadable } from './manifest.ts'

/** What a question is turned into a request with. */
export interface RequestInputs {
  readonly question: TraceQuestion
  readonly info: ResourceInfo
  /** The object of the text; null where there is none. */
  readonly object: ManifestObject | null
  /** The object as it is stored by the question's own word; null where the cluster is to tell. */
  readonly old: ManifestObject | null
  /** The object as the cluster has it. */
  readonly stored: Known
  readonly user: Subject
  readonly dryRun: boolean
  /** Minor of the server's release, where it matters. */
  readonly minor?: number
}

export type RequestResult =
  | { readonly type: 'request'; readonly request: TraceRequest }
  | { readonly type: 'reading' }
  | { readonly type: 'invalid'; readonly problem: Unreadable }

/** Where the request goes: as the question says, and what it leaves out as the object says. */
export function placeOf({ question, info, object }: Pick<RequestInputs, 'question' | 'info' | 'object'>): {
  readonly namespace: string
  readonly name: string
} {
  const metadata = metadataOf(object)
  const isCreate = question.operation === 'CREATE' && question.subresource === ''
  const ownName = textOf(metadata.name)
  const name = isCreate ? ownName || question.name : question.name || ownName
  if (!info.namespaced) return { namespace: '', name }
  return { namespace: question.namespace || textOf(metadata.namespace) || 'default', name }
}

/** Whether the request is about an object that the cluster has to tell of. */
export function needsStored({ operation, object, old, subresource, name }: TraceQuestion): boolean {
  if (old !== undefined) return false
  if (object.type === 'stored') return operation !== 'CONNECT'
  if (operation === 'UPDATE') return object.type === 'text'
  return operation === 'DELETE' && (object.type === 'text' || (name !== '' && subresource === ''))
}

/** The request that a question means, or why there is none. */
export function requestOf(inputs: RequestInputs): RequestResult {
  const { question, info } = inputs
  const kind = requestKind(info, question.subresource)
  if (kind === null)
    return refused('gone', `The server offers no subresource “${question.subresource}” of ${info.resource}.`)
  const place = placeOf(inputs)
  const mismatch = mismatchOf(inputs, kind, place)
  if (mismatch !== null) return mismatch
  if (question.object.type !== 'unknown' && question.operation !== 'CREATE' && place.name === '')
    return refused('invalid', 'Name the object that the request is about.')
  const old = needsStored(question) ? storedObject(inputs, place.name) : givenOld(inputs)
  if ('type' in old) return old
  return built(inputs, kind, place, old.object)
}

function built(
  inputs: RequestInputs,
  kind: GroupVersionKind,
  place: { readonly namespace: string; readonly name: string },
  stored: KubeObject | null,
): RequestResult {
  const { question, info, object, user, dryRun, minor } = inputs
  const { operation, subresource } = question
  const frame = { apiVersion: apiVersionOf(kind), kind: kind.kind, metadata: named(place, info) }
  const sent =
    object !== null
      ? placed(object.object, place, info)
      : question.object.type === 'stored' && stored !== null
        ? withoutManaged(asSubresource(stored, subresource))
        : frame
  const old = stored === null ? null : asSubresource(stored, subresource)
  const isNew = operation === 'CREATE' || (operation === 'UPDATE' && stored === null && needsStored(question))
  const mayCreate = subresource === '' && (question.isPatch === true || createsOnUpdate(info))
  if (operation === 'UPDATE' && isNew && !mayCreate)
    return refused('gone', `${info.resource} "${place.name}" not found`)
  if (operation === 'DELETE' && stored === null && question.object.type === 'stored')
    return refused('gone', `${info.resource} "${place.name}" not found`)
  const { group, version, resource } = info
  const actual = isNew ? 'CREATE' : operation
  return {
    type: 'request',
    request: {
      operation: actual,
      verb: verbOf(question, minor),
      resource: { group, version, resource },
      kind,
      subresource,
      namespace: group === '' && resource === 'namespaces' ? place.name : place.namespace,
      name: place.name,
      object: operation === 'DELETE' ? null : asJson(sent),
      oldObject:
        isNew || operation === 'CONNECT' ? null : asJson(old ?? (operation === 'DELETE' ? sent : frame)),
      options:
        operation === 'CONNECT'
          ? null
          : optionsOf(question.isPatch === true && isNew ? 'CREATE' : operation, dryRun),
      user,
      dryRun,
      isObjectKnown: question.object.type !== 'unknown',
    },
  }
}

/** Kind of what is sent; null where the resource has no such subresource. */
export function requestKind(info: ResourceInfo, subresource: string): GroupVersionKind | null {
  const { group, version, kind } = info
  if (subresource === '') return { group, version, kind }
  const found = info.subresources.find(({ name }) => name === subresource)
  return found === undefined ? null : subresourceKind(info, found.kind)
}

/** What does not fit the URL, in the words of the server where it has some. */
function mismatchOf(
  { question, info, object }: RequestInputs,
  kind: GroupVersionKind,
  place: { readonly namespace: string; readonly name: string },
): RequestResult | null {
  if (object === null) return null
  const { apiVersion, kind: given } = object.object
  const wanted = `${apiVersionOf(kind)} ${kind.kind}`
  if (typeof apiVersion !== 'string' || typeof given !== 'string' || given === '')
    return refused(
      'invalid',
      `The object does not say what it is: ${wanted} is asked for here.`,
      object,
      typeof apiVersion === 'string' ? 'kind' : 'apiVersion',
    )
  if (apiVersion !== apiVersionOf(kind) || given !== kind.kind)
    return refused(
      'invalid',
      `The object is ${apiVersion} ${given}, and the request is about ${wanted}.`,
      object,
      given === kind.kind ? 'apiVersion' : 'kind',
    )
  const { metadata } = object.object
  if (metadata !== undefined && metadata !== null && !isMapping(metadata))
    return refused('invalid', 'The metadata of the object have no fields.', object, 'metadata')
  const own = metadataOf(object)
  const ownNamespace = textOf(own.namespace)
  if (info.namespaced && ownNamespace !== '' && ownNamespace !== place.namespace)
    return refused(
      'invalid',
      `The namespace of the object (${ownNamespace}) does not match the namespace of the request (${place.namespace}).`,
      object,
      'metadata.namespace',
    )
  const ownName = textOf(own.name)
  if (question.operation !== 'CREATE' && ownName !== '' && ownName !== place.name)
    return refused(
      'invalid',
      `The name of the object (${ownName}) does not match the name of the request (${place.name}).`,
      object,
      'metadata.name',
    )
  return null
}

type Old = { readonly object: KubeObject | null } | Exclude<RequestResult, { type: 'request' }>

function givenOld({ old }: RequestInputs): Old {
  return { object: old === null ? null : (old.object as unknown as KubeObject) }
}

function storedObject({ stored, info, object, question }: RequestInputs, name: string): Old {
  switch (stored.state) {
    case 'loading':
      return { type: 'reading' }
    case 'unreadable':
      return { type: 'invalid', problem: { error: stored.error } }
    case 'notServed':
      return refusedOld('gone', `The server does not serve ${info.resource}.`)
    case 'known': {
      const found = stored.items.find(item => item.metadata.name === name)
      if (found !== undefined) return { object: found }
      // What a file says of an object that may be there is all that is known of it.
      if (question.operation === 'DELETE' && object !== null && stored.partial !== undefined)
        return { object: object.object as unknown as KubeObject }
      if (stored.partial !== undefined) return { type: 'invalid', problem: { error: stored.partial } }
      return question.operation === 'UPDATE' && question.object.type === 'text'
        ? { object: null }
        : refusedOld('gone', `${info.resource} "${name}" not found`)
    }
  }
}

function refusedOld(kind: AppErrorBody['kind'], message: string): Exclude<Old, { object: unknown }> {
  return { type: 'invalid', problem: { error: { kind, message } } }
}

function refused(
  kind: AppErrorBody['kind'],
  message: string,
  at?: ManifestObject,
  field?: string,
): RequestResult {
  const place =
    at === undefined ? {} : { line: at.line, column: 1, ...(field === undefined ? {} : { field }) }
  return { type: 'invalid', problem: { error: { kind, message }, ...place } }
}

function verbOf({ operation, subresource, isPatch }: TraceQuestion, minor: number | undefined): string {
  switch (operation) {
    case 'CREATE':
      return 'create'
    case 'UPDATE':
      return isPatch === true ? 'patch' : 'update'
    case 'DELETE':
      return 'delete'
    case 'CONNECT':
      return connectVerb(subresource, minor)
  }
}

function optionsOf(operation: 'CREATE' | 'UPDATE' | 'DELETE', dryRun: boolean): JsonObject {
  const kind = { CREATE: 'CreateOptions', UPDATE: 'UpdateOptions', DELETE: 'DeleteOptions' }[operation]
  return {
    kind,
    apiVersion: 'meta.k8s.io/v1',
    ...(dryRun ? { dryRun: ['All'] } : {}),
    ...(dryRun && operation !== 'DELETE' ? { fieldManager: 'gatehouse' } : {}),
  }
}

/** The object as the server has it once it is read: in the namespace, and under the name, of its URL. */
function placed(
  object: Fields,
  place: { readonly namespace: string; readonly name: string },
  info: ResourceInfo,
): Fields {
  const metadata = isMapping(object.metadata) ? object.metadata : {}
  const generated = textOf(metadata.generateName) !== '' && textOf(metadata.name) === ''
  const { name, namespace } = named(place, info)
  return {
    ...object,
    metadata: {
      ...metadata,
      ...(name === undefined || generated ? {} : { name }),
      ...(namespace === undefined ? {} : { namespace }),
    },
  }
}

function named(
  { namespace, name }: { readonly namespace: string; readonly name: string },
  info: ResourceInfo,
): { readonly name?: string; readonly namespace?: string } {
  return { ...(name === '' ? {} : { name }), ...(info.namespaced ? { namespace } : {}) }
}

function asSubresource(stored: KubeObject, subresource: string): Fields {
  return subresource === 'scale' ? scaleOf(stored) : stored
}

function withoutManaged(object: Fields): Fields {
  if (!isMapping(object.metadata) || object.metadata.managedFields === undefined) return object
  const { managedFields: _, ...metadata } = object.metadata
  return { ...object, metadata }
}

function metadataOf(object: ManifestObject | null): Fields {
  const metadata = object?.object.metadata
  return isMapping(metadata) ? metadata : {}
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const asJson = (value: object): JsonObject => value as unknown as JsonObject

/** The resource that an object of a file is sent to; null where none takes it, or several subresources do. */
export function resourceOfObject(
  resources: readonly ResourceInfo[],
  object: Fields,
  subresource: string,
): ResourceInfo | null {
  const { group, version } = parseApiVersion(textOf(object.apiVersion))
  const kind = textOf(object.kind)
  const isKind = (info: GroupVersionKind): boolean =>
    info.group === group && info.version === version && info.kind === kind
  const main = resources.find(isKind)
  if (main !== undefined || subresource === '') return main ?? null
  const taking = resources.filter(info =>
    info.subresources.some(each => each.name === subresource && isKind(subresourceKind(info, each.kind))),
  )
  return taking.length === 1 ? (taking[0] ?? null) : null
}

/** First minor whose kubectl opens streams over WebSockets, by a GET (KEP 4006, on by default). */
const firstOfWebSockets = 31

/** Verb of a connection, as the kubectl of the server's release makes it: before 1.31 streams began by a POST. */
function connectVerb(subresource: string, minor: number = firstOfWebSockets): string {
  return subresource === 'proxy' || minor >= firstOfWebSockets ? 'get' : 'create'
}
