import { describe, expect, it } from 'vitest'
import type { Row } from '../../shared/ipc/index.ts'
import { TableCursor, targetOf } from './cursor.ts'
import { emptySnapshot, type TableSnapshot } from './snapshot.ts'

it.each([
  ['j', 11],
  ['ArrowDown', 11],
  ['k', 9],
  ['ArrowUp', 9],
  ['g', 0],
  ['Home', 0],
  ['G', 99],
  ['End', 99],
  ['PageDown', 30],
  ['PageUp', -10],
  ['x', null],
])('from row 10 of 100 the key %s leads to %s', (key, target) => {
  expect(targetOf(key, 10, 20, 100)).toBe(target)
})

const row = (key: string): Row => ({
  key,
  context: 'c',
  namespace: '',
  name: key,
  uid: key,
  cells: [],
  created: 0,
  deleting: false,
  changed: 0,
})
const of = (...keys: string[]): TableSnapshot => ({
  ...emptySnapshot,
  rows: keys.map(row),
  matching: keys.length,
  total: keys.length,
})
const plain = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }
const key = (name: string, more: Partial<typeof plain> = {}) => ({ ...plain, ...more, key: name })
const button = (more: Partial<typeof plain> = {}) => ({ ...plain, ...more, button: 0 })

describe('the cursor', () => {
  const rows = of('a', 'b', 'c', 'd')

  it('stands nowhere until the rows get the focus', () => {
    const cursor = new TableCursor()
    expect(cursor.indexIn(rows)).toBe(-1)
    cursor.focus(rows)
    expect(cursor.rowIn(rows)?.key).toBe('a')
  })

  it.each(['j', 'k', 'g', 'ArrowDown', 'ArrowUp'])(
    'is at the first row after a first %s, and stays there',
    first => {
      const cursor = new TableCursor()
      expect(cursor.press(key(first), rows, 10)).toEqual({ type: 'moved', to: 0 })
      cursor.focus(rows)
      expect(cursor.indexIn(rows)).toBe(0)
    },
  )

  it('follows its row when others come above it', () => {
    const cursor = new TableCursor()
    cursor.pressRow(1, button(), rows)
    expect(cursor.indexIn(of('x', 'a', 'b', 'c'))).toBe(2)
  })

  it('stays at its place when its row goes', () => {
    const cursor = new TableCursor()
    cursor.pressRow(3, button(), rows)
    expect(cursor.indexIn(of('a', 'b'))).toBe(1)
  })

  it('extends a range with Shift, from where it began', () => {
    const cursor = new TableCursor()
    cursor.pressRow(2, button(), rows)
    cursor.press(key('ArrowUp', { shiftKey: true }), rows, 10)
    cursor.press(key('ArrowUp', { shiftKey: true }), rows, 10)
    expect([...cursor.selected]).toEqual(['a', 'b', 'c'])
  })

  it('selects one by Space or a chord, all by Ctrl A, none by Escape', () => {
    const cursor = new TableCursor()
    cursor.focus(rows)
    cursor.press(key(' '), rows, 10)
    cursor.pressRow(2, button({ ctrlKey: true }), rows)
    expect([...cursor.selected]).toEqual(['a', 'c'])
    cursor.press(key('a', { ctrlKey: true }), rows, 10)
    expect(cursor.selected.size).toBe(4)
    cursor.press(key('Escape'), rows, 10)
    expect(cursor.selected.size).toBe(0)
  })

  it('leaves keys it has no use for to others', () => {
    const cursor = new TableCursor()
    for (const press of [key('y'), key('Escape'), key('j', { altKey: true }), key('k', { ctrlKey: true })])
      expect(cursor.press(press, rows, 10).type).toBe('nothing')
  })

  it('opens its row by Enter', () => {
    const cursor = new TableCursor()
    cursor.focus(rows)
    expect(cursor.press(key('Enter'), rows, 10)).toMatchObject({ type: 'opened', row: { key: 'a' } })
  })
})
