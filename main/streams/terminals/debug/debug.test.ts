/** What is written for debugging is never without somebody who can take it away again. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isAppError } from '../../../../shared/errors/index.ts'
import { systemClock } from '../../../../shared/flow/index.ts'
import type { DebugTarget, TerminalList } from '../../../../shared/ipc/index.ts'
import { createApi } from '../../../api/index.ts'
import { contextTo, json, openTo, stateWhen, TestServer } from '../../../session/fixture/index.ts'
import type { OpenedSession } from '../../../session/index.ts'
import { createSettings } from '../../../settings/index.ts'
import { createTerminals, type Terminals } from '../index.ts'

const size = { columns: 80, rows: 24 }
const target: DebugTarget = {
  ...{ kind: 'node', namespace: 'a', node: 'node-1', image: 'busybox', profile: 'general' },
  command: ['sh'],
}
const signal = new AbortController().signal

let folder: string
let server: TestServer
let session: OpenedSession
let terminals: Terminals
/** Called with the write itself, not with its dry run; answers it in its own time. */
let onWrite: (answer: (uid: string) => void, cut: () => void) => void
/** Whether the pod is there for who reads it. */
let isThere: boolean

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'debug-'))
  const settings = createSettings(path.join(folder, 'settings.json'), { clock: systemClock })
  server = await new TestServer().listen()
  isThere = true
  server.answer = ({ method, url }, response) => {
    const pod = (uid: string) => ({ kind: 'Pod', metadata: { name: 'x', namespace: 'a', uid }, spec: {} })
    if (method === 'POST' && url.startsWith('/api/v1/namespaces/a/pods')) {
      if (url.includes('dryRun=All')) return json(response, 201, pod('tried'))
      onWrite(
        uid => json(response, 201, pod(uid)),
        () => response.socket?.destroy(),
      )
      return true
    }
    if (!url.startsWith('/api/v1/namespaces/a/pods/') || !isThere) return false
    return json(response, 200, pod('found'))
  }
  session = openTo(contextTo(`http://127.0.0.1:${server.port}`), { settings })
  await stateWhen(session, ({ userName }) => userName !== undefined)
  const api = createApi(session, { clock: systemClock })
  terminals = createTerminals({
    contexts: { get: () => api, list: () => [api] } as never,
    clock: systemClock,
    onBug: error => {
      throw error
    },
  })
})
afterEach(async () => {
  terminals.close()
  session.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function listed(): TerminalList {
  const stream = terminals.handlers['terminals.list']({}, () => undefined)
  const value = stream.take()
  stream.close()
  return value as TerminalList
}

async function openDebug(): Promise<string> {
  const { handlers } = terminals
  const { id: plan } = await handlers['terminals.planDebug']({ context: session.context, target }, signal)
  return (await handlers['terminals.openDebug']({ plan, ...size }, signal)).id
}

const removed = (id: string) => terminals.handlers['terminals.removeLeft']({ id }, signal)
const deletions = () => server.seen.filter(({ method }) => method === 'DELETE').map(({ body }) => body)

it.each([true, false])(
  'a pod whose creation nobody confirmed is told and can be deleted, there: %s',
  async there => {
    isThere = there
    onWrite = (_answer, cut) => cut()
    const error: unknown = await openDebug().catch((reason: unknown) => reason)
    expect(isAppError(error) && error.body.message).toMatch(
      /Pod a\/node-debugger-node-1-\w+ may have been created/,
    )
    const { terminals: open, left } = listed()
    expect(open).toEqual([])
    expect(left).toMatchObject([{ node: 'node-1', namespace: 'a', isCertain: false }])
    await removed(left[0]?.id ?? '')
    expect(deletions()).toEqual(there ? ['{"preconditions":{"uid":"found"}}'] : [])
    expect(listed().left).toEqual([])
  },
)

it('what the server refused is not there, and nothing is kept of it', async () => {
  onWrite = () => undefined
  const { handlers } = terminals
  const { id: plan } = await handlers['terminals.planDebug']({ context: session.context, target }, signal)
  server.answer = (_seen, response) => json(response, 403, { kind: 'Status', message: 'no', code: 403 })
  await expect(handlers['terminals.openDebug']({ plan, ...size }, signal)).rejects.toMatchObject({
    body: { kind: 'denied' },
  })
  expect(listed().left).toEqual([])
})

it('a pod that is written has its terminal, however many are opened meanwhile', async () => {
  const written = Promise.withResolvers<(uid: string) => void>()
  onWrite = written.resolve
  const opening = openDebug()
  const answer = await written.promise
  const shell = { kind: 'shell', namespace: 'a', pod: 'x', container: '', command: ['sh'] } as const
  const open = () =>
    terminals.handlers['terminals.open'](
      { context: session.context, target: { ...shell, command: ['sh'] }, isTty: true, ...size },
      signal,
    )
  for (let count = 0; count < 49; count++) await open()
  await expect(open()).rejects.toMatchObject({ body: { reason: 'TooManyTerminals' } })
  answer('made')
  const id = await opening
  expect(listed().terminals.map(one => one.id)).toContain(id)
  await terminals.handlers['terminals.close']({ id }, signal)
  expect(listed().left).toMatchObject([{ id, isCertain: true }])
  await removed(id)
  expect(deletions()).toEqual(['{"preconditions":{"uid":"made"}}'])
})
