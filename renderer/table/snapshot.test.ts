import { describe, expect, it } from 'vitest'
import type { Row, TableFrame } from '../../shared/ipc/index.ts'
import { emptySnapshot, FrameJoiner, rowAt } from './snapshot.ts'

const row = (key: string, text = key): Row => ({
  key,
  context: 'c',
  namespace: '',
  name: key,
  uid: key,
  cells: [text],
  created: 0,
  deleting: false,
  changed: 0,
})
const frame = (start: number, keys: string[], rows: Row[]): TableFrame => ({
  columns: [{ name: 'Name', description: '', type: 'string', priority: 0 }],
  start,
  keys,
  rows,
  matching: 100,
  total: 200,
  sources: [],
  changesPerSecond: 0,
})

describe('frames of a table', () => {
  it('keep the object of a row that did not change', () => {
    const joiner = new FrameJoiner()
    const first = joiner.join(frame(0, ['a', 'b'], [row('a'), row('b')]), emptySnapshot)
    const second = joiner.join(frame(0, ['b', 'a'], [row('b', 'new')]), first)
    expect(rowAt(second, 1)).toBe(rowAt(first, 0))
    expect(rowAt(second, 0)?.cells).toEqual(['new'])
    expect(second.columns).toBe(first.columns)
  })

  it('keep the object of a row that is told again as it was', () => {
    const joiner = new FrameJoiner()
    const first = joiner.join(frame(0, ['a'], [row('a')]), emptySnapshot)
    expect(rowAt(joiner.join(frame(0, ['a'], [row('a')]), first), 0)).toBe(rowAt(first, 0))
  })

  it('made for an older window still bring their rows', () => {
    const joiner = new FrameJoiner()
    joiner.keep(frame(50, ['x'], [row('x')]))
    const snapshot = joiner.join(frame(51, ['x'], []), emptySnapshot)
    expect(rowAt(snapshot, 51)?.name).toBe('x')
  })

  it('hold a place for a row that is not there yet', () => {
    const snapshot = new FrameJoiner().join(frame(0, ['a'], []), emptySnapshot)
    expect(rowAt(snapshot, 0)).toBeUndefined()
  })
})
