import { expect, it } from 'vitest'
import { RequestQueue } from './requests.ts'

const link = (address: string) => ({ type: 'link', address }) as const

it('requests wait in the order of asking until they are answered', () => {
  const queue = new RequestQueue()
  queue.add(link('#/c/a'))
  queue.add({ type: 'files', paths: ['/x'], as: 'objects' })
  const [first, second] = queue.pending.get()
  expect([first?.type, second?.type]).toEqual(['link', 'files'])
  queue.answered(first?.id ?? 0)
  expect(queue.pending.get()).toEqual([second])
  queue.answered(99)
  expect(queue.pending.get()).toEqual([second])
})

it('what waits already is not asked twice, but is asked again once answered', () => {
  const queue = new RequestQueue()
  queue.add(link('#/c/a'))
  queue.add(link('#/c/a'))
  expect(queue.pending.get()).toHaveLength(1)
  queue.answered(queue.pending.get()[0]?.id ?? 0)
  queue.add(link('#/c/a'))
  expect(queue.pending.get()).toHaveLength(1)
})

it('no heap grows while the page is away, and ids are never used twice', () => {
  const queue = new RequestQueue()
  for (let index = 0; index < 500; index++) queue.add(link(`#/c/${index}`))
  expect(queue.pending.get().length).toBeLessThanOrEqual(20)
  expect(new Set(queue.pending.get().map(({ id }) => id)).size).toBe(queue.pending.get().length)
})

it('commands go with the page they were meant for; links and files wait for the next one', () => {
  const queue = new RequestQueue()
  queue.add({ type: 'command', command: 'palette' })
  queue.add(link('#/c/a'))
  queue.dropCommands()
  expect(queue.pending.get()).toMatchObject([{ type: 'link' }])
})
