const simple: ReadonlyMap<string, number> = new Map([
  ['a', 7],
  ['b', 8],
  ['f', 12],
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['v', 11],
  ['\\', 0x5c],
  ["'", 0x27],
  ['"', 0x22],
  ['`', 0x60],
  ['?', 0x3f],
])

/** The characters of a quoted literal, each a code point, or a byte where `isByte`. */
interface Unit {
  readonly value: number
  readonly isByte: boolean
}

/**
 * Text of a string literal. Line ends become `\n`.
 * @returns null for an escape that names no character
 */
export function unquoteString(written: string): string | null {
  const { content, isRaw } = inside(written)
  if (isRaw) return content
  let text = ''
  for (const { value } of units(content, false)) {
    if (value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) return null
    text += String.fromCodePoint(value)
  }
  return text
}

/**
 * Bytes of a bytes literal: characters are UTF-8, `\x` and octal escapes single bytes.
 * @returns null for `\u` and `\U`, which bytes do not have
 */
export function unquoteBytes(written: string): Uint8Array | null {
  const { content, isRaw } = inside(written.slice(1))
  const encoder = new TextEncoder()
  if (isRaw) return encoder.encode(content)
  if (/(?:^|[^\\])(?:\\\\)*\\[uU]/.test(content)) return null
  const bytes: number[] = []
  for (const { value, isByte } of units(content, true)) {
    if (isByte) bytes.push(value)
    else bytes.push(...encoder.encode(String.fromCodePoint(value)))
  }
  return Uint8Array.from(bytes)
}

function inside(written: string): { readonly content: string; readonly isRaw: boolean } {
  const text = written.replaceAll(/\r\n?/g, '\n')
  const isRaw = /^r/i.test(text)
  const quoted = isRaw ? text.slice(1) : text
  const length = /^(?:"""|''')/.test(quoted) && quoted.length >= 6 ? 3 : 1
  return { content: quoted.slice(length, -length), isRaw }
}

/** The lexer has let through well-formed escapes only. */
function* units(content: string, bytes: boolean): Generator<Unit> {
  for (let at = 0; at < content.length; ) {
    const point = content.codePointAt(at) ?? 0
    if (content[at] !== '\\') {
      yield { value: point, isByte: false }
      at += point > 0xffff ? 2 : 1
      continue
    }
    const kind = content[at + 1] ?? ''
    const known = simple.get(kind)
    if (known !== undefined) {
      yield { value: known, isByte: bytes }
      at += 2
    } else if (/[0-3]/.test(kind)) {
      yield { value: Number.parseInt(content.slice(at + 1, at + 4), 8), isByte: bytes }
      at += 4
    } else {
      const digits = kind === 'u' ? 4 : kind === 'U' ? 8 : 2
      yield { value: Number.parseInt(content.slice(at + 2, at + 2 + digits), 16), isByte: bytes }
      at += 2 + digits
    }
  }
}
