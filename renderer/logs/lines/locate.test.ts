import { expect, it } from 'vitest'
import { anywhere, locate } from './locate.ts'

const windowOf = (numbers: readonly number[], start: number, count: number) => ({
  start,
  entries: numbers.slice(start, start + count).map(number => ({ number })),
  total: numbers.length,
})
const every = (step: number, length: number, from = 0): readonly number[] =>
  Array.from({ length }, (_, index) => from + index * step)

it.each([
  ['a number in the window', every(1, 1000, 500), 300, 820, 320],
  ['one that is not there any more leads to the next', every(10, 100), 0, 15, 2],
  ['one that made room leads to the first', every(1, 1000, 500), 0, 12, 0],
  ['one that is still to come leads to the last', every(1, 100), 50, 1000, 99],
])('%s', (_rule, numbers, start, number, place) => {
  expect(locate(windowOf(numbers, start, 50), number)).toEqual({ type: 'found', place })
})

it('nothing is found at the first place', () => {
  expect(locate({ start: 0, entries: [], total: 0 }, 7)).toEqual({ type: 'found', place: 0 })
})

/** Every third or so of the numbers, by a fixed rule. */
const uneven = Array.from({ length: 300_000 }, (_, index) => index).filter(
  index => (index * 2654435761) % 7 < 2 || index % 100_000 < 20_000,
)

it.each([0, 1, 19_999, 60_000, 150_007, 299_990])('%d is found in a few steps from far away', number => {
  for (const from of [0, Math.floor(uneven.length / 2), uneven.length - 100]) {
    let start = from
    let bounds = anywhere
    for (;;) {
      const found = locate(windowOf(uneven, start, 100), number, bounds)
      if (found.type === 'found') {
        const wanted = uneven.findIndex(one => one >= number)
        expect(found.place).toBe(wanted < 0 ? uneven.length - 1 : wanted)
        break
      }
      start = found.start
      bounds = found.bounds
      expect(bounds.steps).toBeLessThan(16)
    }
  }
})
