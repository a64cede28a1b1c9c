import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { KubeObject } from '../../../shared/kube/index.ts'
import { SnapshotStore } from '../store/index.ts'
import { createSnapshotServer, type SnapshotServer } from './server.ts'
import { ask, askJson, openWatch, tableForm } from './testClient.ts'

const pods = { group: '', resource: 'pods' }
const definitions = { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' }

const pod = (
  name: string,
  namespace = 'a',
  more: Readonly<Record<string, unknown>> = {},
  labels = {},
): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name,
    namespace,
    labels,
    uid: `${namespace}-${name}`,
    creationTimestamp: '2026-01-01T00:00:00Z',
  },
  spec: { containers: [{ name: 'main' }] },
  status: { phase: 'Running' },
  ...more,
})

let folder: string
let socket: string
let store: SnapshotStore
let server: SnapshotServer
const faults: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-server-'))
  socket = join(folder, 's')
  store = new SnapshotStore({ firstVersion: 100, historyLimit: 20 })
  for (const [name, namespace] of [
    ['one', 'a'],
    ['two', 'a'],
    ['three', 'b'],
  ] as const)
    store.load(pods, pod(name, namespace))
  server = createSnapshotServer(store, { bookmarkInterval: 40, log: message => faults.push(message) })
  await server.listen(socket)
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true })
  expect(server.figures()).toEqual({ watches: 0 })
  expect(store.collection(pods).listenerCount).toBe(0)
  expect(faults).toEqual([])
})

interface List {
  readonly kind: string
  readonly items: readonly KubeObject[]
  readonly metadata: {
    readonly resourceVersion: string
    readonly continue?: string
    readonly remainingItemCount?: number
  }
}
const namesOf = ({ items }: List) => items.map(({ metadata }) => metadata.name)

