import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { FrameDecoder, type Reply } from '../../shared/ipc/index.ts'
import { Outbox } from './outbox.ts'

const long = 'x'.repeat(2_000_000)

function sending() {
  const frames: string[] = []
  return { frames, outbox: new Outbox(frame => frames.push(frame)) }
}

function idsOf(frames: readonly string[]): readonly string[] {
  const decoder = new FrameDecoder()
  return frames
    .map(frame => decoder.push(frame) as Reply | null)
    .flatMap(reply => (reply === null ? [] : [`${reply.type} ${reply.id}`]))
}

const result = (id: number, value: unknown): Reply => ({ type: 'result', id, value })

it('a short reply leaves at once', () => {
  const { frames, outbox } = sending()
  outbox.put(result(1, 'short'))
  expect(frames).toHaveLength(1)
})

it('a long reply takes turns, and a short one of another call passes it', async () => {
  const { frames, outbox } = sending()
  outbox.put(result(1, long))
  outbox.put(result(2, { list: [long] }))
  outbox.put(result(3, 'short'))
  expect(frames.length).toBeLessThan(20)
  for (let turns = 0; turns < 300; turns++) await turn()
  expect(idsOf(frames)[0]).toBe('result 3')
  expect([...idsOf(frames)].sort()).toEqual(['result 1', 'result 2', 'result 3'])
})

it('what belongs to one stream keeps its order', async () => {
  const { frames, outbox } = sending()
  outbox.put({ type: 'next', id: 1, seq: 0, revision: 1, value: [long] })
  outbox.put({ type: 'end', id: 1 })
  for (let turns = 0; turns < 300; turns++) await turn()
  expect(idsOf(frames)).toEqual(['next 1', 'end 1'])
})

it('nothing leaves after the end', async () => {
  const { frames, outbox } = sending()
  outbox.put(result(1, long))
  const before = frames.length
  outbox.close()
  for (let turns = 0; turns < 10; turns++) await turn()
  expect(frames).toHaveLength(before)
})
