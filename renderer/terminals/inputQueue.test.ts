import { expect, it } from 'vitest'
import { InputQueue } from './inputQueue.ts'

function queueOn(send: (bytes: Uint8Array) => Promise<unknown>) {
  const failures: unknown[] = []
  const progress: { sent: number; total: number }[] = []
  const queue = new InputQueue({
    send,
    onFailed: error => failures.push(error),
    onProgress: one => progress.push(one),
  })
  return { queue, failures, progress }
}

it('input leaves in order, one piece at a time, small ones together', async () => {
  const sent: Uint8Array[] = []
  const taken: (() => void)[] = []
  const { queue } = queueOn(bytes => {
    sent.push(bytes)
    return new Promise<void>(resolve => taken.push(resolve))
  })
  queue.push('a')
  queue.push('b')
  queue.push('c'.repeat(40_000))
  expect(sent.length).toBe(1)
  for (let round = 0; round < 10; round++) {
    taken.shift()?.()
    await Promise.resolve()
    await Promise.resolve()
  }
  const text = sent.map(bytes => new TextDecoder().decode(bytes))
  expect(text[0]).toBe('a')
  expect(text.join('')).toBe(`ab${'c'.repeat(40_000)}`)
  expect(Math.max(...sent.map(bytes => bytes.length))).toBeLessThanOrEqual(16 * 1024)
})

it('what is cleared does not leave, and what comes after does', async () => {
  const sent: string[] = []
  const taken: (() => void)[] = []
  const { queue, progress } = queueOn(bytes => {
    sent.push(new TextDecoder().decode(bytes))
    return new Promise<void>(resolve => taken.push(resolve))
  })
  queue.push('x'.repeat(100_000))
  queue.clear()
  queue.push('after')
  for (let round = 0; round < 5; round++) {
    taken.shift()?.()
    await Promise.resolve()
    await Promise.resolve()
  }
  expect(sent.join('')).toBe(`${'x'.repeat(16 * 1024)}after`)
  expect(progress.at(-1)).toEqual({ sent: 0, total: 0 })
})

it('a failure is told once, and nothing of what waited is sent', async () => {
  let count = 0
  const { queue, failures } = queueOn(() => {
    count++
    return Promise.reject(new Error('gone'))
  })
  queue.push('x'.repeat(100_000))
  await new Promise(resolve => setTimeout(resolve))
  expect(count).toBe(1)
  expect(failures).toHaveLength(1)
})
