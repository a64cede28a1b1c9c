import { describe, expect, test } from 'vitest'
import { type Clock, Observable } from '../../shared/flow/index.ts'
import type { Row, SourcePhase, TableFrame } from '../../shared/ipc/index.ts'
import type { ApiClient } from '../api/index.ts'
import { PlainApi, PlainSession, pods } from '../watch/fixture/index.ts'
import { type Received, Slicer, type Watches, type WatchStore } from '../watch/index.ts'
import { textOfCell } from './cells.ts'
import { parseFilter } from './filter.ts'
import { ViewFrames, type ViewParams } from './frames.ts'
import { seededRandom } from './random.fixture.ts'
import { RowStore, rowKey, rowStores, type StoredRow } from './rowStore.ts'
import { SortedList } from './sortedList.ts'
import { rowOrder } from './sorting.ts'

const columns = ['Name', 'Status', 'Restarts', 'Age'].map(name => ({
  name,
  type: 'string',
  description: '',
  priority: 0,
}))

/** Time stands still, and what is put off is run by hand. */
class StillClock implements Clock {
  time = Date.parse('2026-06-01T00:00:00Z')
  readonly pending: (() => void)[] = []
  now = () => this.time
  elapsed = () => this.time
  after(_milliseconds: number, run: () => void) {
    this.pending.push(run)
    return {
      cancel: () => {
        const index = this.pending.indexOf(run)
        if (index >= 0) this.pending.splice(index, 1)
      },
    }
  }
}

/** Watches whose stores a test feeds itself. */
class HandFed implements Watches {
  readonly openCount = 0
  readonly stores = new Map<string, RowStore>()
  readonly phases = new Map<string, Observable<SourcePhase>>()
  objects = (): never => {
    throw new Error('tables watch no objects')
  }
  share: Watches['share'] = (api, target, kind) => {
    const key = `${api.context}/${target.namespace}`
    const phase = this.phases.get(key) ?? new Observable<SourcePhase>({ phase: 'live' })
    const store = this.stores.get(key) ?? (kind.create(api, target) as unknown as RowStore)
    this.phases.set(key, phase)
    this.stores.set(key, store)
    return { store: store as unknown as never, phase, isSynced: true, release: () => undefined }
  }
}

function apiOf(context: string): ApiClient {
  return new PlainApi(new PlainSession('http://127.0.0.1:1', context))
}

function scene(contexts: readonly string[]) {
  const clock = new StillClock()
  const watches = new HandFed()
  const apis = new Map(contexts.map(context => [context, apiOf(context)]))
  const environment = {
    contexts: { get: (context: string) => apis.get(context)! },
    watches,
    clock,
    stores: rowStores(clock),
    inUse: new Map(),
  }
  const params = (more: Partial<ViewParams> = {}): ViewParams => ({
    sources: contexts.map(context => ({ context, resource: pods, namespaces: [] })),
    labelSelector: '',
    fieldSelector: '',
    filter: '',
    sort: { column: 'Name', descending: false },
    window: { start: 0, count: 50 },
    ...more,
  })
  const open = (more: Partial<ViewParams> = {}) =>
    new ViewFrames(
      params(more),
      { environment, slicer: new Slicer(), contextName: context => context },
      () => undefined,
    )
  return { clock, watches, apis, environment, open }
}

function item(name: string, more: Partial<Received> = {}): Received {
  const cells = [name, 'Running', '0', '1m']
  return {
    namespace: 'shop',
    name,
    uid: `u-${name}`,
    version: '1',
    created: Date.parse('2026-05-01T00:00:00Z'),
    deleting: false,
    cells,
    object: null,
    ...more,
  }
}

/** Draws frames as the renderer does: keeps what it has, takes what is new. */
class Receiver {
  rows: readonly Row[] = []
  frame: TableFrame | null = null

