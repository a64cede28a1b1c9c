import { describe, expect, it } from 'vitest'
import { type SocketLike, socketTransport } from './socket.ts'

function setUp(token: string | null, kept: string | null) {
  const sockets: (SocketLike & { sent: string[] })[] = []
  const told: string[] = []
  const waits: number[] = []
  const timers: (() => void)[] = []
  let key = kept
  const transport = socketTransport({
    connect: () => {
      const sent: string[] = []
      const socket = {
        sent,
        send: (text: string) => sent.push(text),
        close: () => undefined,
        onopen: null,
        onmessage: null,
        onclose: null,
      } as SocketLike & { sent: string[] }
      sockets.push(socket)
      return socket
    },
    token,
    session: {
      read: () => key,
      write: value => {
        key = value
      },
    },
    clock: {
      now: () => 0,
      elapsed: () => 0,
      after: (milliseconds, run) => {
        waits.push(milliseconds)
        timers.push(run)
        return { cancel: () => undefined }
      },
    },
    random: () => 1,
  })
  transport.start({
    ready: () => told.push('ready'),
    frame: text => told.push(`frame ${text}`),
    lost: () => told.push('lost'),
    refused: () => told.push('refused'),
  })
  return { transport, sockets, told, waits, next: () => timers.shift()?.(), key: () => key }
}

describe('a page of the serve host', () => {
  it('shows its token once and keeps the session key', () => {
    const page = setUp('t0k', null)
    page.sockets[0]!.onopen?.()
    expect(page.sockets[0]!.sent).toEqual(['{"token":"t0k"}'])
    page.sockets[0]!.onmessage?.({ data: '{"session":"key"}' })
    page.sockets[0]!.onmessage?.({ data: 'x' })
    expect(page.told).toEqual(['ready', 'frame x'])
    page.sockets[0]!.onclose?.({ code: 1006 })
    page.next()
    page.sockets[1]!.onopen?.()
    expect(page.sockets[1]!.sent).toEqual(['{"session":"key"}'])
  })

  it('sends nothing before it is admitted', () => {
    const page = setUp('t', null)
    page.transport.send('early')
    expect(page.sockets[0]!.sent).toEqual([])
  })

  it('waits longer after each failure and starts over after a success', () => {
    const page = setUp(null, 'key')
    for (const _ of [1, 2, 3]) {
      page.sockets.at(-1)?.onclose?.({ code: 1006 })
      page.next()
    }
    expect(page.waits[0]).toBe(250)
    expect(page.waits[2]).toBeGreaterThan(page.waits[1]!)
    page.sockets.at(-1)?.onmessage?.({ data: '{"session":"key"}' })
    page.sockets.at(-1)?.onclose?.({ code: 1006 })
    expect(page.waits.at(-1)).toBe(250)
  })

  it('gives up when it is not admitted', () => {
    const page = setUp('used', null)
    page.sockets[0]!.onclose?.({ code: 4401 })
    expect(page.told).toEqual(['refused'])
    expect(page.waits).toEqual([])
  })

  it('falls back from a used link to the key it already holds', () => {
    const page = setUp('used', 'key')
    page.sockets[0]!.onclose?.({ code: 4401 })
    page.sockets[1]!.onopen?.()
    expect(page.sockets[1]!.sent).toEqual(['{"session":"key"}'])
  })

  it('without token and key is refused without a request', () => {
    const page = setUp(null, null)
    expect(page.told).toEqual(['refused'])
    expect(page.sockets).toEqual([])
  })
})
