import { expect, it } from 'vitest'
import { Observable, systemClock } from '../../../shared/flow/index.ts'
import type { Discovery, SourcePhase } from '../../../shared/ipc/index.ts'
import type { KubeObject, ResourceInfo } from '../../../shared/kube/index.ts'
import type { ApiClient } from '../../api/index.ts'
import type { ObjectWatch, Watches } from '../../watch/index.ts'
import { WorldFeed } from './feed.ts'

const info: ResourceInfo = {
  ...{ group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap', singular: '' },
  ...{ shortNames: [], categories: [], namespaced: true, verbs: [], preferred: true, subresources: [] },
}
const wish = {
  type: 'objects',
  wanted: { group: '', version: 'v1', kind: 'ConfigMap', namespace: '', name: '' },
} as const

/** Objects that count how often all of them are walked through. */
class CountedObjects extends Map<string, KubeObject> {
  walks = 0
  override values() {
    this.walks++
    return super.values()
  }
  override entries() {
    this.walks++
    return super.entries()
  }
  override [Symbol.iterator]() {
    return this.entries()
  }
}

function stage(count: number) {
  const objects = new CountedObjects()
  const log: string[] = []
  const object = (name: string, value: string): KubeObject => ({
    // Items of a list come without their kind.
    ...({ metadata: { name, namespace: 'shop' }, data: { value } } as unknown as KubeObject),
  })
  const put = (name: string, value: string): void => {
    objects.set(`shop/${name}`, object(name, value))
    log.push(`shop/${name}`)
  }
  for (let at = 0; at < count; at++) put(`c${at}`, '0')
  const phase = new Observable<SourcePhase>({ phase: 'live' })
  const watch: ObjectWatch = {
    ...{ phase, objects, isSynced: true, subscribe: () => () => undefined, release: () => undefined },
    changes: {
      get version() {
        return log.length
      },
      since: version => new Set(log.slice(version)),
    },
  }
  const watches: Pick<Watches, 'objects'> = { objects: () => watch }
  const discovery = new Observable<Discovery>({ resources: [info], failures: [], readAt: 1 })
  const api = { context: 'c', discovery, session: {}, findKind: () => info } as unknown as ApiClient
  const feed = new WorldFeed({
    ...{ api, watches, now: () => 0, clock: systemClock, told: sources => sources },
    ...{ isDump: false, self: null, onChange: () => undefined },
  })
  const remove = (name: string): void => {
    objects.delete(`shop/${name}`)
    log.push(`shop/${name}`)
  }
  return { feed, objects, phase, put, remove }
}

const objectsIn = (facts: ReturnType<WorldFeed['news']>) =>
  facts.flatMap(fact => (fact.type === 'objects' ? [fact] : []))

it('a change among 20,000 objects costs no walk through them, and is told alone', () => {
  const { feed, objects, put, remove } = stage(20_000)
  feed.fulfil([wish])
  expect(objectsIn(feed.news(1))[0]?.put.length).toBe(20_000)
  objects.walks = 0
  const times: number[] = []
  for (let at = 0; at < 20; at++) {
    put(`c${at}`, 'changed')
    const began = performance.now()
    feed.refresh()
    const told = objectsIn(feed.news(1))
    times.push(performance.now() - began)
    expect(told.map(({ put, removed }) => [put.map(([name]) => name), removed])).toEqual([
      [[`shop/c${at}`], []],
    ])
  }
  remove('c7')
  feed.refresh()
  expect(objectsIn(feed.news(1))).toMatchObject([{ put: [], removed: ['shop/c7'] }])
  feed.refresh()
  expect(objectsIn(feed.news(1))).toEqual([])
  expect(objects.walks).toBe(0)
  const median = times.sort((one, other) => one - other)[10] ?? Number.POSITIVE_INFINITY
  console.log(`figure feed.change20000 ${median.toFixed(2)} ms must <= 5`)
  expect(median).toBeLessThanOrEqual(5)
})

it('a new thread is told everything, and a lost connection is told with its time', () => {
  const { feed, phase, put } = stage(3)
  feed.fulfil([wish])
  feed.news(1)
  put('c1', 'changed')
  feed.refresh()
  expect(objectsIn(feed.news(2))[0]?.put.length).toBe(3)
  phase.set({ phase: 'stale', since: 77, reason: { kind: 'unreachable', message: 'gone' } } as SourcePhase)
  feed.refresh()
  expect(feed.staleSince).toBe(77)
  expect(objectsIn(feed.news(2))).toMatchObject([{ state: { staleSince: 77 }, put: [], removed: [] }])
  expect(feed.known(wish.wanted)).toMatchObject({ items: [{ kind: 'ConfigMap' }, {}, {}] })
})

it('what is given up and asked for again is told anew', () => {
  const { feed } = stage(2)
  feed.fulfil([wish])
  feed.news(1)
  feed.fulfil([])
  expect(objectsIn(feed.news(1))).toMatchObject([{ state: { state: 'loading' } }])
  feed.fulfil([wish])
  expect(objectsIn(feed.news(1))[0]?.put.length).toBe(2)
})
