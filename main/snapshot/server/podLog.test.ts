import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LogRequest, type PodLogs, sendPodLog } from './podLog.ts'
import { sendStatus } from './respond.ts'
import { StatusError } from './status.ts'
import { ask } from './testClient.ts'
import { pod } from './underTest.ts'

const now = Date.parse('2026-01-02T03:04:05.678Z')
const web = pod(
  'web',
  'a',
  {
    spec: { containers: [{ name: 'app' }, { name: 'proxy' }], initContainers: [{ name: 'prepare' }] },
    status: {
      containerStatuses: [
        { name: 'app', state: { running: {} } },
        { name: 'proxy', state: { waiting: { reason: 'ImagePullBackOff' } } },
      ],
    },
  },
  {},
)
let folder: string
let server: Server
let asked: LogRequest | null = null
const logs: PodLogs = {
  async *read(request) {
    asked = request
    yield 'one\n'
    yield Buffer.from('two\n')
  },
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-log-'))
  server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://x')
    sendPodLog(logs, web, searchParams, request, response, now).catch((error: unknown) => {
      if (error instanceof StatusError) sendStatus(response, error)
      else response.destroy()
    })
  })
  await new Promise<void>(resolve => server.listen(join(folder, 's'), resolve))
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

it.each([
  [
    '',
    400,
    'a container name must be specified for pod web, choose one of: [app proxy] or one of the init containers: [prepare]',
  ],
  ['container=none', 400, 'container none is not valid for pod web'],
  [
    'container=proxy',
    400,
    'container "proxy" in pod "web" is waiting to start: trying and failing to pull image',
  ],
  ['container=app&previous=true', 400, 'previous terminated container "app" in pod "web" not found'],
  ['container=app&tailLines=x', 400, 'strconv.ParseInt: parsing "x": invalid syntax'],
  [
    'container=app&limitBytes=0',
    422,
    'PodLogOptions.core "web" is invalid: limitBytes: Invalid value: 0: must be greater than 0',
  ],
  [
    'container=app&sinceSeconds=1&sinceTime=2026-01-01T00:00:00Z',
    422,
    'PodLogOptions.core "web" is invalid: <nil>: Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified',
  ],
])('%s: %i %s', async (query, code, message) => {
  const { status, text } = await ask(join(folder, 's'), `/?${query}`)
  expect([status, (JSON.parse(text) as { message: string }).message]).toEqual([code, message])
})

it('hands on what is asked for; a time counts by the whole second, as servers hand it on', async () => {
  const query = 'container=app&tailLines=7&timestamps=true&follow=1&sinceTime=2026-01-02T03:04:05.999Z'
  expect((await ask(join(folder, 's'), `/?${query}`)).text).toBe('one\ntwo\n')
  expect(asked).toMatchObject({
    container: 'app',
    tailLines: 7,
    hasTimes: true,
    follows: true,
    isPrevious: false,
    since: Date.parse('2026-01-02T03:04:05Z'),
  })
  await ask(join(folder, 's'), '/?container=app&sinceSeconds=60')
  expect(asked).toMatchObject({ since: now - 60_000, tailLines: null })
})

it('ends after the bytes that are asked for', async () => {
  expect((await ask(join(folder, 's'), '/?container=app&limitBytes=6')).text).toBe('one\ntw')
})
