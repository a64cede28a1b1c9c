import type { Clock, Timer } from '../../../shared/flow/index.ts'
import type { SnapshotStore } from '../store/index.ts'
import { beatHeart, recordCrash, scaleSignals } from './heartbeats.ts'
import { measure } from './metrics.ts'
import { RollingUpdate } from './rollout.ts'

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export interface SampleLife {
  stop(): void
}

export interface LifeOptions {
  /** Of the changes. */
  readonly seed?: number
  /** Whether simulated controllers look after an object: the rollouts leave it to them. */
  readonly isTended?: (uid: string) => boolean
}

const second = 1000
const minute = 60 * second

/**
 * Lets the sample cluster live: nodes renew their leases, a pod crashes again and again, load
 * goes up and down, and a deployment is rolled out every few minutes. The same seed and clock
 * make the same changes.
 */
export function startSampleLife(
  store: SnapshotStore,
  clock: Clock,
  { seed = 1, isTended }: LifeOptions = {},
): SampleLife {
  const random = seededRandom(seed)
  const timers = new Set<Timer>()
  const after = (milliseconds: number, run: () => void): void => {
    const timer = clock.after(milliseconds, () => {
      timers.delete(timer)
      run()
    })
    timers.add(timer)
  }
  const every = (milliseconds: number, run: (now: number) => void): void =>
    after(milliseconds, () => {
      run(clock.now())
      every(milliseconds, run)
    })
  const rollout = new RollingUpdate(store, isTended)
  every(10 * second, now => beatHeart(store, now))
  every(15 * second, now => scaleSignals(store, now, random))
  every(15 * second, now => measure(store, now))
  every(45 * second, now => recordCrash(store, now))
  const roll = (): void => {
    const next = rollout.step(clock.now())
    after(next === 'more' ? 2 * second : 4 * minute, roll)
  }
  after(25 * second, roll)
  return {
    stop: () => {
      for (const timer of timers) timer.cancel()
      timers.clear()
    },
  }
}