describe('lists', () => {
  it('leave out what they say once for all: apiVersion and kind of built-in items', async () => {
    const list = await askJson<List>(socket, '/api/v1/pods')
    expect(list).toMatchObject({ kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '103' } })
    expect(list.items[0]).not.toHaveProperty('kind')
    expect(namesOf(list)).toEqual(['one', 'two', 'three'])
    expect(namesOf(await askJson<List>(socket, '/api/v1/namespaces/b/pods'))).toEqual(['three'])
  })

  it('go on, page by page, at the version of the first page', async () => {
    const first = await askJson<List>(socket, '/api/v1/pods?limit=1')
    expect([namesOf(first), first.metadata.remainingItemCount]).toEqual([['one'], 2])
    store.put(pods, pod('added'))
    store.remove(pods, 'a', 'two')
    const second = await askJson<List>(socket, `/api/v1/pods?limit=1&continue=${first.metadata.continue}`)
    const third = await askJson<List>(socket, `/api/v1/pods?limit=1&continue=${second.metadata.continue}`)
    expect([namesOf(second), namesOf(third)]).toEqual([['two'], ['three']])
    expect(third.metadata).toEqual({ resourceVersion: first.metadata.resourceVersion })
  })

  it('answer 410 to a token that is too old, with one that goes on at today’s version', async () => {
    const first = await askJson<List>(socket, '/api/v1/pods?limit=1')
    store.put(pods, pod('zoo', 'z'))
    store.compact()
    const expired = await ask(socket, `/api/v1/pods?limit=1&continue=${first.metadata.continue}`)
    const status = JSON.parse(expired.text) as {
      readonly reason: string
      readonly metadata: { readonly continue: string }
    }
    expect([expired.status, status.reason]).toEqual([410, 'Expired'])
    const rest = await askJson<List>(socket, `/api/v1/pods?continue=${status.metadata.continue}`)
    expect(namesOf(rest)).toEqual(['two', 'three', 'zoo'])
  })

  it('count the rest only where no selector hides it', async () => {
    store.put(pods, pod('four', 'a', {}, { app: 'x' }))
    store.put(pods, pod('five', 'a', {}, { app: 'x' }))
    const page = await askJson<List>(socket, '/api/v1/pods?limit=1&labelSelector=app%3Dx')
    expect(page.metadata.continue).toBeDefined()
    expect(page.metadata.remainingItemCount).toBeUndefined()
  })

  it('show an exact version while the history reaches back, and 410 after that', async () => {
    const { version } = store
    store.put(pods, pod('later'))
    const exact = await askJson<List>(
      socket,
      `/api/v1/pods?resourceVersion=${version}&resourceVersionMatch=Exact`,
    )
    expect(namesOf(exact)).toEqual(['one', 'two', 'three'])
    const old = await ask(socket, '/api/v1/pods?resourceVersion=5&resourceVersionMatch=Exact')
    expect(old.status).toBe(410)
  })

  it('come as metadata, and as tables with objects, their metadata, or none', async () => {
    const metadata = await askJson<List>(socket, '/api/v1/pods?limit=1', {
      accept: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
    })
    expect(metadata.kind).toBe('PartialObjectMetadataList')
    expect(Object.keys(metadata.items[0] ?? {})).toEqual(['kind', 'apiVersion', 'metadata'])
    for (const [include, expected] of [
      ['None', null],
      ['Metadata', 'PartialObjectMetadata'],
      ['Object', 'Pod'],
      ['', 'PartialObjectMetadata'],
    ] as const) {
      const table = await askJson<{
        readonly rows: readonly { readonly cells: readonly unknown[]; readonly object: KubeObject | null }[]
      }>(socket, `/api/v1/pods?includeObject=${include}`, { accept: tableForm })
      expect(table.rows[0]?.object?.kind ?? null, include).toBe(expected)
      expect(table.rows[0]?.cells.slice(0, 3)).toEqual(['one', '0/1', 'Running'])
    }
  })

  it('are compressed when large and asked for, and whole either way', async () => {
    for (let index = 0; index < 2000; index++)
      store.put(pods, pod(`pod-${index}`, 'many', { filler: 'x'.repeat(100) }))
    const plain = await ask(socket, '/api/v1/namespaces/many/pods')
    const zipped = await ask(socket, '/api/v1/namespaces/many/pods', {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect([plain.headers['content-encoding'], zipped.headers['content-encoding']]).toEqual([
      undefined,
      'gzip',
    ])
    expect(zipped.text).toBe(plain.text)
    expect((JSON.parse(plain.text) as List).items.length).toBe(2000)
    expect(
      (await ask(socket, '/api/v1/pods?limit=1', { headers: { 'accept-encoding': 'gzip' } })).headers[
        'content-encoding'
      ],
    ).toBeUndefined()
  })

  it('stop being written when the receiver goes away', async () => {
    for (let index = 0; index < 5000; index++)
      store.put(pods, pod(`pod-${index}`, 'many', { filler: 'x'.repeat(500) }))
    const watch = openWatch(socket, '/api/v1/pods')
    watch.abort()
    await watch.ended
    expect((await ask(socket, '/healthz')).text).toBe('ok')
  })
})

describe('selectors', () => {
  it.each([
    ['labelSelector=app', ['x', 'y']],
    ['labelSelector=app in (one,two)', ['x', 'y']],
    ['labelSelector=app!=one', ['y', 'z']],
    ['labelSelector=!app', ['z']],
    ['fieldSelector=metadata.name=y', ['y']],
    ['fieldSelector=status.phase!=Running', ['y']],
    ['fieldSelector=spec.nodeName=n1,status.phase=Running', ['x']],
    ['fieldSelector=spec.nodeName=', ['y', 'z']],
  ])('%s', async (query, expected) => {
    store.put(pods, pod('x', 's', { spec: { nodeName: 'n1' } }, { app: 'one' }))
    store.put(pods, pod('y', 's', { status: { phase: 'Pending' } }, { app: 'two' }))
    store.put(pods, pod('z', 's'))
    const list = await askJson<List>(socket, `/api/v1/namespaces/s/pods?${encodeURI(query)}`)
    expect(namesOf(list)).toEqual(expected)
  })

  it('reach into events by what they are about', async () => {
    const event = (name: string, about: string, reason: string): KubeObject => ({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name, namespace: 'a' },
      involvedObject: { kind: 'Pod', name: about, uid: about },
      reason,
      type: 'Warning',
      source: { component: 'kubelet' },
    })
    store.put({ group: '', resource: 'events' }, event('e1', 'one', 'BackOff'))
    store.put({ group: '', resource: 'events' }, event('e2', 'two', 'Failed'))
    for (const [query, expected] of [
      ['involvedObject.name=one', ['e1']],
      ['reason=Failed,type=Warning', ['e2']],
      ['source=kubelet', ['e1', 'e2']],
      ['involvedObject.uid=two,involvedObject.kind=Pod', ['e2']],
    ] as const)
      expect(namesOf(await askJson<List>(socket, `/api/v1/events?fieldSelector=${query}`)), query).toEqual(
        expected,
      )
  })
})

const initial = 'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'

