import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../../shared/kube/index.ts'
import { ask, askJson, openWatch, tableForm } from './testClient.ts'
import { type List, namesOf, pod, pods, serverForEachTest } from './underTest.ts'

const test = serverForEachTest()

describe('lists', () => {
  it('leave out what they say once for all: apiVersion and kind of built-in items', async () => {
    const list = await askJson<List>(test.socket, '/api/v1/pods')
    expect(list).toMatchObject({ kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '103' } })
    expect(list.items[0]).not.toHaveProperty('kind')
    expect(namesOf(list)).toEqual(['one', 'two', 'three'])
    expect(namesOf(await askJson<List>(test.socket, '/api/v1/namespaces/b/pods'))).toEqual(['three'])
  })

  it('go on, page by page, at the version of the first page', async () => {
    const first = await askJson<List>(test.socket, '/api/v1/pods?limit=1')
    expect([namesOf(first), first.metadata.remainingItemCount]).toEqual([['one'], 2])
    test.store.put(pods, pod('added'))
    test.store.remove(pods, 'a', 'two')
    const second = await askJson<List>(
      test.socket,
      `/api/v1/pods?limit=1&continue=${first.metadata.continue}`,
    )
    const third = await askJson<List>(
      test.socket,
      `/api/v1/pods?limit=1&continue=${second.metadata.continue}`,
    )
    expect([namesOf(second), namesOf(third)]).toEqual([['two'], ['three']])
    expect(third.metadata).toEqual({ resourceVersion: first.metadata.resourceVersion })
  })

  it('answer 410 to a token that is too old, with one that goes on at today’s version', async () => {
    const first = await askJson<List>(test.socket, '/api/v1/pods?limit=1')
    test.store.put(pods, pod('zoo', 'z'))
    test.store.compact()
    const expired = await ask(test.socket, `/api/v1/pods?limit=1&continue=${first.metadata.continue}`)
    const status = JSON.parse(expired.text) as {
      readonly reason: string
      readonly metadata: { readonly continue: string }
    }
    expect([expired.status, status.reason]).toEqual([410, 'Expired'])
    const rest = await askJson<List>(test.socket, `/api/v1/pods?continue=${status.metadata.continue}`)
    expect(namesOf(rest)).toEqual(['two', 'three', 'zoo'])
  })

  it('count the rest only where no selector hides it', async () => {
    test.store.put(pods, pod('four', 'a', {}, { app: 'x' }))
    test.store.put(pods, pod('five', 'a', {}, { app: 'x' }))
    const page = await askJson<List>(test.socket, '/api/v1/pods?limit=1&labelSelector=app%3Dx')
    expect(page.metadata.continue).toBeDefined()
    expect(page.metadata.remainingItemCount).toBeUndefined()
  })

  it('show an exact version while the history reaches back, and 410 after that', async () => {
    const { version } = test.store
    test.store.put(pods, pod('later'))
    const exact = await askJson<List>(
      test.socket,
      `/api/v1/pods?resourceVersion=${version}&resourceVersionMatch=Exact`,
    )
    expect(namesOf(exact)).toEqual(['one', 'two', 'three'])
    const old = await ask(test.socket, '/api/v1/pods?resourceVersion=5&resourceVersionMatch=Exact')
    expect(old.status).toBe(410)
  })

  it('come as metadata, and as tables with objects, their metadata, or none', async () => {
    const metadata = await askJson<List>(test.socket, '/api/v1/pods?limit=1', {
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
      }>(test.socket, `/api/v1/pods?includeObject=${include}`, { accept: tableForm })
      expect(table.rows[0]?.object?.kind ?? null, include).toBe(expected)
      expect(table.rows[0]?.cells.slice(0, 3)).toEqual(['one', '0/1', 'Running'])
    }
  })

  it('are compressed when large and asked for, and whole either way', async () => {
    for (let index = 0; index < 2000; index++)
      test.store.put(pods, pod(`pod-${index}`, 'many', { filler: 'x'.repeat(100) }))
    const plain = await ask(test.socket, '/api/v1/namespaces/many/pods')
    const zipped = await ask(test.socket, '/api/v1/namespaces/many/pods', {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect([plain.headers['content-encoding'], zipped.headers['content-encoding']]).toEqual([
      undefined,
      'gzip',
    ])
    expect(zipped.text).toBe(plain.text)
    expect((JSON.parse(plain.text) as List).items.length).toBe(2000)
    expect(
      (await ask(test.socket, '/api/v1/pods?limit=1', { headers: { 'accept-encoding': 'gzip' } })).headers[
        'content-encoding'
      ],
    ).toBeUndefined()
  })

  it('stop being written when the receiver goes away', async () => {
    for (let index = 0; index < 5000; index++)
      test.store.put(pods, pod(`pod-${index}`, 'many', { filler: 'x'.repeat(500) }))
    const watch = openWatch(test.socket, '/api/v1/pods')
    watch.abort()
    await watch.ended
    expect((await ask(test.socket, '/healthz')).text).toBe('ok')
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
    test.store.put(pods, pod('x', 's', { spec: { nodeName: 'n1' } }, { app: 'one' }))
    test.store.put(pods, pod('y', 's', { status: { phase: 'Pending' } }, { app: 'two' }))
    test.store.put(pods, pod('z', 's'))
    const list = await askJson<List>(test.socket, `/api/v1/namespaces/s/pods?${encodeURI(query)}`)
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
    test.store.put({ group: '', resource: 'events' }, event('e1', 'one', 'BackOff'))
    test.store.put({ group: '', resource: 'events' }, event('e2', 'two', 'Failed'))
    for (const [query, expected] of [
      ['involvedObject.name=one', ['e1']],
      ['reason=Failed,type=Warning', ['e2']],
      ['source=kubelet', ['e1', 'e2']],
      ['involvedObject.uid=two,involvedObject.kind=Pod', ['e2']],
    ] as const)
      expect(
        namesOf(await askJson<List>(test.socket, `/api/v1/events?fieldSelector=${query}`)),
        query,
      ).toEqual(expected)
  })
})
