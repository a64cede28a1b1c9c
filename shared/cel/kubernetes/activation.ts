import {
  type AuthorizationLookup,
  authorizerOf,
  type ResourceAttributes,
  resourceCheckOf,
  type Subject,
} from '../libraries/index.ts'
import type { Activation } from '../run/frame.ts'
import { fromJson } from '../values/json.ts'
import type { Result, Value } from '../values/value.ts'

export interface GroupVersionKind {
  readonly group: string
  readonly version: string
  readonly kind: string
}

export interface GroupVersionResource {
  readonly group: string
  readonly version: string
  readonly resource: string
}

/** A request as admission sees it. Empty texts stand for what was not said. */
export interface RequestAttributes {
  /** What the object was converted to for the policy. */
  readonly kind: GroupVersionKind
  readonly resource: GroupVersionResource
  /** What the client asked for. */
  readonly requestKind: GroupVersionKind
  readonly requestResource: GroupVersionResource
  readonly subResource: string
  readonly name: string
  readonly namespace: string
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'
  readonly user: Subject
  readonly dryRun: boolean
  /** CreateOptions and their like, as JSON; null where there are none. */
  readonly options: unknown
}

type JsonFields = Record<string, unknown>

const record = (entries: Iterable<readonly [string, unknown]>): JsonFields => {
  const fields: JsonFields = Object.create(null)
  for (const [name, value] of entries) fields[name] = value
  return fields
}

/** Fields that are empty are absent, as the server leaves them out. */
const filled = (fields: JsonFields): JsonFields =>
  record(Object.entries(fields).filter(([, value]) => !isEmpty(value)))

function isEmpty(value: unknown): boolean {
  if (value === '' || value === undefined) return true
  return Array.isArray(value) && value.length === 0
}

/** The value of `request`, as JSON. */
export function requestJson(request: RequestAttributes): JsonFields {
  const { user, subResource } = request
  const extra = user.extra === undefined || user.extra.size === 0 ? undefined : record(user.extra)
  const userInfo = filled({ username: user.username, uid: user.uid, groups: user.groups, extra })
  return record(
    Object.entries({
      uid: '',
      kind: request.kind,
      resource: request.resource,
      requestKind: request.requestKind,
      requestResource: request.requestResource,
      operation: request.operation,
      userInfo,
      object: null,
      oldObject: null,
      dryRun: request.dryRun,
      options: request.options ?? null,
      ...filled({
        subResource,
        requestSubResource: subResource,
        name: request.name,
        namespace: request.namespace,
      }),
    }),
  )
}

const namespaceMetadata = [
  ...['name', 'generateName', 'namespace', 'uid', 'resourceVersion', 'generation', 'deletionTimestamp'],
  ...['deletionGracePeriodSeconds', 'labels', 'annotations', 'finalizers'],
]

/** The value of `namespaceObject`, as JSON: of the metadata what policies may see. */
export function namespaceJson(namespace: unknown): JsonFields {
  const { metadata, spec, status } = fieldsOf(namespace)
  const own = fieldsOf(metadata)
  const given = filled(record(namespaceMetadata.map(name => [name, own[name]] as const)))
  // It is a time that may not be set, which the server writes all the same.
  const created = ['creationTimestamp', own.creationTimestamp ?? null] as const
  return record([
    ['metadata', record([...Object.entries(given), created])],
    ['spec', fieldsOf(spec)],
    ['status', fieldsOf(status)],
  ])
}

const fieldsOf = (value: unknown): JsonFields =>
  record(typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [])

/** What the expressions of a policy or webhook are evaluated with. */
export interface AdmissionInput {
  /** The object as JSON; null where the request has none. */
  readonly object: unknown
  readonly oldObject: unknown
  /** The parameter as JSON; null where the policy has none, or its binding names none. */
  readonly params: unknown
  readonly request: RequestAttributes
  /** The namespace as JSON; null for requests that are in none, and for those of namespaces. */
  readonly namespaceObject: unknown
  /** Null where an expression has no authorizer, though what it uses may have been compiled with one. */
  readonly authorize: AuthorizationLookup | null
}

/** Values of the variables, each made once; `variables` is asked for at each use. */
export function admissionActivation(input: AdmissionInput, variables: () => Value): Activation {
  const made = new Map<string, Result | undefined>()
  return {
    resolve: name => {
      if (name === 'variables') return variables()
      const known = made.get(name)
      if (known !== undefined) return known
      const value = variableOf(name, input)
      made.set(name, value)
      return value
    },
  }
}

function variableOf(name: string, input: AdmissionInput): Result | undefined {
  const { request, authorize, namespaceObject } = input
  switch (name) {
    case 'object':
      return fromJson(input.object ?? null)
    case 'oldObject':
      return fromJson(input.oldObject ?? null)
    case 'params':
      return fromJson(input.params ?? null)
    case 'request':
      return fromJson(requestJson(request))
    case 'namespaceObject':
      return fromJson(namespaceObject == null ? null : namespaceJson(namespaceObject))
    case 'authorizer':
      return authorize === null ? undefined : authorizerOf(request.user, authorize)
    case 'authorizer.requestResource':
      return authorize === null ? undefined : resourceCheckOf(request.user, authorize, resourceOf(request))
    default:
      return undefined
  }
}

function resourceOf({
  requestResource,
  subResource,
  namespace,
  name,
}: RequestAttributes): Omit<ResourceAttributes, 'fieldSelector' | 'labelSelector'> {
  return {
    group: requestResource.group,
    resource: requestResource.resource,
    subresource: subResource,
    namespace,
    name,
  }
}
