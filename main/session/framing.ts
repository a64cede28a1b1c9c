import type { Duplex, Writable } from 'node:stream'

declare module 'ws' {
  /** Takes the bytes of a connection apart: `message`, `ping`, `pong`, `conclude`. Undocumented, but exported. */
  export class Receiver extends Writable {
    constructor(options: {
      readonly isServer?: boolean
      readonly maxPayload?: number
      readonly maxFragments?: number
      readonly maxBufferedChunks?: number
      readonly skipUTF8Validation?: boolean
    })
  }

  /** Puts messages into frames and writes them to the connection in order. */
  export class Sender {
    constructor(socket: Duplex)
    send(
      bytes: Uint8Array,
      options: { readonly binary: boolean; readonly mask: boolean; readonly fin: boolean },
      done: (error?: Error | null) => void,
    ): void
    ping(bytes: Uint8Array, mask: boolean): void
    pong(bytes: Uint8Array, mask: boolean): void
    close(code: number | undefined, reason: string, mask: boolean): void
  }
}

export { Receiver, Sender } from 'ws'
