import { describe, expect, it } from 'vitest'
import { begin, ending, moved, positionAt, scrollOf, showing } from './position.ts'

/** Every fifth line is wrapped to three. */
const heightAt = (place: number): number => (place % 5 === 0 ? 60 : 20)

describe('scrolling by pixels', () => {
  it.each([
    ['stays within a line that is high', { place: 0, offset: 0 }, 30, { place: 0, offset: 30 }],
    ['goes on to the next line', { place: 0, offset: 50 }, 20, { place: 1, offset: 10 }],
    ['goes back over lines', { place: 6, offset: 10 }, -80, { place: 4, offset: 10 }],
    ['ends at the begin', { place: 2, offset: 0 }, -1000, begin],
    ['ends at the last line', { place: 98, offset: 0 }, 1000, { place: 99, offset: 19 }],
  ])('%s', (_rule, from, pixels, to) => {
    expect(moved(from, pixels, 100, heightAt)).toEqual(to)
  })

  it('there and back again is where it began', () => {
    let position = { place: 40, offset: 0 }
    for (let step = 0; step < 50; step++) position = moved(position, 33, 1000, heightAt)
    for (let step = 0; step < 50; step++) position = moved(position, -33, 1000, heightAt)
    expect(position).toEqual({ place: 40, offset: 0 })
  })
})

describe('a line that must be in sight', () => {
  const from = { place: 10, offset: 0 }
  it.each([
    ['above comes to the upper edge', 7, { place: 7, offset: 0 }],
    ['in sight changes nothing', 12, from],
    ['below comes to the lower edge', 20, { place: 15, offset: 0 }],
    ['far below comes to the lower edge', 2000, { place: 1995, offset: 0 }],
  ])('%s', (_rule, place, wanted) => {
    expect(showing(from, place, 200, heightAt)).toEqual(wanted)
  })

  it('that is cut by the upper edge is shown whole', () => {
    expect(showing({ place: 10, offset: 30 }, 10, 200, heightAt)).toEqual({ place: 10, offset: 0 })
  })
})

it('a line that ends at the lower edge leaves no room below', () => {
  const { place, offset } = ending(99, 200, heightAt)
  let height = -offset
  for (let at = place; at <= 99; at++) height += heightAt(at)
  expect(height).toBe(200)
  expect(ending(1, 200, heightAt)).toEqual(begin)
})

it('a place of the scroll is the same position again', () => {
  for (const position of [begin, { place: 5, offset: 30 }, { place: 33, offset: 7 }]) {
    const again = positionAt(scrollOf(position, 20, heightAt), 20, 100, heightAt)
    expect(again.place).toBe(position.place)
    expect(again.offset).toBeCloseTo(position.offset, 6)
  }
  expect(positionAt(1e9, 20, 100, heightAt).place).toBe(99)
})
