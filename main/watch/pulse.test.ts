import { expect, test } from 'vitest'
import type { AppErrorBody } from '../../shared/errors/index.ts'
import type { Clock } from '../../shared/flow/index.ts'
import { PlainSession } from './fixture/index.ts'
import { Pulses, type Pulsing } from './pulse.ts'

/** A clock that is moved by hand and runs what is due. */
class HandClock implements Clock {
  time = 1_000_000
  timers: { readonly due: number; readonly run: () => void }[] = []
  now = () => this.time
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
  hasSeenBookmark = false
  renewals = 0
  answer: 'alive' | 'silent' = 'alive'
  stalledWith: AppErrorBody | null = null
  readonly #clock: Clock
  constructor(clock: Clock) {
    this.#clock = clock
    this.lastByteAt = clock.now()
  }
  async renew(): Promise<'alive' | 'silent'> {
    this.renewals++
    if (this.answer === 'alive') this.lastByteAt = this.#clock.now()
    return this.answer
  }
  stalled(error: AppErrorBody): void {
    this.stalledWith = error
  }
}

function scene(count: number) {
  const clock = new HandClock()
  const session = new PlainSession('http://127.0.0.1:1')
  const pulses = new Pulses(clock)
  const streams = Array.from({ length: count }, () => new FakeStream(clock))
  const releases = streams.map(stream => pulses.add(session, stream))
  return { clock, session, streams, releases }
}

test('a hundred quiet streams cost one request in six seconds', async () => {
  const { clock, streams } = scene(100)
  await clock.advance(60_000)
  expect(streams.reduce((sum, { renewals }) => sum + renewals, 0)).toBe(10)
})

test('each silent stream has its turn', async () => {
  const { clock, streams } = scene(5)
  await clock.advance(31_000)
  expect(streams.map(({ renewals }) => renewals)).toEqual([1, 1, 1, 1, 1])
})

test('a stream without the bookmark that is due is renewed out of turn', async () => {
  const { clock, streams } = scene(100)
  streams[99]!.hasSeenBookmark = true
  streams[99]!.lastByteAt -= 1
  streams[98]!.hasSeenBookmark = true
  await clock.advance(97_000)
  expect(streams[98]!.renewals).toBe(1)
})

test('streams that speak are left alone', async () => {
  const { clock, streams } = scene(1)
  for (let second = 0; second < 60; second++) {
    await clock.advance(1000 - 1)
    streams[0]!.lastByteAt = clock.now()
    await clock.advance(1)
  }
  expect(streams[0]!.renewals).toBe(0)
})

test('a server that does not answer stalls the silent streams, and those only', async () => {
  const { clock, streams } = scene(3)
  for (const stream of streams) stream.answer = 'silent'
  await clock.advance(5999)
  streams[2]!.lastByteAt = clock.now() + 500
  await clock.advance(1)
  expect(streams.map(({ stalledWith }) => stalledWith?.kind)).toEqual([
    'unreachable',
    'unreachable',
    undefined,
  ])
})

test('a timer that comes much too late means sleep: the session is woken', async () => {
  const { clock, session } = scene(1)
  clock.time += 600_000
  await clock.advance(0)
  expect(session.wakeups.get()).toBe(1)
})

test('without streams there is no timer', async () => {
  const { clock, releases } = scene(2)
  releases[0]!()
  expect(clock.timers).toHaveLength(1)
  releases[1]!()
  expect(clock.timers).toHaveLength(0)
  await clock.advance(60_000)
})
