/** Which containers are followed, and the order in which what they wrote before is shown. */
import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../../shared/flow/index.ts'
import type { LogOptions } from '../../../shared/ipc/index.ts'
import type { KubeObject } from '../../../shared/kube/index.ts'
import { createApi } from '../../api/index.ts'
import { contextTo, json, openTo, TestServer } from '../../session/fixture/index.ts'
import { createSettings } from '../../settings/index.ts'
import { Slicer } from '../../watch/index.ts'
import { type PodRecord, podRecord } from './pods.ts'
import { Sources } from './sources.ts'

const running = { state: { running: {} }, restartCount: 0 }

function pod(
  name: string,
  more: { readonly containers?: readonly string[]; readonly spec?: object; readonly status?: object } = {},
): KubeObject {
  const containers = more.containers ?? ['app']
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'a', uid: `uid-${name}`, creationTimestamp: '2026-01-01T00:00:00Z' },
    spec: { containers: containers.map(each => ({ name: each })), ...more.spec },
    status: {
      phase: 'Running',
      containerStatuses: containers.map(each => ({ name: each, ...running })),
      ...more.status,
    },
  }
}

const options: LogOptions = {
  containers: null,
  isAll: false,
  follow: true,
  tail: 10,
  sinceSeconds: null,
  previous: false,
}

let folder: string
let server: TestServer
let sources: Sources
let closeAll: () => void
const lines: [number, string][] = []
const marks: string[] = []
/** What the log of a pod is at first. */
const logs = new Map<string, string>()
const open = new Set<ServerResponse>()

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'sources-'))
  server = await new TestServer().listen()
  server.answer = ({ url }, response) => {
    const [, name] = /\/pods\/([^/]+)\/log\?/.exec(url) ?? []
    if (name === undefined) return false
    if (name === 'gone')
      return json(response, 404, { kind: 'Status', message: 'pods "gone" not found', code: 404 })
    response.writeHead(200)
    response.flushHeaders()
    const since = new URL(url, 'http://x').searchParams.get('sinceTime') ?? ''
    // Times of one form are in the order of their letters.
    for (const line of logs.get(name)?.match(/.+\n/g) ?? []) if (line >= since) response.write(line)
    if (!url.includes('follow=true')) response.end()
    else {
      open.add(response)
      response.on('close', () => open.delete(response))
    }
    return true
  }
  lines.length = 0
  marks.length = 0
  logs.clear()
})
afterEach(async () => {
  closeAll()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function begin(more: Partial<LogOptions> = {}): void {
  const settings = createSettings(path.join(folder, 'settings.json'), { clock: systemClock })
  const session = openTo(contextTo(`http://127.0.0.1:${server.port}`), { settings })
  const api = createApi(session, { clock: systemClock })
  const made = new Sources({
    api,
    // A container is waited for ten times as long as it is for users: the machine may be busy.
    clock: { ...systemClock, elapsed: () => systemClock.elapsed() / 10 },
    random: () => 0,
    slicer: new Slicer(),
    options: { ...options, ...more },
    line: (source, { bytes, time }) => lines.push([source, bytes.toString('utf8', time.prefix)]),
    mark: ({ text }) => marks.push(text),
    changed: () => undefined,
    onBug: error => expect.unreachable(String(error)),
  })
  sources = made
  closeAll = () => {
    made.close()
    api.close()
    session.close()
  }
}

const take = (...pods: readonly KubeObject[]): void => sources.take(pods.map(podRecord))
const names = (): readonly string[] => sources.list.map(({ pod: name, container }) => `${name}/${container}`)
const until = (claim: () => void): Promise<void> => vi.waitFor(claim, { timeout: 20_000, interval: 10 })
const at = (second: number, text: string): string =>
  `2026-01-02T03:04:${String(second).padStart(2, '0')}.000000001Z ${text}\n`

describe('containers', () => {
  const full = pod('web', {
    containers: ['app', 'proxy'],
    spec: {
      initContainers: [{ name: 'prepare' }, { name: 'mesh', restartPolicy: 'Always' }],
      ephemeralContainers: [{ name: 'debug' }],
    },
    status: {
      initContainerStatuses: [
        { name: 'prepare', restartCount: 0, state: { terminated: { exitCode: 0 } } },
        { name: 'mesh', ...running },
      ],
      ephemeralContainerStatuses: [{ name: 'debug', ...running }],
    },
  })

  it.each<[string, Partial<LogOptions>, readonly string[]]>([
    ['those that run beside each other, sidecars among them', {}, ['web/mesh', 'web/app', 'web/proxy']],
    ['all', { isAll: true }, ['web/prepare', 'web/mesh', 'web/app', 'web/proxy', 'web/debug']],
    ['those that are named', { containers: ['prepare', 'app'] }, ['web/prepare', 'web/app']],
  ])('%s', (_what, more, expected) => {
    begin(more)
    take(full)
    expect(names()).toEqual(expected)
  })
})

it('what several wrote before is merged by its times; what comes then stands as it comes', async () => {
  logs.set('one', at(1, 'a') + at(4, 'd') + at(5, 'e'))
  logs.set('two', at(2, 'b') + at(3, 'c') + at(6, 'f'))
  logs.set('gone', '')
  begin()
  take(pod('one'), pod('two'), pod('gone'))
  await until(() => expect(lines.map(([, text]) => text)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']))
  await until(() => expect(open.size).toBe(2))
  const [first] = open
  first?.write(at(2, 'late'))
  await until(() => expect(lines.at(-1)?.[1]).toBe('late'))
  expect(sources.list.map(({ pod: name, phase, lines: count }) => [name, phase, count])).toEqual([
    ['gone', 'failed', 0],
    ['one', 'live', expect.any(Number)],
    ['two', 'live', expect.any(Number)],
  ])
})

it('a pod that joins is read from its first line, and told; one made anew under its name, too', async () => {
  logs.set('one', at(1, 'a'))
  begin({ tail: 1 })
  take(pod('one'))
  await until(() => expect(lines).toHaveLength(1))
  take(pod('one'), pod('two'))
  await until(() => expect(open.size).toBe(2))
  expect(marks).toEqual(['Pod two joined.'])
  expect(server.seen.at(-1)?.url).not.toContain('tailLines')
  take(pod('one'))
  for (const response of [...open]) response.end()
  await until(() => expect(sources.list.find(({ pod: name }) => name === 'two')?.phase).toBe('ended'))
  const anew = pod('two')
  sources.take([podRecord(pod('one')), { ...podRecord(anew), uid: 'another' } satisfies PodRecord])
  await until(() => expect(sources.list.find(({ pod: name }) => name === 'two')?.phase).toBe('live'))
  expect(marks).toContain('Pod two was made anew.')
  expect(sources.list).toHaveLength(2)
})

it('a hundred are followed at once; those left out are told, and join when there is room', async () => {
  const pods = Array.from({ length: 130 }, (_, index) => pod(`p${String(index).padStart(3, '0')}`))
  begin({ tail: 0 })
  take(...pods)
  await until(() => expect(open.size).toBe(100))
  expect(sources.problems[0]?.message).toBe(
    'The logs of 100 containers are followed; 30 more are left out. Choose a pod, a container or a narrower selector.',
  )
  take(...pods.slice(40))
  for (const response of [...open].slice(0, 40)) response.end()
  await until(() => expect(sources.problems).toEqual([]))
  await until(() => expect(open.size).toBe(90))
})