  apply(frame: TableFrame | undefined): boolean {
    if (frame === undefined) return false
    const known = new Map([...this.rows, ...frame.rows].map(row => [row.key, row]))
    this.rows = frame.keys.map(key => known.get(key)!)
    this.frame = frame
    expect(this.rows.every(row => row !== undefined)).toBe(true)
    return true
  }

  get names(): readonly string[] {
    return this.rows.map(({ name }) => name)
  }
}

describe('against a model that sorts and filters everything each time', () => {
  test.each([1, 2, 3, 4, 5])('windows are the same after every change, seed %i', seed => {
    const random = seededRandom(seed)
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
    const { watches, open } = scene(['blue', 'green'])
    const frames = open()
    const receiver = new Receiver()
    for (const store of watches.stores.values()) {
      store.begin()
      store.setColumns(columns)
      store.commit()
    }
    let filter = ''
    let sort = { column: 'Name', descending: false }
    let window = { start: 0, count: 50 }
    const change = (store: WatchStore) => {
      const name = `pod-${Math.floor(random() * 120)}`
      const namespace = pick(['shop', 'till'])
      if (random() < 0.25) {
        store.remove(namespace, name)
        return
      }
      const cells = [
        name,
        pick(['Running', 'Pending', 'Failed']),
        pick(['0', '3 (5m ago)', '12', '<none>']),
        '1m',
      ]
      const created = random() < 0.1 ? 0 : 1_700_000_000_000 + Math.floor(random() * 50) * 1000
      store.put(item(name, { namespace, cells, created, uid: pick(['a', 'b']) + name }))
    }
    for (let round = 0; round < 400; round++) {
      for (let count = 0; count < 1 + random() * 8; count++) change(pick([...watches.stores.values()]))
      if (random() < 0.1) {
        filter = pick([
          '',
          'pod-1',
          'running|failed',
          'status=pending',
          'status!=running shop',
          'context=blue 7',
        ])
        sort = {
          column: pick(['Name', 'Namespace', 'Context', 'Age', 'Status', 'Restarts', 'None']),
          descending: random() < 0.5,
        }
        window = { start: Math.floor(random() * 150), count: pick([0, 1, 20, 50]) }
        frames.update({ filter, sort, window })
      }
      receiver.apply(frames.take())
      const passes = parseFilter(filter, context => context)
      const all = [...watches.stores.values()].flatMap(store => [...store.rows()])
      const expected = all.filter(passes).sort(rowOrder(sort))
      const start = Math.max(0, Math.min(window.start, expected.length - window.count))
      expect(receiver.rows.map(({ key }) => key)).toEqual(
        expected.slice(start, start + window.count).map(rowKey),
      )
      expect(receiver.frame).toMatchObject({ matching: expected.length, total: all.length, start })
      expect(receiver.rows.map(({ uid, cells }) => [uid, ...cells.slice(2)])).toEqual(
        expected.slice(start, start + window.count).map(({ uid, cells }) => [uid, ...cells]),
      )
      expect(frames.take()).toBeUndefined()
    }
    frames.close()
  })

  test('a large table is put in a new order in slices, with changes meanwhile', async () => {
    const random = seededRandom(9)
    const { watches, open } = scene(['blue'])
    const frames = open({ window: { start: 0, count: 100 } })
    const store = watches.stores.get('blue/')!
    store.setColumns(columns)
    for (let index = 0; index < 30_000; index++) store.put(item(`pod-${index}`))
    const receiver = new Receiver()
    receiver.apply(frames.take())
    expect(receiver.names.slice(0, 3)).toEqual(['pod-0', 'pod-1', 'pod-2'])
    frames.update({ sort: { column: 'Name', descending: true }, filter: 'pod-1|pod-2' })
    expect(frames.take()).toBeUndefined()
    for (let round = 0; round < 200; round++) {
      const index = Math.floor(random() * 31_000)
      if (random() < 0.5) store.remove('shop', `pod-${index}`)
      else store.put(item(`pod-${index}`, { uid: `again-${round}` }))
      await new Promise(resolve => setImmediate(resolve))
    }
    let hasFrame = false
    for (let turn = 0; turn < 2000 && !hasFrame; turn++) {
      await new Promise(resolve => setImmediate(resolve))
      hasFrame = receiver.apply(frames.take())
    }
    const expected = [...store.rows()]
      .filter(parseFilter('pod-1|pod-2', context => context))
      .sort(rowOrder({ column: 'Name', descending: true }))
    expect(receiver.names).toEqual(expected.slice(0, 100).map(({ name }) => name))
    expect(receiver.frame?.matching).toBe(expected.length)
    frames.close()
  })
})