describe('watches', () => {
  it('send what is there, a bookmark that ends it, then every change, then bookmarks at intervals', async () => {
    const watch = openWatch(socket, `/api/v1/namespaces/a/pods?${initial}`)
    await watch.until(3)
    expect(watch.lines.map(({ type }) => type)).toEqual(['ADDED', 'ADDED', 'BOOKMARK'])
    expect(watch.lines[2]?.object.metadata).toEqual({
      resourceVersion: '103',
      annotations: { 'k8s.io/initial-events-end': 'true' },
    })
    store.put(pods, pod('one', 'a', { status: { phase: 'Failed' } }))
    store.put(pods, pod('elsewhere', 'b'))
    store.remove(pods, 'a', 'two')
    const changes = (await watch.until(5)).slice(3, 5)
    expect(
      changes.map(({ type, object }) => [type, object.metadata.name, object.metadata.resourceVersion]),
    ).toEqual([
      ['MODIFIED', 'one', '104'],
      ['DELETED', 'two', '106'],
    ])
    const periodic = (await watch.until(6))[5]
    expect([periodic?.type, periodic?.object.metadata]).toEqual(['BOOKMARK', { resourceVersion: '106' }])
    watch.abort()
    await watch.ended
  })

  it('have columns in the first event of a connection alone, be it a bookmark', async () => {
    for (const [namespace, count] of [
      ['a', 3],
      ['empty', 1],
    ] as const) {
      const watch = openWatch(socket, `/api/v1/namespaces/${namespace}/pods?${initial}`, tableForm)
      const lines = await watch.until(count)
      expect(lines.map(({ object }) => object.columnDefinitions !== null)).toEqual(
        lines.map((_, index) => index === 0),
      )
      const bookmark = lines[count - 1]?.object
      expect(bookmark.rows[0].cells).toEqual([
        '',
        '0/0',
        '',
        '0',
        '<unknown>',
        '<none>',
        '<none>',
        '<none>',
        '<none>',
      ])
      expect(bookmark.rows[0].object.metadata).toEqual({
        resourceVersion: '103',
        annotations: { 'k8s.io/initial-events-end': 'true' },
      })
      watch.abort()
      await watch.ended
    }
  })

  it('go on after a version, and end with a bare 410 Status when it is too old', async () => {
    const { version } = store
    store.put(pods, pod('four'))
    const since = openWatch(socket, `/api/v1/pods?watch=1&resourceVersion=${version}`)
    expect((await since.until(1))[0]).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'four' } } })
    since.abort()
    for (const form of ['application/json', tableForm]) {
      const old = openWatch(socket, '/api/v1/pods?watch=1&resourceVersion=50', form)
      await old.ended
      expect(old.lines).toEqual([
        {
          type: 'ERROR',
          object: expect.objectContaining({
            kind: 'Status',
            code: 410,
            reason: 'Expired',
            message: 'too old resource version: 50 (103)',
          }),
        },
      ])
    }
    await since.ended
  })

  it('tell objects that enter or leave a selector as added and deleted', async () => {
    const watch = openWatch(socket, '/api/v1/pods?watch=1&resourceVersion=103&labelSelector=app%3Dx')
    store.put(pods, pod('one', 'a', {}, { app: 'x' }))
    store.put(pods, pod('one', 'a', { status: { phase: 'Failed' } }, { app: 'x' }))
    store.put(pods, pod('one', 'a', {}, { app: 'other' }))
    store.remove(pods, 'a', 'one')
    store.put(pods, pod('two', 'a', {}, { app: 'x' }))
    store.remove(pods, 'a', 'two')
    const lines = await watch.until(5)
    expect(
      lines.map(({ type, object }) => [
        type,
        object.metadata.name,
        object.metadata.labels.app,
        object.metadata.resourceVersion,
      ]),
    ).toEqual([
      ['ADDED', 'one', 'x', '104'],
      ['MODIFIED', 'one', 'x', '105'],
      ['DELETED', 'one', 'x', '106'],
      ['ADDED', 'two', 'x', '108'],
      ['DELETED', 'two', 'x', '109'],
    ])
    watch.abort()
    await watch.ended
  })

  it('miss nothing that happens while the initial objects are being sent', async () => {
    for (let index = 0; index < 3000; index++) store.load(pods, pod(`pod-${index}`, 'many'))
    const watch = openWatch(socket, `/api/v1/namespaces/many/pods?${initial}`)
    await watch.until(1)
    store.put(pods, pod('late', 'many'))
    const lines = await watch.until(3002)
    const end = lines.findIndex(({ type }) => type === 'BOOKMARK')
    const late = lines.findIndex(({ object }) => object.metadata.name === 'late')
    expect(end).toBe(3000)
    expect(late).toBeGreaterThan(end)
    watch.abort()
    await watch.ended
  })

  it('end at their time limit and with the server', async () => {
    const timed = openWatch(socket, '/api/v1/pods?watch=1&resourceVersion=103&timeoutSeconds=1')
    const open = openWatch(socket, `/api/v1/pods?${initial}`)
    await timed.ended
    await open.until(1)
    expect(server.figures()).toEqual({ watches: 1 })
    await server.close()
    await open.ended
  })
})

