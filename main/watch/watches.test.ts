import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Clock, systemClock } from '../../shared/flow/index.ts'
import type { SourcePhase } from '../../shared/ipc/index.ts'
import { PlainApi, PlainSession, pods, refuse, ScriptedServer } from './fixture/index.ts'
import { createWatches, type ObjectWatch, type Watches } from './index.ts'

const target = { resource: pods, namespace: '', labelSelector: '', fieldSelector: '' }

let server: ScriptedServer
let session: PlainSession
let api: PlainApi
let watches: Watches
let phases: SourcePhase[]
let opened: ObjectWatch[]
let logged: string[]

beforeEach(async () => {
  server = new ScriptedServer()
  session = new PlainSession(await server.start())
  api = new PlainApi(session)
  logged = []
  watches = createWatches({
    clock: systemClock,
    random: () => 0.5,
    log: (level, message) => logged.push(`${level} ${message}`),
  })
  phases = []
  opened = []
  for (const name of ['a', 'b', 'c']) server.put(`shop/${name}`)
})

afterEach(async () => {
  for (const watch of opened) watch.release()
  expect(watches.openCount).toBe(0)
  await eventually(() => expect(server.streams.size).toBe(0))
  api.close()
  await server.stop()
  expect(session.wakeups.listenerCount + session.state.listenerCount + api.discovery.listenerCount).toBe(0)
  expect(logged.filter(line => line.startsWith('error'))).toEqual([])
})

function open(form: 'objects' | 'metadata' = 'metadata'): ObjectWatch {
  const watch = watches.objects(api, target, form)
  opened.push(watch)
  phases.push(watch.phase.get())
  watch.phase.subscribe(phase => phases.push(phase))
  return watch
}

async function eventually(check: () => void, milliseconds = 4000): Promise<void> {
  const until = Date.now() + milliseconds
  for (;;) {
    try {
      check()
      return
    } catch (error) {
      if (Date.now() > until) throw error
      await new Promise(resolve => setTimeout(resolve, 10))
    }
  }
}

const isLive = (watch: ObjectWatch) => () => {
  expect(watch.phase.get().phase).toBe('live')
  expect([...watch.objects.keys()].sort()).toEqual(server.names)
}
const seen = () => phases.map(({ phase }) => phase).filter((phase, index, all) => phase !== all[index - 1])
const lists = () => server.asked.filter(({ query }) => query.get('watch') === null).length
const streams = () => server.asked.filter(({ query }) => query.get('sendInitialEvents') === 'true').length

describe('getting current', () => {
  test('one streamed request brings the list and goes on as the watch', async () => {
    const watch = open()
    await eventually(isLive(watch))
    server.put('shop/d')
    server.remove('shop/a')
    await eventually(isLive(watch))
    expect(server.asked).toHaveLength(1)
    expect(seen()).toEqual(['waiting', 'loading', 'live'])
  })

  test('a server without streamed lists is read by pages and watched from their version', async () => {
    server.canStream = false
    for (let index = 0; index < 1200; index++) server.put(`shop/p${index}`)
    const watch = open()
    await eventually(isLive(watch))
    server.put('shop/later')
    await eventually(isLive(watch))
    expect(lists()).toBe(3)
    expect(phases).toContainEqual({ phase: 'loading', received: 500, total: 1203 })
  })

  test('a server that ignores sendInitialEvents is recognised by its silence', async () => {
    server.script = ({ query }, response) => {
      if (query.get('sendInitialEvents') !== 'true') return false
      response.writeHead(200).flushHeaders()
      return true
    }
    const watch = open()
    await eventually(isLive(watch), 8000)
    expect(lists()).toBe(1)
  }, 10_000)

  test('a kind without watch is listed again and again', async () => {
    api = new PlainApi(session, [{ ...pods, verbs: ['list'] }])
    const watch = open()
    await eventually(isLive(watch))
    expect(server.asked.every(({ query }) => query.get('watch') === null)).toBe(true)
  })

  test('a kind with neither list nor watch has failed, and says so', () => {
    api = new PlainApi(session, [{ ...pods, verbs: ['create'] }])
    const watch = open()
    return eventually(() =>
      expect(watch.phase.get()).toMatchObject({
        phase: 'failed',
        error: { message: expect.stringContaining('neither list nor watch for pods') },
      }),
    )
  })

  test('before the session is ready nothing is asked', async () => {
    session.become('connecting')
    const watch = open()
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(server.asked).toHaveLength(0)
    expect(watch.phase.get()).toEqual({ phase: 'waiting' })
    session.become('ready')
    await eventually(isLive(watch))
    expect(server.asked).toHaveLength(1)
  })

  test('equal targets share one stream, which ends with the last share', async () => {
    const first = open()
    const second = open()
    await eventually(isLive(first))
    expect(server.streams.size).toBe(1)
    first.release()
    server.put('shop/d')
    await eventually(isLive(second))
    second.release()
    await eventually(() => expect(server.streams.size).toBe(0))
  })
})

