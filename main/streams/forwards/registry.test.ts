/** What the list of forwards says and what stopping ends, whatever the settings and the server do meanwhile. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../shared/flow/index.ts'
import { defaultSettings, type Forward } from '../../../shared/ipc/index.ts'
import { createApi } from '../../api/index.ts'
import { contextTo, json, openTo, stateWhen, TestServer } from '../../session/fixture/index.ts'
import type { OpenedSession } from '../../session/index.ts'
import { createSettings, type SettingsStore } from '../../settings/index.ts'
import { createWatches } from '../../watch/index.ts'
import { ForwardRegistry } from './registry.ts'

const ref = { resource: { group: '', version: 'v1', resource: 'pods' }, namespace: 'a', name: 'web' }
const wanted = { ref, address: '127.0.0.1', ports: [{ asked: '80', local: 0 }] } as const
const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'a', uid: '1', resourceVersion: '1' },
  spec: { containers: [{ name: 'main' }] },
  status: { phase: 'Running' },
}
const podKind = {
  name: 'pods',
  singularName: 'pod',
  namespaced: true,
  kind: 'Pod',
  verbs: ['get', 'list', 'watch'],
}
const patient = { timeout: 10_000 }

let folder: string
let server: TestServer
let settings: SettingsStore
let session: OpenedSession
let registry: ForwardRegistry
/** What the server leaves unanswered: at first the watch of the pods. */
let held: (url: string) => boolean
/** Held until somebody opens the context. */
let opening: Promise<void>
const bugs: unknown[] = []

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'forwards-'))
  settings = createSettings(path.join(folder, 'settings.json'), { clock: systemClock })
  server = await new TestServer().listen()
  held = url => url.includes('watch=')
  opening = Promise.resolve()
  server.answer = ({ url }, response) => {
    if (held(url)) return true
    if (url === '/api') return json(response, 200, { kind: 'APIVersions', versions: ['v1'] })
    if (url === '/apis') return json(response, 200, { kind: 'APIGroupList', groups: [] })
    if (url === '/api/v1') return json(response, 200, { groupVersion: 'v1', resources: [podKind] })
    if (url.startsWith('/api/v1/namespaces/a/pods/web')) return json(response, 200, pod)
    if (url.startsWith('/api/v1/namespaces/a/pods'))
      return json(response, 200, {
        kind: 'PodList',
        apiVersion: 'v1',
        metadata: { resourceVersion: '1' },
        items: [pod],
      })
    return false
  }
  session = openTo(contextTo(`http://127.0.0.1:${server.port}`), { settings })
  await stateWhen(session, ({ userName }) => userName !== undefined)
  const api = createApi(session, { clock: systemClock })
  registry = new ForwardRegistry({
    contexts: {
      get: () => api,
      list: () => [api],
      open: async () => {
        await opening
        return api
      },
    } as never,
    watches: createWatches({ clock: systemClock, random: () => 0.5, log: () => undefined }),
    settings,
    entryOf: () => null,
    clock: systemClock,
    onBug: error => bugs.push(error),
  })
})
afterEach(async () => {
  registry.close()
  session.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
  expect(bugs.splice(0)).toEqual([])
})

const listed = (): readonly Forward[] => registry.list.get().forwards
const phases = (): readonly string[] => listed().map(({ phase }) => phase)
const portOf = ({ ports }: Forward): number => ports[0]?.local ?? 0

/** Whether a port of this machine can be had, so that nobody listens on it. */
async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  const found = await new Promise<boolean>(resolve => {
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => resolve(true))
  })
  await new Promise(resolve => probe.close(resolve))
  return found
}

/** A forward that is remembered and stands still. */
async function remembered(): Promise<Forward> {
  const started = await registry.start(session.context, wanted)
  registry.stop(started.id)
  return started
}

describe('what listens', () => {
  it('is listed and can be stopped though the settings were cleared', async () => {
    const { id, ...started } = await registry.start(session.context, wanted)
    settings.change(defaultSettings)
    await expect.poll(() => listed().map(one => one.id), patient).toEqual([id])
    registry.stop(id)
    expect(listed()).toEqual([])
    expect(settings.value.get().forwards).toEqual([])
    await expect.poll(() => isFree(portOf({ id, ...started })), patient).toBe(true)
  })

  it('stays remembered when there are more than are kept, and the oldest that stands still goes', async () => {
    const first = await registry.start(session.context, wanted)
    const [kept] = settings.value.get().forwards
    const others = Array.from({ length: 199 }, (_, at) => ({ ...kept!, id: `other-${at}` }))
    settings.change({ forwards: [kept!, ...others] })
    const last = await registry.start(session.context, wanted)
    const ids = settings.value.get().forwards.map(({ id }) => id)
    expect([ids.length, ids[0], ids[1], ids.at(-1)]).toEqual([200, first.id, 'other-1', last.id])
  })

  it('can be stopped while its pods are still read', async () => {
    const { id, phase, startedAt, ports } = await registry.start(session.context, wanted)
    expect([phase, startedAt > 0]).toEqual(['starting', true])
    expect(await isFree(ports[0]?.local ?? 0)).toBe(false)
    registry.stop(id)
    expect(phases()).toEqual(['stopped'])
    await expect.poll(() => isFree(ports[0]?.local ?? 0), patient).toBe(true)
  })
})

describe('while a forward starts', () => {
  const cases = [
    ['stop', 'opens its context'],
    ['forget', 'opens its context'],
    ['stop', 'reads its target'],
    ['forget', 'reads its target'],
  ] as const

  it.each(cases)('%s ends the start that %s', async (how, when) => {
    const { id, ...rest } = await remembered()
    const opened = Promise.withResolvers<void>()
    if (when === 'opens its context') opening = opened.promise
    else held = () => true
    const before = server.seen.length
    const starting = registry.restart(id)
    expect(phases()).toEqual(['starting'])
    if (when === 'reads its target')
      await expect.poll(() => server.seen.length, patient).toBeGreaterThan(before)
    registry[how](id)
    await expect(starting).rejects.toMatchObject({ body: { kind: 'cancelled' } })
    opened.resolve()
    expect(phases()).toEqual(how === 'stop' ? ['stopped'] : [])
    expect(await isFree(portOf({ id, ...rest }))).toBe(true)
    expect(settings.value.get().forwards).toHaveLength(how === 'stop' ? 1 : 0)
  })

  it('a second start waits for nobody, and one after a stop begins anew', async () => {
    const { id } = await remembered()
    const opened = Promise.withResolvers<void>()
    opening = opened.promise
    const first = registry.restart(id)
    await registry.restart(id)
    registry.stop(id)
    const again = registry.restart(id)
    opened.resolve()
    await expect(first).rejects.toMatchObject({ body: { kind: 'cancelled' } })
    await again
    expect(await isFree(portOf(listed()[0]!))).toBe(false)
  })
})
