import { expect, it } from 'vitest'
import { isAppError } from '../../../shared/errors/index.ts'
import { browserHostHandlers } from './host-handlers.ts'

const signal = new AbortController().signal

it('in a browser nothing is handed over from outside: one empty answer, and no more', async () => {
  let notified = 0
  const handlers = browserHostHandlers({ ask: () => undefined })
  const state = handlers['host.requests']({}, () => {
    notified += 1
  })
  await Promise.resolve()
  expect(notified).toBe(1)
  expect(state.take()).toEqual([])
  expect(state.take()).toBeUndefined()
})

it('in a browser no dialog of the system opens, and the reason is said', async () => {
  const handlers = browserHostHandlers({ ask: () => undefined })
  const error = await handlers['host.pickPaths']({ title: 'x', what: 'files' }, signal).catch(
    (problem: unknown) => problem,
  )
  expect(isAppError(error) && error.body).toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining('browser'),
  })
})

it('a network that is back wakes the engine', async () => {
  let asked = 0
  const handlers = browserHostHandlers({
    ask: () => {
      asked += 1
    },
  })
  await handlers['host.online']({}, signal)
  expect(asked).toBe(1)
})
