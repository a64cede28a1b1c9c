import { AppError } from '../../shared/errors/index.ts'
import type { Clock } from '../../shared/flow/index.ts'
import {
  apiVersionOf,
  type KubeObject,
  type ObjectRef,
  type Resource,
  type ResourceInfo,
} from '../../shared/kube/index.ts'
import type { ClusterSession } from '../session/index.ts'
import { FollowedDiscovery } from './discovery.ts'
import { resourcePath } from './paths.ts'
import { fieldsOf, listOf, textOf } from './read.ts'
import { OpenApiSchemas } from './schemas.ts'
import type { ApiClient, ListOptions, ObjectList } from './types.ts'

/** Reviews under way at once. */
const reviewsAtOnce = 8

/** The API of one open session. Reads discovery as soon as the session is ready. */
export function createApi(session: ClusterSession, { clock }: { readonly clock: Clock }): ApiClient {
  const discovery = new FollowedDiscovery(session, clock)
  const schemas = new OpenApiSchemas(session)
  const resources = (): readonly ResourceInfo[] => discovery.value.get().resources
  return {
    context: session.context,
    session,
    discovery: discovery.value,
    refreshDiscovery: () => discovery.refresh(),
    find: resource => resources().find(info => isSame(info, resource)) ?? null,
    findKind: (group, kind) => {
      const served = resources().filter(info => info.group === group && info.kind === kind)
      return served.find(({ preferred }) => preferred) ?? served[0] ?? null
    },
    get: (ref, signal) => getObject(session, ref, signal),
    list: (resource, options = {}) => listObjects(session, resource, options),
    schema: (group, version, kind) => schemas.schema(group, version, kind),
    allowedNamespaces: (verb, resource, candidates) => allowedNamespaces(session, verb, resource, candidates),
    close: () => discovery.close(),
  }
}

function isSame(a: Resource, b: Resource): boolean {
  return a.group === b.group && a.version === b.version && a.resource === b.resource
}

async function getObject(session: ClusterSession, ref: ObjectRef, signal?: AbortSignal): Promise<KubeObject> {
  const { resource, namespace, name } = ref
  const response = await session.request({
    method: 'GET',
    path: resourcePath(resource, { namespace, name }),
    accept: 'application/json',
    purpose: `get ${resource.resource} ${name}${namespace === '' ? '' : ` in namespace ${namespace}`}`,
    ...(signal === undefined ? {} : { signal }),
  })
  return objectOf(await response.json(), session.context)
}

function objectOf(value: unknown, context: string): KubeObject {
  const fields = fieldsOf(value)
  if (textOf(fields.kind) !== '' && textOf(fieldsOf(fields.metadata).name) !== '') return value as KubeObject
  throw new AppError({
    kind: 'serverFault',
    context,
    message: 'The server answered with something that is no Kubernetes object.',
  })
}

async function listObjects(
  session: ClusterSession,
  resource: Resource,
  options: ListOptions,
): Promise<ObjectList> {
  const { namespace = '', signal } = options
  const response = await session.request({
    method: 'GET',
    path: resourcePath(resource, { namespace }),
    query: {
      labelSelector: options.labelSelector || undefined,
      fieldSelector: options.fieldSelector || undefined,
      limit: options.limit,
      continue: options.continue || undefined,
      resourceVersion: options.resourceVersion,
    },
    accept: 'application/json',
    purpose: `list ${resource.resource} in ${namespace === '' ? 'all namespaces' : `namespace ${namespace}`}`,
    ...(signal === undefined ? {} : { signal }),
  })
  const list = fieldsOf(await response.json())
  const metadata = fieldsOf(list.metadata)
  const { remainingItemCount } = metadata
  return {
    items: listOf(list.items).map(item => withKind(item, list, resource)),
    resourceVersion: textOf(metadata.resourceVersion),
    continue: textOf(metadata.continue),
    remaining: typeof remainingItemCount === 'number' ? remainingItemCount : null,
  }
}

/** Items of a list carry neither kind nor apiVersion for built-in kinds; the list's kind tells. */
function withKind(item: unknown, list: Readonly<Record<string, unknown>>, resource: Resource): KubeObject {
  const kind = textOf(list.kind).replace(/List$/, '')
  return { apiVersion: apiVersionOf(resource), kind, ...(item as object) } as KubeObject
}

async function allowedNamespaces(
  session: ClusterSession,
  verb: string,
  resource: Resource,
  candidates: readonly string[],
): Promise<readonly string[]> {
  const allowed = new Set<string>()
  const waiting = [...candidates]
  const work = async (): Promise<void> => {
    for (let namespace = waiting.shift(); namespace !== undefined; namespace = waiting.shift()) {
      if (await isAllowed(session, verb, resource, namespace)) allowed.add(namespace)
    }
  }
  await Promise.all(Array.from({ length: reviewsAtOnce }, work))
  return candidates.filter(namespace => allowed.has(namespace))
}

async function isAllowed(
  session: ClusterSession,
  verb: string,
  resource: Resource,
  namespace: string,
): Promise<boolean> {
  const response = await session.request({
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    contentType: 'application/json',
    accept: 'application/json',
    body: JSON.stringify({
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes: { verb, namespace, group: resource.group, resource: resource.resource } },
    }),
    purpose: `ask whether you may ${verb} ${resource.resource} in namespace ${namespace}`,
  })
  return fieldsOf(fieldsOf(await response.json()).status).allowed === true
}
