import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../shared/flow/index.ts'
import { silentLog } from '../diagnostics/index.ts'
import { createKubeconfig, type Kubeconfig } from '../kubeconfig/index.ts'
import { TestServer } from '../session/fixture/index.ts'
import { openSession } from '../session/index.ts'
import { createSettings, type SettingsStore } from '../settings/index.ts'
import { type Contexts, type ContextsSources, contextHandlers, createContexts } from './index.ts'

let folder: string
let settings: SettingsStore
let kubeconfig: Kubeconfig
let contexts: Contexts
let sources: ContextsSources
let servers: TestServer[]
let followed = 0

const at = (name: string) => path.join(folder, name)
const runs = () => existsSync(at('runs'))
const config = (token: string) => {
  const names = servers.map((_server, index) => `c${index}`)
  return `contexts:\n${names.map(name => `- {name: ${name}, context: {cluster: ${name}, user: ${name}}}\n`).join('')}clusters:\n${servers
    .map(({ port }, index) => `- {name: c${index}, cluster: {server: "http://127.0.0.1:${port}"}}\n`)
    .join(
      '',
    )}users:\n- {name: c0, user: {token: ${token}}}\n- {name: c1, user: {exec: {apiVersion: client.authentication.k8s.io/v1, command: ${at('plugin')}, interactiveMode: Never}}}\n- {name: c2, user: {tokenFile: missing}}\n`
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'contexts-'))
  servers = await Promise.all([0, 1, 2].map(() => new TestServer().listen()))
  writeFileSync(at('plugin'), `#!/bin/sh\necho run >> ${at('runs')}\n`)
  chmodSync(at('plugin'), 0o755)
  writeFileSync(at('config'), config('one'))
  settings = createSettings(at('settings.json'), { clock: systemClock })
  kubeconfig = await createKubeconfig({
    settings,
    clock: systemClock,
    env: { KUBECONFIG: at('config') },
    home: folder,
    dataFolder: at('data'),
  })
  sources = {
    kubeconfig,
    clock: systemClock,
    targetOf: async context => ({ type: 'kubeconfig', resolved: kubeconfig.resolve(context) }),
    openSession: (entry, target) =>
      openSession({
        entry,
        target,
        settings,
        clock: systemClock,
        env: {},
        log: silentLog,
        random: Math.random,
      }),
    follow: () => {
      followed++
      return () => {
        followed--
      }
    },
    opened: context => settings.change({ lastOpened: { [context]: 1 } }),
    agreed: context => settings.change({ consents: [context] }),
    onBug: error => {
      throw error
    },
  }
  contexts = createContexts(sources)
})
afterEach(async () => {
  contexts.closeAll()
  kubeconfig.close()
  for (const server of servers) await server.close()
  rmSync(folder, { recursive: true, force: true })
})
const id = (name: string) => kubeconfig.list.get().contexts.find(entry => entry.name === name)!.id
const phase = (name: string) => contexts.sessions.get().find(state => state.context === id(name))?.phase

test('listing contacts nobody and runs no plugin; opening one contacts that one', async () => {
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(servers.map(({ connections }) => connections)).toEqual([0, 0, 0])
  expect(runs()).toBe(false)
  await contexts.open(id('c0'))
  await expect.poll(() => phase('c0')).toBe('ready')
  expect(servers[0]?.seen[0]?.headers.authorization).toBe('Bearer one')
  expect(servers.slice(1).map(({ connections }) => connections)).toEqual([0, 0])
  expect(runs()).toBe(false)
})

test('opening is remembered, opening again is the same, closing releases everything', async () => {
  const [api, again] = await Promise.all([contexts.open(id('c0')), contexts.open(id('c0'))])
  expect(again).toBe(api)
  expect(contexts.get(id('c0'))).toBe(api)
  expect(kubeconfig.find(id('c0'))?.lastOpened).toBe(1)
  expect(followed).toBe(1)
  await expect.poll(() => phase('c0')).toBe('ready')
  contexts.close(id('c0'))
  expect(followed).toBe(0)
  expect(contexts.sessions.get()).toEqual([])
  expect(() => contexts.get(id('c0'))).toThrow(/not open/)
  await expect.poll(() => servers[0]?.openSockets).toBe(0)
})

