import { Buffer } from 'node:buffer'
import type { Duplex } from 'node:stream'
import { expect, it } from 'vitest'
import { AppError } from '../../../shared/errors/index.ts'
import type { ChannelRequest, ChannelSocket, ClusterSession } from '../../session/index.ts'
import { openPort } from './portforward.ts'

type End = Awaited<ChannelSocket['closed']>
const orderly: End = { code: 1000, reason: '' }

/** A server's side of one connection: the messages it sends, and how it ends. */
function scripted(messages: readonly (readonly number[] | Uint8Array)[], end: End = orderly) {
  const sent: Uint8Array[] = []
  const asked: ChannelRequest[] = []
  const state = { taken: 0, isClosed: false }
  const session = {
    context: 'c',
    connect: async (request: ChannelRequest): Promise<ChannelSocket> => {
      asked.push(request)
      return {
        protocol: 'v4.channel.k8s.io',
        messages: (async function* () {
          for (const message of messages) {
            state.taken += 1
            yield Uint8Array.from(message)
          }
        })(),
        send: async bytes => {
          sent.push(Buffer.from(bytes))
        },
        closed: Promise.resolve(end),
        close: () => {
          state.isClosed = true
        },
      }
    },
  } as unknown as ClusterSession
  const open = (): Promise<Duplex> => openPort(session, { namespace: 'shop', pod: 'web', port: 8080 })
  return { open, sent, asked, state }
}

const text = (channel: number, words: string): Uint8Array =>
  Buffer.from(`${String.fromCharCode(channel)}${words}`)
const port = (channel: number): readonly number[] => [channel, 0x90, 0x1f]

async function read(stream: Duplex): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

it('one connection is asked for one port, and what follows the port’s number is what the pod sent', async () => {
  const { open, asked } = scripted([port(0), port(1), text(0, 'hello '), text(0, 'world')])
  expect(await read(await open())).toBe('hello world')
  expect(asked).toMatchObject([
    {
      path: '/api/v1/namespaces/shop/pods/web/portforward',
      query: [['ports', '8080']],
      protocols: ['v4.channel.k8s.io'],
    },
  ])
})

it('the number may come in parts, and with the first bytes', async () => {
  const { open } = scripted([[0, 0x90], [0, 0x1f, 0x68], text(0, 'i')])
  expect(await read(await open())).toBe('hi')
})

it.each([
  [
    'nothing listens',
    'dial tcp4 127.0.0.1:8080: connect: connection refused',
    /Nothing listens on port 8080/,
  ],
  ['the node gives up', 'lost the container', /The node ended the connection/],
])('where %s the stream fails with what the node said', async (_rule, said, message) => {
  const { open } = scripted([port(0), port(1), text(0, 'x'), text(1, said)])
  const failure = await read(await open()).catch((error: AppError) => error.body)
  expect(failure).toMatchObject({
    kind: 'unreachable',
    message: expect.stringMatching(message),
    causes: [said],
  })
})

it('a connection that is lost is no orderly end', async () => {
  const error = { kind: 'unreachable', message: 'lost' } as const
  const { open } = scripted([port(0), text(0, 'half')], { code: 1006, reason: '', error })
  await expect(read(await open())).rejects.toMatchObject({ body: error })
})

it('an answer for another port is refused', async () => {
  const { open } = scripted([[0, 1, 0], text(0, 'x')])
  await expect(read(await open())).rejects.toBeInstanceOf(AppError)
})

it('bytes go out on channel 0, in messages that a server takes, and no empty one', async () => {
  const { open, sent } = scripted([port(0)])
  const stream = await open()
  const bytes = Buffer.alloc(150_000, 'x')
  await new Promise<void>((resolve, reject) =>
    stream.write(bytes, error => (error ? reject(error) : resolve())),
  )
  await new Promise<void>(resolve => stream.write(Buffer.alloc(0), () => resolve()))
  expect(sent.map(message => [message[0], message.byteLength])).toEqual([
    [0, 65_537],
    [0, 65_537],
    [0, 18_929],
  ])
})

it('while nobody reads no further message is taken, and closing closes the connection', async () => {
  const many = Array.from({ length: 100 }, () => text(0, 'x'.repeat(65_536)))
  const { open, state } = scripted([port(0), ...many])
  const stream = await open()
  stream.once('readable', () => undefined)
  await expect.poll(() => state.taken).toBeGreaterThan(1)
  const taken = state.taken
  await new Promise(resolve => setImmediate(resolve))
  expect([state.taken, taken < 10]).toEqual([taken, true])
  stream.destroy()
  await expect.poll(() => state.isClosed).toBe(true)
})
