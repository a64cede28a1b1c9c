import { AppError } from '../../shared/errors/index.ts'
import { isConsented } from './consent.ts'
import { isConnection, isVerb, placeOf, type ResourcePlace, segmentsOf } from './places.ts'
import { isHistoryRead, protectedThrough } from './through.ts'
import type { ApiRequest, ChannelRequest } from './types.ts'

/** Reviews ask and change nothing, though they are sent as something to create. */
const reviews = [
  /^\/apis\/authorization\.k8s\.io\/v1[a-z0-9]*\/(?:subjectaccess|selfsubjectaccess|selfsubjectrules)reviews$/,
  /^\/apis\/authorization\.k8s\.io\/v1[a-z0-9]*\/namespaces\/[a-z0-9-]+\/localsubjectaccessreviews$/,
  /^\/apis\/authentication\.k8s\.io\/v1[a-z0-9]*\/selfsubjectreviews$/,
]

type Method = ApiRequest['method']

/** Subresources of every resource that has them; custom resources have no others. */
const everywhere: Readonly<Record<string, readonly Method[]>> = {
  scale: ['PUT', 'PATCH'],
  status: ['PUT', 'PATCH'],
}

/**
 * Subresources whose storage looks at the dry run, by `group/resource/subresource`. Source: kubernetes
 * 1.36, pkg/registry/*\/storage. Not among them is `serviceaccounts/token`, which issues a token
 * whatever it is asked.
 */
const known: Readonly<Record<string, readonly Method[]>> = {
  '/namespaces/finalize': ['PUT'],
  '/pods/binding': ['POST'],
  '/pods/ephemeralcontainers': ['PUT', 'PATCH'],
  '/pods/eviction': ['POST'],
  '/pods/resize': ['PUT', 'PATCH'],
  'certificates.k8s.io/certificatesigningrequests/approval': ['PUT', 'PATCH'],
}

/** Headers that requests may carry besides what every request has: none that changes its method or its form. */
const headerNames = /^(?:if-none-match|impersonate-(?:user|group|uid|extra-.+))$/

/** Body of a DELETE that is a dry run: a server that finds a body in a DELETE reads no query. */
export const dryRunDeleteBody = dryRunDeletion({})

/** The same with options (`propagationPolicy`, `preconditions` …), of which those of the form itself do not count. */
export function dryRunDeletion(options: Readonly<Record<string, unknown>>): string {
  const { apiVersion: _version, kind: _kind, dryRun: _dryRun, ...others } = options
  return JSON.stringify({ apiVersion: 'v1', kind: 'DeleteOptions', dryRun: ['All'], ...others })
}

/** Fields of a DeleteOptions beside those that make it a dry run. Servers read names in any case: no others pass. */
const deletionOptions = new Set([
  'gracePeriodSeconds',
  'ignoreStoreReadErrorWithClusterBreakingPotential',
  'orphanDependents',
  'preconditions',
  'propagationPolicy',
])

/** Whether a body asks for the dry run however it is read: each name is known and stands once, in the form of ours. */
function isDryRunDeletion(body: ApiRequest['body']): boolean {
  if (typeof body !== 'string') return false
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    const { apiVersion: _version, kind: _kind, dryRun: _dryRun, ...others } = value as Record<string, unknown>
    return body === dryRunDeletion(others) && Object.keys(others).every(name => deletionOptions.has(name))
  } catch {
    return false
  }
}

/** Whether a request that a user agreed to is answered by something behind the server. */
export function goesBehind({ consent, path }: ApiRequest): boolean {
  return consent !== undefined && isConnection(path)
}

/** Whether a path asks a review, which changes nothing. */
export function isReview(path: string): boolean {
  return reviews.some(form => form.test(path))
}

/** Whether servers look at the dry run where something is sent to a subresource. */
export function takesDryRun(
  method: Method,
  { group, resource, subresource }: Omit<ResourcePlace, 'name'>,
): boolean {
  if (subresource === '') return true
  const key = `${group}/${resource}/${subresource}`
  const methods = Object.hasOwn(everywhere, subresource)
    ? everywhere[subresource]
    : Object.hasOwn(known, key)
      ? known[key]
      : undefined
  return methods?.includes(method) ?? false
}

/**
 * Refuses what could change a cluster: of all requests but reads and reviews only dry runs leave this
 * program, and these only where servers are known to look at it; and the writes that a user agreed to,
 * each to the byte and once, in a context that is not protected. Every request goes by here, whoever made it.
 * @throws AppError `invalid`
 */
export function refuseWrites(request: ApiRequest, isProtected = true): void {
  const why = whyRefused(request)
  // It may have waited for credentials since it was asked for, and the context been protected.
  if (why === null && isProtected && request.through !== undefined) throw protectedThrough(request.purpose)
  if (why === null) return
  if (request.consent !== undefined && isForConsent(request)) {
    if (isProtected) throw protectedContext(request.purpose)
    if (isConsented(request)) return
  }
  throw new AppError({
    kind: 'invalid',
    reason: 'ReadOnly',
    resource: request.purpose,
    message: `Gatehouse only reads: it sends nothing that could change a cluster, only dry runs and what you agreed to. ${why}`,
  })
}

