/** What every operation is filled in with, so that it can succeed, and what has to be there before. */
import type { ApiCall, ApiOperationSummary } from '../../shared/ipc/index.ts'
import { type Made, type Manifest, nameFor, objectFor } from './operationObjects.ts'

export type Values = ApiCall['values']

export interface Filled {
  readonly values: Values
  readonly body: string
  readonly contentType: string
}

export interface World {
  readonly made: Omit<Made, 'name'>
  /** Name of the service and of the pod behind which a small server is, with their ports. */
  readonly proxied: { readonly pod: string; readonly service: string; readonly node: string }
  /** Makes an object, past the operations that are tested. */
  make(path: string, object: Manifest): Promise<void>
  read(path: string): Promise<Manifest>
  count(): number
}

/** Everything a test made, for selectors that must meet nothing else. */
export const labelOf = (place: Pick<ApiOperationSummary, 'resource' | 'version'>): string =>
  `op=${place.resource}-${place.version}`

const merge = 'application/merge-patch+json'
const json = 'application/json'

/** Fills one operation in, making first what it is about to change. */
export async function fill(operation: ApiOperationSummary, world: World, name: string): Promise<Filled> {
  const special = await specialOf(operation, world, name)
  if (special !== null) return special
  const values = placeValues(operation, world, name)
  const path = filledPath(operation.path, values)
  const collection = path.slice(0, path.lastIndexOf('/'))
  switch (operation.action) {
    case 'create': {
      const body = objectOf(operation, world, name)
      return { values, body: JSON.stringify(body), contentType: json }
    }
    case 'replace': {
      const live = await world.read(path)
      const metadata = live.metadata as { labels?: object }
      const isWhole = operation.subresource === ''
      const labels = isWhole ? { ...metadata.labels, replaced: 'yes' } : metadata.labels
      return {
        values,
        body: JSON.stringify({ ...live, metadata: { ...metadata, labels } }),
        contentType: json,
      }
    }
    case 'patch':
      return { values, body: JSON.stringify(patchOf(operation)), contentType: merge }
    case 'delete': {
      const own = await victim(operation, world, collection)
      return { values: withName(values, own), body: '', contentType: '' }
    }
    case 'deletecollection':
      await victim(operation, world, path)
      return { values: [...values, ['labelSelector', labelOf(operation)]], body: '', contentType: '' }
    default:
      return { values, body: '', contentType: '' }
  }
}

/** An object that is there to be deleted. */
async function victim(operation: ApiOperationSummary, world: World, collection: string): Promise<string> {
  const name = nameFor(operation, world.count())
  await world.make(collection, objectOf(operation, world, name))
  return name
}

function patchOf({ subresource }: ApiOperationSummary): Manifest {
  if (subresource === 'scale') return { spec: { replicas: 0 } }
  return subresource === '' ? { metadata: { labels: { patched: 'yes' } } } : {}
}

export function objectOf(operation: ApiOperationSummary, world: World, name: string): Manifest {
  const [key = '', value = ''] = labelOf(operation).split('=')
  const kind = operation.kind
  const object = objectFor(operation, kind, { [key]: value }, { ...world.made, name })
  if (object === null)
    throw new Error(`nobody says how an object of ${operation.group}/${operation.resource} is made`)
  return object
}

function placeValues(operation: ApiOperationSummary, world: World, name: string): Values {
  const { path } = operation
  return [
    ...(path.includes('{namespace}') ? [['namespace', world.made.namespace] as [string, string]] : []),
    ...(path.includes('{name}') ? [['name', name] as [string, string]] : []),
  ]
}

const withName = (values: Values, name: string): Values => [
  ...values.filter(([key]) => key !== 'name'),
  ['name', name],
]

export function filledPath(path: string, values: Values): string {
  return values.reduce((text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)), path)
}

/** Operations that want something of their own. */
async function specialOf(operation: ApiOperationSummary, world: World, name: string): Promise<Filled | null> {
  const { group, resource, subresource, action, path, method } = operation
  const { made } = world
  const plain = (values: Values, body: Manifest | null = null, contentType = json): Filled => ({
    values,
    body: body === null ? '' : JSON.stringify(body),
    contentType: body === null ? '' : contentType,
  })
  const namespace: [string, string] = ['namespace', made.namespace]
  if (path === '/logs/{logpath}') return plain([['logpath', 'kube-apiserver.log']])
  if (resource === 'componentstatuses' && path.includes('{name}')) return plain([['name', 'etcd-0']])
  if (subresource === 'proxy') return proxyOf(operation, world)
  if (group !== '') return null
  if (resource === 'bindings') return plain([namespace], await bindingOf(world))
  if (resource === 'namespaces' && subresource !== '' && method === 'PUT')
    return plain([['name', name]], await world.read(`/api/v1/namespaces/${name}`))
  if (subresource === 'token')
    return plain([namespace, ['name', name]], {
      ...{ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' },
      spec: { audiences: ['example.com'], expirationSeconds: 600 },
    })
  if (resource !== 'pods' || subresource === '') return null
  const running: Values = [namespace, ['name', made.pod.name]]
  switch (subresource) {
    case 'exec':
      return plain([...running, ['command', 'echo'], ['command', 'hello'], ['stdout', 'true']])
    case 'attach':
      return plain([...running, ['stdout', 'true']])
    case 'portforward':
      return plain([...running, ['ports', '8080']])
    case 'log':
      return plain([...running, ['tailLines', '5']])
    case 'binding': {
      const body = await bindingOf(world)
      return plain([namespace, ['name', (body.metadata as { name: string }).name]], body)
    }
    case 'eviction': {
      const own = await victimPod(world)
      return plain([namespace, ['name', own]], {
        ...{ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: own, namespace: made.namespace } },
      })
    }
    default: {
      // The nodes of the cluster cannot resize, and what is on none of them yet can be resized all the same.
      const own = subresource === 'resize' ? await victimPod(world) : made.pod.name
      const values: Values = [namespace, ['name', own]]
      const live = filledPath(path, values)
      if (action === 'replace') return plain(values, await world.read(live))
      return action === 'patch' ? plain(values, {}, merge) : plain(values)
    }
  }
}

/** A pod that nobody schedules, and the binding of it to a node. */
async function bindingOf(world: World): Promise<Manifest> {
  const name = await victimPod(world)
  const target = { apiVersion: 'v1', kind: 'Node', name: world.made.pod.node.name }
  return { apiVersion: 'v1', kind: 'Binding', metadata: { name }, target }
}

async function victimPod(world: World): Promise<string> {
  const name = `op-${world.count()}`
  await world.make(`/api/v1/namespaces/${world.made.namespace}/pods`, {
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name, labels: { op: 'victim' } } },
    spec: {
      ...{ schedulerName: 'nobody', terminationGracePeriodSeconds: 0 },
      containers: [{ name: 'main', image: 'example.invalid/none' }],
    },
  })
  return name
}

function proxyOf({ resource, path, method }: ApiOperationSummary, { made, proxied }: World): Filled {
  const name = resource === 'pods' ? proxied.pod : resource === 'services' ? proxied.service : proxied.node
  const isWithBody = ['POST', 'PUT', 'PATCH'].includes(method)
  return {
    values: [
      ...(path.includes('{namespace}') ? [['namespace', made.namespace] as [string, string]] : []),
      ['name', name],
      ...(path.includes('{path}') ? [['path', 'healthz'] as [string, string]] : []),
    ],
    body: isWithBody ? 'hello' : '',
    contentType: isWithBody ? 'text/plain' : '',
  }
}
