import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { listenersIn } from './holder.ts'
import { freePort, type Listener, listen } from './listen.ts'

const opened: { close(): void }[] = []
afterEach(() => {
  for (const each of opened.splice(0)) each.close()
})

async function listening(
  port: number,
  ownHolder: (port: number) => string | null = () => null,
): Promise<Listener> {
  const listener = await listen({
    address: '127.0.0.1',
    port,
    ownHolder,
    onConnection: socket => socket.destroy(),
    onRefused: () => undefined,
  })
  opened.push(listener)
  return listener
}

describe('a port that is taken', () => {
  it('is told with the forward of ours that holds it', async () => {
    const { port } = await listening(0)
    await expect(listening(port, () => 'the forward to Service shop/web in prod')).rejects.toMatchObject({
      body: {
        kind: 'conflict',
        reason: 'PortTaken',
        message: `Port ${port} of this machine is taken by the forward to Service shop/web in prod. Choose another local port.`,
      },
    })
  })

  it.runIf(process.platform === 'linux')('is told with the program and its number on Linux', async () => {
    const script = `const server = require('net').createServer().listen(0, '127.0.0.1', () => console.log(server.address().port))`
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    opened.push({ close: () => child.kill('SIGKILL') })
    const [printed] = (await once(child.stdout, 'data')) as [Buffer]
    const port = Number(printed.toString())
    await expect(listening(port)).rejects.toMatchObject({
      body: { message: expect.stringMatching(new RegExp(`taken by \\S.* \\(process ${child.pid}\\)`)) },
    })
  })

  it('is not offered, nor is one that is offered already', async () => {
    const { port } = await listening(0)
    expect(await freePort(port, new Set())).not.toBe(port)
    const free = await freePort(0, new Set())
    expect(await freePort(free, new Set([free]))).not.toBe(free)
    expect(await freePort(free, new Set())).toBe(free)
  })
})

it('an address that this machine does not have is told', async () => {
  const elsewhere = listen({
    address: '192.0.2.1',
    port: 0,
    ownHolder: () => null,
    onConnection: () => undefined,
    onRefused: () => undefined,
  })
  await expect(elsewhere).rejects.toMatchObject({ body: { reason: 'NoAddress' } })
})

it('a listener lets go of its port at once', async () => {
  const { port, close } = await listening(0)
  close()
  const server = createServer().listen(port, '127.0.0.1')
  opened.push(server)
  await once(server, 'listening')
})

it('sockets that listen are found in the kernel’s table, and no others', () => {
  const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4242 1 0000000000000000 100 0 0 10 0
   1: 0100007F:1F90 0100007F:C000 01 00000000:00000000 00:00000000 00000000  1000        0 4343 1 0000000000000000 20 4 30 10 -1
   2: 00000000000000000000000001000000:1F90 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 4444 1`
  expect(listenersIn(table, 8080)).toEqual(['socket:[4242]', 'socket:[4444]'])
  expect(listenersIn(table, 80)).toEqual([])
})
