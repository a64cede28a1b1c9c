/** How a file holds its text. */
export interface FileEncoding {
  readonly charset: 'utf-8' | 'utf-16le' | 'utf-16be'
  /** A byte order mark stands at its beginning. */
  readonly hasMark: boolean
}

export const plainUtf8: FileEncoding = { charset: 'utf-8', hasMark: false }

const mark = 0xfeff

/**
 * The text of a file without its byte order mark, and how to write it back. UTF-16 is told by its
 * mark, else by where the zero bytes of the first letters are. Bytes that are no text of the
 * encoding become U+FFFD.
 */
export function decodeText(bytes: Uint8Array): { readonly text: string; readonly encoding: FileEncoding } {
  const encoding = encodingOf(bytes)
  const text =
    encoding.charset === 'utf-8'
      ? new TextDecoder('utf-8').decode(bytes)
      : textOfUnits(bytes, encoding.charset === 'utf-16le')
  return { text: text.charCodeAt(0) === mark ? text.slice(1) : text, encoding }
}

/** The bytes of a text in the form that `decodeText` found. */
export function encodeText(text: string, encoding: FileEncoding): Uint8Array {
  const whole = encoding.hasMark ? `\ufeff${text}` : text
  if (encoding.charset === 'utf-8') return new TextEncoder().encode(whole)
  const bytes = new Uint8Array(whole.length * 2)
  const view = new DataView(bytes.buffer)
  const isLittle = encoding.charset === 'utf-16le'
  for (let index = 0; index < whole.length; index++)
    view.setUint16(index * 2, whole.charCodeAt(index), isLittle)
  return bytes
}

function encodingOf(bytes: Uint8Array): FileEncoding {
  const [a, b, c, d] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return { charset: 'utf-8', hasMark: true }
  if (a === 0xff && b === 0xfe) return { charset: 'utf-16le', hasMark: true }
  if (a === 0xfe && b === 0xff) return { charset: 'utf-16be', hasMark: true }
  if (bytes.length % 2 !== 0 || bytes.length < 4) return plainUtf8
  if (a !== 0 && b === 0 && d === 0) return { charset: 'utf-16le', hasMark: false }
  return a === 0 && b !== 0 && c === 0 ? { charset: 'utf-16be', hasMark: false } : plainUtf8
}

/** Units a call of `String.fromCharCode` takes at once. */
const slice = 8192

// No decoder: a lone surrogate has to survive, or the file would not be written back as it was.
function textOfUnits(bytes: Uint8Array, isLittle: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const units = Array.from({ length: bytes.length >> 1 }, (_, index) => view.getUint16(index * 2, isLittle))
  let text = ''
  for (let at = 0; at < units.length; at += slice) text += String.fromCharCode(...units.slice(at, at + slice))
  return text
}
