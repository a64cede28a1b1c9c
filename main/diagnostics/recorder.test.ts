import { expect, test } from 'vitest'
import { systemClock } from '../../shared/flow/index.ts'
import { KnownSecrets } from './knownSecrets.ts'
import { LogMemory } from './logMemory.ts'
import { operationOf, printedPath } from './operation.ts'
import { Recorder } from './recorder.ts'
import { quantile } from './summary.ts'

const asked = (path: string, query: Record<string, string | number> = {}, method = 'GET') => ({
  method,
  path,
  query,
})

test.each([
  [asked('/api/v1/pods'), 'list pods'],
  [asked('/api/v1/namespaces/shop/pods', { watch: 1 }), 'watch pods'],
  [asked('/api/v1/namespaces/shop'), 'get namespaces'],
  [asked('/api/v1/namespaces/shop/pods/web/log'), 'get pods/log'],
  [asked('/apis/apps/v1/namespaces/shop/deployments/web'), 'get deployments.apps'],
  [
    asked('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {}, 'POST'),
    'create selfsubjectaccessreviews.authorization.k8s.io',
  ],
  [asked('/version'), 'GET /version'],
  [asked('/openapi/v3/apis/apps/v1'), 'GET /openapi'],
])('%j is %s', (request, operation) => {
  expect(operationOf(request)).toBe(operation)
})

test('a path is printed without the token of a page and without credentials', () => {
  expect(printedPath('/api/v1/pods', { limit: 500, continue: 'abc', labelSelector: '' })).toBe(
    '/api/v1/pods?limit=500&continue=…',
  )
  expect(printedPath('/x', { token: 'abcdefghijklmnop' })).not.toContain('abcdefghijklmnop')
})

test('the last requests are kept, the newest first, and open streams however old they are', () => {
  const recorder = new Recorder(systemClock, new KnownSecrets())
  const begin = (path: string, isStream = false) =>
    recorder.begin({ context: 'a', method: 'GET', path, query: isStream ? { watch: 1 } : {}, isStream })
  const stream = begin('/api/v1/pods', true)
  stream.answered(200, {})
  stream.received(10)
  for (let index = 0; index < 500; index++) {
    const request = begin(`/api/v1/nodes/n${index}`)
    if (index % 2 === 0) request.repeated()
    request.answered(200, { warning: ['299 - "a"', '299 - "b"'], 'audit-id': 'x1' })
    request.received(100)
    request.ended(index === 499 ? 'serverFault' : null)
    request.ended(null)
  }
  const timings = recorder.timingsOf('a', true)
  expect(timings).toMatchObject({ total: 501, failed: 1 })
  expect(timings.requests).toHaveLength(200)
  expect(timings.requests[0]).toMatchObject({
    path: '/api/v1/nodes/n499',
    failure: 'serverFault',
    warnings: 2,
    auditId: 'x1',
  })
  expect(timings.streams).toMatchObject([{ operation: 'watch pods', bytes: 10, totalMillis: null }])
  expect(timings.operations).toMatchObject([{ operation: 'get nodes', count: 200, failed: 1, bytes: 20_000 }])
  stream.ended('cancelled')
  expect(recorder.totalsOf('a')).toEqual({ total: 501, failed: 1, streams: 0 })
})

test('the contexts used longest ago are forgotten', () => {
  const recorder = new Recorder(systemClock, new KnownSecrets())
  for (let index = 0; index < 100; index++)
    recorder
      .begin({ context: `c${index}`, method: 'GET', path: '/version', query: {}, isStream: false })
      .ended(null)
  expect(recorder.contexts).toHaveLength(60)
  expect(recorder.contexts.at(-1)).toBe('c99')
})

test('quantiles are by nearest rank', () => {
  expect([
    quantile([], 0.5),
    quantile([1], 0.95),
    quantile([1, 2, 3, 4], 0.5),
    quantile([1, 2, 3, 4], 0.95),
  ]).toEqual([0, 1, 2, 4])
})

test('the memory of the log gives what came since, and counts what it lost', () => {
  const memory = new LogMemory()
  const write = (count: number) => {
    for (let index = 0; index < count; index++)
      memory.write(
        `${JSON.stringify({ level: 40, time: '2026-01-01T00:00:00.000Z', context: 'c', n: 1, msg: 'x' })}\n`,
      )
  }
  write(3)
  const first = memory.since(0)
  expect(first.lines).toHaveLength(3)
  expect(first.lines[0]).toEqual({
    id: 1,
    time: Date.parse('2026-01-01'),
    level: 'warn',
    message: 'x',
    context: 'c',
    fields: '{"n":1}',
  })
  expect(memory.since(first.last).lines).toEqual([])
  write(2)
  expect(memory.since(first.last).lines.map(({ id }) => id)).toEqual([4, 5])
  write(5000)
  const later = memory.since(5)
  expect(later.lines).toHaveLength(2000)
  expect(later.lines.length + later.missed).toBe(5000)
  expect(later.lines.at(-1)?.id).toBe(5005)
})

test.each([
  ['in the middle of a base64 text', (secret: string) => Buffer.from(`user:${secret}`).toString('base64')],
  ['as a part of JSON in JSON', (secret: string) => JSON.stringify(JSON.stringify({ a: secret }))],
  ['in an address', (secret: string) => `x=${encodeURIComponent(secret)}`],
  ['in hexadecimal', (secret: string) => Buffer.from(secret).toString('hex')],
  ['cut off at its end', (secret: string) => `${secret.slice(0, 25)}…`],
])('a known secret is masked %s', (_where, spell) => {
  const secrets = new KnownSecrets()
  const secret = 'k9"+/ü value-of-a-long-secret-0123456789'
  secrets.add(secret)
  const masked = secrets.mask(`a ${spell(secret)} b`)
  expect(masked).toContain('[redacted]')
  expect(masked).not.toContain('value-of-a-long')
  expect(masked).not.toContain(Buffer.from('long-secret').toString('hex'))
})

test('short values and words of every sentence are no known secrets', () => {
  const secrets = new KnownSecrets()
  secrets.add('', '   ', 'admin')
  expect(secrets.size).toBe(0)
  expect(secrets.mask('admin of a cluster')).toBe('admin of a cluster')
})
