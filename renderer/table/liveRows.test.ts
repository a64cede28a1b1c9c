import { expect, it } from 'vitest'
import type { Clock } from '../../shared/flow/index.ts'
import { RowFeed } from './liveRows.ts'
import { emptySnapshot, type TableSnapshot } from './snapshot.ts'

/** A clock that stands until it is moved. */
function standingClock() {
  let now = 0
  let dateOffset = 0
  let due: { at: number; run: () => void } | null = null
  const clock: Clock = {
    now: () => now + dateOffset,
    elapsed: () => now,
    after: (milliseconds, run) => {
      due = { at: now + milliseconds, run }
      return { cancel: () => (due = null) }
    },
  }
  const pass = (milliseconds: number): void => {
    now += milliseconds
    const next = due
    if (next !== null && next.at <= now) {
      due = null
      next.run()
    }
  }
  const setDate = (by: number): void => {
    dateOffset += by
  }
  return { clock, pass, setDate }
}

function following() {
  const told: TableSnapshot[] = []
  const { clock, pass, setDate } = standingClock()
  const feed = new RowFeed(emptySnapshot, clock, snapshot => told.push(snapshot))
  let drawn = 0
  feed.subscribe(() => drawn++)
  const set = (matching: number): void => feed.set({ ...emptySnapshot, isKnown: true, matching, total: 9 })
  return { told, feed, set, pass, setDate, drawn: () => drawn }
}

it('who draws is told of every change, the page of counts four times a second', () => {
  const { told, set, pass, drawn } = following()
  for (let count = 1; count <= 100; count++) {
    set(count)
    pass(10)
  }
  expect(drawn()).toBe(100)
  expect(told.length).toBeLessThanOrEqual(5)
})

it('counts are told as often after the clock was set back', () => {
  const { told, set, pass, setDate } = following()
  set(1)
  setDate(-3_600_000)
  const before = told.length
  for (let count = 2; count < 12; count++) {
    set(count)
    pass(250)
  }
  expect(told.length - before).toBe(10)
})

it('the last count is told in the end', () => {
  const { told, set, pass } = following()
  set(1)
  set(2)
  set(3)
  pass(250)
  expect(told.at(-1)?.matching).toBe(3)
})

it('what matters is told at once', () => {
  const { told, set, feed } = following()
  set(1)
  set(0)
  set(5)
  feed.set({ ...feed.current, columns: [] })
  feed.set({ ...feed.current, error: { kind: 'invalid', message: 'no' } })
  expect(told.map(({ matching, error }) => [matching, error === null])).toEqual([
    [1, true],
    [0, true],
    [5, true],
    [5, true],
    [5, false],
  ])
})

it('what is told leads to where the rows go on', () => {
  const { told, set, feed } = following()
  set(1)
  set(2)
  expect(told[0]?.live?.current).toBe(feed.current)
})
