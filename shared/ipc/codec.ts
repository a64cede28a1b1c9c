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
  return [...framesOf(message)]
}

/**
 * The same frames one at a time. A text of megabytes is never written as a whole: whoever sends
 * may do other things between two frames.
 */
export function* framesOf(message: Request | Reply): Generator<string, void> {
  if (message.type === 'result' && typeof message.value === 'string' && message.value.length > slice) {
    yield* framesOfText(message.id, message.value)
    return
  }
  const text = isPlain(message) ? JSON.stringify(message) : JSON.stringify(message, tag)
  if (text.length <= maximumFrame) {
    yield text
    return
  }
  const number = nextMessage++
  const of = Math.ceil(text.length / maximumFrame)
  for (let part = 0; part < of; part++)
    yield frameOf(part, of, number, text.slice(part * maximumFrame, (part + 1) * maximumFrame))
}

/** UTF-16 units of a long text that go into one frame, before they are escaped twice. */
const slice = 20_000

// A pair of surrogates that is cut in two is escaped as two halves, which join again.
function* framesOfText(id: number, text: string): Generator<string, void> {
  const number = nextMessage++
  const of = Math.ceil(text.length / slice)
  for (let part = 0; part < of; part++) {
    const escaped = JSON.stringify(text.slice(part * slice, (part + 1) * slice)).slice(1, -1)
    const head = part === 0 ? `{"type":"result","id":${id},"value":"` : ''
    yield frameOf(part, of, number, `${head}${escaped}${part === of - 1 ? '"}' : ''}`)
  }
}

function frameOf(part: number, of: number, message: number, text: string): string {
  return JSON.stringify({ part, of, message, text } satisfies Part)
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
    const value = parse(frame)
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
    return parse(parts.join('')) as Request | Reply
  }
}

/**
 * True when JSON carries the value as it is, which is nearly always. Looking for it costs a
 * fraction of what a replacer does, which is called for every value.
 */
function isPlain(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? isPlainObject(value) : typeof value !== 'bigint'
}

function isPlainObject(value: object): boolean {
  if (Array.isArray(value)) {
    for (const item of value) if (!isPlain(item)) return false
    return true
  }
  if (value instanceof Uint8Array) return false
  const members = value as Readonly<Record<string, unknown>>
  for (const key in members) {
    if (key.charCodeAt(0) === dollar && tags.test(key)) return false
    if (!isPlain(members[key])) return false
  }
  return true
}

const dollar = 36

/** A reviver is called for every value too, so it is handed in only where a tag may stand. */
function parse(text: string): unknown {
  return tags.test(text) ? JSON.parse(text, untag) : JSON.parse(text)
}

const tags = /\$(?:int64|bytes|literal)/

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
