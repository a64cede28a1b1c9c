import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../shared/errors/index.ts'
import { systemClock } from '../../shared/flow/index.ts'
import type { HandlersOf, OpenState, TableFrame } from '../../shared/ipc/index.ts'
import { PlainApi, PlainSession, pods, ScriptedServer } from '../watch/fixture/index.ts'
import { createWatches, type Watches } from '../watch/index.ts'
import type { ViewParams, ViewUpdate } from './frames.ts'
import { createTables, followTable, listOnce, type TableEvent } from './index.ts'

let server: ScriptedServer
let base: string
let apis: Map<string, PlainApi>
let watches: Watches
let tables: HandlersOf<'tables'>
let open: OpenState<ViewUpdate, TableFrame> | null

beforeEach(async () => {
  server = new ScriptedServer()
  base = await server.start()
  apis = new Map([['blue', new PlainApi(new PlainSession(base, 'blue'))]])
  watches = createWatches({ clock: systemClock, random: () => 0.5, log: () => undefined })
  const get = (context: string) => {
    const api = apis.get(context)
    if (api === undefined) throw new AppError({ kind: 'notOpen', message: `${context} is not open` })
    return api
  }
  tables = createTables({
    contexts: { get },
    watches,
    clock: systemClock,
    shareable: (_ref, object) => object,
    onBug: error => {
      throw error
    },
  })
  open = null
  for (const name of ['a-1', 'a-10', 'a-9']) server.put(`shop/${name}`)
})

afterEach(async () => {
  open?.close()
  expect(watches.openCount).toBe(0)
  for (const api of apis.values()) {
    expect(api.session.state.listenerCount + api.session.wakeups.listenerCount).toBe(0)
    api.close()
  }
  await server.stop()
})

const params = (more: Partial<ViewParams> = {}): ViewParams => ({
  sources: [{ context: 'blue', resource: pods, namespaces: [] }],
  labelSelector: '',
  fieldSelector: '',
  filter: '',
  sort: { column: 'Name', descending: false },
  window: { start: 0, count: 50 },
  ...more,
})

/** Takes frames as they come until one of them is as wanted. */
async function until(
  wanted: (frame: TableFrame) => boolean,
  more: Partial<ViewParams> = {},
): Promise<TableFrame> {
  let notified = () => undefined as void
  open ??= tables['tables.view'](params(more), () => notified())
  const deadline = Date.now() + 4000
  for (;;) {
    const frame = open.take()
    if (frame !== undefined && wanted(frame)) return frame
    if (Date.now() > deadline) throw new Error(`no such frame; the last one was ${JSON.stringify(frame)}`)
    await new Promise<void>(resolve => {
      notified = resolve
      setTimeout(resolve, 20)
    })
  }
}

const isLive = (frame: TableFrame) => frame.sources.every(({ status }) => status.phase === 'live')

describe('a view', () => {
  test('shows rows in natural order and follows changes', async () => {
    const first = await until(isLive)
    expect(first.columns.map(({ name }) => name)).toEqual(['Namespace', 'Name', 'Status', 'Age'])
    expect(first.keys.map(key => key.split('|').at(-1))).toEqual(['a-1', 'a-9', 'a-10'])
    server.put('shop/a-5', 'Failed')
    const next = await until(frame => frame.total === 4)
    expect(next.rows.map(({ name, cells }) => [name, cells[2]])).toEqual([['a-5', 'Failed']])
  })

  test('tells how many rows there will be while they come', async () => {
    server.script = ({ query }, response) => {
      if (query.get('sendInitialEvents') !== 'true') return false
      response.writeHead(200).flushHeaders()
      return true
    }
    const frame = await until(
      ({ sources }) => sources[0]?.status.phase === 'loading' && sources[0].status.total !== null,
    )
    expect(frame.sources[0]?.status).toEqual({ phase: 'loading', received: 0, total: 3 })
  })

  test('of a context that is not open waits, and starts when it is', async () => {
    const api = apis.get('blue')!
    apis.delete('blue')
    expect((await until(() => true)).sources).toEqual([
      { context: 'blue', namespace: '', status: { phase: 'waiting' } },
    ])
    apis.set('blue', api)
    expect((await until(isLive)).total).toBe(3)
  })

  test('gives up the rows of a context that is closed and takes those of its successor', async () => {
    await until(isLive)
    const before = apis.get('blue')!
    apis.set('blue', new PlainApi(new PlainSession(base, 'blue')))
    before.session.become('closed')
    const frame = await until(isLive)
    expect(frame.total).toBe(3)
    expect(before.session.state.listenerCount).toBe(0)
    before.close()
  })

  test('of named namespaces asks for those alone', async () => {
    server.put('till/x')
    const sources = [{ context: 'blue', resource: pods, namespaces: ['shop', 'till', 'shop'] }]
    await until(isLive, { sources })
    const paths = new Set(server.asked.map(({ path }) => path))
    expect([...paths].sort()).toEqual(['/api/v1/namespaces/shop/pods', '/api/v1/namespaces/till/pods'])
  })
})

