import { afterEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../shared/errors/index.ts'
import {
  encode,
  FrameDecoder,
  type Handlers,
  type OpenState,
  type Reply,
  type Request,
} from '../../shared/ipc/index.ts'
import { type Connection, connect } from './index.ts'

interface Source {
  readonly notify: () => void
  readonly state: { value: unknown; closed: number; updates: unknown[]; takes: number }
}

/** A connection whose domains are the given stand-ins; replies are collected as they come. */
function start(handlers: Record<string, unknown>) {
  const replies: Reply[] = []
  const refused: string[] = []
  const logged: string[] = []
  const decoder = new FrameDecoder()
  const connection: Connection = connect(
    handlers as unknown as Handlers,
    frame => {
      const message = decoder.push(frame)
      if (message !== null) replies.push(message as Reply)
    },
    { error: message => void logged.push(message) },
    reason => refused.push(reason),
  )
  const send = (request: Request): void => {
    for (const frame of encode(request)) connection.receive(frame)
  }
  return { connection, send, replies, refused, logged }
}

function source(): {
  open: (params: unknown, notify: () => void) => OpenState<unknown, unknown>
  sources: Source[]
} {
  const sources: Source[] = []
  return {
    sources,
    open: (_params, notify) => {
      const state = { value: 0 as unknown, closed: 0, updates: [] as unknown[], takes: 0 }
      let last: unknown
      sources.push({ notify, state })
      return {
        take: () => {
          state.takes += 1
          if (state.value === last) return undefined
          last = state.value
          return state.value
        },
        update: update => state.updates.push(update),
        close: () => {
          state.closed += 1
        },
      }
    },
  }
}

const turn = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 5))
afterEach(() => vi.restoreAllMocks())

describe('calls', () => {
  it('answers with the value of the handler, its params parsed', async () => {
    const asked: unknown[] = []
    const { send, replies } = start({
      'contexts.open': async (params: unknown) => asked.push(params) && null,
    })
    send({ type: 'call', id: 1, method: 'contexts.open', params: { context: 'a' } })
    await turn()
    expect(replies).toEqual([{ type: 'result', id: 1, value: null }])
    expect(asked).toEqual([{ context: 'a' }])
  })

  it.each([
    ['an unknown method', 'contexts.format', {}],
    ['a name of the prototype', 'constructor', {}],
    ['a stream called as a method', 'contexts.list', {}],
    ['a missing parameter', 'contexts.open', {}],
    ['an unknown parameter', 'contexts.open', { context: 'a', force: true }],
    ['a parameter of another type', 'contexts.open', { context: 4 }],
  ])('refuses %s as invalid', async (_name, method, params) => {
    const { send, replies } = start({ 'contexts.open': async () => null })
    send({ type: 'call', id: 1, method, params })
    await turn()
    expect(replies).toMatchObject([{ type: 'error', id: 1, error: { kind: 'invalid' } }])
  })

  it('passes expected failures on as data and logs a bug without its details', async () => {
    const denied = { kind: 'denied', message: 'no' } as const
    const failing = start({
      'contexts.open': async () => Promise.reject(new AppError(denied)),
      'contexts.close': async () => Promise.reject(new TypeError('secret detail')),
    })
    failing.send({ type: 'call', id: 1, method: 'contexts.open', params: { context: 'a' } })
    failing.send({ type: 'call', id: 2, method: 'contexts.close', params: { context: 'a' } })
    await turn()
    expect(failing.replies[0]).toEqual({ type: 'error', id: 1, error: denied })
    expect(failing.replies[1]).toMatchObject({ id: 2, error: { kind: 'internal' } })
    expect(JSON.stringify(failing.replies)).not.toContain('secret detail')
    expect(failing.logged).toEqual(['a handler failed'])
  })

  it('aborts the handler on cancel and on the end of the connection', async () => {
    const aborted: number[] = []
    const waiting = (_params: unknown, signal: AbortSignal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted.push(1)
          reject(new DOMException('aborted', 'AbortError'))
        })
      })
    const { send, replies, connection } = start({ 'contexts.open': waiting })
    send({ type: 'call', id: 1, method: 'contexts.open', params: { context: 'a' } })
    send({ type: 'call', id: 2, method: 'contexts.open', params: { context: 'b' } })
    send({ type: 'cancel', id: 1 })
    await turn()
    expect(replies).toMatchObject([{ type: 'error', id: 1, error: { kind: 'cancelled' } }])
    connection.close()
    expect(aborted).toHaveLength(2)
  })
})

describe('an id that is used twice', () => {
  it('leaves the stream that has it as it is, and is logged', async () => {
    const { open, sources } = source()
    const { send, connection, replies, logged } = start({ 'contexts.list': open })
    send({ type: 'open', id: 5, stream: 'contexts.list', params: {} })
    await turn()
    send({ type: 'open', id: 5, stream: 'contexts.list', params: {} })
    send({ type: 'ack', id: 5, revision: 1 })
    sources[0]!.state.value = 'later'
    sources[0]!.notify()
    await turn()
    expect(replies).toMatchObject([
      { type: 'next', id: 5, value: 0 },
      { type: 'next', id: 5, value: 'later' },
    ])
    expect([sources.length, connection.open, logged.length]).toEqual([1, 1, 1])
  })

  it('leaves the call that has it as it is, and is logged', async () => {
    const asked: string[] = []
    let answer: (value: null) => void = () => undefined
    const { send, replies, logged } = start({
      'contexts.open': ({ context }: { context: string }) => {
        asked.push(context)
        return new Promise(resolve => {
          answer = resolve
        })
      },
    })
    send({ type: 'call', id: 1, method: 'contexts.open', params: { context: 'a' } })
    send({ type: 'call', id: 1, method: 'contexts.open', params: { context: 'b' } })
    answer(null)
    await turn()
    expect(asked).toEqual(['a'])
    expect(replies).toEqual([{ type: 'result', id: 1, value: null }])
    expect(logged).toHaveLength(1)
  })
})

