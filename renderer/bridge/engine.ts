import { systemClock } from '../../shared/flow/index.ts'
import { EngineClient } from './client.ts'
import { browserPainter } from './paint.ts'
import { type PreloadBridge, preloadTransport } from './preload.ts'
import { type KeyStore, type SocketLike, socketTransport } from './socket.ts'
import type { Transport } from './transport.ts'

declare global {
  interface Window {
    readonly gatehouse?: PreloadBridge
  }
}

const sessionKey: KeyStore = {
  read: () => sessionStorage.getItem('gatehouse.session'),
  write: key => sessionStorage.setItem('gatehouse.session', key),
}

/** The client of this page's engine. It starts with `engine.start()`: by the preload script or else by the serve host's socket. */
export const engine: EngineClient = new EngineClient(transportOfPage, browserPainter, systemClock)

function transportOfPage(): Transport {
  if (window.gatehouse !== undefined) return preloadTransport(window.gatehouse)
  const token = takeToken()
  return socketTransport({
    connect: () => new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws`) as SocketLike,
    token,
    session: sessionKey,
    clock: systemClock,
    random: Math.random,
  })
}

/** Takes the one-time token out of the address at once, so that it stays in no history or bookmark. */
function takeToken(): string | null {
  const match = /^#token=([\w-]+)$/.exec(location.hash)
  if (match === null) return null
  history.replaceState(null, '', `${location.pathname}${location.search}`)
  return match[1] ?? null
}
