/** What a follower makes of a node's log over lost connections, rotation, restarts and refusals. */
import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../../shared/flow/index.ts'
import type { LogOptions, LogSource } from '../../../shared/ipc/index.ts'
import { contextTo, json, openTo, TestServer } from '../../session/fixture/index.ts'
import type { OpenedSession } from '../../session/index.ts'
import { createSettings } from '../../settings/index.ts'
import { Slicer } from '../../watch/index.ts'
import { Follower } from './follower.ts'
import type { ContainerRecord } from './pods.ts'

/** The log of one container on its node, as a kubelet serves it. */
class NodeLog {
  lines: { readonly at: number; readonly text: string }[] = []
  previous: readonly string[] | null = null
  /** Answers in place of the log, one a request. */
  readonly answers: ((response: ServerResponse) => void)[] = []
  readonly queries: URLSearchParams[] = []
  readonly #open = new Set<ServerResponse>()
  #last = 0

  serve(url: string, response: ServerResponse): boolean {
    const { pathname, searchParams } = new URL(url, 'http://x')
    if (pathname !== '/api/v1/namespaces/a/pods/web/log') return false
    this.queries.push(searchParams)
    const answer = this.answers.shift()
    if (answer !== undefined) answer(response)
    else if (searchParams.get('previous') === 'true') response.end(this.previous?.join('') ?? '')
    else this.#send(searchParams, response)
    return true
  }

