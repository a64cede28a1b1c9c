import { describe, expect, it } from 'vitest'
import { openWatch, tableForm } from './testClient.ts'
import { pod, pods, serverForEachTest } from './underTest.ts'

const test = serverForEachTest()

const initial = 'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'

describe('watches', () => {
  it('send what is there, a bookmark that ends it, then every change, then bookmarks at intervals', async () => {
    const watch = openWatch(test.socket, `/api/v1/namespaces/a/pods?${initial}`)
    await watch.until(3)
    expect(watch.lines.map(({ type }) => type)).toEqual(['ADDED', 'ADDED', 'BOOKMARK'])
    expect(watch.lines[2]?.object.metadata).toEqual({
      resourceVersion: '103',
      annotations: { 'k8s.io/initial-events-end': 'true' },
    })
    test.store.put(pods, pod('one', 'a', { status: { phase: 'Failed' } }))
    test.store.put(pods, pod('elsewhere', 'b'))
    test.store.remove(pods, 'a', 'two')
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
      const watch = openWatch(test.socket, `/api/v1/namespaces/${namespace}/pods?${initial}`, tableForm)
      const lines = await watch.until(count)
      expect(lines.map(({ object }) => object.columnDefinitions !== null)).toEqual(
        lines.map((_, index) => index === 0),
      )
      const bookmark = lines[count - 1]?.object
      expect(bookmark?.rows?.[0]?.cells).toEqual([
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
      expect(bookmark?.rows?.[0]?.object.metadata).toEqual({
        resourceVersion: '103',
        annotations: { 'k8s.io/initial-events-end': 'true' },
      })
      watch.abort()
      await watch.ended
    }
  })

  it('go on after a version, and end with a bare 410 Status when it is too old', async () => {
    const { version } = test.store
    test.store.put(pods, pod('four'))
    const since = openWatch(test.socket, `/api/v1/pods?watch=1&resourceVersion=${version}`)
    expect((await since.until(1))[0]).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'four' } } })
    since.abort()
    for (const form of ['application/json', tableForm]) {
      const old = openWatch(test.socket, '/api/v1/pods?watch=1&resourceVersion=50', form)
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
    const watch = openWatch(test.socket, '/api/v1/pods?watch=1&resourceVersion=103&labelSelector=app%3Dx')
    test.store.put(pods, pod('one', 'a', {}, { app: 'x' }))
    test.store.put(pods, pod('one', 'a', { status: { phase: 'Failed' } }, { app: 'x' }))
    test.store.put(pods, pod('one', 'a', {}, { app: 'other' }))
    test.store.remove(pods, 'a', 'one')
    test.store.put(pods, pod('two', 'a', {}, { app: 'x' }))
    test.store.remove(pods, 'a', 'two')
    const lines = await watch.until(5)
    expect(
      lines.map(({ type, object }) => [
        type,
        object.metadata.name,
        object.metadata.labels?.app,
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
    for (let index = 0; index < 3000; index++) test.store.load(pods, pod(`pod-${index}`, 'many'))
    const watch = openWatch(test.socket, `/api/v1/namespaces/many/pods?${initial}`)
    await watch.until(1)
    test.store.put(pods, pod('late', 'many'))
    const lines = await watch.until(3002)
    const end = lines.findIndex(({ type }) => type === 'BOOKMARK')
    const late = lines.findIndex(({ object }) => object.metadata.name === 'late')
    expect(end).toBe(3000)
    expect(late).toBeGreaterThan(end)
    watch.abort()
    await watch.ended
  })

  it('end at their time limit and with the server', async () => {
    const timed = openWatch(test.socket, '/api/v1/pods?watch=1&resourceVersion=103&timeoutSeconds=1')
    const open = openWatch(test.socket, `/api/v1/pods?${initial}`)
    await timed.ended
    await open.until(1)
    expect(test.server.figures()).toEqual({ watches: 1 })
    await test.server.close()
    await open.ended
  })
})
