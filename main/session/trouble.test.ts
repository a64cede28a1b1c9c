import { expect, test } from 'vitest'
import type { AppErrorBody } from '../../shared/errors/index.ts'
import type { Clock } from '../../shared/flow/index.ts'
import type { SessionTrouble } from '../../shared/ipc/index.ts'
import { Trouble } from './trouble.ts'

/** Time that is moved by hand, and a date that can be set apart from it. */
class HandClock implements Clock {
  time = 0
  date = 1_800_000_000_000
  timers = new Set<{ readonly at: number; readonly run: () => void }>()
  now = () => this.date
  elapsed = () => this.time
  after(milliseconds: number, run: () => void) {
    const timer = { at: this.time + milliseconds, run }
    this.timers.add(timer)
    return { cancel: () => void this.timers.delete(timer) }
  }
  pass(milliseconds: number): void {
    this.time += milliseconds
    this.date += milliseconds
    for (const timer of [...this.timers].filter(({ at }) => at <= this.time)) {
      this.timers.delete(timer)
      timer.run()
    }
  }
}

const failed: AppErrorBody = { kind: 'serverFault', status: 503, message: 'away' }
const corePath = '/api/v1/pods'
const groupPath = '/apis/metrics.k8s.io/v1beta1/pods'

function scene() {
  const clock = new HandClock()
  const shown: (SessionTrouble | null)[] = []
  const trouble = new Trouble(clock, each => shown.push(each))
  const fail = (path: string, times = 1): void => {
    for (let count = 0; count < times; count++) trouble.answered(failed, path)
  }
  return { clock, trouble, shown, fail }
}

test('trouble of the server ends although one group goes on failing', () => {
  const { clock, trouble, fail } = scene()
  fail(corePath, 3)
  expect(trouble.present?.reason).toBe(failed)
  for (let count = 0; count < 12; count++) {
    clock.pass(5000)
    fail(groupPath)
  }
  expect(trouble.present).toBeNull()
})

test('trouble lasts while the server goes on failing, and 15 s longer', () => {
  const { clock, trouble, fail } = scene()
  const since = clock.date
  fail(corePath, 3)
  for (let count = 0; count < 12; count++) {
    clock.pass(9000)
    fail(corePath)
  }
  expect(trouble.present?.since).toBe(since)
  clock.pass(14_999)
  expect(trouble.present).not.toBeNull()
  clock.pass(1)
  expect(trouble.present).toBeNull()
})

test('faults are forgotten after 30 s although the clock was set back', () => {
  const { clock, trouble, fail } = scene()
  fail(corePath, 2)
  clock.date -= 3_600_000
  clock.pass(31_000)
  fail(corePath, 2)
  expect(trouble.present).toBeNull()
  fail(corePath)
  expect(trouble.present?.since).toBe(clock.date)
})