  write(...texts: readonly string[]): void {
    for (const text of texts) {
      // No two lines of one moment, as with the nanoseconds of a node.
      this.#last = Math.max(Date.now(), this.#last + 1)
      const line = { at: this.#last, text: stamped(this.#last, text) }
      this.lines.push(line)
      for (const response of this.#open) response.write(line.text)
    }
  }

  /** Ends all that follow; orderly, as when the container is over. */
  end(): void {
    for (const response of this.#open) response.end()
    this.#open.clear()
  }

  cut(): void {
    for (const response of this.#open) response.destroy()
  }

  get followers(): number {
    return this.#open.size
  }

  #send(query: URLSearchParams, response: ServerResponse): void {
    const since = Math.floor(Date.parse(query.get('sinceTime') ?? '1970-01-01T00:00:00Z') / 1000) * 1000
    const tail = query.get('tailLines')
    const from = tail === null ? this.lines : this.lines.slice(Math.max(0, this.lines.length - Number(tail)))
    response.writeHead(200, { 'content-type': 'text/plain' })
    response.flushHeaders()
    for (const { at, text } of from) if (at >= since) response.write(text)
    if (query.get('follow') !== 'true') {
      response.end()
      return
    }
    this.#open.add(response)
    response.on('close', () => this.#open.delete(response))
  }
}

const stamped = (at: number, text: string): string =>
  `${new Date(at).toISOString().slice(0, -1)}000000Z ${text}\n`

const running: ContainerRecord = {
  name: 'app',
  kind: 'container',
  run: 0,
  isRunning: true,
  isRestarted: true,
  end: null,
  waiting: '',
}
const followed: LogOptions = {
  containers: null,
  isAll: false,
  follow: true,
  tail: null,
  sinceSeconds: null,
  previous: false,
}

let folder: string
let server: TestServer
let session: OpenedSession
let log: NodeLog
let follower: Follower | null = null
let done: Promise<void> = Promise.resolve()
const lines: string[] = []
const marks: string[] = []
let phase: LogSource['phase'] | null = null
let reason = ''

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'logs-'))
  server = await new TestServer().listen()
  log = new NodeLog()
  server.answer = ({ url }, response) => log.serve(url, response)
  const settings = createSettings(path.join(folder, 'settings.json'), { clock: systemClock })
  session = openTo(contextTo(`http://127.0.0.1:${server.port}`), { settings })
  lines.length = 0
  marks.length = 0
  phase = null
})
afterEach(async () => {
  follower?.close()
  await done
  session.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function follow(record = running, options: Partial<LogOptions> = {}): Follower {
  follower = new Follower(record, 'uid-1', {
    session,
    clock: systemClock,
    random: () => 0,
    slicer: new Slicer(),
    place: { namespace: 'a', pod: 'web', container: 'app' },
    options: { ...followed, ...options },
    isLate: false,
    tail: null,
    sink: {
      line: (bytes, time) => lines.push(bytes.toString('utf8', time.prefix)),
      mark: text => marks.push(text),
      phase: (next, why) => {
        phase = next
        reason = why?.message ?? ''
      },
    },
  })
  done = follower.run()
  return follower
}

const until = (claim: () => void): Promise<void> => vi.waitFor(claim, { timeout: 20_000, interval: 5 })
const untilLines = (...expected: readonly string[]) => until(() => expect(lines).toEqual(expected))
const untilFollowed = () => until(() => expect(log.followers).toBe(1))

describe('a connection that is lost', () => {
  it('is made again from the last line on: what came twice is dropped, equal lines are not', async () => {
    log.write('a', 'b', 'b')
    follow()
    await untilLines('a', 'b', 'b')
    log.cut()
    log.write('b', 'c')
    await untilLines('a', 'b', 'b', 'b', 'c')
    expect(log.queries.at(-1)?.get('sinceTime')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect(marks).toEqual([])
  })

  it('in the middle of a line gives the line once, whole', async () => {
    const at = Date.now()
    const whole = stamped(at, 'a long line')
    log.answers.push(response => {
      response.writeHead(200)
      response.write(stamped(at, 'first') + whole.slice(0, 35))
      setTimeout(() => response.destroy(), 30)
    })
    log.lines = [
      { at, text: stamped(at, 'first') },
      { at, text: whole },
    ]
    follow()
    await untilLines('first', 'a long line')
    expect(marks).toEqual([])
  })

  it('while the log is rotated leaves a mark where lines may be missing', async () => {
    log.write('a')
    follow()
    await untilLines('a')
    log.cut()
    log.lines = []
    log.write('after the rotation')
    await untilLines('a', 'after the rotation')
    expect(marks).toHaveLength(1)
    expect(marks[0]).toContain('Lines may be missing here')
  })

  it('before a line came misses none that were written meanwhile', async () => {
    follow(running, { tail: 0 })
    await untilFollowed()
    log.cut()
    log.write('meanwhile')
    await untilLines('meanwhile')
  })

  it('after a tail does not bring what lies before the tail', async () => {
    log.write('1', '2', '3', '4')
    follow(running, { tail: 1 })
    await untilLines('4')
    log.cut()
    log.write('5')
    await untilLines('4', '5')
    expect(marks).toEqual([])
  })
})

describe('a run that ends', () => {
  it('is read to its end, and the next one from its begin', async () => {
    log.write('run 0')
    const following = follow()
    await untilLines('run 0')
    log.write('last words')
    log.end()
    following.update(
      { ...running, isRunning: false, end: { exitCode: 2, reason: 'Error' }, waiting: 'CrashLoopBackOff' },
      'uid-1',
    )
    await until(() =>
      expect([phase, reason]).toEqual([
        'waiting',
        'Container app of pod web has not started: CrashLoopBackOff.',
      ]),
    )
    log.lines = []
    log.write('run 1')
    following.update({ ...running, run: 1, end: { exitCode: 2, reason: 'Error' } }, 'uid-1')
    await untilLines('run 0', 'last words', 'run 1')
    expect(marks).toEqual(['Container app ended with exit code 2 and was started again.'])
  })

  it('while the connection is lost is made up from the log of the run before', async () => {
    log.write('run 0')
    const [first] = log.lines
    const following = follow()
    await untilLines('run 0')
    log.answers.push(response => response.destroy())
    log.cut()
    log.previous = [first?.text ?? '', stamped(Date.now(), 'unseen end')]
    log.lines = []
    log.write('run 1')
    following.update({ ...running, run: 1, end: { exitCode: 137, reason: 'OOMKilled' } }, 'uid-1')
    await untilLines('run 0', 'unseen end', 'run 1')
    expect(marks).toEqual(['Container app ended with exit code 137 (OOMKilled) and was started again.'])
  })

  it('and others after it, all unseen, are told', async () => {
    log.write('run 0')
    const following = follow()
    await untilLines('run 0')
    log.answers.push(response => response.destroy())
    log.cut()
    log.lines = []
    log.write('run 3')
    following.update({ ...running, run: 3, end: { exitCode: 1, reason: 'Error' } }, 'uid-1')
    await untilLines('run 0', 'run 3')
    expect(marks.join(' ')).toContain('2 runs in between came and went unread')
    expect(marks.join(' ')).toContain('may be missing')
  })

  it('for good ends the following', async () => {
    log.write('a')
    const following = follow()
    await untilLines('a')
    log.write('b')
    following.update(
      { ...running, isRunning: false, isRestarted: false, end: { exitCode: 0, reason: 'Completed' } },
      'uid-1',
    )
    log.end()
    await done
    expect([lines, marks, phase]).toEqual([['a', 'b'], [], 'ended'])
  })

  it('with its pod ends the following, too', async () => {
    log.write('a')
    const following = follow()
    await untilLines('a')
    following.update(null, 'uid-1')
    log.end()
    await done
    expect([marks, phase]).toEqual([[], 'ended'])
  })

  it('of a container that ran only seemingly is gone on with: the stream ended, the container did not', async () => {
    log.write('a')
    follow()
    await untilLines('a')
    log.end()
    log.write('b')
    await untilLines('a', 'b')
    expect(marks).toEqual([])
  })
})

describe('what a server or a node says in place of a log', () => {
  const status =
    (code: number, message: string, headers = {}) =>
    (response: ServerResponse) =>
      void json(response, code, { kind: 'Status', message, code }, headers)

  it('429 is waited for as long as it says', async () => {
    log.write('a')
    log.answers.push(status(429, 'too many requests', { 'retry-after': '1' }))
    const began = performance.now()
    follow()
    await until(() => expect(phase).toBe('retrying'))
    await untilLines('a')
    expect(performance.now() - began).toBeGreaterThan(990)
    expect(log.queries).toHaveLength(2)
  })

  it('a container that waits to start is waited for', async () => {
    log.answers.push(status(400, 'container "app" in pod "web" is waiting to start: ContainerCreating'))
    follow()
    await until(() =>
      expect([phase, reason]).toEqual([
        'waiting',
        'Container app of pod web has not started: ContainerCreating.',
      ]),
    )
    log.write('begun')
    await untilLines('begun')
  })

  it('a kubelet that cannot be reached is named, and asked again', async () => {
    log.answers.push(
      status(
        500,
        'Get "https://10.0.0.7:10250/containerLogs/a/web/app?follow=true": dial tcp 10.0.0.7:10250: i/o timeout',
      ),
    )
    follow()
    await until(() => expect(reason).toContain('cannot reach the kubelet on the node of pod web'))
    log.write('back')
    await untilLines('back')
  })

  it('a denial is final, in the words of the server', async () => {
    log.answers.push(status(403, 'pods "web" is forbidden: User "jane" cannot get resource "pods/log"'))
    follow()
    await done
    expect(phase).toBe('failed')
    expect(reason).toContain('cannot get resource "pods/log"')
  })

  it('a log that the runtime cannot give is a mark, no line', async () => {
    log.answers.push(response => {
      response.writeHead(200)
      response.end('unable to retrieve container logs for containerd://1234')
    })
    follow({ ...running, isRunning: false, isRestarted: false, end: { exitCode: 0, reason: '' } })
    await done
    expect(lines).toEqual([])
    expect(marks).toEqual([
      'The node has no log of container app in pod web any more: it was removed or rotated away. It said: unable to retrieve container logs for containerd://1234',
    ])
  })

  it('credentials that expired are waited for, and the log goes on after the login', async () => {
    log.write('a')
    follow()
    await untilLines('a')
    server.answer = (_, response) =>
      json(response, 401, { kind: 'Status', message: 'Unauthorized', code: 401 })
    log.cut()
    await until(() => expect([phase, session.state.get().phase]).toEqual(['retrying', 'loginNeeded']))
    log.write('b')
    server.answer = ({ url }, response) => log.serve(url, response)
    session.retry()
    await untilLines('a', 'b')
    expect(marks).toEqual([])
  })
})

it('a container that waits for ever, with its pod changing all the while, leaves nothing behind', async () => {
  const added = vi.spyOn(EventTarget.prototype, 'addEventListener')
  const removed = vi.spyOn(EventTarget.prototype, 'removeEventListener')
  const waiting = { ...running, run: null, isRunning: false, waiting: 'CrashLoopBackOff' }
  const following = follow(waiting)
  for (let update = 0; update < 500; update++) {
    following.update(waiting, 'uid-1')
    await new Promise(setImmediate)
    expect(session.wakeups.listenerCount).toBeLessThanOrEqual(1)
  }
  following.close()
  await done
  const left = added.mock.calls.length - removed.mock.calls.length
  vi.restoreAllMocks()
  // Sockets of the server may have a few.
  expect(left).toBeLessThan(100)
})

it('closing ends the connection and all waiting', async () => {
  log.write('a')
  const following = follow()
  await untilFollowed()
  following.close()
  await done
  await until(() => expect(log.followers).toBe(0))
  expect(session.wakeups.listenerCount).toBe(0)
})
