import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors/index.ts'
import { TestClock } from '../../session/fixture/index.ts'
import { join } from './join.ts'

let server: Server
const opened: Socket[] = []
beforeAll(async () => {
  server = createServer({ allowHalfOpen: true })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy()
})
afterAll(() => server.close())

/** Both ends of a connection. */
async function pair(): Promise<readonly [Socket, Socket]> {
  const accepted = new Promise<Socket>(resolve => server.once('connection', resolve))
  const { port } = server.address() as { port: number }
  const near = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const far = await accepted
  for (const socket of [near, far]) {
    socket.on('error', () => undefined)
    opened.push(socket)
  }
  return [near, far]
}

/** A client and a pod, joined. Timers go a hundred times as fast. */
async function joined() {
  const clock = new TestClock(100)
  const [client, local] = await pair()
  const [remote, pod] = await pair()
  const bytes = { sent: 0, received: 0 }
  const counters = {
    sent: (count: number) => {
      bytes.sent += count
    },
    received: (count: number) => {
      bytes.received += count
    },
  }
  const over = join(local, remote, counters, clock)
  return { client, local, remote, pod, bytes, over, clock }
}

const ended = (socket: Socket): Promise<string> => {
  let text = ''
  socket.on('data', chunk => {
    text += chunk.toString()
  })
  return new Promise((resolve, reject) => {
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
  })
}

it('bytes go both ways and are counted, and the client gets all that came before the pod’s end', async () => {
  const { client, pod, bytes, over, clock } = await joined()
  const received = ended(client)
  pod.on('data', chunk => pod.end(`you said ${chunk}`))
  client.write('hello')
  expect(await received).toBe('you said hello')
  client.end()
  expect(await over).toBeNull()
  expect(bytes).toEqual({ sent: 5, received: 14 })
  expect(clock.running).toBe(0)
})

it('a client that has ended its side still gets the answer', async () => {
  const { client, pod, over } = await joined()
  const received = ended(client)
  client.end('question')
  await new Promise<void>(resolve => pod.once('data', () => resolve()))
  pod.end('answer')
  expect(await received).toBe('answer')
  expect(await over).toBeNull()
})

it('a client that has ended and a pod that says nothing are not kept for ever', async () => {
  const { client, remote, over } = await joined()
  client.end()
  expect(await over).toBeNull()
  expect(remote.destroyed).toBe(true)
})

it('a client that goes away takes its connection to the pod with it', async () => {
  const { client, pod, over } = await joined()
  pod.resume()
  const podClosed = new Promise(resolve => pod.once('close', resolve))
  pod.end()
  client.resetAndDestroy()
  expect(await over).toBeNull()
  await podClosed
})

it('what goes wrong on the way is told, and the client sees a reset, not an end', async () => {
  const { client, remote, over } = await joined()
  const received = ended(client)
  const body = { kind: 'unreachable', message: 'lost' } as const
  remote.destroy(new AppError(body))
  expect(await over).toEqual(body)
  await expect(received).rejects.toMatchObject({ code: 'ECONNRESET' })
})

it('a client that does not read holds up the pod, and nothing piles up between', async () => {
  const { client, local, remote, pod, bytes } = await joined()
  client.pause()
  const chunk = Buffer.alloc(1_048_576)
  while (bytes.received < 200 * chunk.byteLength) {
    if (!pod.write(chunk) && (await isHeldUp(pod, () => bytes.received))) break
  }
  expect(pod.writableNeedDrain).toBe(true)
  expect(local.writableLength).toBeLessThan(4 * chunk.byteLength)
  const held = bytes.received
  client.resume()
  await expect.poll(() => bytes.received).toBeGreaterThan(held)
  remote.destroy()
})

const stillLooks = 20

/** Whether a full socket stays full while nothing arrives at the other side either; false once it drained. */
async function isHeldUp(socket: Socket, arrived: () => number): Promise<boolean> {
  let before = -1
  for (let still = 0; still < stillLooks; ) {
    if (!socket.writableNeedDrain) return false
    still = arrived() === before ? still + 1 : 0
    before = arrived()
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  return true
}