/** Subresources of pods to which connections are opened, with what may be asked for there. */
const channels: Readonly<Record<string, readonly string[]>> = {
  attach: ['container', 'stdin', 'stdout', 'stderr', 'tty'],
  exec: ['container', 'stdin', 'stdout', 'stderr', 'tty', 'command'],
  portforward: ['ports'],
}

/**
 * Refuses connections to anything but the processes and ports of a pod, and all of them in a context
 * that is protected: what runs at their other end may change anything.
 * @throws AppError `invalid`
 */
export function refuseChannels({ path, query, purpose }: ChannelRequest, isProtected: boolean): void {
  if (isProtected) throw protectedContext(purpose)
  const segments = segmentsOf(path)
  const [root, version, namespaces, , pods, , subresource = ''] = segments ?? []
  const isPod = [root, version, namespaces, pods].join(' ') === 'api v1 namespaces pods'
  const names = Object.hasOwn(channels, subresource) ? channels[subresource] : undefined
  if (segments?.length === 7 && isPod && names !== undefined && query.every(([name]) => names.includes(name)))
    return
  throw new AppError({
    kind: 'invalid',
    reason: 'ReadOnly',
    resource: purpose,
    message: 'Gatehouse connects to processes and ports of pods and to nothing else.',
  })
}

/** What is refused in a protected context, in words. */
export function protectedContext(purpose: string): AppError {
  return new AppError({
    kind: 'invalid',
    reason: 'ProtectedContext',
    resource: purpose,
    message: `This context is protected, so Gatehouse does not ${purpose}: that could change the cluster. The protection is lifted in the settings.`,
  })
}

/**
 * Requests that a user may agree to: writes of whatever is a resource, and what goes through the server to
 * something behind it. Processes and ports of pods are connections, with a rule of their own.
 */
function isForConsent({ method, path, headers, body }: ApiRequest): boolean {
  if (headers !== undefined) return false
  // What stands behind the server has folders too, and its root is one: servers answer `proxy` with a way to `proxy/`.
  const isFolder = path.endsWith('/')
  const segments = segmentsOf(isFolder ? path.slice(0, -1) : path)
  const place = segments && placeOf(segments)
  if (!place || isVerb(place)) return false
  const { name, subresource } = place
  const [first = ''] = subresource.split('/')
  if (Object.hasOwn(channels, first)) return false
  if (first === 'proxy') return isBodyless(method) ? body === undefined : writing.has(method)
  if (isFolder) return false
  switch (method) {
    case 'POST':
      return name === '' || subresource !== ''
    case 'PUT':
    case 'PATCH':
      return name !== '' && body !== undefined
    case 'DELETE':
      return true
    default:
      return false
  }
}

const writing = new Set<Method>(['POST', 'PUT', 'PATCH', 'DELETE'])

function isBodyless(method: Method): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

function whyRefused(request: ApiRequest): string | null {
  const { method, path, headers = {} } = request
  const strange = Object.keys(headers).find(name => !headerNames.test(name))
  if (strange !== undefined) return `This request has a header ${strange}.`
  if (method === 'GET') {
    if (request.body !== undefined) return 'This read has a body.'
    if (isHistoryRead(request)) return null
    return isConnection(path) ? 'This path leads through the server to something else.' : null
  }
  if (isBodyless(method)) return `A ${method} is only for what stands behind the server.`
  if (method === 'POST' && isReview(path)) return null
  const segments = segmentsOf(path)
  if (segments === null) return 'This path can be read in more than one way.'
  const place = placeOf(segments)
  if (place === null || isVerb(place)) return 'This path is no resource.'
  return whyNoDryRun(request, place)
}

function whyNoDryRun(request: ApiRequest, place: ResourcePlace): string | null {
  const { method, query = {} } = request
  if (query.dryRun !== 'All') return 'This request is none.'
  if (!takesDryRun(method, place)) return noDryRunText(place)
  switch (method) {
    case 'POST':
      return (place.name === '') === (place.subresource === '') ? null : 'This path takes no POST.'
    case 'PUT':
    case 'PATCH':
      return place.name === '' ? `A ${method} is of one object.` : null
    case 'DELETE':
      // Read as any other form, the same bytes could say something else.
      return isDryRunDeletion(request.body) && (request.contentType ?? json) === json
        ? null
        : 'A server that finds a body in a DELETE reads no query: the body has to ask for the dry run too.'
    default:
      return `${String(method)} is no method of the API.`
  }
}

const json = 'application/json'

/** Why nothing is sent to a subresource, in a sentence. */
export function noDryRunText({ group, resource, subresource }: Omit<ResourcePlace, 'name'>): string {
  if (group === '' && resource === 'serviceaccounts' && subresource === 'token')
    return 'A server issues a real token even where it is asked for a dry run, so none is asked for.'
  return `Servers are not known to look at the dry run of ${resource}/${subresource}, so none is sent.`
}