test('a changed kubeconfig is taken up by the open context', async () => {
  await contexts.open(id('c0'))
  await expect.poll(() => phase('c0')).toBe('ready')
  writeFileSync(at('config'), config('two'))
  await expect
    .poll(() => servers[0]?.seen.at(-1)?.headers.authorization, { timeout: 3000 })
    .toBe('Bearer two')
})

test('a change that concerns another context leaves the open one alone', async () => {
  await contexts.open(id('c0'))
  await expect.poll(() => phase('c0')).toBe('ready')
  writeFileSync(at('config'), config('one').replace('tokenFile: missing', 'token: other'))
  await expect.poll(() => kubeconfig.find(id('c2'))?.signIn.type, { timeout: 3000 }).toBe('token')
  expect(servers[0]?.to('/version')).toHaveLength(1)
})

const change = (name: string) =>
  contexts.sessions.get().find(state => state.context.endsWith(`#${name}`))?.entryChange

test('new credentials are said; the same written again says nothing', async () => {
  await contexts.open(id('c0'))
  await expect.poll(() => phase('c0')).toBe('ready')
  writeFileSync(at('config'), `${config('one')}\n# touched\ncurrent-context: c1\n`)
  await expect.poll(() => kubeconfig.find(id('c1'))?.isCurrent, { timeout: 3000 }).toBe(true)
  expect(change('c0')).toBeUndefined()
  expect(servers[0]?.to('/version')).toHaveLength(1)
  writeFileSync(at('config'), config('two'))
  await expect
    .poll(() => change('c0'), { timeout: 3000 })
    .toMatchObject({ type: 'taken', parts: ['credentials'] })
})

test('an entry that leads elsewhere is said and not followed, until it is as before', async () => {
  await contexts.open(id('c0'))
  await expect.poll(() => phase('c0')).toBe('ready')
  const elsewhere = config('one').replace(`:${servers[0]?.port}"`, `:${servers[2]?.port}"`)
  writeFileSync(at('config'), elsewhere)
  await expect
    .poll(() => change('c0'), { timeout: 3000 })
    .toMatchObject({ type: 'changed', parts: ['server'] })
  expect(phase('c0')).toBe('ready')
  expect(servers[2]?.connections).toBe(0)
  writeFileSync(at('config'), config('one'))
  await expect.poll(() => change('c0'), { timeout: 3000 }).toBeUndefined()
  writeFileSync(at('config'), elsewhere)
  await expect.poll(() => change('c0'), { timeout: 3000 }).toMatchObject({ type: 'changed' })
  contexts.close(id('c0'))
  await contexts.open(id('c0'))
  await expect.poll(() => phase('c0')).toBe('ready')
  expect(change('c0')).toBeUndefined()
  expect(servers[2]?.connections).toBeGreaterThan(0)
})

test('an entry that was never reached is followed wherever it leads', async () => {
  const broken = config('one').replace(`:${servers[0]?.port}"`, ':1"')
  writeFileSync(at('config'), broken)
  await expect.poll(() => kubeconfig.find(id('c0'))?.server, { timeout: 3000 }).toContain(':1')
  await contexts.open(id('c0'))
  await expect.poll(() => phase('c0')).toBe('unreachable')
  writeFileSync(at('config'), config('one'))
  await expect.poll(() => phase('c0'), { timeout: 3000 }).toBe('ready')
})

test('a context that left its file goes on until closed, and its new name is told', async () => {
  await contexts.open(id('c0'))
  await expect.poll(() => phase('c0')).toBe('ready')
  const open = contexts.sessions.get()[0]!.context
  writeFileSync(at('config'), config('one').replace('- {name: c0, context', '- {name: renamed, context'))
  await expect
    .poll(() => change('c0'), { timeout: 3000 })
    .toMatchObject({ type: 'gone', entry: { name: 'c0' }, renamedTo: open.replace('#c0', '#renamed') })
  expect(contexts.get(open).session.state.get().phase).toBe('ready')
  writeFileSync(at('config'), config('one'))
  await expect.poll(() => change('c0'), { timeout: 3000 }).toBeUndefined()
  writeFileSync(at('config'), config('one').replace('cluster: c0, user: c0', 'cluster: nowhere, user: c0'))
  await expect.poll(() => change('c0'), { timeout: 3000 }).toMatchObject({ type: 'broken' })
  contexts.close(open)
  expect(contexts.sessions.get()).toEqual([])
})

