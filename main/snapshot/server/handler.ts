import type { IncomingMessage, ServerResponse } from 'node:http'
import type { JsonObject, Subject } from '../../../shared/cel/kubernetes/index.ts'
import { assertNever } from '../../../shared/errors/index.ts'
import type { Clock } from '../../../shared/flow/index.ts'
import type { KubeObject } from '../../../shared/kube/index.ts'
import {
  type Catalog,
  type GroupDiscovery,
  legacyGroup,
  legacyResources,
  openApiDocument,
  openApiIndex,
  type ServedResource,
} from '../catalog/index.ts'
import type { SnapshotStore, StoredResource } from '../store/index.ts'
import { mediaType, parseJson, readBody } from './body.ts'
import { negotiateForm, parseAccept, single } from './form.ts'
import { atVersion, listPage, listPieces } from './list.ts'
import { type PodLogs, sendPodLog } from './podLog.ts'
import { readFlag, readSelectors } from './query.ts'
import { sendDocument, sendJson, sendPieces, sendText, warningsOf } from './respond.ts'
import { answerReview } from './reviews.ts'
import { parseRoute, type ResourceRoute } from './route.ts'
import { kindNotInDump, notAllowed, nothingRuns, objectNotFound, unknownResource } from './status.ts'
import { actingUser } from './user.ts'
import { WatchStream } from './watch.ts'
import type { Writes } from './writes/index.ts'

export interface HandlerContext {
  readonly store: SnapshotStore
  readonly catalog: Catalog
  readonly clock: Clock
  readonly bookmarkInterval: number
  /** What `/version` answers. */
  readonly versionAnswer: object
  /** Says why writes are refused, in a sentence. */
  readonly readOnlyReason: string
  /** The same of writes that are dry runs, where they are refused too. */
  readonly noDryRunReason: string
  /** Answers writes, loaded when the first one comes; null where not even dry runs are taken. */
  readonly writes: (() => Promise<Writes>) | null
  /** Whether writes are taken that are no dry runs. */
  readonly takesWrites: boolean
  /** Whom everybody is taken for. */
  readonly user: Subject
  /** Whether a dump holds a kind; null for what is a cluster of its own. */
  readonly holds: ((kind: StoredResource) => boolean) | null
  /** Null: no container has a log. */
  readonly logs: PodLogs | null
  /** Open watches, so that they end with the server. */
  readonly watches: Set<WatchStream>
}

interface Exchange {
  readonly context: HandlerContext
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly query: URLSearchParams
}

/** Answers one request. @throws StatusError for every answer that is a `Status` */
export async function handle(
  context: HandlerContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = request.url ?? '/'
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const query = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1))
  const exchange = { context, request, response, query }
  const route = parseRoute(path)
  if (route.kind !== 'resource' && request.method !== 'GET' && request.method !== 'HEAD')
    throw notAllowed(context.readOnlyReason)
  switch (route.kind) {
    case 'version':
      return sendJson(response, context.versionAnswer)
    case 'health':
      return context.holds === null ? sendText(response, 'ok') : notFoundPage(response)
    case 'discovery':
      return sendDiscovery(exchange, route.scope)
    case 'group':
      return sendGroup(exchange, route.group)
    case 'groupVersion':
      return sendGroupVersion(exchange, route.group, route.version)
    case 'openApiIndex':
      return sendJson(response, openApiIndex(context.catalog))
    case 'openApi': {
      const document = openApiDocument(context.catalog, route.path)
      return document === null ? notFoundPage(response) : sendDocument(request, response, document)
    }
    case 'resource':
      return sendResource(exchange, route)
    case 'unknown':
      return notFoundPage(response)
    default:
      return assertNever(route)
  }
}

function notFoundPage(response: ServerResponse): void {
  sendText(response, '404 page not found\n', 404)
}

const aggregatedType = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

