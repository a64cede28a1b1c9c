import type { Transport } from './transport.ts'

/** What the preload script offers in the desktop host. */
export interface PreloadBridge {
  send(frame: string): void
  receive(listener: (frame: string) => void): () => void
  /** Absolute path of a file that was dropped on the page; empty when it has none. */
  pathOf?(file: File): string
}

/** Frames over the preload script's channel. It lasts as long as the window. */
export function preloadTransport(bridge: PreloadBridge): Transport {
  return {
    start: events => {
      bridge.receive(frame => events.frame(frame))
      events.ready()
    },
    send: frame => bridge.send(frame),
  }
}
