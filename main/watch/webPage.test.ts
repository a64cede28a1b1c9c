import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../shared/flow/index.ts'
import { createLog } from '../diagnostics/index.ts'
import { contextTo, json, openTo, stateWhen, TestServer } from '../session/fixture/index.ts'
import type { OpenedSession } from '../session/index.ts'
import { createSettings } from '../settings/index.ts'
import { PlainApi, pods } from './fixture/index.ts'
import { createWatches, type ObjectWatch } from './index.ts'

// A captive portal answers everything with 200 and its login page: session and watch together
// must neither take that for the server nor drive each other to ask ever faster.

const target = { resource: pods, namespace: '', labelSelector: '', fieldSelector: '' }

let folder: string
let server: TestServer
let session: OpenedSession
let watch: ObjectWatch
let logged: string[]

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-'))
  server = await new TestServer().listen()
  logged = []
})

afterEach(async () => {
  watch.release()
  session.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function open(): void {
  const settings = createSettings(path.join(folder, 'settings.json'), { clock: systemClock })
  const log = createLog({ write: line => void logged.push(line) })
  session = openTo(contextTo(`http://127.0.0.1:${server.port}`), { settings, log })
  const watches = createWatches({
    clock: systemClock,
    random: () => 0.5,
    log: (level, message) => log[level](message),
  })
  watch = watches.objects(new PlainApi(session), target, 'objects')
}

const threeSeconds = () => new Promise(resolve => setTimeout(resolve, 3000))

test.each([
  ['as HTML', 'text/html; charset=utf-8', '<!DOCTYPE html>\n<html>\n<p>Log in</p>\n</html>\n'],
  ['as HTML of one line', 'text/html', '<html><p>Log in</p></html>'],
  ['as plain text', 'text/plain', 'Log in\nhere\n'],
  ['with no type', '', '<html>\n<p>Log in</p>\n</html>\n'],
  ['with no type, of one line', '', '<html><p>Log in</p></html>'],
  ['as JSON that is none', 'application/json', '<html><p>Log in</p></html>'],
])(
  'a page that comes %s is named, asked for ever more slowly and logged once',
  async (_how, type, page) => {
    server.answer = (_seen, response) =>
      Boolean(response.writeHead(200, type === '' ? {} : { 'content-type': type }).end(page))
    open()
    await threeSeconds()
    expect(server.seen.length).toBeGreaterThan(3)
    expect(server.seen.length).toBeLessThan(20)
    const state = session.state.get()
    expect(['unreachable', 'connecting']).toContain(state.phase)
    expect(state.reason).toMatchObject({ kind: 'serverFault' })
    const phase = watch.phase.get()
    expect(phase).toMatchObject({ phase: 'failed', error: { kind: 'serverFault' } })
    expect(logged.length).toBeLessThan(6)
    expect(logged.join()).not.toContain('Log in')
    if (page.startsWith('<')) expect(state.reason?.message).toMatch(/^A web page came instead of/)
  },
  10_000,
)

test('a page in place of lists and watches alone is named, with the session ready', async () => {
  server.answer = ({ url }, response) =>
    url.startsWith('/api/') && Boolean(response.writeHead(200, { 'content-type': 'text/html' }).end('<p>x'))
  open()
  await threeSeconds()
  expect(session.state.get().phase).toBe('ready')
  expect(watch.phase.get()).toMatchObject({ phase: 'failed', error: { reason: 'WebPage' } })
  expect(server.to('/api/v1/pods').length).toBeLessThan(12)
}, 10_000)

test('a page that comes later takes the session out of reach, and asking stays slow', async () => {
  let isPortal = false
  server.answer = (_seen, response) =>
    isPortal && Boolean(response.writeHead(200, { 'content-type': 'text/html' }).end('<p>x'))
  open()
  await stateWhen(session, ({ phase }) => phase === 'ready')
  isPortal = true
  session.wake()
  const before = server.seen.length
  await threeSeconds()
  expect(session.state.get()).toMatchObject({ reason: { reason: 'WebPage' } })
  expect(server.seen.length - before).toBeLessThan(20)
}, 10_000)

test('a page in answer to a request has the connection tested', async () => {
  let isPortal = false
  server.answer = (_seen, response) =>
    isPortal && Boolean(response.writeHead(200, { 'content-type': 'text/html' }).end('<p>x'))
  open()
  await stateWhen(session, ({ phase }) => phase === 'ready')
  isPortal = true
  await expect(session.request({ method: 'GET', path: '/x', purpose: 'read x' })).rejects.toThrow(/web page/)
  expect(await stateWhen(session, ({ phase }) => phase === 'unreachable')).toMatchObject({
    reason: { reason: 'WebPage' },
  })
}, 10_000)

test('once the page is out of the way, session and watch are back', async () => {
  let isPortal = true
  server.answer = ({ url }, response) => {
    if (isPortal) return Boolean(response.writeHead(200, { 'content-type': 'text/html' }).end('<p>x'))
    if (!url.startsWith('/api/v1/pods')) return false
    if (url.includes('watch=')) return json(response, 400, { kind: 'Status', message: 'no watch' })
    return json(response, 200, { kind: 'PodList', metadata: { resourceVersion: '1' }, items: [] })
  }
  open()
  await stateWhen(session, ({ phase }) => phase === 'unreachable')
  isPortal = false
  await stateWhen(session, ({ phase }) => phase === 'ready')
  await expect.poll(() => watch.isSynced, { timeout: 4000 }).toBe(true)
}, 10_000)
