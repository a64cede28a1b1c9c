/** What a transport tells of. `frame` comes only between `ready` and `lost`. */
export interface TransportEvents {
  /** Frames may be sent from now on. Comes again after each reconnect. */
  ready(): void
  frame(text: string): void
  /** The connection is gone; the transport tries again by itself. */
  lost(): void
  /** The engine does not admit this page; nothing will be tried again. */
  refused(): void
}

/** Carries text frames between this page and the engine. */
export interface Transport {
  start(events: TransportEvents): void
  /** Only while ready; otherwise the frame is dropped. */
  send(frame: string): void
}
