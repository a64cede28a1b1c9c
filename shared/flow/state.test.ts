import { expect, test } from 'vitest'
import { Observable, observeState } from './index.ts'

test('the present value is taken first, then only what changed, conflated', async () => {
  const source = new Observable(1)
  let notified = 0
  const state = observeState(source, () => {
    notified++
  })
  expect(notified).toBe(0)
  await Promise.resolve()
  expect(notified).toBe(1)
  expect(state.take()).toBe(1)
  expect(state.take()).toBeUndefined()
  source.set(2)
  source.set(3)
  expect(notified).toBe(3)
  expect(state.take()).toBe(3)
  expect(state.take()).toBeUndefined()
})

test('closing releases the subscription and silences it', async () => {
  const source = new Observable(1)
  let notified = 0
  const state = observeState(source, () => {
    notified++
  })
  state.close()
  await Promise.resolve()
  source.set(2)
  expect([notified, source.listenerCount]).toEqual([0, 0])
})