describe('content', () => {
  test('metadata comes without managedFields and the last applied text, and with its kind', async () => {
    const watch = open('metadata')
    await eventually(isLive(watch))
    const object = watch.objects.get('shop/a')!
    expect(object.metadata.managedFields).toBeUndefined()
    expect(object.metadata.annotations).toEqual({ kept: 'yes' })
    expect(object.kind).toBe('Pod')
  })

  test('items of a list carry kind and version', async () => {
    server.canStream = false
    const watch = open('objects')
    await eventually(isLive(watch))
    expect(watch.objects.get('shop/a')).toMatchObject({ kind: 'Pod', apiVersion: 'v1' })
    expect(watch.objects.get('shop/a')?.metadata.managedFields).toHaveLength(1)
  })

  test('a bookmark is no object, and moves the version on', async () => {
    const watch = open()
    await eventually(isLive(watch))
    server.version = 5000
    server.bookmark()
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(watch.objects.size).toBe(3)
    server.endStreams()
    await eventually(() => expect(server.asked.at(-1)?.query.get('resourceVersion')).toBe('5000'))
  })
})

describe('named outcomes', () => {
  test('a watch that the server ends in order goes on from its version, live all the time', async () => {
    const watch = open()
    await eventually(isLive(watch))
    await new Promise(resolve => setTimeout(resolve, 1100))
    server.endStreams()
    server.put('shop/d')
    await eventually(isLive(watch))
    expect(seen()).toEqual(['waiting', 'loading', 'live'])
    expect(streams()).toBe(1)
  })

  test('a cut connection comes back quietly and misses nothing', async () => {
    const watch = open()
    await eventually(isLive(watch))
    server.cut()
    server.put('shop/d')
    server.remove('shop/b')
    await eventually(isLive(watch))
    expect(seen()).toEqual(['waiting', 'loading', 'live'])
  })

  test('a server that is gone makes the rows stale within two seconds, and they stay', async () => {
    const watch = open()
    await eventually(isLive(watch))
    server.script = (_, response) => response.destroy() !== undefined
    const cutAt = Date.now()
    server.cut()
    await eventually(() => expect(watch.phase.get().phase).toBe('stale'), 2000)
    expect(watch.phase.get()).toMatchObject({ reason: { kind: 'unreachable' } })
    const phase = watch.phase.get() as SourcePhase & { phase: 'stale' }
    expect(Math.abs(phase.since - cutAt)).toBeLessThan(500)
    expect(watch.objects.size).toBe(3)
    server.put('shop/d')
    server.script = null
    await eventually(isLive(watch))
  })

  test.each(['410 in the stream', '410 as the answer'])('%s: listed again while the rows stay', async how => {
    const watch = open()
    await eventually(isLive(watch))
    let fewest = 3
    watch.subscribe(() => {
      fewest = Math.min(fewest, watch.objects.size)
    })
    server.put('shop/d')
    server.compact()
    if (how === '410 in the stream') server.sendError(410, 'Expired')
    else server.endStreams()
    await eventually(() => expect(streams()).toBe(2))
    await eventually(isLive(watch))
    expect(fewest).toBeGreaterThanOrEqual(3)
    expect(seen()).toEqual(['waiting', 'loading', 'live', 'relisting', 'live'])
  })

  test('410 over and over is no hot loop', async () => {
    const watch = open()
    await eventually(isLive(watch))
    const before = server.asked.length
    const again = setInterval(() => server.sendError(410, 'Expired'), 5)
    await new Promise(resolve => setTimeout(resolve, 2000))
    clearInterval(again)
    expect(server.asked.length - before).toBeLessThan(8)
    await eventually(isLive(watch), 8000)
  }, 12_000)

  test('410 while paging starts the list again', async () => {
    server.canStream = false
    for (let index = 0; index < 1200; index++) server.put(`shop/p${index}`)
    let expired = 0
    server.script = ({ query }, response) => {
      if (query.get('continue') !== '500' || expired++ > 0) return false
      refuse(response, 410, 'Expired')
      return true
    }
    const watch = open()
    await eventually(isLive(watch))
    expect(expired).toBe(2)
    expect(lists()).toBe(5)
  })

  test('a server that came up from an older state is asked until it tells, and listed again', async () => {
    const watch = open()
    await eventually(isLive(watch))
    let asked = 0
    server.script = ({ query }, response) => {
      if (query.get('resourceVersionMatch') !== 'NotOlderThan' || query.has('watch')) return false
      if (++asked < 3) refuse(response, 503, 'ServiceUnavailable')
      else refuse(response, 504, 'Too large resource version')
      return true
    }
    server.setBack('shop/b')
    await eventually(isLive(watch), 8000)
    expect(asked).toBe(3)
  }, 12_000)

  test('401 needs a login and resumes when the session is ready again', async () => {
    const watch = open()
    await eventually(isLive(watch))
    server.script = (_, response) => {
      refuse(response, 401, 'Unauthorized')
      return true
    }
    server.endStreams()
    await eventually(() => expect(watch.phase.get()).toMatchObject({ phase: 'loginNeeded' }))
    const before = server.asked.length
    await new Promise(resolve => setTimeout(resolve, 400))
    expect(server.asked.length).toBe(before)
    server.script = null
    server.put('shop/d')
    session.become('ready')
    await eventually(isLive(watch))
  })

  test('403 says where reading is allowed', async () => {
    session.namespaces = ['shop', 'till', 'bank']
    api.allowed = ['shop', 'till']
    server.script = (_, response) => {
      refuse(response, 403, 'Forbidden')
      return true
    }
    const watch = open()
    await eventually(() =>
      expect(watch.phase.get()).toMatchObject({
        phase: 'denied',
        error: { kind: 'denied', status: 403 },
        readableNamespaces: ['shop', 'till'],
      }),
    )
    expect(server.asked).toHaveLength(2)
    server.script = null
    session.wake()
    await eventually(isLive(watch))
  })

  test('who may list but not watch sees lists', async () => {
    server.script = ({ query }, response) => {
      if (query.get('watch') === null) return false
      refuse(response, 403, 'Forbidden')
      return true
    }
    const watch = open()
    await eventually(isLive(watch))
  })

  test('404 is a kind that is gone, until discovery has it again', async () => {
    const watch = open()
    await eventually(isLive(watch))
    server.script = (_, response) => {
      refuse(response, 404, 'NotFound')
      return true
    }
    server.endStreams()
    await eventually(() => expect(watch.phase.get()).toMatchObject({ phase: 'kindGone' }))
    expect(watch.objects.size).toBe(0)
    const discovery = api.discovery.get()
    api.discovery.set({ ...discovery, resources: [] })
    await eventually(() => expect(watch.phase.get()).toMatchObject({ phase: 'kindGone' }))
    server.script = null
    api.discovery.set(discovery)
    await eventually(isLive(watch))
  })

  test('429 waits as long as it says', async () => {
    const watch = open()
    await eventually(isLive(watch))
    const askedAt: number[] = []
    server.script = (_, response) => {
      askedAt.push(Date.now())
      if (askedAt.length > 1) return false
      response.setHeader('retry-after', '1')
      refuse(response, 429, 'TooManyRequests')
      return true
    }
    server.endStreams()
    await eventually(() => expect(watch.phase.get()).toMatchObject({ phase: 'stale' }))
    expect(watch.phase.get()).toMatchObject({ reason: { kind: 'throttled' }, retryAt: expect.any(Number) })
    await eventually(isLive(watch))
    expect(askedAt[1]! - askedAt[0]!).toBeGreaterThanOrEqual(990)
  })

  test.each(['{"type":"ADDED","obj\n', 'null\n', '{"type":"WHAT","object":{}}\n'])(
    'a line like %j is listed over, with the reason',
    async line => {
      const watch = open()
      await eventually(isLive(watch))
      server.sendRaw(line)
      await eventually(() => expect(streams()).toBe(2))
      await eventually(isLive(watch))
      expect(phases).toContainEqual(
        expect.objectContaining({
          phase: 'relisting',
          reason: expect.objectContaining({ kind: 'serverFault' }),
        }),
      )
    },
  )

  test('500 on every way shows the error and tries pages in between', async () => {
    server.script = (_, response) => {
      refuse(response, 500, 'InternalError')
      return true
    }
    const watch = open()
    await eventually(() => expect(lists()).toBeGreaterThan(0))
    expect(watch.phase.get()).toMatchObject({ phase: 'failed', error: { kind: 'serverFault' } })
    server.script = null
    await eventually(isLive(watch))
  })

  test('wake goes on at once although a retry was put off', async () => {
    // What is put off while this holds never comes: only the wake can go on.
    let isHeld = false
    const clock: Clock = {
      ...systemClock,
      after: (milliseconds, run) => systemClock.after(milliseconds + (isHeld ? 1_000_000 : 0), run),
    }
    watches = createWatches({ clock, random: () => 0.5, log: (_level, message) => logged.push(message) })
    const watch = open()
    await eventually(isLive(watch))
    isHeld = true
    server.script = (_, response) => response.destroy() !== undefined
    server.cut()
    await new Promise(resolve => setTimeout(resolve, 300))
    const { length } = server.asked
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(server.asked).toHaveLength(length)
    isHeld = false
    server.script = null
    session.wake()
    await eventually(isLive(watch))
  })

  test('a silent server is stale within twelve seconds and comes back by itself', async () => {
    const watch = open()
    await eventually(isLive(watch))
    const stalledAt = Date.now()
    server.isStalled = true
    server.put('shop/d')
    await eventually(() => expect(watch.phase.get().phase).toBe('stale'), 12_000)
    expect((watch.phase.get() as { since: number }).since).toBeLessThanOrEqual(stalledAt)
    server.isStalled = false
    await eventually(isLive(watch), 8000)
  }, 25_000)

  test('one dead stream among sound connections is found and misses nothing', async () => {
    const watch = open()
    await eventually(isLive(watch))
    // The server forgets the stream; the connection stays open and silent.
    server.streams.clear()
    server.put('shop/d')
    server.remove('shop/a')
    await eventually(isLive(watch), 8000)
    expect(seen()).toEqual(['waiting', 'loading', 'live'])
  }, 12_000)
})
