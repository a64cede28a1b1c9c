import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isAppError } from '../../shared/errors/index.ts'
import { systemClock } from '../../shared/flow/index.ts'
import { createSettings, type SettingsStore } from '../settings/index.ts'
import { consentTo } from './consent.ts'
import { actOf } from './fixture/acts.ts'
import { contextTo, json, openTo, stateWhen, TestServer } from './fixture/index.ts'
import type { ApiRequest, OpenedSession } from './types.ts'
import { dryRunDeleteBody } from './writes.ts'

let folder: string
let settings: SettingsStore
let server: TestServer
let session: OpenedSession

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'read-only-'))
  settings = createSettings(path.join(folder, 'settings.json'), { clock: systemClock })
  server = await new TestServer().listen()
  server.answer = (_seen, response) => json(response, 200, { kind: 'Status', apiVersion: 'v1' })
  session = openTo(contextTo(`http://127.0.0.1:${server.port}`), { settings })
  await stateWhen(session, ({ phase }) => phase === 'ready')
})
afterEach(async () => {
  session.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Numbers that are drawn, the same in every run (mulberry32). */
function drawn(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const roots = [
  '/api/v1',
  '/apis/apps/v1',
  '/apis/example.com/v1',
  '/apis/authorization.k8s.io/v1',
  '/apis',
  '',
]
const words = [
  ...['pods', 'serviceaccounts', 'services', 'deployments', 'namespaces', 'proxy', 'watch', 'x', 'a:b'],
  ...[
    'status',
    'scale',
    'token',
    'exec',
    'eviction',
    'binding',
    'start',
    'finalize',
    'selfsubjectaccessreviews',
  ],
  ...['..', '.', '', 'x/exec', 'x/../token', 'x%2Fproxy', 'x?dryRun=All', 'x#y', 'é'],
]
const bodies = [
  ...[undefined, '', '{}', dryRunDeleteBody, '{"dryRun":["All"]}', '{"kind":"DeleteOptions","dryRun":[]}'],
  ...[dryRunDeleteBody.replace('}', ',"dryRun":[]}'), ` ${dryRunDeleteBody}`, '[]', '\u0000'],
]
const headers = [
  ...[undefined, undefined, undefined, {}, { 'if-none-match': 'x' }, { 'impersonate-user': 'u' }],
  ...[{ 'x-http-method-override': 'DELETE' }, { 'content-type': 'application/yaml' }],
]
const queries = [
  ...[{ dryRun: 'All' }, { dryRun: 'All' }, { dryRun: 'All', force: true }, undefined, {}, { dryRun: '' }],
  ...[{ dryRun: 'all' }, { dryRun: 'All,All' }, { DRYRUN: 'All' }, { 'dryRun ': 'All' }],
]
const encodings = [
  encodeURIComponent,
  encodeURIComponent,
  encodeURIComponent,
  (word: string) => word,
  (word: string) => word.replace(/[a-z]/, letter => `%${letter.charCodeAt(0).toString(16)}`),
  (word: string) => encodeURIComponent(encodeURIComponent(word)),
]

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'DELETE'] as const
const resources = ['pods', 'serviceaccounts', 'services', 'virtualmachines', 'deployments']
const subresources = ['status', 'scale', 'token', 'exec', 'eviction', 'binding', 'start', 'proxy', 'x%2Fexec']

/** Half of them are dry runs of one object, of which the subresource or the body alone is odd. */
function anyRequest(random: () => number): ApiRequest {
  const one = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const isNear = random() < 0.5
  const names = Array.from({ length: Math.floor(random() * 4) }, () => one(encodings)(one(words)))
  const inNamespace = random() < 0.5 ? ['namespaces', 'a', one(resources)] : []
  const below = random() < 0.3 ? [] : [one(subresources)]
  const near = ['namespaces', 'a', one(resources), 'x', ...below]
  const request = {
    method: one(methods),
    path: [
      isNear ? one(['/api/v1', '/apis/apps/v1']) : one(roots),
      ...(isNear ? near : [...inNamespace, ...names]),
    ].join('/'),
    query: isNear ? { dryRun: 'All' } : one(queries),
    headers: isNear ? undefined : one(headers),
    body: one(bodies),
    contentType: one([undefined, 'application/json', 'application/yaml']),
    consent: one([undefined, { purpose: 'p' }]),
    whenThrottled: 'fail',
    purpose: 'p',
  }
  return Object.fromEntries(
    Object.entries(request).filter(([, value]) => value !== undefined),
  ) as unknown as ApiRequest
}

it('of any requests a server sees none that acts, and it sees reads and dry runs', async () => {
  const random = drawn(20260729)
  let refused = 0
  for (let count = 0; count < 6000; count++) {
    try {
      const response = await session.request(anyRequest(random))
      response.dispose()
    } catch (error) {
      if (!isAppError(error) || error.body.reason !== 'ReadOnly') continue
      refused++
    }
  }
  const acts = server.seen.flatMap(seen =>
    actOf(seen) === '' ? [] : [`${actOf(seen)}: ${seen.method} ${seen.url}`],
  )
  expect(acts).toEqual([])
  const seen = new Set(server.seen.map(({ method }) => method))
  expect([...seen].sort()).toEqual(['DELETE', 'GET', 'PATCH', 'POST', 'PUT'])
  expect(refused).toBeGreaterThan(1000)
}, 60_000)

it('of any writes that were agreed to a server sees each as it was agreed to, once, and none in a protected context', async () => {
  const random = drawn(20261201)
  const agreed: string[] = []
  const line = ({ method, path: at, query = {}, body = '' }: ApiRequest): string =>
    [
      method,
      at,
      JSON.stringify(Object.entries(query).map(([key, value]) => [key, String(value)])),
      body,
    ].join(' ')
  const changes = [
    (request: ApiRequest): ApiRequest => request,
    (request: ApiRequest): ApiRequest => ({ ...request, body: `${request.body ?? ''} ` }),
    (request: ApiRequest): ApiRequest => ({ ...request, path: `${request.path}x` }),
    (request: ApiRequest): ApiRequest => ({ ...request, query: { ...request.query, force: true } }),
    (request: ApiRequest): ApiRequest => ({ ...request, headers: { 'impersonate-user': 'u' } }),
  ]
  const before = server.seen.length
  for (let count = 0; count < 6000; count++) {
    if (count === 4000) settings.change({ protectedIds: [session.context] })
    const { consent: _consent, ...request } = anyRequest(random)
    const consent = consentTo(request, 'p')
    const change = changes[Math.floor(random() * changes.length * 2)] ?? changes[0]
    const tried = { ...(change?.(request) ?? request), consent }
    for (let time = 0; time < 2; time++) {
      const error = await session.request({ ...tried }).then(
        response => response.dispose(),
        (caught: unknown) => (isAppError(caught) ? caught.body : null),
      )
      if (typeof error === 'object' && error !== null && error.reason !== undefined) continue
      if (count < 4000 && change === changes[0]) agreed.push(line(request))
    }
  }
  const acts = server.seen.slice(before).filter(seen => actOf(seen) !== '')
  const seen = acts.map(({ method, url, body }) => {
    const target = new URL(url, 'http://server')
    return [method, target.pathname, JSON.stringify([...target.searchParams]), body].join(' ')
  })
  expect(acts.length).toBeGreaterThan(300)
  // Each act is one that was agreed to, and none is seen twice for one consent.
  const left = new Map<string, number>()
  for (const each of agreed) left.set(each, (left.get(each) ?? 0) + 1)
  for (const each of seen) {
    expect(left.get(each) ?? 0, each).toBeGreaterThan(0)
    left.set(each, (left.get(each) ?? 0) - 1)
  }
  // Processes and ports of pods are not for requests.
  expect(acts.filter(each => actOf(each) === 'a connection' && !each.url.includes('/proxy'))).toEqual([])
}, 60_000)

it('of any connections a server sees those to processes and ports of pods, and none in a protected context', async () => {
  const random = drawn(20260730)
  const form = /^\/api\/v1\/namespaces\/[^/?]+\/pods\/[^/?]+\/(?:exec|attach|portforward)\?/
  const ends = ['x/exec', 'x/attach', 'x/portforward', 'x/proxy', 'x/EXEC', 'x%2Fexec', 'x/exec/y', 'exec']
  let refused = 0
  for (let count = 0; count < 3000; count++) {
    if (count === 2000) settings.change({ protectedIds: [session.context] })
    const near = ends[Math.floor(random() * ends.length * 2)]
    const asked = near === undefined ? anyRequest(random).path : `/api/v1/namespaces/a/pods/${near}`
    const query = [[random() < 0.5 ? 'container' : 'ports', 'x']] as const
    const error = await session
      .connect({ path: asked, query, protocols: ['v5.channel.k8s.io'], purpose: 'p' })
      .catch((caught: unknown) => (isAppError(caught) ? caught.body : null))
    if (error !== null && 'reason' in error && error.reason !== undefined) refused++
    if (count >= 2000) expect(error).toMatchObject({ reason: 'ProtectedContext' })
  }
  const connections = server.seen.filter(({ headers }) => headers.upgrade !== undefined)
  expect(connections.length).toBeGreaterThan(20)
  expect(connections.filter(({ url }) => !form.test(url))).toEqual([])
  expect(refused).toBeGreaterThan(2000)
}, 60_000)