describe('what is not there', () => {
  it.each([
    ['GET', '/api/v1/nothings', 404, 'NotFound'],
    ['GET', '/api/v1/namespaces/a/pods/none', 404, 'NotFound'],
    ['GET', '/api/v1/namespaces/a/pods/one/log', 404, 'NotFound'],
    ['GET', '/api/v1/pods/one', 404, 'NotFound'],
    ['GET', '/api/v1/namespaces/a/nodes', 404, 'NotFound'],
    ['GET', '/api/v1/namespaces/a/bindings', 405, 'MethodNotAllowed'],
    ['GET', '/api/v1/pods?fieldSelector=spec.nothing%3Dx', 400, 'BadRequest'],
    ['GET', '/api/v1/pods?labelSelector=%3D', 400, 'BadRequest'],
    ['GET', '/api/v1/pods?continue=%00', 400, 'BadRequest'],
    ['GET', '/api/v1/pods?resourceVersion=1000', 504, 'Timeout'],
    ['POST', '/api/v1/namespaces/a/pods', 405, 'MethodNotAllowed'],
    ['PUT', '/api/v1/namespaces/a/pods/one', 405, 'MethodNotAllowed'],
    ['PATCH', '/api/v1/namespaces/a/pods/one', 405, 'MethodNotAllowed'],
    ['DELETE', '/api/v1/namespaces/a/pods/one', 405, 'MethodNotAllowed'],
    ['POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', 400, 'BadRequest'],
  ])('%s %s: %d %s', async (method, path, code, reason) => {
    const answer = await ask(socket, path, { method, ...(method === 'POST' ? { body: 'no json' } : {}) })
    const status = JSON.parse(answer.text) as {
      readonly kind: string
      readonly code: number
      readonly reason: string
      readonly message: string
    }
    expect([answer.status, status.kind, status.code, status.reason]).toEqual([code, 'Status', code, reason])
    expect(status.message).not.toBe('')
  })

  it.each([
    '/',
    '/nothing',
    '/apis/no.group/v1/pods',
    '/api/v2/pods',
    '/%E0%A4%A/x',
    '/openapi/v3/apis/no.group/v1',
  ])('%s is no page', async path => {
    expect(await ask(socket, path)).toMatchObject({ status: 404, text: '404 page not found\n' })
  })

  it('refuses writes with a sentence that says why', async () => {
    const answer = await ask(socket, '/api/v1/namespaces/a/pods/one', { method: 'DELETE' })
    expect(JSON.parse(answer.text)).toMatchObject({
      message: 'this cluster is served from memory and is read-only for now',
    })
    expect(store.get(pods, 'a', 'one')).not.toBeNull()
  })
})

describe('single objects', () => {
  it('come whole, as metadata, as a table, and by their status', async () => {
    const path = '/api/v1/namespaces/a/pods/one'
    expect(await askJson(socket, path)).toMatchObject({ kind: 'Pod', apiVersion: 'v1' })
    expect(await askJson(socket, `${path}/status`)).toMatchObject({
      kind: 'Pod',
      status: { phase: 'Running' },
    })
    expect(await askJson(socket, path, { accept: `${tableForm},application/json` })).toMatchObject({
      kind: 'Table',
      metadata: { resourceVersion: '101' },
    })
    expect(
      Object.keys(
        await askJson(socket, path, {
          accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
        }),
      ),
    ).toEqual(['kind', 'apiVersion', 'metadata'])
  })
})

describe('reviews', () => {
  it.each([
    [
      '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
      { status: { allowed: true }, spec: { resourceAttributes: { verb: 'list' } } },
    ],
    ['/apis/authorization.k8s.io/v1/selfsubjectrulesreviews', { status: { incomplete: false } }],
    [
      '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      { status: { userInfo: { username: 'sample-user' } } },
    ],
  ])('%s is answered', async (path, expected) => {
    const body = JSON.stringify({ kind: 'Review', spec: { resourceAttributes: { verb: 'list' } } })
    const answer = await ask(socket, path, { method: 'POST', body })
    expect(answer.status).toBe(201)
    expect(JSON.parse(answer.text)).toMatchObject(expected)
  })
})

