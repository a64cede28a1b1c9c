/** Processes over the sessions' WebSockets, against a server that speaks the protocol of the kubelet. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import { type AppErrorBody, isAppError } from '../../../shared/errors/index.ts'
import { systemClock } from '../../../shared/flow/index.ts'
import { contextTo, json, openTo, stateWhen, TestServer } from '../../session/fixture/index.ts'
import type { OpenedSession } from '../../session/index.ts'
import { createSettings } from '../../settings/index.ts'
import { attach, exec } from './index.ts'

let folder: string
let server: TestServer
let session: OpenedSession
/** Messages of the client, by channel: `0:text`. */
let heard: string[]
let protocol: string

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'channels-'))
  heard = []
  server = await new TestServer().listen()
  session = openTo(contextTo(`http://127.0.0.1:${server.port}`), {
    settings: createSettings(path.join(folder, 'settings.json'), { clock: systemClock }),
  })
  await stateWhen(session, ({ userName }) => userName !== undefined)
})
afterEach(async () => {
  session.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const request = {
  namespace: 'n',
  pod: 'p',
  container: 'main',
  command: ['cat'],
  hasInput: true,
  isTty: false,
}
const success = JSON.stringify({ metadata: {}, status: 'Success' })

/** Lets a server act once a process is there. */
function serve(
  act: (say: (channel: number, text: string | Buffer) => void, socket: WebSocket) => void,
): void {
  server.channel = socket => {
    protocol = socket.protocol
    socket.on('message', data => {
      const bytes = data as Buffer
      heard.push(`${bytes[0]}:${bytes.subarray(1).toString('latin1')}`)
    })
    act((channel, text) => socket.send(Buffer.concat([Buffer.of(channel), Buffer.from(text)])), socket)
  }
}

const failure = (work: Promise<unknown>): Promise<AppErrorBody> =>
  work.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: unknown) => (isAppError(error) ? error.body : Promise.reject(error)),
  )

async function all(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

it('output, errors and the exit code come apart; input, sizes and the end of input go', async () => {
  serve((say, socket) => {
    say(1, 'out')
    say(2, 'err')
    say(1, 'put')
    socket.on('message', data => {
      if ((data as Buffer)[0] !== 255) return
      say(3, success)
      socket.close(1000)
    })
  })
  const process = await exec(session, { ...request, size: { columns: 80, rows: 24 } })
  expect(protocol).toBe('v5.channel.k8s.io')
  await process.write(Buffer.from('a'))
  process.resize(100, 30)
  await process.write(Buffer.alloc(70_000, 'b'))
  await process.endInput()
  expect([await all(process.output), await all(process.errors)]).toEqual(['output', 'err'])
  expect(await process.exit).toEqual({ code: 0 })
  const sizes = ['4:{"Width":80,"Height":24}', '4:{"Width":100,"Height":30}']
  expect(heard.slice(0, 3)).toEqual([sizes[0], '0:a', sizes[1]])
  expect(heard.slice(3, -1).join('').replaceAll('0:', '')).toBe('b'.repeat(70_000))
  expect(heard.at(-1)).toBe('255:\u0000')
  expect((await failure(process.write(Buffer.from('c')))).reason).toBe('NoInput')
})

it('what is asked for stands in the address', async () => {
  serve(() => undefined)
  const shell = await exec(session, { ...request, command: ['sh', '-c', 'a b'], isTty: true })
  const process = await attach(session, { ...request, hasInput: false })
  const pod = '/api/v1/namespaces/n/pods/p'
  expect(server.seen.slice(-2).map(({ url }) => url)).toEqual([
    `${pod}/exec?container=main&stdin=true&stdout=true&stderr=false&tty=true&command=sh&command=-c&command=a+b`,
    `${pod}/attach?container=main&stdin=false&stdout=true&stderr=true&tty=false`,
  ])
  expect((await failure(process.write(Buffer.from('x')))).reason).toBe('NoInput')
  shell.close()
  process.close()
})

it('with v4 all works but the end of input, which says so', async () => {
  server.answer = seen => {
    seen.headers['sec-websocket-protocol'] = 'v4.channel.k8s.io'
    return false
  }
  serve(say => say(1, 'x'))
  const process = await exec(session, request)
  expect(protocol).toBe('v4.channel.k8s.io')
  await process.write(Buffer.from('a'))
  expect(await failure(process.endInput())).toMatchObject({ kind: 'invalid', reason: 'NoHalfClose' })
  await process.write(Buffer.from('b'))
  await expect.poll(() => heard).toEqual(['0:a', '0:b'])
  process.close()
})

it('a connection that ends without a word on the process leaves its end unknown', async () => {
  serve((say, socket) => {
    say(1, 'some')
    socket.terminate()
  })
  const lost = await exec(session, request)
  await all(lost.output)
  expect(await failure(lost.exit)).toMatchObject({ kind: 'unreachable', reason: 'OutcomeUnknown' })
  serve((_say, socket) => socket.close(1000))
  const closed = await exec(session, request)
  expect(await failure(closed.exit)).toMatchObject({ reason: 'OutcomeUnknown' })
  expect(await failure(closed.write(Buffer.from('x')))).toMatchObject({ reason: 'NoInput' })
})

it('what never begins to run is told by the exit', async () => {
  const message = 'error executing command: exec: "cat": executable file not found in $PATH'
  serve((say, socket) => {
    say(3, JSON.stringify({ status: 'Failure', reason: 'InternalError', message }))
    socket.close(1000)
  })
  const process = await exec(session, request)
  expect(await failure(process.exit)).toMatchObject({ kind: 'gone', reason: 'CommandNotFound' })
})

it('what the server refuses at once is told in words', async () => {
  server.answer = (seen, response) =>
    seen.url.includes('/exec') &&
    json(response, 400, {
      kind: 'Status',
      reason: 'BadRequest',
      message: 'container main is not valid for pod p',
    })
  expect(await failure(exec(session, request))).toMatchObject({
    kind: 'gone',
    reason: 'ContainerNotFound',
    message: 'Pod p has no container main.',
  })
})

it('errors that nobody reads keep no output back', async () => {
  serve((say, socket) => {
    for (let part = 0; part < 100; part++) {
      say(2, Buffer.alloc(30_000))
      say(1, 'a')
    }
    say(3, success)
    socket.close(1000)
  })
  const process = await exec(session, request)
  expect(await all(process.output)).toBe('a'.repeat(100))
  expect((await all(process.errors)).length).toBe(64 * 1024)
})

it('the signal ends a process that runs, and nothing of it is left', async () => {
  const before = server.openSockets
  serve(say => say(1, 'a'))
  const leaving = new AbortController()
  const process = await exec(session, request, leaving.signal)
  const output = all(process.output)
  leaving.abort()
  expect(await output).toMatch(/^a?$/)
  expect(await failure(process.exit)).toMatchObject({ kind: 'cancelled' })
  await expect.poll(() => server.openSockets).toBe(before)
})
