/** Characters of a value from which on a part of it is one. */
const shortestPart = 8
/** Parts that are looked for at most; of what is beyond only the begins are. */
const mostParts = 150_000
/** Stands for a part, until all are replaced. */
const mark = '\u{F0000}'
/** Parts that are words, as configurations are full of: no secret by themselves. */
const word = /^(?:[a-z]+|[A-Z]+|-*[A-Z]+-*|[A-Za-z]?[a-z]+(?:[A-Z][a-z]*)+|[A-Za-z]?[a-z.:/_-]+)$/

/**
 * Finds parts of values in texts, such as a value that was cut short: begins of a value as far as they
 * go, and any other eight characters that are no mere word.
 */
export class ValueParts {
  /** Values by their first characters. */
  readonly #begins = new Map<string, string[]>()
  readonly #parts = new Set<string>()
  /** Which first three characters a part may have: most places of a text are told apart by them alone. */
  readonly #firsts = new Uint8Array(1 << 16)

  constructor(values: readonly string[]) {
    for (const value of values) {
      if (value.length < shortestPart) continue
      const begin = value.slice(0, shortestPart)
      // What consists of several words begins with one, which is in every second sentence.
      if (/\s/.test(value) && word.test(begin)) this.#addParts(value)
      else {
        this.#begins.set(begin, [...(this.#begins.get(begin) ?? []), value])
        this.#mark(begin)
        this.#addParts(value)
      }
    }
  }

  #addParts(value: string): void {
    for (let at = 0; at + shortestPart <= value.length && this.#parts.size < mostParts; at++) {
      const part = value.slice(at, at + shortestPart)
      if (/\s/.test(part) || word.test(part)) continue
      this.#parts.add(part)
      this.#mark(part)
    }
  }

  #mark(part: string): void {
    this.#firsts[firstsAt(part, 0)] = 1
  }

  /** The text with a mark in the place of every part. */
  replaced(text: string): string {
    let told = ''
    let shown = 0
    for (let at = 0; at + shortestPart <= text.length; at++) {
      if (this.#firsts[firstsAt(text, at)] !== 1) continue
      const end = this.#endAt(text, at)
      if (end === at) continue
      told += text.slice(shown, at) + mark
      shown = end
      at = end - 1
    }
    return shown === 0 ? text : told + text.slice(shown)
  }

  /** Where what begins here ends; the same place where nothing does. */
  #endAt(text: string, begin: number): number {
    let end = begin
    const values = this.#begins.get(text.slice(begin, begin + shortestPart))
    for (const value of values ?? []) end = Math.max(end, begin + sharedLength(text, begin, value))
    for (let at = begin; at + shortestPart <= text.length && at <= end; at++)
      if (this.#parts.has(text.slice(at, at + shortestPart))) end = Math.max(end, at + shortestPart)
      else if (at >= end) break
    return end
  }
}

function firstsAt(text: string, at: number): number {
  return ((text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)) * 31 + text.charCodeAt(at + 2)) & 0xffff
}

function sharedLength(text: string, begin: number, value: string): number {
  let length = 0
  while (length < value.length && text.charCodeAt(begin + length) === value.charCodeAt(length)) length++
  return length
}
