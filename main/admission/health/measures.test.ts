import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../../shared/flow/index.ts'
import { contextTo, json, openTo, TestServer } from '../../session/fixture/index.ts'
import type { ClusterSession } from '../../session/index.ts'
import { createSettings } from '../../settings/index.ts'
import { Measures, readMeasures } from './measures.ts'

let folder: string
let server: TestServer
let session: ClusterSession

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'measures-'))
  server = await new TestServer().listen()
  const settings = createSettings(path.join(folder, 'settings.json'), { clock: systemClock })
  session = openTo(contextTo(`http://127.0.0.1:${server.port}`), { settings })
})
afterAll(async () => {
  session.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})
afterEach(() => {
  server.answer = () => false
})

const line = (value: number) =>
  `apiserver_admission_webhook_fail_open_count{name="a.b.c",type="admit"} ${value}\n`

function answerWith(...chunks: readonly string[]): void {
  server.answer = ({ url }, response) => {
    if (url !== '/metrics') return false
    response.writeHead(200, { 'content-type': 'text/plain' })
    for (const chunk of chunks) response.write(chunk)
    response.end()
    return true
  }
}

it('a line that comes in two parts is one, and the last needs no end', async () => {
  const text = `# HELP x\n${line(3)}other_metric 1\n${line(4).trim()}`
  answerWith(text.slice(0, 30), text.slice(30, 61), text.slice(61))
  const metrics = await readMeasures(session, new AbortController().signal)
  expect(metrics.webhook('mutating', 'a.b.c')?.failedOpen).toBe(7)
})

it('a line without end is cut and does not grow without bound', async () => {
  answerWith('x'.repeat(300_000), 'y'.repeat(300_000), `\n${line(1)}`)
  const metrics = await readMeasures(session, new AbortController().signal)
  expect(metrics.webhook('mutating', 'a.b.c')?.failedOpen).toBe(1)
})

it('one who may not read them is told so, and asked no more often', async () => {
  server.answer = ({ url }, response) =>
    url === '/metrics' &&
    json(response, 403, { kind: 'Status', code: 403, reason: 'Forbidden', message: 'no' })
  const before = server.to('/metrics').length
  const told = Promise.withResolvers<void>()
  const measures = new Measures(session, systemClock, told.resolve)
  expect(measures.note.state).toBe('notRead')
  await told.promise
  expect(measures.note).toMatchObject({ state: 'unreadable', error: { kind: 'denied' } })
  expect(measures.metrics).toBeNull()
  measures.close()
  expect(server.to('/metrics').length - before).toBe(1)
})
