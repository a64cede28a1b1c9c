import { Buffer } from 'node:buffer'
import { expect, it, vi } from 'vitest'
import { systemClock } from '../../../shared/flow/index.ts'
import { Slicer } from '../../watch/index.ts'
import { type TailInput, TailMerge } from './tailMerge.ts'

const second = (input: TailInput, at: number, length = 1): void =>
  input.put({ bytes: Buffer.alloc(length), cut: 0, time: { prefix: 0, second: at, nanosecond: 0 } })

/** Puts lines as a connection does, until there is no room. @returns how many that were */
async function fill(input: TailInput, length: number): Promise<number> {
  for (let count = 1; count < 10_000; count++) {
    second(input, count, length)
    const isRoom = await Promise.race([input.room().then(() => true), Promise.resolve().then(() => false)])
    if (!isRoom) return count
  }
  return Number.POSITIVE_INFINITY
}

it('the lines of several containers come out in the order of their times', async () => {
  const out: [number, number][] = []
  const merge = new TailMerge(systemClock, new Slicer(), (source, { time }) =>
    out.push([source, time.second]),
  )
  const [a, b] = [merge.add(0), merge.add(1)]
  const done = merge.run()
  for (const at of [1, 4, 5]) second(a, at)
  for (const at of [2, 3, 6]) second(b, at)
  a.end()
  b.end()
  await done
  expect(out).toEqual([
    [0, 1],
    [1, 2],
    [1, 3],
    [0, 4],
    [0, 5],
    [1, 6],
  ])
})

it.each([
  [1, 2000],
  [1024, 1024],
  [100_000, 11],
  [1024 * 1024, 1],
])(
  'a container is not read on when its lines of %d bytes fill a megabyte, or are 2,000',
  async (length, most) => {
    const taken = vi.fn()
    const merge = new TailMerge(systemClock, new Slicer(), taken)
    const [full, silent] = [merge.add(0), merge.add(1)]
    const done = merge.run()
    expect(await fill(full, length)).toBe(most)
    expect(taken).not.toHaveBeenCalled()
    const room = full.room()
    silent.end()
    // All were given out: there is room again, for as many.
    await room
    expect(taken).toHaveBeenCalledTimes(most)
    full.end()
    await done
  },
)
