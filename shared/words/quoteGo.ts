/** A text between quotes as Go’s `%q` writes it. */
export function quoteGo(text: string): string {
  let quoted = '"'
  for (const character of text) quoted += shortEscapes.get(character) ?? printable(character)
  return `${quoted}"`
}

/** Characters that Go, and expressions, have a letter for behind a backslash. */
export const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
])

/** Letters, marks, numbers, punctuation, symbols and the plain space are printed as they are. */
const prints = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u

function printable(character: string): string {
  if (prints.test(character)) return character
  const code = character.codePointAt(0) ?? 0
  const hex = code.toString(16)
  if (code < 0x80) return `\\x${hex.padStart(2, '0')}`
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}
