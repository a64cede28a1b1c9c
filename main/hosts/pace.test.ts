import { expect, it } from 'vitest'
import type { Clock } from '../../shared/flow/index.ts'
import { paced } from './pace.ts'

function fakeClock(): Clock & { pass(milliseconds: number): void } {
  let now = 0
  let timers: { at: number; run: () => void }[] = []
  return {
    now: () => now,
    elapsed: () => now,
    after: (milliseconds, run) => {
      const timer = { at: now + milliseconds, run }
      timers.push(timer)
      return {
        cancel: () => {
          timers = timers.filter(other => other !== timer)
        },
      }
    },
    pass: milliseconds => {
      now += milliseconds
      const due = timers.filter(({ at }) => at <= now)
      timers = timers.filter(({ at }) => at > now)
      for (const { run } of due) run()
    },
  }
}

it('runs at once, and once more for all that came within the pace', () => {
  const clock = fakeClock()
  let runs = 0
  const wake = paced(
    () => {
      runs += 1
    },
    1000,
    clock,
  )
  wake.ask()
  expect(runs).toBe(1)
  for (let index = 0; index < 50; index++) wake.ask()
  expect(runs).toBe(1)
  clock.pass(1000)
  expect(runs).toBe(2)
  clock.pass(1000)
  expect(runs).toBe(2)
  wake.ask()
  expect(runs).toBe(3)
})

it('what was asked and not run yet is forgotten when it stops', () => {
  const clock = fakeClock()
  let runs = 0
  const wake = paced(
    () => {
      runs += 1
    },
    1000,
    clock,
  )
  wake.ask()
  wake.ask()
  wake.stop()
  clock.pass(5000)
  expect(runs).toBe(1)
})