test('namespaces of earlier use are candidates, and protection by id holds at once', async () => {
  const { session } = await contexts.open(id('c0'))
  expect(session.namedNamespaces()).toEqual([])
  settings.change({
    usedNamespaces: { [id('c0')]: ['shop'] },
    defaultNamespaces: { [id('c0')]: ['pay', 'shop'] },
  })
  expect(session.namedNamespaces()).toEqual(['pay', 'shop'])
  expect(session.isProtected).toBe(false)
  settings.change({ protectedIds: [id('c0')] })
  expect(session.isProtected).toBe(true)
  expect(kubeconfig.find(id('c0'))?.isProtected).toBe(true)
})

test('a context that is closed while it opens stays closed, and can be opened again', async () => {
  const opening = contexts.open(id('c0'))
  contexts.close(id('c0'))
  await expect(opening).rejects.toMatchObject({ body: { kind: 'cancelled' } })
  expect(contexts.sessions.get()).toEqual([])
  await contexts.open(id('c0'))
  await expect.poll(() => phase('c0')).toBe('ready')
})

test('opened, closed and opened again while it opens, it is open: only the first is cancelled', async () => {
  const first = contexts.open(id('c0'))
  contexts.close(id('c0'))
  const second = contexts.open(id('c0'))
  const [cancelled, opened] = await Promise.allSettled([first, second])
  expect(cancelled).toMatchObject({ status: 'rejected', reason: { body: { kind: 'cancelled' } } })
  expect(opened).toMatchObject({ status: 'fulfilled', value: contexts.get(id('c0')) })
  expect(await contexts.open(id('c0'))).toBe(contexts.get(id('c0')))
  await expect.poll(() => phase('c0')).toBe('ready')
  contexts.close(id('c0'))
  expect(contexts.sessions.get()).toEqual([])
})

test('a mistake of ours while the entry of one context is looked at is told, and the others are looked at', async () => {
  const bugs: unknown[] = []
  const broken = id('c1')
  let isBroken = false
  contexts.closeAll()
  contexts = createContexts({
    ...sources,
    targetOf: context => {
      if (isBroken && context === broken) throw new TypeError('ours')
      return sources.targetOf(context)
    },
    onBug: error => bugs.push(error),
  })
  for (const name of ['c1', 'c0']) await contexts.open(id(name))
  await expect.poll(() => phase('c0')).toBe('ready')
  isBroken = true
  writeFileSync(at('config'), config('two'))
  await expect
    .poll(() => servers[0]?.seen.at(-1)?.headers.authorization, { timeout: 3000 })
    .toBe('Bearer two')
  expect(bugs).toEqual([new TypeError('ours')])
})

test('failures of one context are shown with it, and unknown ones refused', async () => {
  const handlers = contextHandlers(contexts, sources)
  const { signal } = new AbortController()
  await handlers['contexts.open']({ context: id('c2') }, signal)
  await expect.poll(() => phase('c2')).toBe('unreachable')
  await handlers['contexts.open']({ context: id('c1') }, signal)
  await expect.poll(() => phase('c1')).toBe('loginNeeded')
  await expect(handlers['contexts.open']({ context: 'nobody' }, signal)).rejects.toMatchObject({
    body: { kind: 'gone' },
  })
  writeFileSync(at('missing'), 'here')
  await handlers['contexts.retry']({ context: id('c2') }, signal)
  await expect.poll(() => phase('c2')).toBe('ready')
})

test('a context that is still opening when all are closed does not open', async () => {
  const opening = contexts.open(id('c0'))
  contexts.closeAll()
  await expect(opening).rejects.toThrow('not open')
  expect(contexts.sessions.get()).toEqual([])
  expect(servers[0]?.connections).toBe(0)
})
