/** A terminal code at some place of a line. */
export interface Sequence {
  /** Index behind its last character. */
  readonly end: number
  /** The character that says what a control sequence does; empty for all other codes. */
  readonly final: string
  readonly parameters: string
}

const csi = 0x9b
/** DCS, SOS, OSC, PM, APC as single characters; their text ends with ST or, of OSC, with BEL. */
const strings = new Set([0x90, 0x98, 0x9d, 0x9e, 0x9f])
/** The same behind an escape: P X ] ^ _ */
const escapedStrings = new Set([0x50, 0x58, 0x5d, 0x5e, 0x5f])
const esc = 0x1b

/**
 * The terminal codes of a text, each looked up behind the one before. Source of the grammar: ECMA-48, and
 * xterm's ctlseqs. One that has no end takes nothing but its introducer, so that no text is hidden by
 * it; where `isCut`, the line went on and the rest is the code's. All together linear in the text.
 */
export class Sequences {
  readonly #text: string
  readonly #isCut: boolean
  /** Where the first end of a string at or behind the last one looked for is; the length for none. */
  #stringEnd = 0

  constructor(text: string, isCut: boolean) {
    this.#text = text
    this.#isCut = isCut
  }

  /** @param at holds ESC or a C1 control; never before that of an earlier call */
  at(at: number): Sequence {
    const first = this.#text.charCodeAt(at)
    if (first === csi) return controlSequence(this.#text, at + 1)
    if (strings.has(first)) return this.#string(at + 1)
    if (first !== esc) return nothing(at + 1)
    const second = this.#text.charCodeAt(at + 1)
    if (second === 0x5b) return controlSequence(this.#text, at + 2)
    if (escapedStrings.has(second)) return this.#string(at + 2)
    return plainEscape(this.#text, at + 1)
  }

  /** A text up to BEL, ST or `ESC \`. */
  #string(from: number): Sequence {
    const text = this.#text
    if (this.#stringEnd < from) this.#stringEnd = stringEnd(text, from)
    const at = this.#stringEnd
    if (at >= text.length) return nothing(this.#isCut ? text.length : from)
    if (text.charCodeAt(at) !== esc) return nothing(at + 1)
    return nothing(text.charCodeAt(at + 1) === 0x5c ? at + 2 : at)
  }
}

function stringEnd(text: string, from: number): number {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x07 || code === 0x9c || code === esc) break
  }
  return at
}

const nothing = (end: number): Sequence => ({ end, final: '', parameters: '' })

/** Parameters 30–3F, intermediates 20–2F, one final byte 40–7E. */
function controlSequence(text: string, from: number): Sequence {
  let at = from
  while (isWithin(text, at, 0x30, 0x3f)) at++
  const parameters = text.slice(from, at)
  while (isWithin(text, at, 0x20, 0x2f)) at++
  if (!isWithin(text, at, 0x40, 0x7e)) return nothing(at)
  return { end: at + 1, final: text[at] ?? '', parameters }
}

/** `ESC ( B`, `ESC c` and the like: intermediates 20–2F and one final byte 30–7E. */
function plainEscape(text: string, from: number): Sequence {
  let at = from
  while (isWithin(text, at, 0x20, 0x2f)) at++
  return nothing(isWithin(text, at, 0x30, 0x7e) ? at + 1 : at)
}

function isWithin(text: string, at: number, from: number, to: number): boolean {
  const code = text.charCodeAt(at)
  return code >= from && code <= to
}
