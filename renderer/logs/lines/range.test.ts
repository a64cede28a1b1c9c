import { expect, it } from 'vitest'
import { drawnAtEnd, drawnFrom, windowAround, windowAtEnd } from './range.ts'

it.each([
  [0, 1000, { first: 0, last: 39 }],
  [500, 1000, { first: 492, last: 539 }],
  [990, 1000, { first: 982, last: 1000 }],
  [0, 0, { first: 0, last: 0 }],
  [50, 10, { first: 10, last: 10 }],
])('with line %d of %d at the top, those in sight and a few around are drawn', (place, total, range) => {
  expect(drawnFrom(place, 600, 20, total)).toEqual(range)
})

it('at the end the last lines are drawn', () => {
  expect(drawnAtEnd(600, 20, 1000)).toEqual({ first: 961, last: 1000 })
  expect(drawnAtEnd(600, 20, 5)).toEqual({ first: 0, last: 5 })
})

it('a window is asked for only when what is drawn comes near its edge', () => {
  const first = windowAround(windowAtEnd(600, 20), { first: 492, last: 539 }, 10_000)
  expect(first).toEqual({ start: 422, count: 188 })
  expect(windowAround(first, { first: 500, last: 547 }, 10_000)).toBe(first)
  expect(windowAround(first, { first: 560, last: 607 }, 10_000)).not.toBe(first)
})

it('at the edges of all there is no margin is needed', () => {
  const atBegin = { start: 0, count: 200 }
  expect(windowAround(atBegin, { first: 0, last: 40 }, 10_000)).toBe(atBegin)
  const atEnd = { start: 800, count: 200 }
  expect(windowAround(atEnd, { first: 960, last: 1000 }, 1000)).toBe(atEnd)
})

it('no window is larger than the protocol takes', () => {
  expect(windowAround({ start: 'end', count: 40 }, { first: 0, last: 400 }, 10_000).count).toBe(500)
  expect(windowAtEnd(100_000, 20).count).toBe(500)
})