const definition: KubeObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.example.org' },
  spec: {
    group: 'example.org',
    names: { plural: 'things', singular: 'thing', kind: 'Thing', shortNames: ['th'] },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object' } } } },
        subresources: { status: {} },
        additionalPrinterColumns: [
          { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
          { name: 'State', type: 'string', jsonPath: '.status.state', priority: 1 },
        ],
      },
      { name: 'v1alpha1', served: true, storage: false },
      { name: 'v2', served: false, storage: false },
    ],
  },
}

describe('custom kinds', () => {
  it('are served, discovered and printed as soon as they are defined, and gone with their definition', async () => {
    const discoveryForm = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
    const before = await ask(socket, '/apis', { headers: { accept: discoveryForm } })
    store.put(definitions, definition)
    store.put(
      { group: 'example.org', resource: 'things' },
      {
        apiVersion: 'example.org/v1',
        kind: 'Thing',
        metadata: { name: 't', namespace: 'a' },
        spec: { size: 3 },
      },
    )
    const after = await ask(socket, '/apis', {
      headers: { accept: discoveryForm, 'if-none-match': String(before.headers.etag) },
    })
    expect([after.status, after.headers.etag === before.headers.etag]).toEqual([200, false])
    const group = (
      JSON.parse(after.text) as {
        readonly items: readonly {
          readonly metadata: { readonly name: string }
          readonly versions: readonly { readonly version: string }[]
        }[]
      }
    ).items.find(({ metadata }) => metadata.name === 'example.org')
    expect(group?.versions.map(({ version }) => version)).toEqual(['v1', 'v1alpha1'])
    const table = await askJson<{
      readonly columnDefinitions: readonly { readonly name: string }[]
      readonly rows: readonly { readonly cells: readonly unknown[] }[]
    }>(socket, '/apis/example.org/v1/things', { accept: tableForm })
    expect(table.columnDefinitions.map(({ name }) => name)).toEqual(['Name', 'Size', 'State'])
    expect(table.rows[0]?.cells).toEqual(['t', 3, null])
    expect((await askJson<List>(socket, '/apis/example.org/v1alpha1/things')).items[0]).toMatchObject({
      apiVersion: 'example.org/v1alpha1',
      kind: 'Thing',
    })
    expect(await askJson(socket, '/openapi/v3/apis/example.org/v1')).toMatchObject({
      components: {
        schemas: {
          'org.example.v1.Thing': {
            'x-kubernetes-group-version-kind': [{ group: 'example.org', kind: 'Thing', version: 'v1' }],
          },
        },
      },
    })
    store.remove(definitions, '', 'things.example.org')
    expect((await ask(socket, '/apis/example.org/v1/things')).status).toBe(404)
  })
})

describe('discovery and OpenAPI', () => {
  it('answer 304 to the tag they gave', async () => {
    for (const [path, accept] of [
      ['/apis', 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'],
      ['/openapi/v3/apis/apps/v1', 'application/json'],
    ] as const) {
      const first = await ask(socket, path, { headers: { accept } })
      const again = await ask(socket, path, {
        headers: { accept, 'if-none-match': String(first.headers.etag) },
      })
      expect([first.status, again.status, again.text]).toEqual([200, 304, ''])
    }
  })

  it('list a document for every group-version, compressed when asked, without descriptions', async () => {
    const { paths } = await askJson<{
      readonly paths: Readonly<Record<string, { readonly serverRelativeURL: string }>>
    }>(socket, '/openapi/v3')
    expect(Object.keys(paths)).toContain('apis/admissionregistration.k8s.io/v1')
    for (const { serverRelativeURL } of Object.values(paths)) {
      const answer = await ask(socket, serverRelativeURL, { headers: { 'accept-encoding': 'gzip' } })
      expect([answer.status, answer.headers['content-encoding']]).toEqual([200, 'gzip'])
    }
    const { text } = await ask(socket, '/openapi/v3/api/v1')
    expect(text).toContain('"io.k8s.api.core.v1.Pod"')
    expect(text).not.toMatch(/"description":"/)
  })

  it('say the version of the server that the schemas are from', async () => {
    expect(await askJson(socket, '/version')).toMatchObject({
      gitVersion: expect.stringMatching(/^v1\.36\.\d+-snapshot$/),
    })
  })
})