describe('frames', () => {
  test('only rows that changed are sent, and none when nothing in the window did', () => {
    const { watches, open } = scene(['blue'])
    const frames = open({ window: { start: 0, count: 2 } })
    const store = watches.stores.get('blue/')!
    store.setColumns(columns)
    for (const name of ['a', 'b', 'c']) store.put(item(name))
    store.begin()
    for (const name of ['a', 'b', 'c']) store.put(item(name))
    store.commit()
    expect(frames.take()?.rows).toHaveLength(2)
    store.put(item('b', { cells: ['b', 'Failed', '0', '1m'] }))
    expect(frames.take()?.rows.map(({ name, changed }) => [name, changed > 0])).toEqual([['b', true]])
    store.put(item('b', { cells: ['b', 'Failed', '0', '1m'] }))
    expect(frames.take()).toBeUndefined()
    frames.close()
  })

  test('after an update all of the window is sent, since older frames may have been dropped', () => {
    const { watches, open } = scene(['blue'])
    const frames = open()
    const store = watches.stores.get('blue/')!
    store.setColumns(columns)
    for (const name of ['a', 'b']) store.put(item(name))
    frames.take()
    frames.update({ window: { start: 0, count: 50 } })
    expect(frames.take()?.rows).toHaveLength(2)
    frames.close()
  })

  test('several contexts add a Context column, namespaced kinds a Namespace column', () => {
    const { watches, open } = scene(['blue', 'green'])
    const frames = open()
    for (const store of watches.stores.values()) {
      store.setColumns(columns)
      store.put(item('a'))
    }
    const frame = frames.take()!
    expect(frame.columns.map(({ name }) => name)).toEqual([
      'Context',
      'Namespace',
      ...columns.map(({ name }) => name),
    ])
    expect(frame.rows.map(({ cells }) => cells.slice(0, 3))).toEqual([
      ['blue', 'shop', 'a'],
      ['green', 'shop', 'a'],
    ])
    expect(new Set(frame.keys).size).toBe(2)
    frames.close()
  })

  test('an object made again under its name is the same row with another uid, and counts as changed', () => {
    const { watches, open } = scene(['blue'])
    const frames = open()
    const store = watches.stores.get('blue/')!
    store.setColumns(columns)
    store.begin()
    store.put(item('a'))
    store.commit()
    const before = frames.take()!.rows[0]!
    store.put(item('a', { uid: 'other' }))
    const after = frames.take()!.rows[0]!
    expect(after).toMatchObject({ key: before.key, uid: 'other' })
    expect(after.changed).toBeGreaterThan(0)
    frames.close()
  })

  test('readable namespaces take the place of what is denied', () => {
    const { watches, open } = scene(['blue'])
    const frames = open()
    const error = { kind: 'denied', message: 'no' } as const
    watches.phases.get('blue/')!.set({ phase: 'denied', error, readableNamespaces: ['shop', 'till'] })
    for (const namespace of ['shop', 'till']) {
      const store = watches.stores.get(`blue/${namespace}`)!
      store.setColumns(columns)
      store.put(item('a', { namespace }))
    }
    const frame = frames.take()!
    expect(frame.rows.map(({ namespace }) => namespace)).toEqual(['shop', 'till'])
    expect(frame.sources.map(({ namespace, status }) => [namespace, status.phase])).toEqual([
      ['', 'denied'],
      ['shop', 'live'],
      ['till', 'live'],
    ])
    watches.phases.get('blue/')!.set({ phase: 'live' })
    expect(frames.take()?.sources).toHaveLength(1)
    frames.close()
  })

  test('changes a second are told, and fall when nothing changes any more', () => {
    const { clock, watches, open } = scene(['blue'])
    const frames = open()
    const store = watches.stores.get('blue/')!
    store.setColumns(columns)
    store.commit()
    for (let index = 0; index < 50; index++) store.put(item(`p${index}`))
    // The clock stands at the start of a second: four whole ones are behind it.
    expect(frames.take()?.changesPerSecond).toBe(Math.ceil(50 / 4))
    clock.time += 6000
    for (const run of clock.pending.splice(0)) run()
    expect(frames.take()?.changesPerSecond).toBe(0)
    frames.close()
    expect(clock.pending).toHaveLength(0)
  })
})

