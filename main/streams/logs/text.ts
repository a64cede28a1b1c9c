import { Buffer } from 'node:buffer'
import { levelOf, type PlainLine, plainLine } from '../../../shared/logs/index.ts'
import { levelCode } from './block.ts'

/** Bytes in which a level is looked for; a JSON line may tell it late. */
const levelBytes = 400
const jsonLevelBytes = 16_384
const openBrace = 0x7b
const esc = 0x1b

/** Characters of a line that filters and searches look at. */
export const searchedBytes = 64 * 1024

/** Code of the level that a line tells. */
export function levelOfBytes(bytes: Uint8Array, prefix: number): number {
  const most = bytes[prefix] === openBrace ? jsonLevelBytes : levelBytes
  const end = Math.min(bytes.length, prefix + most)
  const text = asBuffer(bytes).toString('latin1', prefix, end)
  const isPlain = bytes[prefix] !== esc && !text.includes('\u001b')
  return levelCode(levelOf(isPlain ? text : plainLine(text, end < bytes.length).text))
}

/** A line as it is shown, of its first `most` bytes. Bytes that are no UTF-8 become U+FFFD. */
export function shownLine(bytes: Buffer, most: number): PlainLine {
  const isCut = bytes.length > most
  const part = isCut ? bytes.subarray(0, wholeCharacters(bytes, most)) : bytes
  return plainLine(part.toString('utf8'), isCut)
}

/** Text that filters and searches look at. */
export function searchedText(bytes: Buffer): string {
  return shownLine(bytes, searchedBytes).text
}

/** The most bytes up to `most` that do not end within a character. */
function wholeCharacters(bytes: Buffer, most: number): number {
  let end = most
  // Continuation bytes are 10xxxxxx; no character has more than three.
  for (let back = 0; back < 3 && ((bytes[end] ?? 0) & 0xc0) === 0x80; back++) end--
  return end
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