function wantsAggregated(request: IncomingMessage): boolean {
  return parseAccept(request.headers.accept).some(
    ({ parameters }) => parameters.get('as') === 'APIGroupDiscoveryList' && parameters.get('v') === 'v2',
  )
}

const isCore = (group: GroupDiscovery): boolean => (group.metadata.name ?? '') === ''

function sendDiscovery({ context, request, response }: Exchange, scope: 'core' | 'named'): void {
  const { catalog } = context
  const groups = catalog.groups.filter(group => isCore(group) === (scope === 'core'))
  if (wantsAggregated(request)) {
    const tag = catalog.tags[scope]
    const headers = { 'content-type': aggregatedType, 'cache-control': 'public', etag: tag, vary: 'Accept' }
    if (request.headers['if-none-match'] === tag) {
      response.writeHead(304, headers)
      response.end()
      return
    }
    const document = {
      kind: 'APIGroupDiscoveryList',
      apiVersion: 'apidiscovery.k8s.io/v2',
      metadata: {},
      items: groups,
    }
    sendJson(response, document, 200, headers)
  } else if (scope === 'core') {
    sendJson(response, { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] })
  } else {
    sendJson(response, { kind: 'APIGroupList', apiVersion: 'v1', groups: groups.map(legacyGroup) })
  }
}

function findGroup(catalog: Catalog, name: string): GroupDiscovery | undefined {
  return catalog.groups.find(group => (group.metadata.name ?? '') === name)
}

function sendGroup({ context, response }: Exchange, name: string): void {
  const group = findGroup(context.catalog, name)
  if (group === undefined) notFoundPage(response)
  else sendJson(response, { kind: 'APIGroup', apiVersion: 'v1', ...legacyGroup(group) })
}

function sendGroupVersion({ context, response }: Exchange, group: string, version: string): void {
  const found = findGroup(context.catalog, group)?.versions.find(entry => entry.version === version)
  if (found === undefined) notFoundPage(response)
  else sendJson(response, legacyResources(group, found))
}

async function sendResource(exchange: Exchange, route: ResourceRoute): Promise<void> {
  const { context, request, response } = exchange
  const { group, version, namespace } = route
  const versions = findGroup(context.catalog, group)?.versions ?? []
  if (!versions.some(entry => entry.version === version)) return notFoundPage(response)
  const resource = context.catalog.find(group, version, route.resource)
  if (resource === null) throw unknownResource()
  if (request.method !== 'GET' && request.method !== 'HEAD') return write(exchange, resource, route)
  if (connections.has(route.subresource)) throw nothingRuns(context.holds !== null)
  if (namespace !== '' && !resource.namespaced) throw unknownResource()
  if (!resource.verbs.includes('get'))
    throw notAllowed('the server does not allow this method on the requested resource')
  if (route.name === '') return sendCollection(exchange, resource, namespace)
  if (resource.namespaced && namespace === '') throw unknownResource()
  return sendObject(exchange, resource, route)
}

/** Subresources that lead to processes and ports. */
const connections = new Set(['attach', 'exec', 'portforward', 'proxy'])

/** The one place where writes arrive. Reviews ask and change nothing; what is no dry run may be refused. */
async function write(exchange: Exchange, resource: ServedResource, route: ResourceRoute): Promise<void> {
  const { context, request, response, query } = exchange
  const writes = await context.writes?.()
  const world = writes?.world() ?? null
  const user = world === null ? context.user : actingUser(request, context.user, world.authorize)
  if (request.method === 'POST') {
    const answer = await answerReview({ resource, request, now: context.clock.now(), user, world })
    if (answer !== null) return sendJson(response, answer, 201)
  }
  if (writes === undefined)
    throw notAllowed(query.has('dryRun') ? context.noDryRunReason : context.readOnlyReason)
  const body = await readBody(request)
  const { isDryRun, managerOf } = await import('./writes/index.ts')
  const options = await writeOptions(request.method ?? '', query, body)
  if (options === null || !(context.takesWrites || isDryRun(options)))
    throw notAllowed(context.readOnlyReason)
  const written = {
    ...{ method: request.method ?? '', resource, route, user, body, options },
    mediaType: mediaType(request, 'application/json'),
    manager: managerOf(options.fieldManager, request.headers['user-agent'] ?? ''),
    force: readFlag(query, 'force'),
    matches: readSelectors(query, resource),
  }
  const form = negotiateForm(request.headers.accept, query.get('includeObject'), false)
  const answer = await writes.answer(written)
  const headers = warningsOf(answer.warnings)
  const shown = answer.isObject
    ? single(form, resource, answer.body as KubeObject, context.clock.now())
    : answer.body
  sendJson(response, shown, answer.code, headers)
}