describe('copies', () => {
  const copy = (more: object) =>
    tables['tables.copy']({ ...params(), format: 'names', keys: [], ...more }, new AbortController().signal)

  test('names of all matching rows, or of the chosen ones', async () => {
    expect(await copy({})).toBe('a-1\na-9\na-10')
    expect(await copy({ filter: 'a-1' })).toBe('a-1\na-10')
    const frame = await until(isLive)
    expect(await copy({ keys: [frame.keys[1]] })).toBe('a-9')
  })

  test('CSV has the columns of the table', async () => {
    expect((await copy({ format: 'csv', filter: 'a-9' })).split('\r\n')).toEqual([
      'Namespace,Name,Status,Age',
      'shop,a-9,Running,2026-01-01T00:00:00.000Z',
      '',
    ])
  })

  test('giving up a copy releases its watch', async () => {
    const controller = new AbortController()
    apis.get('blue')!.session.become('connecting')
    const copying = tables['tables.copy']({ ...params(), format: 'names', keys: [] }, controller.signal)
    controller.abort()
    await expect(copying).rejects.toMatchObject({ body: { kind: 'cancelled' } })
  })
})

test('search finds what is in memory, prefixes first, and asks for nothing', async () => {
  server.put('shop/ba-1')
  await until(isLive)
  const asked = server.asked.length
  const hits = await tables['tables.search'](
    { context: 'blue', text: 'A-1', limit: 2 },
    new AbortController().signal,
  )
  expect(hits.map(({ name, kind }) => [name, kind])).toEqual([
    ['a-1', 'Pod'],
    ['a-10', 'Pod'],
  ])
  expect(server.asked.length).toBe(asked)
})

describe('for the command line', () => {
  test('a list at once goes through all pages', async () => {
    for (let index = 0; index < 1100; index++) server.put(`shop/p${index}`)
    const { columns, rows } = await listOnce(
      apis.get('blue')!,
      pods,
      { namespace: '' },
      { clock: systemClock },
    )
    expect(columns.map(({ name }) => name)).toEqual(['Name', 'Status', 'Age'])
    expect(rows).toHaveLength(1103)
    expect(rows[0]).toMatchObject({ namespace: 'shop', name: 'a-1' })
  })

  test('a server without Tables prints Name and Age', async () => {
    server.hasTables = false
    const { columns, rows } = await listOnce(
      apis.get('blue')!,
      pods,
      { namespace: 'shop' },
      { clock: systemClock },
    )
    expect(columns.map(({ name }) => name)).toEqual(['Name', 'Age'])
    expect(rows[0]?.cells).toEqual(['a-1', Date.parse('2026-01-01T00:00:00Z')])
  })

  test('a followed table tells every row and every change until it is given up', async () => {
    const controller = new AbortController()
    const target = { resource: pods, namespace: '', labelSelector: '', fieldSelector: '' }
    const events: TableEvent[] = []
    for await (const event of followTable(watches, apis.get('blue')!, target, {
      clock: systemClock,
      signal: controller.signal,
    })) {
      events.push(event)
      if (event.type === 'phase' && event.phase.phase === 'live') {
        server.put('shop/a-1', 'Failed')
        server.remove('shop/a-9')
      }
      if (event.type === 'deleted') controller.abort()
    }
    const told = events.flatMap(event => ('row' in event ? [`${event.type} ${event.row.name}`] : []))
    expect(told).toEqual(['added a-1', 'added a-10', 'added a-9', 'modified a-1', 'deleted a-9'])
    expect(events.find(({ type }) => type !== 'phase')?.type).toBe('columns')
  })
})
