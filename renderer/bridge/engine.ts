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

/** Where a dropped file lies; empty in a browser, which does not tell. */
export function pathOfFile(file: File): string {
  return window.gatehouse?.pathOf?.(file) ?? ''
}

function transportOfPage(): Transport {
  if (window.gatehouse !== undefined) return preloadTransport(window.gatehouse)
  const token = takeToken()
  followNewLinks()
  return socketTransport({
    connect: () => new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws`) as SocketLike,
    token,
    session: sessionKey,
    clock: systemClock,
    random: Math.random,
  })
}

/** True in the desktop application, false in a browser on the serve host. */
export function isDesktop(): boolean {
  return window.gatehouse !== undefined
}

/** Takes the one-time token out of the address at once, so that it stays in no history or bookmark. */
function takeToken(): string | null {
  const token = tokenIn(location.hash)
  // What follows the token is where the link leads.
  const [place = ''] = /\/.*$/.exec(location.hash) ?? []
  if (token !== null)
    history.replaceState(null, '', `${location.pathname}${location.search}${place && `#${place}`}`)
  return token
}

function tokenIn(hash: string): string | null {
  return /^#token=([\w-]+)(?:\/|$)/.exec(hash)?.[1] ?? null
}

/**
 * A new link of the same port, pasted over this page's address, changes the fragment alone, and the
 * browser loads nothing. It is another engine's: everything begins anew with it.
 */
function followNewLinks(): void {
  window.addEventListener('hashchange', () => {
    if (tokenIn(location.hash) !== null) location.reload()
  })
}
