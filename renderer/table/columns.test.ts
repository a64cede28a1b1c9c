import { describe, expect, it } from 'vitest'
import type { Column, Row } from '../../shared/ipc/index.ts'
import { cellText, fitWidths, keysOf, shownColumns } from './columns.ts'

const column = (name: string, priority = 0, type: Column['type'] = 'string'): Column => ({
  name,
  priority,
  type,
  description: '',
})
const columns = [
  column('Namespace'),
  column('Name'),
  column('Ready'),
  column('Restarts', 0, 'string'),
  column('Node', 1),
]
const choice = { isWide: false, hidden: [], isMerged: false }
const row = (name: string, cells: Row['cells']): Row => ({
  key: name,
  context: 'c',
  namespace: 'shop',
  name,
  uid: '',
  cells,
  created: 0,
  deleting: false,
  changed: 0,
})

describe('columns of a list', () => {
  it('are those of the server, without the wide ones', () => {
    expect(shownColumns(columns, choice).map(({ name }) => name)).toEqual([
      'Namespace',
      'Name',
      'Ready',
      'Restarts',
    ])
  })

  it('show the wide ones on request and leave out the hidden', () => {
    const all = [column('Context'), ...columns]
    const shown = shownColumns(all, { ...choice, isWide: true, hidden: ['Ready'], isMerged: true })
    expect(shown[0]?.type).toBe('context')
    expect(shown.map(({ name }) => name)).toEqual(['Context', 'Namespace', 'Name', 'Restarts', 'Node'])
  })

  it('leave out a name that the server marks as less important', () => {
    const events = [column('Reason'), column('Name', 1)]
    expect(shownColumns(events, choice).map(({ name }) => name)).toEqual(['Reason'])
  })

  it('have a name even where the server gives none', () => {
    expect(shownColumns([], choice).map(({ name }) => name)).toEqual(['Name'])
  })
})

describe('widths', () => {
  const shown = shownColumns(columns, choice)
  const name = () => 'c'

  it('only grow', () => {
    const first = fitWidths(shown, [row('a-rather-long-name', ['shop', '', '1/1', 0])], new Map(), name)
    const second = fitWidths(shown, [row('b', ['shop', '', '1/1', 0])], first, name)
    expect(second).toBe(first)
    expect(first.get('Name')).toBe(Math.ceil(18 * 7.2 + 18))
  })

  it('have a limit', () => {
    expect(fitWidths(shown, [row('x'.repeat(253), [])], new Map(), name).get('Name')).toBe(
      Math.ceil(46 * 7.2 + 18),
    )
  })
})

it('columns of one name are told apart, and keep their keys when others come', () => {
  const twice = shownColumns(
    [column('Name'), column('State'), column('State'), column('0 cell State')],
    choice,
  )
  const keys = keysOf(twice)
  expect(new Set(keys).size).toBe(twice.length)
  const more = shownColumns([column('Name'), column('Age'), column('State'), column('State')], choice)
  expect(keysOf(more).filter(key => keys.includes(key))).toHaveLength(3)
})

it('a cell that ticks reads as the age at that moment', () => {
  expect(cellText({ prefix: '3 (', since: 1000, suffix: ' ago)' }, 61_000)).toBe('3 (60s ago)')
  expect(cellText(1000, 61_000, true)).toBe('60s')
  expect(cellText(1000, 61_000)).toBe('1000')
  expect(cellText(null, 0)).toBe('')
  expect(cellText(false, 0)).toBe('false')
})
