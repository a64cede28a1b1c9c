import { describe, expect, test } from 'vitest'
import type { Cell } from '../../shared/ipc/index.ts'
import type { Received } from '../watch/index.ts'
import { CellReader, drawnText, textOfCell } from './cells.ts'

const now = Date.parse('2026-06-01T12:00:00Z')
const minutes = (count: number) => count * 60_000
const column = (name: string, type = 'string') => ({ name, type, description: '', priority: 0 })
const pods = { group: '', version: 'v1', resource: 'pods' }

function received(cells: readonly unknown[], created = 0): Received {
  return {
    namespace: 'shop',
    name: 'web',
    uid: 'u',
    version: '1',
    created,
    deleting: false,
    cells,
    object: null,
  }
}

const read = (
  resource: typeof pods,
  names: readonly string[],
  cells: readonly unknown[],
  created = 0,
): readonly Cell[] =>
  new CellReader(
    resource,
    names.map(name => column(name)),
  ).read(received(cells, created), now, undefined)

describe('relative times become moments', () => {
  test('Age is the time of creation, which has its seconds', () => {
    expect(read(pods, ['Age'], ['5d3h'], now - 12_345)).toEqual([now - 12_345])
  })

  test('an age of an object without time of creation counts from when it came', () => {
    expect(read(pods, ['Age'], ['5m'])).toEqual([now - minutes(5)])
  })

  test('restarts tick within their text', () => {
    expect(read(pods, ['Restarts'], ['3 (5m ago)'])).toEqual([
      { prefix: '3 (', since: now - minutes(5), suffix: ' ago)' },
    ])
  })

  test.each([
    ['Age', '<unknown>'],
    ['Age', '<invalid>'],
    ['Status', '5m'],
    ['Node', 'ago'],
  ])('%s %s stays text', (name, text) => {
    expect(read(pods, [name], [text])).toEqual([text])
  })

  test('events tick by their last sight', () => {
    const events = { group: '', version: 'v1', resource: 'events' }
    expect(read(events, ['Last Seen', 'Reason'], ['90s', '90s'])).toEqual([now - 90_000, '90s'])
  })

  test('the duration of a job ticks while it runs', () => {
    const jobs = { group: 'batch', version: 'v1', resource: 'jobs' }
    expect(read(jobs, ['Status', 'Duration'], ['Running', '2m'])).toEqual([
      'Running',
      { prefix: '', since: now - minutes(2), suffix: '' },
    ])
    expect(read(jobs, ['Status', 'Duration'], ['Complete', '2m'])).toEqual(['Complete', '2m'])
  })

  test('columns of type date tick, but for Created At, which is a timestamp', () => {
    const reader = new CellReader(pods, [column('Due', 'date'), column('Created At', 'date')])
    const cells = ['3h', '2026-06-01T11:00:00Z']
    expect(reader.read(received(cells), now, undefined)).toEqual([now - minutes(180), cells[1]])
    expect(reader.columns.map(({ type }) => type)).toEqual(['date', 'string'])
  })
})

test('cells that read the same are the same, though an age lost its seconds', () => {
  const reader = new CellReader(pods, [column('Restarts'), column('Status')])
  const first = reader.read(received(['3 (5m ago)', 'Running']), now, undefined)
  expect(reader.read(received(['3 (5m ago)', 'Running']), now + 900, first)).toBe(first)
  expect(reader.read(received(['4 (1s ago)', 'Running']), now + 900, first)).not.toBe(first)
})

test('odd cells are kept as text', () => {
  expect(read(pods, ['A', 'B', 'C', 'D', 'E'], [{ x: 1 }, [1, 2], null, true])).toEqual([
    '{"x":1}',
    '[1,2]',
    null,
    true,
    null,
  ])
})

test.each([
  [{ prefix: '3 (', since: 0, suffix: ' ago)' }, 'string', '3', '3 (5m ago)'],
  [0, 'date', '0', '5m'],
  [7, 'integer', '7', '7'],
  [null, 'string', '', ''],
] as const)('%j is searched as its lasting text and drawn with its age', (cell, type, text, drawn) => {
  expect(textOfCell(cell)).toBe(text)
  expect(drawnText(cell, type, minutes(5))).toBe(drawn)
})
