import { expect, it } from 'vitest'
import { systemClock } from '../../../shared/flow/index.ts'
import type { OpenState, TerminalOutput } from '../../../shared/ipc/index.ts'
import { OutputRing } from './outputRing.ts'

const capacity = 256 * 1024
const pattern = (from: number, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => ((from + index) * 31) % 251)
const settled = async (work: Promise<unknown>): Promise<boolean> =>
  Promise.race([work.then(() => true), new Promise<boolean>(resolve => setImmediate(resolve, false))])

function ring(): OutputRing {
  return new OutputRing(systemClock, capacity)
}

/** Takes until nothing is left. */
function drain(reader: OpenState<unknown, TerminalOutput>): { bytes: Buffer; from: number; skipped: number } {
  const parts: Uint8Array[] = []
  let [from, skipped] = [-1, 0]
  for (let value = reader.take(); value !== undefined; value = reader.take()) {
    if (from < 0) from = value.from
    skipped += value.skipped
    parts.push(value.bytes)
  }
  return { bytes: Buffer.concat(parts), from, skipped }
}

it.each([1, 1000, 65_535, 65_536, 65_537, 200_000, 262_143, 262_144, 262_145, 700_000])(
  'keeps the last bytes of %d, at their offsets',
  async total => {
    const output = ring()
    for (let at = 0; at < total; at += 10_007) await output.push(pattern(at, Math.min(10_007, total - at)))
    expect(output.end).toBe(total)
    const { bytes, from, skipped } = drain(output.read(0, () => undefined))
    const kept = Math.min(total, capacity)
    expect([from, skipped, bytes.byteLength]).toEqual([total - kept, total - kept, kept])
    expect(bytes.equals(pattern(from, kept))).toBe(true)
  },
)

it('gives at most 64 KB at once and says that there is more', async () => {
  const output = ring()
  await output.push(pattern(0, 100_000))
  let told = 0
  const reader = output.read(0, () => told++)
  expect(reader.take()?.bytes.byteLength).toBe(65_536)
  expect(told).toBe(1)
  expect(reader.take()).toMatchObject({ from: 65_536, skipped: 0, isOver: false })
  expect([told, reader.take()]).toEqual([1, undefined])
})

it('begins where a reader wants, and at the end for one that wants what never was', async () => {
  const output = ring()
  await output.push(pattern(0, 1000))
  expect(drain(output.read(900, () => undefined)).bytes.equals(pattern(900, 100))).toBe(true)
  const late = output.read(5000, () => undefined)
  expect(late.take()).toBeUndefined()
  await output.push(pattern(1000, 10))
  expect(late.take()).toMatchObject({ from: 1000, skipped: 0 })
})

it('waits for an active reader, so that it loses nothing', async () => {
  const output = ring()
  const reader = output.read(0, () => undefined)
  await output.push(pattern(0, capacity))
  const more = output.push(pattern(capacity, 10_000))
  expect(await settled(more)).toBe(false)
  const first = reader.take()
  expect(await settled(more)).toBe(true)
  const rest = drain(reader)
  const all = Buffer.concat([first?.bytes ?? new Uint8Array(), rest.bytes])
  expect(rest.skipped).toBe(0)
  expect(all.equals(pattern(0, capacity + 10_000))).toBe(true)
})

it('one reader that takes wakes every writer that waits for it', async () => {
  const output = ring()
  const reader = output.read(0, () => undefined)
  await output.push(pattern(0, capacity))
  const writers = [
    output.push(pattern(0, 1000)),
    output.push(pattern(0, 1000)),
    output.push(pattern(0, 1000)),
  ]
  for (const writer of writers) expect(await settled(writer)).toBe(false)
  reader.take()
  for (const writer of writers) expect(await settled(writer)).toBe(true)
  expect(drain(reader).skipped).toBe(0)
})

it('does not wait for a reader that takes nothing for seconds, nor for one that is gone', async () => {
  let now = 0
  const timers: (() => void)[] = []
  const clock = {
    now: () => now,
    elapsed: () => now,
    after: (_: number, run: () => void) => {
      timers.push(run)
      return { cancel: () => undefined }
    },
  }
  const output = new OutputRing(clock, capacity)
  const frozen = output.read(0, () => undefined)
  await output.push(pattern(0, capacity))
  const first = output.push(pattern(0, 10))
  expect(await settled(first)).toBe(false)
  now += 5000
  for (const run of timers.splice(0)) run()
  expect(await settled(first)).toBe(true)
  expect(frozen.take()?.skipped).toBe(10)
  const second = output.push(pattern(0, capacity + 1))
  expect(await settled(second)).toBe(false)
  frozen.close()
  expect(await settled(second)).toBe(true)
})

it('says once that nothing more comes, and takes that back when it goes on', async () => {
  const output = ring()
  const reader = output.read(0, () => undefined)
  await output.push(pattern(0, 5))
  output.setOver(true)
  expect(reader.take()).toMatchObject({ isOver: true })
  expect(reader.take()).toBeUndefined()
  output.setOver(false)
  expect(reader.take()).toMatchObject({ from: 5, isOver: false })
})
