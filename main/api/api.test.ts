import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ReadonlyObservable, systemClock } from '../../shared/flow/index.ts'
import type { Discovery } from '../../shared/ipc/index.ts'
import { contextTo, json, openTo, TestClock, TestServer } from '../session/fixture/index.ts'
import { createSettings } from '../settings/index.ts'
import { type ApiClient, createApi, resourceHandlers, resourcePath } from './index.ts'

let folder: string
let server: TestServer
let clock: TestClock
const closers: (() => void)[] = []

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'api-'))
  clock = new TestClock()
  server = await new TestServer().listen()
})
afterEach(async () => {
  for (const close of closers.splice(0)) close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function open(): ApiClient {
  const settings = createSettings(path.join(folder, 'settings.json'), { clock: systemClock })
  const session = openTo(contextTo(`http://127.0.0.1:${server.port}`), { settings, clock })
  const api = createApi(session, { clock })
  closers.push(() => {
    api.close()
    session.close()
  })
  return api
}

async function discovered(
  api: ApiClient,
  isWanted: (discovery: Discovery) => boolean = ({ readAt, failures }) => readAt > 0 || failures.length > 0,
): Promise<Discovery> {
  return when(api.discovery, isWanted)
}
async function when<T>(source: ReadonlyObservable<T>, isWanted: (value: T) => boolean): Promise<T> {
  await expect.poll(() => isWanted(source.get())).toBe(true)
  return source.get()
}

const aggregated = (items: readonly unknown[]) => ({
  kind: 'APIGroupDiscoveryList',
  apiVersion: 'apidiscovery.k8s.io/v2',
  items,
})
const resource = (name: string, kind: string, more: object = {}) => ({
  resource: name,
  responseKind: { group: '', version: 'v1', kind },
  scope: 'Namespaced',
  singularResource: name.slice(0, -1),
  verbs: ['get', 'list', 'watch'],
  ...more,
})
const pods = resource('pods', 'Pod', {
  shortNames: ['po'],
  categories: ['all'],
  subresources: [
    {
      subresource: 'eviction',
      responseKind: { group: 'policy', version: 'v1', kind: 'Eviction' },
      verbs: ['create'],
    },
    { subresource: 'log', verbs: ['get'] },
  ],
})
const core = aggregated([
  {
    metadata: {},
    versions: [
      {
        version: 'v1',
        resources: [pods, resource('nodes', 'Node', { scope: 'Cluster' })],
        freshness: 'Current',
      },
    ],
  },
])
const things = aggregated([
  {
    metadata: { name: 'acme.com' },
    versions: [
      { version: 'v2', resources: [resource('things', 'Thing')], freshness: 'Current' },
      {
        version: 'v1',
        resources: [resource('things', 'Thing'), resource('olds', 'Old')],
        freshness: 'Current',
      },
    ],
  },
  { metadata: { name: 'metrics.k8s.io' }, versions: [{ version: 'v1beta1', freshness: 'Stale' }] },
])

/** Serves documents by path; those with a tag answer 304 to who has it. */
function serve(documents: Readonly<Record<string, unknown>>, tag = ''): void {
  server.answer = ({ url, headers }, response) => {
    const document = documents[url.split('?')[0] ?? '']
    if (document === undefined) return false
    if (typeof document === 'number') return json(response, document, { kind: 'Status', message: 'broken' })
    if (tag !== '' && headers['if-none-match'] === tag) return Boolean(response.writeHead(304).end())
    return json(response, 200, document, tag === '' ? {} : { etag: tag })
  }
}

test('aggregated discovery gives resources, subresources, preferred versions and what failed', async () => {
  serve({ '/api': core, '/apis': things })
  const api = open()
  const { resources, failures } = await discovered(api)
  expect(resources.map(info => [info.group, info.version, info.resource, info.preferred])).toEqual([
    ['', 'v1', 'pods', true],
    ['', 'v1', 'nodes', true],
    ['acme.com', 'v2', 'things', true],
    ['acme.com', 'v1', 'things', false],
    ['acme.com', 'v1', 'olds', true],
  ])
  expect(resources[0]).toMatchObject({
    shortNames: ['po'],
    categories: ['all'],
    namespaced: true,
    subresources: [{ name: 'eviction', kind: 'Eviction' }, { name: 'log' }],
  })
  expect(resources[1]?.namespaced).toBe(false)
  expect(failures).toMatchObject([{ groupVersion: 'metrics.k8s.io/v1beta1' }])
  expect(api.findKind('acme.com', 'Thing')?.version).toBe('v2')
  expect(api.findKind('acme.com', 'Old')?.version).toBe('v1')
  expect(api.find({ group: '', version: 'v1', resource: 'pods' })?.kind).toBe('Pod')
  expect(api.find({ group: '', version: 'v9', resource: 'pods' })).toBeNull()
})

test('a server without aggregation is read group by group; one that fails is named', async () => {
  serve({
    '/api': { kind: 'APIVersions', versions: ['v1'] },
    '/apis': {
      kind: 'APIGroupList',
      groups: [
        {
          name: 'acme.com',
          versions: [{ version: 'v2' }, { version: 'v1' }],
          preferredVersion: { version: 'v1' },
        },
        {
          name: 'metrics.k8s.io',
          versions: [{ version: 'v1beta1' }],
          preferredVersion: { version: 'v1beta1' },
        },
      ],
    },
    '/api/v1': {
      resources: [
        { name: 'pods', kind: 'Pod', namespaced: true, verbs: ['list'], shortNames: ['po'] },
        { name: 'pods/log', kind: 'Pod', verbs: ['get'] },
      ],
    },
    '/apis/acme.com/v1': { resources: [{ name: 'things', kind: 'Thing', verbs: ['list'] }] },
    '/apis/acme.com/v2': {
      resources: [
        { name: 'things', kind: 'Thing', verbs: ['list'] },
        { name: 'news', kind: 'New', verbs: ['list'] },
      ],
    },
    '/apis/metrics.k8s.io/v1beta1': 503,
  })
  const { resources, failures } = await discovered(open())
  expect(resources.map(info => [info.version, info.resource, info.preferred])).toEqual([
    ['v1', 'pods', true],
    ['v2', 'things', false],
    ['v2', 'news', true],
    ['v1', 'things', true],
  ])
  expect(resources[0]?.subresources).toMatchObject([{ name: 'log' }])
  expect(failures).toMatchObject([{ groupVersion: 'metrics.k8s.io/v1beta1', error: { kind: 'serverFault' } }])
})

test('one of the two roots that fails does not cost the other, and what was known stays', async () => {
  serve({ '/api': core, '/apis': 500 })
  const api = open()
  expect(await discovered(api)).toMatchObject({
    resources: [{ resource: 'pods' }, { resource: 'nodes' }],
    failures: [{ groupVersion: 'all API groups' }],
    readAt: 0,
  })
  serve({ '/api': 500, '/apis': things })
  await api.refreshDiscovery()
  expect(api.discovery.get().resources).toHaveLength(5)
  expect(api.discovery.get().failures.map(({ groupVersion }) => groupVersion)).toEqual([
    'metrics.k8s.io/v1beta1',
    'v1',
  ])
})

test('an unchanged discovery costs two 304s and tells nobody; a changed one is told', async () => {
  const complete = aggregated([
    {
      metadata: { name: 'acme.com' },
      versions: [{ version: 'v1', resources: [resource('things', 'Thing')] }],
    },
  ])
  serve({ '/api': core, '/apis': complete }, '"one"')
  const api = open()
  const first = await discovered(api)
  let told = 0
  api.discovery.subscribe(() => told++)
  await api.refreshDiscovery()
  expect(api.discovery.get()).toBe(first)
  expect(server.to('/apis').at(-1)?.headers['if-none-match']).toBe('"one"')
  serve({ '/api': core, '/apis': things }, '"two"')
  await api.refreshDiscovery()
  expect(told).toBe(1)
  expect(api.findKind('acme.com', 'Old')).not.toBeNull()
})

test.each([
  [{}],
  [
    {
      items: [
        null,
        5,
        {
          metadata: null,
          versions: [{ version: 5 }, { version: 'v1', resources: [null, { resource: 'x' }] }],
        },
      ],
    },
  ],
  [[]],
  ['x'],
  [null],
])('discovery of an odd shape (%j) breaks nothing', async document => {
  serve({
    '/api': document === null ? {} : document,
    '/apis': { ...(document as object), kind: 'APIGroupDiscoveryList' },
  })
  await discovered(open())
})

test('discovery is read again every minute', async () => {
  clock = new TestClock(1000)
  serve({ '/api': core, '/apis': things })
  await discovered(open())
  await expect.poll(() => server.to('/api').length).toBeGreaterThan(2)
})

test.each([
  [{ group: '', version: 'v1', resource: 'pods' }, {}, '/api/v1/pods'],
  [
    { group: '', version: 'v1', resource: 'pods' },
    { namespace: 'a', name: 'proxy' },
    '/api/v1/namespaces/a/pods/proxy',
  ],
  [
    { group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'clusterroles' },
    { name: 'system:node' },
    '/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode',
  ],
  [
    { group: '', version: 'v1', resource: 'x' },
    { namespace: 'a', name: 'test-###..' },
    '/api/v1/namespaces/a/x/test-%23%23%23..',
  ],
  [
    { group: '', version: 'v1', resource: 'pods' },
    { namespace: 'a', name: 'b', subresource: 'log' },
    '/api/v1/namespaces/a/pods/b/log',
  ],
])('the path of %j %j', (of, place, expected) => {
  expect(resourcePath(of, place)).toBe(expected)
})

test.each([
  [{ name: 'web/proxy/shutdown' }],
  [{ name: 'web%2Fproxy' }],
  [{ name: '..' }],
  [{ name: '.' }],
  [{ name: '' }],
  [{ namespace: 'a/services/x', name: 'b' }],
  [{ namespace: '..', name: 'b' }],
  [{ name: 'b', subresource: 'proxy/x' }],
])('there is no path of %j: a server would read it as another one', place => {
  const of = { group: '', version: 'v1', resource: 'services' }
  expect(() => resourcePath(of, place)).toThrow(/cannot name anything/)
})

test('an object whose name is no name is not asked for', async () => {
  const resource = { group: '', version: 'v1', resource: 'services' }
  const wanted = { context: 'a' as never, resource, namespace: 'shop', name: 'web/proxy/shutdown' }
  await expect(open().get(wanted as never)).rejects.toMatchObject({ body: { kind: 'invalid' } })
  expect(server.to('/api/v1/namespaces/shop')).toEqual([])
})

test('lists give items their kind, pages and selectors; an object of no shape is refused', async () => {
  server.answer = ({ url }, response) => {
    if (url.startsWith('/api/v1/namespaces/a/pods/odd')) return json(response, 200, [])
    if (!url.startsWith('/api/v1/namespaces/a/pods')) return false
    return json(response, 200, {
      kind: 'PodList',
      metadata: { resourceVersion: '5', continue: 'c', remainingItemCount: 3 },
      items: [{ metadata: { name: 'x' } }],
    })
  }
  const api = open()
  const of = { group: '', version: 'v1', resource: 'pods' }
  expect(await api.list(of, { namespace: 'a', labelSelector: 'a=b', limit: 1 })).toEqual({
    items: [{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' } }],
    resourceVersion: '5',
    continue: 'c',
    remaining: 3,
  })
  expect(server.seen.at(-1)?.url).toContain('labelSelector=a%3Db&limit=1')
  await expect(api.get({ resource: of, namespace: 'a', name: 'odd' })).rejects.toMatchObject({
    body: { kind: 'serverFault' },
  })
  await expect(api.get({ resource: of, namespace: 'b', name: 'x' })).rejects.toMatchObject({
    body: { kind: 'gone', resource: 'get pods x in namespace b' },
  })
})

test('a schema comes with all that it refers to, and its document once', async () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  serve({
    '/openapi/v3': {
      paths: {
        'apis/acme.com/v1': { serverRelativeURL: '/openapi/v3/apis/acme.com/v1?hash=A%2FB' },
        'api/v1': { serverRelativeURL: '/openapi/v3/api/v1?hash=C' },
      },
    },
    '/openapi/v3/api/v1': {
      components: {
        schemas: {
          Scaled: {
            'x-kubernetes-group-version-kind': [{ group: 'acme.com', version: 'v1', kind: 'Scaled' }],
          },
        },
      },
    },
    '/openapi/v3/apis/acme.com/v1': {
      components: {
        schemas: {
          Thing: {
            'x-kubernetes-group-version-kind': [{ group: 'acme.com', version: 'v1', kind: 'Thing' }],
            properties: { spec: { allOf: [ref('Spec')] }, self: ref('Thing') },
          },
          Spec: { properties: { list: { items: ref('Item') } } },
          Item: { additionalProperties: ref('missing') },
          Unrelated: {},
        },
      },
    },
  })
  const api = open()
  const schema = await api.schema('acme.com', 'v1', 'Thing')
  expect(schema.root).toBe('Thing')
  expect(Object.keys(schema.schemas).sort()).toEqual(['Item', 'Spec', 'Thing'])
  await api.schema('acme.com', 'v1', 'Thing')
  expect(server.to('/openapi/v3/apis/acme.com/v1')).toHaveLength(1)
  expect(server.to('/openapi/v3/apis/acme.com/v1')[0]?.url).toContain('hash=A%2FB')
  // As a Scale, which is of a group of its own and stands with the resources that have one.
  expect(await api.schema('acme.com', 'v1', 'Scaled')).toMatchObject({ root: 'Scaled' })
  await expect(api.schema('acme.com', 'v1', 'Other')).rejects.toMatchObject({ body: { kind: 'gone' } })
  await expect(api.schema('other', 'v1', 'X')).rejects.toMatchObject({ body: { kind: 'gone' } })
})

test('where namespaces may not be listed, those named and readable are shown', async () => {
  server.answer = ({ url, body }, response) => {
    if (url.startsWith('/api/v1/namespaces')) return json(response, 403, { kind: 'Status', message: 'no' })
    if (!url.endsWith('/selfsubjectaccessreviews')) return false
    const { namespace } = JSON.parse(body).spec.resourceAttributes
    return json(response, 201, { status: { allowed: namespace === 'shop' } })
  }
  const api = open()
  expect(
    await api.allowedNamespaces('list', { group: '', version: 'v1', resource: 'pods' }, ['a', 'shop', 'b']),
  ).toEqual(['shop'])
  const stream = resourceHandlers({ get: () => api }, clock)['resources.namespaces'](
    { context: 'x' },
    () => undefined,
  )
  await expect.poll(() => stream.take()?.names).toEqual(['shop'])
  stream.close()
})

test('what closed leaves no timer and no socket', async () => {
  serve({ '/api': core, '/apis': things })
  const api = open()
  await discovered(api)
  const stream = resourceHandlers({ get: () => api }, clock)['resources.namespaces'](
    { context: 'x' },
    () => undefined,
  )
  stream.close()
  for (const close of closers.splice(0)) close()
  await expect.poll(() => [clock.running, server.openSockets]).toEqual([0, 0])
})
