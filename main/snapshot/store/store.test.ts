import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../../shared/kube/index.ts'
import { SnapshotStore } from './store.ts'

const pods = { group: '', resource: 'pods' }
const pod = (name: string, namespace = 'a', labels = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace, labels },
})
const names = (objects: readonly KubeObject[] | null) =>
  objects?.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)

describe('a collection', () => {
  it('lists by namespace and name, whatever the order of arrival', () => {
    const store = new SnapshotStore()
    for (const [name, namespace] of [
      ['z', 'b'],
      ['y', 'a'],
      ['x', 'a-b'],
      ['a', 'b'],
    ])
      store.put(pods, pod(name ?? '', namespace))
    expect(names(store.collection(pods).list())).toEqual(['a-b/x', 'a/y', 'b/a', 'b/z'])
    expect(names(store.collection(pods).list('b'))).toEqual(['b/a', 'b/z'])
    expect(names(store.collection(pods).list('a'))).toEqual(['a/y'])
    expect(names(store.collection(pods).list('none'))).toEqual([])
  })

  it('gives every change a version of its own and leaves earlier objects as they were', () => {
    const store = new SnapshotStore({ firstVersion: 10 })
    const first = store.put(pods, pod('x'))
    const second = store.put(pods, pod('x', 'a', { changed: 'yes' }))
    expect([first.metadata.resourceVersion, second.metadata.resourceVersion]).toEqual(['11', '12'])
    expect(first.metadata.labels).toEqual({})
    expect(store.get(pods, 'a', 'x')).toBe(second)
  })

  it('shows the list as it was at a version: changes, additions and removals undone', () => {
    const store = new SnapshotStore()
    store.put(pods, pod('changed'))
    store.put(pods, pod('removed'))
    const { version } = store
    store.put(pods, pod('changed', 'a', { new: 'yes' }))
    store.remove(pods, 'a', 'removed')
    store.put(pods, pod('added'))
    store.put(pods, pod('removed', 'a', { again: 'yes' }))
    store.put(pods, pod('zz', 'z'))
    store.remove(pods, 'z', 'zz')
    const then = store.collection(pods).listAt(version)
    expect(names(then)).toEqual(['a/changed', 'a/removed'])
    expect(then?.map(({ metadata }) => metadata.labels)).toEqual([{}, {}])
  })
})

it('a list of the past is that list, after many random changes', () => {
  const store = new SnapshotStore({ historyLimit: 1000 })
  let state = 7
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
  const past: { version: number; all: readonly KubeObject[]; some: readonly KubeObject[] }[] = []
  for (let step = 0; step < 400; step++) {
    const [name, namespace] = [`p${random(30)}`, ['a', 'a-b', 'b'][random(3)] ?? '']
    if (random(3) === 0) store.remove(pods, namespace, name)
    else store.put(pods, pod(name, namespace, { step: String(step) }))
    const collection = store.collection(pods)
    past.push({ version: store.version, all: collection.list(), some: collection.list('a') })
  }
  for (const { version, all, some } of past) {
    expect(store.collection(pods).listAt(version)).toEqual(all)
    expect(store.collection(pods).listAt(version, 'a')).toEqual(some)
  }
})

describe('history', () => {
  it('tells changes after a version, oldest first, and null once some are forgotten', () => {
    const store = new SnapshotStore({ historyLimit: 3 })
    const versions = ['a', 'b', 'c', 'd', 'e'].map(name =>
      Number(store.put(pods, pod(name)).metadata.resourceVersion),
    )
    const { history } = store.collection(pods)
    expect(history.since(versions[2] ?? 0)?.map(({ object }) => object.metadata.name)).toEqual(['d', 'e'])
    expect(history.since(versions[1] ?? 0)?.length).toBe(3)
    expect(history.since(versions[0] ?? 0)).toBeNull()
    expect(history.since(store.version)).toEqual([])
  })

  it('is empty after loading: a watch from before must list', () => {
    const store = new SnapshotStore()
    store.load(pods, pod('a'))
    expect(store.collection(pods).history.since(1)).toBeNull()
    expect(store.collection(pods).history.since(store.version)).toEqual([])
  })

  it('forgets everything on compaction and goes on from there', () => {
    const store = new SnapshotStore({ historyLimit: 4 })
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) store.put(pods, pod(name))
    store.compact()
    expect(store.collection(pods).history.since(store.version - 1)).toBeNull()
    const before = store.version
    for (const name of ['g', 'h', 'i']) store.put(pods, pod(name))
    expect(store.collection(pods).history.since(before)?.length).toBe(3)
  })

  it('says what an object was before its change', () => {
    const store = new SnapshotStore()
    const first = store.put(pods, pod('a'))
    store.put(pods, pod('a', 'a', { x: 'y' }))
    store.remove(pods, 'a', 'a')
    const changes = store.collection(pods).history.since(0) ?? []
    expect(changes.map(({ type }) => type)).toEqual(['ADDED', 'MODIFIED', 'DELETED'])
    expect(changes[1]?.previous).toBe(first)
    expect(changes[2]?.object.metadata.resourceVersion).toBe(String(store.version))
  })
})