describe('filters', () => {
  const store = new RowStore('prod', pods, true, new StillClock())
  store.setColumns([...columns, { name: 'Nominated Node', type: 'string', description: '', priority: 1 }])
  store.put(item('web-1', { cells: ['web-1', 'Running', '3 (5m ago)', '1m', 'node-a'] }))
  const row = [...store.rows()][0]!
  test.each([
    ['', true],
    ['  ', true],
    ['web', true],
    ['WEB', true],
    ['web db', false],
    ['db|web', true],
    ['db|web running', true],
    ['status=running', true],
    ['Status=Run', false],
    ['status=failed|running', true],
    ['status!=running', false],
    ['status!=failed', true],
    ['restarts=3', true],
    ['nominatednode=node-a', true],
    ['namespace=shop', true],
    ['context=prod', true],
    ['name=web-1', true],
    ['label=web', false],
    ['"web"', true],
    ['"running 3"', false],
    ['|', true],
    ['=', false],
    ['(', false],
  ])('%j passes: %s', (filter, expected) => {
    expect(parseFilter(filter, context => context)(row)).toBe(expected)
  })
})

test('the order of any column is total, and what has no value is last both ways', () => {
  const store = new RowStore('prod', pods, true, new StillClock())
  store.setColumns(['Name', 'Capacity'].map(name => ({ name, type: 'string', description: '', priority: 0 })))
  for (const [name, capacity] of [
    ['a', '10Gi'],
    ['b', '500Mi'],
    ['c', '<none>'],
    ['d', '2Gi'],
  ])
    store.put(item(name!, { cells: [name, capacity] }))
  const names = (descending: boolean) =>
    [...store.rows()].sort(rowOrder({ column: 'capacity', descending })).map(({ name }) => name)
  expect(names(false)).toEqual(['b', 'd', 'a', 'c'])
  expect(names(true)).toEqual(['a', 'd', 'b', 'c'])
})

test('a sorted list finds, replaces and removes as an array would, over many chunks', () => {
  const random = seededRandom(4)
  const list = new SortedList<{ readonly key: number; readonly round: number }>((a, b) => a.key - b.key)
  const model = new Map<number, { readonly key: number; readonly round: number }>()
  for (let round = 0; round < 20_000; round++) {
    const element = { key: Math.floor(random() * 5000), round }
    if (random() < 0.4) expect(list.remove(element)).toBe(model.delete(element.key))
    else {
      list.insert(element)
      model.set(element.key, element)
    }
  }
  const expected = [...model.values()].sort((a, b) => a.key - b.key)
  expect([...list]).toEqual(expected)
  expect(list.size).toBe(expected.length)
  expect(list.slice(1234, 10)).toEqual(expected.slice(1234, 1244))
})

test('text of a row is that of its cells', () => {
  const row: Pick<StoredRow, 'cells'> = { cells: ['a', 3, true, null] }
  expect(row.cells.map(textOfCell)).toEqual(['a', '3', 'true', ''])
})
