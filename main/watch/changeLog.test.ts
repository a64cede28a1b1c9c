import { expect, it } from 'vitest'
import { ChangeLog } from './changeLog.ts'
import { ObjectStore } from './objectStore.ts'

it('names each object that changed since a version once, and all of them when too much did', () => {
  const log = new ChangeLog()
  log.note('a')
  const { version } = log
  expect([...(log.since(version) ?? [])]).toEqual([])
  log.note('b')
  log.note('b')
  log.note('c')
  expect([...(log.since(version) ?? [])].sort()).toEqual(['b', 'c'])
  for (let at = 0; at < 10_000; at++) log.note(`many-${at}`)
  expect(log.since(version)).toBeNull()
  expect(log.since(log.version - 1)?.size).toBe(1)
  log.noteAll()
  expect(log.since(log.version - 1)).toBeNull()
  expect(log.since(log.version)?.size).toBe(0)
})

it('a store tells what was put, removed, and gone with a new list', () => {
  const store = new ObjectStore()
  const put = (name: string): void =>
    store.put({
      namespace: 'n',
      name,
      uid: name,
      version: '1',
      created: 0,
      deleting: false,
      cells: [],
      object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } },
    })
  const since = (version: number): readonly string[] => [...(store.changes.since(version) ?? ['all'])].sort()
  put('a')
  put('b')
  let { version } = store.changes
  store.remove('n', 'a')
  store.remove('n', 'none')
  expect(since(version)).toEqual(['n/a'])
  version = store.changes.version
  store.begin()
  put('c')
  store.commit()
  expect(since(version)).toEqual(['n/b', 'n/c'])
  version = store.changes.version
  store.clear()
  expect(since(version)).toEqual(['all'])
})
