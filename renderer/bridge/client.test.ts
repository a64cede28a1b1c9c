import { describe, expect, it } from 'vitest'
import { encode, FrameDecoder, type Reply, type Request } from '../../shared/ipc/index.ts'
import { EngineClient } from './client.ts'
import type { Painter } from './paint.ts'
import type { Transport, TransportEvents } from './transport.ts'

/** An engine's end held by the test, and time that moves when the test says so. */
function setUp() {
  const requests: Request[] = []
  const decoder = new FrameDecoder()
  let events: TransportEvents | undefined
  const transport: Transport = {
    start: given => {
      events = given
    },
    send: frame => {
      const message = decoder.push(frame)
      if (message !== null) requests.push(message as Request)
    },
  }
  const frames: (() => void)[] = []
  const painted: (() => void)[] = []
  const painter: Painter = { beforePaint: run => frames.push(run), afterPaint: run => painted.push(run) }
  const timers = new Set<() => void>()
  const clock = {
    now: () => 5000,
    elapsed: () => 5000,
    after: (_milliseconds: number, run: () => void) => {
      timers.add(run)
      return { cancel: () => timers.delete(run) }
    },
  }
  const drain = (list: (() => void)[]) => {
    for (const run of list.splice(0)) run()
  }
  const client = new EngineClient(() => transport, painter, clock)
  client.start()
  return {
    client,
    requests,
    events: () => events as TransportEvents,
    ready: () => events?.ready(),
    answer: (reply: Reply) => {
      for (const frame of encode(reply)) events?.frame(frame)
    },
    frame: () => drain(frames),
    paint: () => drain(painted),
    timers,
    types: () => requests.splice(0).map(request => request.type),
  }
}

const listener = () => {
  const seen: unknown[] = []
  return {
    seen,
    value: (value: unknown, isOutdated: boolean) => seen.push(isOutdated ? ['old', value] : value),
    end: (error?: unknown) => seen.push(['end', error]),
    reopened: () => seen.push('reopened'),
  }
}

describe('calls', () => {
  it('wait for the connection and resolve with the answer', async () => {
    const engine = setUp()
    const call = engine.client.call('contexts.open', { context: 'c' })
    expect(engine.requests).toEqual([])
    engine.ready()
    engine.answer({ type: 'result', id: engine.requests[0]!.id, value: null })
    await expect(call).resolves.toBeNull()
    expect(engine.client.open).toBe(0)
  })

  it('reject with the error of main', async () => {
    const engine = setUp()
    engine.ready()
    const call = engine.client.call('contexts.open', { context: 'c' })
    engine.answer({ type: 'error', id: engine.requests[0]!.id, error: { kind: 'denied', message: 'no' } })
    await expect(call).rejects.toMatchObject({ body: { kind: 'denied' } })
  })

  it('tell main when the caller gives up', async () => {
    const engine = setUp()
    engine.ready()
    const controller = new AbortController()
    const call = engine.client.call('contexts.open', { context: 'c' }, controller.signal)
    controller.abort()
    await expect(call).rejects.toMatchObject({ body: { kind: 'cancelled' } })
    expect(engine.types()).toEqual(['call', 'cancel'])
  })

  it('fail when the connection is lost under way', async () => {
    const engine = setUp()
    engine.ready()
    const call = engine.client.call('contexts.open', { context: 'c' })
    engine.events().lost()
    await expect(call).rejects.toMatchObject({ body: { kind: 'unreachable' } })
    expect(engine.client.connection.get()).toEqual({ status: 'lost', since: 5000 })
  })

  it('fail at once when the engine refuses the page', async () => {
    const engine = setUp()
    engine.events().refused()
    await expect(engine.client.call('contexts.open', { context: 'c' })).rejects.toMatchObject({
      body: { kind: 'unreachable' },
    })
  })
})

describe('streams', () => {
  it('apply a value before the paint and acknowledge it after', () => {
    const engine = setUp()
    engine.ready()
    const heard = listener()
    engine.client.openStream('settings.get', {}, heard)
    const id = engine.requests[0]!.id
    engine.answer({ type: 'next', id, seq: 0, revision: 1, value: 'a' })
    expect(heard.seen).toEqual([])
    engine.frame()
    expect(heard.seen).toEqual(['a'])
    expect(engine.types()).toEqual(['open'])
    engine.paint()
    expect(engine.requests).toEqual([{ type: 'ack', id, revision: 1 }])
  })

  it('mark what was made before the latest update', () => {
    const engine = setUp()
    engine.ready()
    const heard = listener()
    const stream = engine.client.openStream('settings.get', {}, heard)
    const id = engine.requests[0]!.id
    stream.update({})
    engine.answer({ type: 'next', id, seq: 0, revision: 1, value: 'a' })
    engine.answer({ type: 'next', id, seq: 1, revision: 2, value: 'b' })
    engine.frame()
    expect(heard.seen).toEqual([['old', 'a'], 'b'])
  })

  it('open anew after a lost connection, with what updates had changed', () => {
    const engine = setUp()
    engine.ready()
    const heard = listener()
    const params = {
      sources: [],
      labelSelector: '',
      fieldSelector: '',
      filter: '',
      sort: { column: 'Name', descending: false },
      window: { start: 0, count: 50 },
    }
    const stream = engine.client.openStream('tables.view', params, heard)
    stream.update({ filter: 'web' })
    engine.requests.length = 0
    engine.events().lost()
    engine.ready()
    expect(engine.requests).toEqual([
      { type: 'open', id: expect.any(Number), stream: 'tables.view', params: { ...params, filter: 'web' } },
    ])
    expect(heard.seen).toEqual(['reopened'])
  })

  it('hold acknowledgements back in the background and give them on return', () => {
    const engine = setUp()
    engine.ready()
    const stream = engine.client.openStream('settings.get', {}, listener())
    stream.setBackground(true)
    const id = engine.requests[0]!.id
    engine.answer({ type: 'next', id, seq: 0, revision: 1, value: 'a' })
    engine.frame()
    engine.paint()
    expect(engine.types()).toEqual(['open'])
    expect(engine.timers.size).toBe(1)
    stream.setBackground(false)
    expect(engine.types()).toEqual(['ack'])
    expect(engine.timers.size).toBe(0)
  })

  it('end after what arrived before', () => {
    const engine = setUp()
    engine.ready()
    const heard = listener()
    engine.client.openStream('settings.get', {}, heard)
    const id = engine.requests[0]!.id
    engine.answer({ type: 'next', id, seq: 0, revision: 1, value: 'a' })
    engine.answer({ type: 'end', id, error: { kind: 'gone', message: 'gone' } })
    expect(heard.seen).toEqual(['a', ['end', { kind: 'gone', message: 'gone' }]])
    expect(engine.client.open).toBe(0)
  })

  it('leave nothing behind when closed', () => {
    const engine = setUp()
    engine.ready()
    engine.client.openStream('settings.get', {}, listener()).close()
    expect(engine.types()).toEqual(['open', 'close'])
    expect(engine.client.open).toBe(0)
  })
})
