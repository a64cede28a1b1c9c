import type { Reply, Request } from './message.ts'

/** Largest frame in UTF-16 units; longer messages go in parts so that none blocks the channel. */
export const maximumFrame = 60_000

interface Part {
  readonly part: number
  readonly of: number
  readonly message: number
  readonly text: string
}

let nextMessage = 1

/** Text frames of one message, in order. BigInt and bytes survive as tagged values. */
export function encode(message: Request | Reply): readonly string[] {
  const text = JSON.stringify(message, tag)
  if (text.length <= maximumFrame) return [text]
  const number = nextMessage++
  const of = Math.ceil(text.length / maximumFrame)
  return Array.from({ length: of }, (_, part) =>
    JSON.stringify({
      part,
      of,
      message: number,
      text: text.slice(part * maximumFrame, (part + 1) * maximumFrame),
    }),
  )
}

/** Joins frames of one connection to messages. Refuses what is not a frame by throwing. */
export class FrameDecoder {
  readonly #parts = new Map<number, string[]>()
  readonly #limit: number

  /** @param limit most UTF-16 units of one joined message. */
  constructor(limit = 512 * 1024 * 1024) {
    this.#limit = limit
  }

  /** The message that `frame` completes, or null while parts are missing. */
  push(frame: string): Request | Reply | null {
    const value: unknown = JSON.parse(frame, untag)
    if (typeof value !== 'object' || value === null) throw new Error('a frame must be an object')
    if (!('part' in value)) return value as Request | Reply
    return this.#join(value as Part)
  }

  #join({ part, of, message, text }: Part): Request | Reply | null {
    const parts = this.#parts.get(message) ?? []
    if (parts.length !== part || typeof text !== 'string' || part >= of)
      throw new Error('parts of a message out of order')
    if ((part + 1) * maximumFrame > this.#limit + maximumFrame) throw new Error('message over the limit')
    parts.push(text)
    if (parts.length < of) {
      this.#parts.set(message, parts)
      return null
    }
    this.#parts.delete(message)
    return JSON.parse(parts.join(''), untag) as Request | Reply
  }
}

// `$int64` and `$bytes` as the only key of an object: a cluster's own object of that shape is
// wrapped in `$literal`, so content can never pass for a tagged value.
function tag(this: unknown, _key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return { $int64: value.toString() }
  if (value instanceof Uint8Array) return { $bytes: base64Of(value) }
  if (isTagged(value)) return { $literal: Object.entries(value) }
  return value
}

function untag(_key: string, value: unknown): unknown {
  if (!isTagged(value)) return value
  if ('$int64' in value) return BigInt(String(value.$int64))
  if ('$bytes' in value) return bytesOf(String(value.$bytes))
  return Object.fromEntries(value.$literal as [string, unknown][])
}

function isTagged(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const keys = Object.keys(value)
  return keys.length === 1 && (keys[0] === '$int64' || keys[0] === '$bytes' || keys[0] === '$literal')
}

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(atob(text), character => character.charCodeAt(0))
}
