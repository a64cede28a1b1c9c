import { expect, it } from 'vitest'
import { ByteQueue } from './byteQueue.ts'

const bytes = (length: number, value = 0): Uint8Array => new Uint8Array(length).fill(value)
const settled = async (work: Promise<unknown>): Promise<boolean> =>
  Promise.race([work.then(() => true), new Promise<boolean>(resolve => setImmediate(resolve, false))])

it('what is pushed is read in order, also after the end', async () => {
  const queue = new ByteQueue()
  for (let value = 0; value < 5; value++) void queue.push(bytes(1, value))
  queue.end()
  const got: number[] = []
  for await (const [value] of queue) got.push(value ?? -1)
  expect(got).toEqual([0, 1, 2, 3, 4])
})

it('the writer waits while much is unread, and goes on when it was read', async () => {
  const queue = new ByteQueue()
  expect(await settled(queue.push(bytes(200_000)))).toBe(true)
  const pushed = queue.push(bytes(200_000))
  expect(await settled(pushed)).toBe(false)
  await queue[Symbol.asyncIterator]().next()
  expect(await settled(pushed)).toBe(true)
})

it('of what nobody has begun to read the last 64 KB are kept, to the byte, and nobody waits', async () => {
  const queue = new ByteQueue(true)
  for (let value = 0; value < 100; value++) expect(await settled(queue.push(bytes(10_000, value)))).toBe(true)
  queue.end()
  const chunks: Uint8Array[] = []
  for await (const chunk of queue) chunks.push(chunk)
  const all = Buffer.concat(chunks)
  expect(all.byteLength).toBe(64 * 1024)
  expect([all[0], all.at(-1)]).toEqual([93, 99])
})

it('once read, it holds its writer up like any other', async () => {
  const queue = new ByteQueue(true)
  const reading = queue[Symbol.asyncIterator]().next()
  void queue.push(bytes(1))
  await reading
  expect(await settled(queue.push(bytes(300_000)))).toBe(false)
})

it('discarding ends the wait of both sides', async () => {
  const queue = new ByteQueue()
  const pushed = queue.push(bytes(300_000))
  queue.discard()
  await pushed
  expect((await queue[Symbol.asyncIterator]().next()).done).toBe(true)
})