/** Options of a write; null for a method that writes nothing. @throws StatusError 400, 422 */
async function writeOptions(
  method: string,
  query: URLSearchParams,
  body: string,
): Promise<JsonObject | null> {
  const { bodyOptions, queryOptions } = await import('./writes/index.ts')
  const kind = optionKinds.get(method)
  if (kind === undefined) return null
  // Of a deletion the body counts alone, where there is one.
  return kind === 'DeleteOptions' && body.trim() !== ''
    ? bodyOptions(parseJson(body, 'the options cannot be read'))
    : queryOptions(query, kind)
}

const optionKinds: ReadonlyMap<string, 'CreateOptions' | 'UpdateOptions' | 'PatchOptions' | 'DeleteOptions'> =
  new Map([
    ['POST', 'CreateOptions'],
    ['PUT', 'UpdateOptions'],
    ['PATCH', 'PatchOptions'],
    ['DELETE', 'DeleteOptions'],
  ])

async function sendObject(
  { context, request, response, query }: Exchange,
  resource: ServedResource,
  route: ResourceRoute,
): Promise<void> {
  const { name, namespace, subresource } = route
  const isLog = subresource === 'log' && resource.group === '' && resource.resource === 'pods'
  if (isLog && context.logs !== null) {
    const pod = context.store.get(resource.stored ?? resource, namespace, name)
    if (pod === null) throw objectNotFound(resource.group, resource.resource, name)
    return sendPodLog(context.logs, pod, query, request, response, context.clock.now())
  }
  if (subresource !== '' && !(shownAt.has(subresource) && resource.subresources.includes(subresource)))
    throw unknownResource()
  const form = negotiateForm(request.headers.accept, query.get('includeObject'), false)
  const object = context.store.get(resource.stored ?? resource, namespace, name)
  if (object === null) throw objectNotFound(resource.group, resource.resource, name)
  if (subresource === 'scale') {
    const { scaleOf, shownScale } = await import('./writes/index.ts')
    return sendJson(response, shownScale(scaleOf(object)))
  }
  sendJson(response, single(form, resource, atVersion(object, resource), context.clock.now()))
}

/** Subresources that can be read: all but the scale show the object itself. */
const shownAt = new Set(['status', 'scale', 'ephemeralcontainers', 'resize', 'approval'])

async function sendCollection(
  exchange: Exchange,
  resource: ServedResource,
  namespace: string,
): Promise<void> {
  const { context, request, response, query } = exchange
  if (context.holds !== null && !context.holds(resource)) throw kindNotInDump(resource.kind)
  const isWatch = readFlag(query, 'watch')
  const form = negotiateForm(request.headers.accept, query.get('includeObject'), !isWatch)
  const matches = readSelectors(query, resource)
  const collection = context.store.collection(resource.stored ?? resource)
  const common = { resource, collection, namespace, matches, query }
  if (!isWatch) {
    const page = listPage({ ...common, version: context.store.version })
    return sendPieces(request, response, listPieces(form, resource, page, context.clock.now()))
  }
  const { clock, bookmarkInterval } = context
  const stream = new WatchStream(
    { ...common, form, clock, bookmarkInterval, version: () => context.store.version },
    response,
  )
  stream.start()
  context.watches.add(stream)
  response.once('close', () => context.watches.delete(stream))
}
