/** Bytes with a look ahead at their beginning. */
export interface Peeked {
  /** The first bytes, as many as asked for or as there are. */
  readonly head: Buffer
  /** All bytes, the head included. Can be read once. */
  readonly bytes: AsyncGenerator<Buffer>
}

export async function peek(source: AsyncIterable<Uint8Array>, length: number): Promise<Peeked> {
  const iterator = source[Symbol.asyncIterator]()
  const chunks: Buffer[] = []
  let size = 0
  let isDone = false
  while (size < length) {
    const next = await iterator.next()
    if (next.done === true) {
      isDone = true
      break
    }
    const chunk = asBuffer(next.value)
    chunks.push(chunk)
    size += chunk.length
  }
  async function* bytes(): AsyncGenerator<Buffer> {
    try {
      yield* chunks
      if (isDone) return
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
        yield asBuffer(next.value)
    } finally {
      await iterator.return?.()
    }
  }
  return { head: Buffer.concat(chunks).subarray(0, length), bytes: bytes() }
}

export function asBuffer(chunk: Uint8Array): Buffer {
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** The encoding by the byte order mark, else by where the zero bytes of the first letters are. */
export function encodingOf(head: Buffer): { readonly encoding: Encoding; readonly markLength: number } {
  const [a, b, c] = head
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', markLength: 3 }
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', markLength: 2 }
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', markLength: 2 }
  if (a !== undefined && b !== undefined && head.length % 2 === 0) {
    if (a !== 0 && b === 0 && head[3] === 0) return { encoding: 'utf-16le', markLength: 0 }
    if (a === 0 && b !== 0 && head[2] === 0) return { encoding: 'utf-16be', markLength: 0 }
  }
  return { encoding: 'utf-8', markLength: 0 }
}

/** UTF-8 without a byte order mark, whatever the encoding was. */
export async function* asUtf8(
  source: AsyncIterable<Buffer>,
  encoding: Encoding,
  markLength: number,
): AsyncGenerator<Buffer> {
  let skip = markLength
  const decoder = encoding === 'utf-8' ? null : new TextDecoder('utf-16le')
  let odd: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    const bytes = chunk.subarray(Math.min(skip, chunk.length))
    skip -= chunk.length - bytes.length
    if (decoder === null) {
      yield bytes
      continue
    }
    const whole = odd.length === 0 ? bytes : Buffer.concat([odd, bytes])
    const even = whole.subarray(0, whole.length - (whole.length % 2))
    odd = Buffer.from(whole.subarray(even.length))
    const little = encoding === 'utf-16be' ? Buffer.from(even).swap16() : even
    yield Buffer.from(decoder.decode(little, { stream: true }))
  }
  if (decoder !== null) yield Buffer.from(decoder.decode())
}

/** Whether text of the encoding holds what no text has: it is some other kind of file. */
export function isBinary(head: Buffer, encoding: Encoding): boolean {
  return encoding === 'utf-8' && head.includes(0)
}
