import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors/index.ts'
import { Observable, systemClock } from '../../shared/flow/index.ts'
import type { ObjectState } from '../../shared/ipc/index.ts'
import type { KubeObject, ObjectRef, ResourceInfo } from '../../shared/kube/index.ts'
import type { ApiClient, ListOptions } from '../api/index.ts'
import type { ApiRequest, ApiResponse } from '../session/index.ts'
import { createObjects } from './handlers.ts'
import { collectionPath } from './singleWatch.ts'

const cleanUp: (() => void)[] = []
afterEach(() => {
  for (const done of cleanUp.splice(0).reverse()) done()
})

/** An API server of one object, over real HTTP on loopback. */
class Stage {
  readonly requests: string[] = []
  readonly watchers = new Set<ServerResponse>()
  objects = new Map<string, KubeObject>()
  isSilent = false
  refuse: (path: string, isWatch: boolean) => number | null = () => null
  #server: Server | null = null
  #version = 1

  async start(): Promise<string> {
    this.#server = createServer((request, response) => this.#answer(request, response))
    await new Promise<void>(resolve => this.#server?.listen(0, '127.0.0.1', resolve))
    cleanUp.push(() => {
      for (const watcher of this.watchers) watcher.destroy()
      this.#server?.close()
    })
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  put(object: KubeObject): KubeObject {
    const stored = {
      ...object,
      metadata: { uid: 'u1', ...object.metadata, resourceVersion: String(++this.#version) },
    }
    const isNew = !this.objects.has(object.metadata.name)
    this.objects.set(object.metadata.name, stored)
    this.send({ type: isNew ? 'ADDED' : 'MODIFIED', object: stored })
    return stored
  }

  remove(name: string): void {
    const object = this.objects.get(name)
    this.objects.delete(name)
    this.send({ type: 'DELETED', object })
  }

  send(event: unknown): void {
    this.sendText(`${JSON.stringify(event)}\n`)
  }

  get watchRequests(): number {
    return this.requests.filter(request => request.startsWith('watch')).length
  }

  sendText(text: string): void {
    for (const watcher of this.watchers) watcher.write(text)
  }

  cut(): void {
    for (const watcher of this.watchers) watcher.destroy()
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '', 'http://x')
    const isWatch = url.searchParams.get('watch') === 'true'
    this.requests.push(`${isWatch ? 'watch' : 'read'} ${url.pathname}`)
    if (this.isSilent) return
    const refused = this.refuse(url.pathname, isWatch)
    if (refused !== null) {
      response.writeHead(refused).end('{}')
      return
    }
    if (isWatch) {
      this.watchers.add(response)
      response.on('close', () => this.watchers.delete(response))
      response.flushHeaders()
      for (const object of this.objects.values())
        if (Number(object.metadata.resourceVersion) > Number(url.searchParams.get('resourceVersion')))
          response.write(`${JSON.stringify({ type: 'MODIFIED', object })}\n`)
      return
    }
    const name = decodeURIComponent(url.pathname.split('/').at(-1) ?? '')
    if (url.searchParams.has('fieldSelector')) {
      const items = [...this.objects.values()].filter(
        object => `metadata.name=${object.metadata.name}` === url.searchParams.get('fieldSelector'),
      )
      response.end(JSON.stringify({ metadata: { resourceVersion: String(this.#version) }, items }))
    } else if (url.pathname.includes('replicasets'))
      response.end(
        JSON.stringify({
          metadata: {},
          items: [...this.objects.values()].filter(o => o.kind === 'ReplicaSet'),
        }),
      )
    else {
      const object = this.objects.get(name)
      response.writeHead(object === undefined ? 404 : 200).end(JSON.stringify(object ?? {}))
    }
  }
}

const info = (
  resource: string,
  kind: string,
  verbs = ['get', 'list', 'watch'],
  group = '',
): ResourceInfo => ({
  group,
  version: 'v1',
  resource,
  kind,
  singular: '',
  shortNames: [],
  categories: [],
  namespaced: true,
  verbs,
  preferred: true,
  subresources: [],
})

function signalOf({ signal, idleTimeout }: ApiRequest): AbortSignal | null {
  if (typeof idleTimeout !== 'number') return signal ?? null
  return AbortSignal.any([AbortSignal.timeout(idleTimeout), ...(signal === undefined ? [] : [signal])])
}

function clientOf(base: string, kinds: readonly ResourceInfo[]): ApiClient {
  const request = async (asked: ApiRequest): Promise<ApiResponse> => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(asked.query ?? {}))
      if (value !== undefined) query.set(name, String(value))
    const answer = await fetch(`${base}${asked.path}?${query}`, { signal: signalOf(asked) }).catch(cause => {
      if (asked.signal?.aborted) throw cause
      throw new AppError({ kind: 'unreachable', message: 'no answer' })
    })
    if (!answer.ok) {
      const kind = answer.status === 404 ? 'gone' : answer.status === 403 ? 'denied' : 'serverFault'
      throw new AppError({ kind, status: answer.status, message: `status ${answer.status}` })
    }
    return {
      status: answer.status,
      headers: {},
      warnings: [],
      body: answer.body as AsyncIterable<Uint8Array>,
      text: () => answer.text(),
      json: () => answer.json() as Promise<unknown>,
      dispose: () => void answer.body?.cancel().catch(() => undefined),
    }
  }
  const session = { wakeups: new Observable(0), request } as unknown as ApiClient['session']
  const read = async (path: string, query: ApiRequest['query'], signal?: AbortSignal): Promise<unknown> =>
    (
      await request({
        method: 'GET',
        path,
        query: query ?? {},
        purpose: 'read',
        ...(signal ? { signal } : {}),
      })
    ).json()
  const client = {
    context: 'c',
    session,
    find: (resource: ResourceInfo) => kinds.find(kind => kind.resource === resource.resource) ?? null,
    findKind: (_group: string, kind: string) => kinds.find(entry => entry.kind === kind) ?? null,
    get: async (ref: ObjectRef, signal?: AbortSignal) =>
      (await read(`${collectionPath(ref)}/${encodeURIComponent(ref.name)}`, {}, signal)) as KubeObject,
    list: async (resource: ResourceInfo, options: ListOptions = {}) => {
      const path = collectionPath({ resource, namespace: options.namespace ?? '', name: '' })
      const list = (await read(path, {
        fieldSelector: options.fieldSelector,
        labelSelector: options.labelSelector,
      })) as {
        metadata: { resourceVersion?: string }
        items: KubeObject[]
      }
      return {
        items: list.items,
        resourceVersion: list.metadata.resourceVersion ?? '',
        continue: '',
        remaining: null,
      }
    },
  }
  return client as unknown as ApiClient
}

const configMap = (name: string, data: Record<string, string>, extra = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'shop', ...extra },
  data,
})

async function open(stage: Stage, resource: ResourceInfo, name: string, more: readonly ResourceInfo[] = []) {
  const client = clientOf(await stage.start(), [resource, ...more])
  const objects = createObjects({
    contexts: { get: () => client },
    clock: systemClock,
    onBug: error => {
      throw error
    },
  })
  cleanUp.push(() => objects.close())
  const ref: ObjectRef = {
    resource: { group: resource.group, version: 'v1', resource: resource.resource },
    namespace: 'shop',
    name,
  }
  const show = () => {
    let latest: ObjectState | undefined
    const stream = objects.handlers['objects.watch']({ context: 'c', ref }, () => {
      latest = stream.take() ?? latest
    })
    let isClosed = false
    const close = () => {
      if (!isClosed) stream.close()
      isClosed = true
    }
    cleanUp.push(close)
    return { close, state: () => latest }
  }
  return { objects, ref, show, ...show() }
}

const until = (condition: () => boolean) => expect.poll(condition, { timeout: 8000, interval: 5 }).toBe(true)

describe('an object that is shown', () => {
  it('is read once and then watched, each version kept, the newest first', async () => {
    const stage = new Stage()
    stage.put(configMap('settings', { a: '1' }))
    const { state, objects, ref } = await open(stage, info('configmaps', 'ConfigMap'), 'settings')
    await until(() => state()?.status.phase === 'live' && stage.watchers.size === 1)
    stage.put(configMap('settings', { a: '2' }))
    stage.put(configMap('settings', { a: '3' }))
    await until(() => state()?.revisions.length === 3)
    expect(state()?.revisions.map(revision => revision.label)).toEqual([
      'resourceVersion 4',
      'resourceVersion 3',
      'resourceVersion 2',
    ])
    const middle = await objects.handlers['objects.revision'](
      { context: 'c', ref, id: state()!.revisions[1]!.id },
      new AbortController().signal,
    )
    expect(middle.data).toEqual({ a: '2' })
    expect(stage.requests).toEqual([
      'read /api/v1/namespaces/shop/configmaps/settings',
      'watch /api/v1/namespaces/shop/configmaps',
    ])
  })

  it('that is deleted stays, says so, and lives again under a new UID', async () => {
    const stage = new Stage()
    stage.put(configMap('x', { a: '1' }))
    const { state } = await open(stage, info('configmaps', 'ConfigMap'), 'x')
    await until(() => stage.watchers.size === 1)
    stage.remove('x')
    await until(() => state()?.status.phase === 'deleted')
    expect(state()?.object?.data).toEqual({ a: '1' })
    stage.put(configMap('x', { a: '2' }, { uid: 'u2' }))
    await until(() => state()?.status.phase === 'live')
    expect(state()?.revisions[0]?.label).toContain('created again')
  })

  it('is waited for while it is not there', async () => {
    const stage = new Stage()
    const { state } = await open(stage, info('configmaps', 'ConfigMap'), 'late')
    await until(() => state()?.status.phase === 'failed')
    await until(() => stage.watchers.size === 1)
    stage.put(configMap('late', {}))
    await until(() => state()?.status.phase === 'live')
  })

  it('is read again after a version that is too old, a cut and a malformed line', async () => {
    const stage = new Stage()
    stage.put(configMap('x', { a: '1' }))
    const { state } = await open(stage, info('configmaps', 'ConfigMap'), 'x')
    const blows: readonly (() => void)[] = [
      () => stage.send({ type: 'ERROR', object: { kind: 'Status', code: 410 } }),
      () => stage.cut(),
      () => stage.sendText('{"type":\n'),
    ]
    for (const [round, blow] of blows.entries()) {
      await until(() => stage.watchers.size === 1)
      const watchesBefore = stage.watchRequests
      blow()
      await until(() => stage.watchRequests > watchesBefore)
      stage.put(configMap('x', { a: `after ${round}` }))
      await until(
        () =>
          JSON.stringify(state()?.object?.data) === `{"a":"after ${round}"}` &&
          state()?.status.phase === 'live',
      )
    }
  }, 20_000)

  it('says within 12 s that the server does not answer any more', async () => {
    const stage = new Stage()
    stage.put(configMap('x', { a: '1' }))
    const { state } = await open(stage, info('configmaps', 'ConfigMap'), 'x')
    await until(() => stage.watchers.size === 1)
    stage.isSilent = true
    await expect.poll(() => state()?.status.phase, { timeout: 12_000, interval: 50 }).toBe('stale')
    expect(state()?.object?.data).toEqual({ a: '1' })
    stage.isSilent = false
    await until(() => state()?.status.phase === 'live')
  }, 30_000)

  it('leaves no request and no watch behind when closed, and is remembered for a while', async () => {
    const stage = new Stage()
    stage.put(configMap('x', { a: '1' }))
    const { close, show } = await open(stage, info('configmaps', 'ConfigMap'), 'x')
    await until(() => stage.watchers.size === 1)
    close()
    await until(() => stage.watchers.size === 0)
    stage.put(configMap('x', { a: '2' }))
    const again = show()
    await until(() => again.state()?.revisions.length === 2)
  })

  it('is shared by those who show it', async () => {
    const stage = new Stage()
    stage.put(configMap('x', {}))
    const { state, show } = await open(stage, info('configmaps', 'ConfigMap'), 'x')
    const other = show()
    await until(() => state()?.status.phase === 'live' && other.state()?.status.phase === 'live')
    expect(stage.requests.filter(request => request.startsWith('read'))).toHaveLength(1)
  })
})

describe('what may not or cannot be', () => {
  it('a kind that can only be created has nothing to show', async () => {
    const stage = new Stage()
    const { state } = await open(stage, info('tokenreviews', 'TokenReview', ['create']), 'x')
    await until(() => state()?.status.phase === 'failed')
    expect(state()?.status).toMatchObject({ error: { message: expect.stringContaining('only be created') } })
    expect(stage.requests).toEqual([])
  })

  it('a denied object says so and is not asked for in a loop', async () => {
    const stage = new Stage()
    stage.refuse = () => 403
    const { state } = await open(stage, info('configmaps', 'ConfigMap'), 'x')
    await until(() => state()?.status.phase === 'failed')
    expect(state()?.status).toMatchObject({ error: { kind: 'denied' } })
    await new Promise(resolve => setTimeout(resolve, 700))
    expect(stage.requests).toHaveLength(1)
  })

  it('an object that may be read but not watched stays readable', async () => {
    const stage = new Stage()
    stage.put(configMap('x', { a: '1' }))
    stage.refuse = (_path, isWatch) => (isWatch ? 403 : null)
    const { state } = await open(stage, info('configmaps', 'ConfigMap'), 'x')
    await until(() => stage.requests.length === 2)
    expect(state()?.status.phase).toBe('live')
  })
})

describe('Secrets', () => {
  const secret: KubeObject = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: 's',
      namespace: 'shop',
      annotations: {
        'kubectl.kubernetes.io/last-applied-configuration': '{"data":{"key":"aHVudGVyMg=="}}',
        own: 'kept',
      },
    },
    data: { key: 'aHVudGVyMg==', binary: '/v8A' },
    stringData: { plain: 'hunter2' },
  }

  it('leave main as sizes, in the object and in its revisions, and one by one when asked for', async () => {
    const stage = new Stage()
    stage.put(secret)
    const { state, objects, ref } = await open(stage, info('secrets', 'Secret'), 's')
    await until(() => state()?.status.phase === 'live')
    const { signal } = new AbortController()
    const revision = await objects.handlers['objects.revision'](
      { context: 'c', ref, id: state()!.revisions[0]!.id },
      signal,
    )
    for (const leaving of [state(), revision]) {
      expect(JSON.stringify(leaving)).not.toMatch(/aHVudGVyMg|hunter2|\/v8A/)
    }
    expect(state()?.object).toMatchObject({
      metadata: { annotations: { own: 'kept' } },
      data: {
        key: expect.stringMatching(/^\(7 bytes, fingerprint/),
        binary: expect.stringMatching(/^\(3 bytes/),
      },
    })
    expect(await objects.handlers['objects.reveal']({ context: 'c', ref, key: 'binary' }, signal)).toBe(
      '/v8A',
    )
    await expect(
      objects.handlers['objects.reveal']({ context: 'c', ref, key: '__proto__' }, signal),
    ).rejects.toThrow('no key')
  })

  it('show a changed value of the same size as changed', async () => {
    const stage = new Stage()
    stage.put(secret)
    const { state } = await open(stage, info('secrets', 'Secret'), 's')
    await until(() => stage.watchers.size === 1)
    const before = (state()!.object!.data as Record<string, string>).key
    stage.put({ ...secret, data: { key: 'aHVudGVyMw==' } })
    await until(() => state()?.revisions.length === 2)
    expect((state()!.object!.data as Record<string, string>).key).not.toBe(before)
  })
})

describe('revisions that the cluster keeps', () => {
  it('are the ReplicaSets the Deployment owns, newest first, as templates without the hash', async () => {
    const stage = new Stage()
    const owner = stage.put({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', namespace: 'shop' },
      spec: { selector: { matchLabels: { app: 'web' } } },
    })
    const set = (name: string, revision: string, uid: string): KubeObject => ({
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: {
        name,
        uid: name,
        annotations: { 'deployment.kubernetes.io/revision': revision },
        ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid }],
      },
      spec: { template: { metadata: { labels: { app: 'web', 'pod-template-hash': 'x' } } } },
    })
    for (const item of [
      set('web-2', '2', owner.metadata.uid!),
      set('web-10', '10', owner.metadata.uid!),
      set('other', '1', 'z'),
    ])
      stage.put(item)
    const { state, objects, ref } = await open(
      stage,
      info('deployments', 'Deployment', undefined, 'apps'),
      'web',
      [info('replicasets', 'ReplicaSet', undefined, 'apps')],
    )
    await until(() => state()?.revisions.some(revision => revision.origin === 'kept') === true)
    const kept = state()!.revisions.filter(revision => revision.origin === 'kept')
    expect(kept.map(revision => revision.label)).toEqual([
      'ReplicaSet web-10, revision 10',
      'ReplicaSet web-2, revision 2',
    ])
    expect(
      await objects.handlers['objects.revision'](
        { context: 'c', ref, id: kept[0]!.id },
        new AbortController().signal,
      ),
    ).toMatchObject({ kind: 'Deployment', spec: { template: { metadata: { labels: { app: 'web' } } } } })
  })
})
