import { describe, expect, it } from 'vitest'
import type { ShownColumn } from './columns.ts'
import { pageOf, placeColumns, rowsAt, scrollShowing } from './layout.ts'

const columns: readonly ShownColumn[] = [
  { type: 'namespace', name: 'Namespace', description: '' },
  { type: 'name', name: 'Name', description: '' },
  { type: 'cell', name: 'Ready', description: '', index: 2, isNumber: false },
]
const fitted = new Map([
  ['Namespace', 100],
  ['Name', 200],
  ['Ready', 100],
])
const widthsIn = (room: number, chosen: Readonly<Record<string, number>> = {}) =>
  placeColumns(columns, fitted, new Map(Object.entries(chosen)), room).places.map(({ width }) => width)

describe('columns', () => {
  it.each([
    ['are cut where that brings all of them into sight: the names by a quarter', 350, {}, [100, 150, 100]],
    ['keep what fits them where cutting would not do', 300, {}, [100, 200, 100]],
    ['are not cut where the width was chosen', 350, { Name: 200 }, [100, 200, 100]],
    ['give what is left to the names first', 450, {}, [100, 250, 100]],
    ['share what is left after that', 1000, {}, [200, 600, 200]],
    ['stay as wide as was chosen', 1000, { Ready: 60 }, [235, 705, 60]],
    ['leave room where every width was chosen', 1000, { Namespace: 90, Name: 300, Ready: 60 }, [90, 300, 60]],
  ])('%s', (_rule, room, chosen, widths) => {
    expect(widthsIn(room, chosen)).toEqual(widths)
  })

  it('of long texts are cut each by its share, numbers and states are not', () => {
    const events: readonly ShownColumn[] = [
      { type: 'cell', name: 'Last Seen', description: '', index: 0, isNumber: true },
      { type: 'cell', name: 'Status', description: '', index: 1, isNumber: false },
      { type: 'cell', name: 'Object', description: '', index: 2, isNumber: false },
      { type: 'cell', name: 'Message', description: '', index: 3, isNumber: false },
    ]
    const widths = new Map([
      ['Last Seen', 200],
      ['Status', 200],
      ['Object', 230],
      ['Message', 630],
    ])
    const { places } = placeColumns(events, widths, new Map(), 960)
    expect(places.map(({ width }) => width)).toEqual([200, 200, 180, 380])
  })

  it('stand side by side on whole pixels', () => {
    const { places, width } = placeColumns(columns, fitted, new Map(), 777)
    let left = 0
    for (const place of places) {
      expect(place.left).toBe(left)
      expect(Number.isInteger(place.width)).toBe(true)
      left += place.width
    }
    expect(left).toBe(width)
    expect(width).toBe(777)
  })
})

it.each([
  [0, 1000, { first: 0, last: 30 }],
  [2600, 1000, { first: 96, last: 130 }],
  [2600, 100, { first: 96, last: 100 }],
  [2600, 0, { first: 0, last: 0 }],
  [2600, 50, { first: 50, last: 50 }],
])('scrolled to %d pixels of %d rows, those in sight and a few around are drawn', (top, matching, range) => {
  expect(rowsAt(top, 676, 26, matching)).toEqual(range)
})

it('a page is what stands below the head, but for one row', () => {
  expect(pageOf(676, 26)).toBe(24)
  expect(pageOf(10, 26)).toBe(1)
})

it.each([
  ['above comes down to the head', 10, 520, 260],
  ['below comes up to the edge', 50, 520, 52 * 26 - 676],
  ['in sight stays where it is', 30, 520, 520],
])('a row %s', (_rule, index, top, wanted) => {
  expect(scrollShowing(index, top, 676, 26)).toBe(wanted)
})
