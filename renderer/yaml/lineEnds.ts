import type { Text } from '@codemirror/state'

/** A text with `\n` alone, and where its lines ended otherwise: the editor has one kind of line end. */
export interface SplitText {
  readonly text: string
  readonly lineEnd: '\n' | '\r\n'
  /** Offsets in `text` of the line ends that are of the other kind. */
  readonly odd: readonly number[]
}

/** The kind that most lines end in counts as the text's own. */
export function splitEnds(whole: string): SplitText {
  const parts = whole.split('\r\n')
  if (parts.length === 1) return { text: whole, lineEnd: '\n', odd: [] }
  const text = parts.join('\n')
  const long: number[] = []
  let at = -1
  for (const part of parts.slice(0, -1)) {
    at += part.length + 1
    long.push(at)
  }
  const known = new Set(long)
  const short: number[] = []
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1))
    if (!known.has(end)) short.push(end)
  return long.length >= short.length
    ? { text, lineEnd: '\r\n', odd: short }
    : { text, lineEnd: '\n', odd: long }
}

/** The text as it was, with what was typed in it. */
export function joinEnds(document: Text, lineEnd: '\n' | '\r\n', odd: ReadonlySet<number>): string {
  if (odd.size === 0) return document.sliceString(0, document.length, lineEnd)
  const other = lineEnd === '\n' ? '\r\n' : '\n'
  const pieces: string[] = []
  let at = -1
  for (const line of document.iterLines()) {
    if (pieces.length > 0) pieces.push(odd.has(at) ? other : lineEnd)
    pieces.push(line)
    at += line.length + 1
  }
  return pieces.join('')
}

/** An offset in a text with its own line ends as one in the editor's text. */
export function insideOffset(whole: string, offset: number): number {
  let count = 0
  for (let at = whole.indexOf('\r\n'); at >= 0 && at < offset; at = whole.indexOf('\r\n', at + 2)) count++
  return offset - count
}
