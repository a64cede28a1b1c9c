import { expect, test } from 'vitest'
import type { AppErrorBody } from '../../shared/errors/index.ts'
import type { Clock } from '../../shared/flow/index.ts'
import { PlainSession } from './fixture/index.ts'
import { Pulses, type Pulsing } from './pulse.ts'

/** A clock that is moved by hand and runs what is due. */
class HandClock implements Clock {
  time = 1_000_000
  timers: { readonly due: number; readonly run: () => void }[] = []
  /** How far the date is from where time put it. */
  dateOffset = 0
  now = () => this.time + this.dateOffset
  elapsed = () => this.time
  after(milliseconds: number, run: () => void) {
    const timer = { due: this.time + milliseconds, run }
    this.timers.push(timer)
    return {
      cancel: () => {
        this.timers = this.timers.filter(other => other !== timer)
      },
    }
  }
  async advance(milliseconds: number): Promise<void> {
    const end = this.time + milliseconds
    for (;;) {
      const next = this.timers.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)[0]
      if (next === undefined) break
      this.timers = this.timers.filter(timer => timer !== next)
      this.time = Math.max(this.time, next.due)
      next.run()
      for (let turn = 0; turn < 10; turn++) await Promise.resolve()
    }
    this.time = end
  }
}

class FakeStream implements Pulsing {
  lastByteAt: number
  isBackground = false
  readonly checks: number[] = []
  answer: 'alive' | 'silent' = 'alive'
  stalledWith: AppErrorBody | null = null
  readonly #clock: Clock
  constructor(clock: Clock) {
    this.#clock = clock
    this.lastByteAt = clock.elapsed()
  }
  async check(): Promise<'alive' | 'silent'> {
    this.checks.push(this.#clock.elapsed())
    return this.answer
  }
  stalled(error: AppErrorBody): void {
    this.stalledWith = error
  }
}

function scene(count: number) {
  const clock = new HandClock()
  const session = new PlainSession('http://127.0.0.1:1')
  const pulses = new Pulses(clock, () => 0.5)
  const streams = Array.from({ length: count }, () => new FakeStream(clock))
  const releases = streams.map(stream => pulses.add(session, stream))
  return { clock, session, streams, releases }
}

test.each([1, 2, 7, 50, 200])('each of %d silent streams is checked at least every 11 s', async count => {
  const { clock, streams } = scene(count)
  const start = clock.elapsed()
  await clock.advance(60_000)
  const longest = streams.map(({ checks }) => {
    const times = [start, ...checks, clock.elapsed()]
    return Math.max(...times.slice(1).map((time, index) => time - times[index]!))
  })
  expect(Math.max(...longest)).toBeLessThanOrEqual(11_000)
})

test('no stream costs more than two requests in ten seconds', async () => {
  for (const count of [1, 2, 7, 50]) {
    const { clock, streams } = scene(count)
    await clock.advance(100_000)
    const total = streams.reduce((sum, { checks }) => sum + checks.length, 0)
    expect(total, `${count} streams`).toBeLessThanOrEqual(Math.max(count, 2) * 10)
  }
})

test('streams in the background cost one request a minute, and more only where there are no others', async () => {
  const { clock, streams } = scene(3)
  streams[0]!.isBackground = true
  await clock.advance(300_000)
  expect(streams[0]!.checks.length).toBeGreaterThanOrEqual(3)
  expect(streams[0]!.checks.length).toBeLessThanOrEqual(5)
  const alone = scene(2)
  for (const stream of alone.streams) stream.isBackground = true
  await alone.clock.advance(60_000)
  expect(alone.streams[0]!.checks.length + alone.streams[1]!.checks.length).toBeGreaterThanOrEqual(10)
})

test('streams that speak are left alone', async () => {
  const { clock, streams } = scene(1)
  for (let second = 0; second < 60; second++) {
    await clock.advance(1000 - 1)
    streams[0]!.lastByteAt = clock.elapsed()
    await clock.advance(1)
  }
  expect(streams[0]!.checks).toEqual([])
})

test('a server that does not answer stalls the silent streams, and those only; the session hears of it', async () => {
  const { clock, session, streams } = scene(3)
  for (const stream of streams) stream.answer = 'silent'
  streams[2]!.lastByteAt += 9000
  await clock.advance(8000)
  expect(streams.map(({ stalledWith }) => stalledWith?.kind)).toEqual([
    'unreachable',
    'unreachable',
    undefined,
  ])
  expect(session.suspicions).toBeGreaterThan(0)
})

test.each([-3_600_000, -5000, 3000])('a clock set by %d ms silences nothing', async jump => {
  const { clock, session, streams } = scene(2)
  await clock.advance(30_000)
  clock.dateOffset += jump
  const checked = streams.map(({ checks }) => checks.length)
  await clock.advance(11_000)
  expect(streams.every(({ checks }, index) => checks.length > checked[index]!)).toBe(true)
  for (const stream of streams) stream.answer = 'silent'
  await clock.advance(8000)
  expect(streams.map(({ stalledWith }) => stalledWith?.kind)).toEqual(['unreachable', 'unreachable'])
  expect(session.wakeups.get()).toBe(0)
})

test('a date that went on while time stood means sleep too', async () => {
  const { clock, session } = scene(1)
  clock.dateOffset += 600_000
  await clock.advance(6000)
  expect(session.wakeups.get()).toBe(1)
})

test('a timer that comes much too late means sleep: the session is woken, within a second', async () => {
  const { clock, session, streams } = scene(1)
  clock.time += 600_000
  await clock.advance(0)
  expect(streams[0]!.checks).toEqual([])
  await clock.advance(1000)
  expect(session.wakeups.get()).toBe(1)
  await clock.advance(6000)
  expect(streams[0]!.checks).toHaveLength(1)
})

test('without streams there is no timer', async () => {
  const { clock, releases } = scene(2)
  releases[0]!()
  expect(clock.timers).toHaveLength(1)
  releases[1]!()
  expect(clock.timers).toHaveLength(0)
  await clock.advance(60_000)
})
