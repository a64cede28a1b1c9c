import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '../../shared/errors/index.ts'
import { systemClock } from '../../shared/flow/index.ts'
import type { HandlersOf, TableFrame } from '../../shared/ipc/index.ts'
import { PlainApi, PlainSession, pods, ScriptedServer } from '../watch/fixture/index.ts'
import { createWatches } from '../watch/index.ts'
import { createTables } from './index.ts'
import { RowStore } from './rowStore.ts'
import { rowOrder } from './sorting.ts'

let servers: ScriptedServer[]
let apis: Map<string, PlainApi>
let tables: HandlersOf<'tables'>

beforeEach(async () => {
  servers = [new ScriptedServer(), new ScriptedServer()]
  apis = new Map()
  for (const [index, context] of ['blue', 'green'].entries())
    apis.set(context, new PlainApi(new PlainSession(await servers[index]!.start(), context)))
  tables = createTables({
    contexts: {
      get: context => {
        const api = apis.get(context)
        if (api === undefined) throw new AppError({ kind: 'notOpen', message: `${context} is not open` })
        return api
      },
    },
    watches: createWatches({ clock: systemClock, random: () => 0.5, log: () => undefined }),
    clock: systemClock,
    shareable: (_ref, object) => object,
    onBug: error => {
      throw error
    },
  })
  servers[0]!.put('shop/a')
  servers[1]!.put('shop/b')
})

afterEach(async () => {
  for (const api of apis.values()) api.close()
  for (const server of servers) await server.stop()
})

const common = {
  labelSelector: '',
  fieldSelector: '',
  filter: '',
  sort: { column: 'Name', descending: false },
}
const sourceOf = (
  context: string,
  resource: { group: string; version: string; resource: string } = pods,
) => ({
  context,
  resource: { group: resource.group, version: resource.version, resource: resource.resource },
  namespaces: [],
})

async function frameWhere(
  contexts: readonly string[],
  wanted: (frame: TableFrame) => boolean,
  resource = sourceOf('').resource,
): Promise<TableFrame> {
  const view = tables['tables.view'](
    {
      ...common,
      sources: contexts.map(context => sourceOf(context, resource)),
      window: { start: 0, count: 50 },
    },
    () => undefined,
  )
  try {
    for (let round = 0; round < 200; round++) {
      const frame = view.take()
      if (frame !== undefined && wanted(frame)) return frame
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    throw new Error('no such frame')
  } finally {
    view.close()
  }
}

const phaseOf = (frame: TableFrame, context: string) =>
  frame.sources.find(source => source.context === context)?.status.phase

test('a context that is not open waits while the others of the list are live', async () => {
  const frame = await frameWhere(['blue', 'closed'], one => phaseOf(one, 'blue') === 'live' && one.total > 0)
  expect(phaseOf(frame, 'closed')).toBe('waiting')
  expect(frame.keys).toHaveLength(1)
})

test('a list whose home is not open shows the others', async () => {
  const frame = await frameWhere(
    ['closed', 'green'],
    one => phaseOf(one, 'green') === 'live' && one.total > 0,
  )
  expect(frame.columns.map(({ name }) => name)).toContain('Context')
})

test('a server that serves the kind in another version is read in that one, and says so', async () => {
  const asked = { ...sourceOf('').resource, version: 'v9' }
  const frame = await frameWhere(['blue', 'green'], one => one.total === 2, asked)
  expect(frame.sources.map(({ resource }) => resource?.version)).toEqual(['v1', 'v1'])
  expect(servers[0]!.asked.every(({ path }) => path.startsWith('/api/v1/'))).toBe(true)
})

test('a discovery that comes later turns the list to the version that is served', async () => {
  const api = apis.get('blue')!
  const known = api.discovery.get()
  api.discovery.set({ resources: [], failures: [], readAt: 0 })
  const asked = { ...sourceOf('').resource, version: 'v9' }
  setTimeout(() => api.discovery.set(known), 50)
  const frame = await frameWhere(
    ['blue'],
    one => one.sources[0]?.resource !== undefined && one.total === 1,
    asked,
  )
  expect(phaseOf(frame, 'blue')).toBe('live')
})

test('copying takes what is there and waits for no context that is not connected', async () => {
  const started = performance.now()
  const text = await tables['tables.copy'](
    { ...common, sources: ['blue', 'closed', 'green'].map(one => sourceOf(one)), format: 'names', keys: [] },
    new AbortController().signal,
  )
  expect(text).toBe('a\nb')
  expect(performance.now() - started).toBeLessThan(5000)
})

test('rows of a context that has no such column stand last, whichever way it is sorted', () => {
  const storeOf = (context: string, columns: readonly string[], rows: readonly (readonly string[])[]) => {
    const store = new RowStore(context, pods, true, systemClock)
    store.setColumns(columns.map(name => ({ name, type: 'string', description: '', priority: 0 })))
    for (const cells of rows)
      store.put({
        namespace: '',
        name: cells[0]!,
        uid: cells[0]!,
        version: '1',
        created: 0,
        deleting: false,
        cells,
        object: null,
      })
    return [...store.rows()]
  }
  const rows = [
    ...storeOf('old', ['Name'], [['a'], ['z']]),
    ...storeOf(
      'new',
      ['Name', 'Phase'],
      [
        ['m', 'Ready'],
        ['n', 'Failed'],
      ],
    ),
  ]
  const names = (descending: boolean) =>
    [...rows].sort(rowOrder({ column: 'Phase', descending })).map(({ name }) => name)
  expect(names(false)).toEqual(['n', 'm', 'a', 'z'])
  expect(names(true)).toEqual(['m', 'n', 'z', 'a'])
})