it('more calls at once than any window makes are refused; those under way go on', async () => {
  const answers: ((value: null) => void)[] = []
  const { send, connection, replies } = start({
    'contexts.open': () => new Promise(resolve => answers.push(resolve)),
  })
  const call = (id: number) => send({ type: 'call', id, method: 'contexts.open', params: { context: 'a' } })
  for (let id = 1; id <= 2002; id++) call(id)
  await turn()
  expect(replies).toMatchObject([
    { type: 'error', id: 2001, error: { kind: 'invalid' } },
    { type: 'error', id: 2002, error: { kind: 'invalid' } },
  ])
  expect([answers.length, connection.open]).toEqual([2000, 2000])
  answers[0]?.(null)
  await turn()
  call(2003)
  expect(answers).toHaveLength(2001)
  connection.close()
})

describe('state streams', () => {
  it('send the next value only after the last was acknowledged, and then the latest', async () => {
    const { open, sources } = source()
    const { send, replies } = start({ 'contexts.list': open })
    send({ type: 'open', id: 5, stream: 'contexts.list', params: {} })
    await turn()
    const { notify, state } = sources[0]!
    for (const value of [1, 2, 3]) {
      state.value = value
      notify()
    }
    await turn()
    expect(replies).toEqual([{ type: 'next', id: 5, seq: 0, revision: 1, value: 0 }])
    send({ type: 'ack', id: 5, revision: 1 })
    await turn()
    expect(replies[1]).toEqual({ type: 'next', id: 5, seq: 0, revision: 2, value: 3 })
    expect(replies).toHaveLength(2)
  })

  it('make one value of all notifications of a turn', async () => {
    const { open, sources } = source()
    const { send } = start({ 'contexts.list': open })
    send({ type: 'open', id: 5, stream: 'contexts.list', params: {} })
    send({ type: 'ack', id: 5, revision: 0 })
    const { notify, state } = sources[0]!
    for (let value = 1; value < 100; value++) {
      state.value = value
      notify()
    }
    await turn()
    expect(state.takes).toBe(1)
  })

  it('carry the number of the last update they take into account', async () => {
    const { open, sources } = source()
    const { send, replies } = start({ 'tables.view': open })
    const params = {
      sources: [{ context: 'a', resource: { group: '', version: 'v1', resource: 'pods' }, namespaces: [] }],
      labelSelector: '',
      fieldSelector: '',
      filter: '',
      sort: { column: 'Name', descending: false },
      window: { start: 0, count: 10 },
    }
    send({ type: 'open', id: 5, stream: 'tables.view', params })
    await turn()
    send({ type: 'ack', id: 5, revision: 1 })
    sources[0]!.state.value = 'moved'
    send({ type: 'update', id: 5, seq: 3, params: { window: { start: 10, count: 10 } } })
    await turn()
    expect(sources[0]!.state.updates).toEqual([{ window: { start: 10, count: 10 } }])
    expect(replies.at(-1)).toMatchObject({ seq: 3, value: 'moved' })
  })

  it('close their source exactly once, by close, by a failed take and by the end of the connection', async () => {
    const { open, sources } = source()
    const failing = (params: unknown, notify: () => void) => ({
      ...open(params, notify),
      take: () => {
        throw new AppError({ kind: 'notOpen', message: 'closed' })
      },
    })
    const { send, replies, connection } = start({ 'contexts.list': open, 'contexts.sessions': failing })
    send({ type: 'open', id: 1, stream: 'contexts.list', params: {} })
    send({ type: 'open', id: 2, stream: 'contexts.list', params: {} })
    send({ type: 'open', id: 3, stream: 'contexts.sessions', params: {} })
    await turn()
    expect(replies.find(reply => reply.id === 3)).toMatchObject({ type: 'end', error: { kind: 'notOpen' } })
    send({ type: 'close', id: 1 })
    send({ type: 'close', id: 1 })
    expect(connection.open).toBe(1)
    connection.close()
    expect(sources.map(({ state }) => state.closed)).toEqual([1, 1, 1])
    expect(connection.open).toBe(0)
  })
})

describe('frames', () => {
  it.each([
    ['no JSON', 'hello'],
    ['a reply', JSON.stringify({ type: 'result', id: 1, value: 1 })],
    ['an unknown field', JSON.stringify({ type: 'cancel', id: 1, extra: true })],
    ['an id that is no number', JSON.stringify({ type: 'cancel', id: 'x' })],
  ])('that are no messages (%s) end the connection', async (_name, frame) => {
    const { open, sources } = source()
    const { send, connection, refused } = start({ 'contexts.list': open })
    send({ type: 'open', id: 1, stream: 'contexts.list', params: {} })
    connection.receive(frame)
    expect(refused).toHaveLength(1)
    expect(sources[0]!.state.closed).toBe(1)
  })
})
