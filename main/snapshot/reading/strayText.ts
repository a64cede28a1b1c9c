import type { SplitSink } from './splitSink.ts'

const newline = 0x0a
const openBrace = 0x7b
const openBracket = 0x5b
const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x0d || byte === 0x09 || byte === 0x2c

export const logStart = '==== START logs'
export const logEnd = '==== END logs'

/**
 * What stands between JSON values: separators, the logs that `kubectl cluster-info dump` writes
 * among its lists, or something that does not belong there, which is told once a run.
 */
export class StrayText {
  readonly #sink: SplitSink
  /** Beginning of the present line. */
  #text = ''
  #line = 0
  #inLog = false
  #isTold = false

  constructor(sink: SplitSink) {
    this.#sink = sink
  }

  /** Whether a byte between the values begins one; else it is taken in. */
  isStart(byte: number, line: number): boolean {
    if (byte === newline) {
      this.end()
      return false
    }
    if (this.#text === '' && !this.#inLog) {
      if (byte === openBrace || byte === openBracket) {
        this.#isTold = false
        return true
      }
      if (isBlank(byte)) return false
    }
    if (this.#text === '') this.#line = line
    if (this.#text.length < 64) this.#text += String.fromCharCode(byte)
    return false
  }

  /** The line is over. */
  end(): void {
    const text = this.#text
    this.#text = ''
    if (this.#inLog) {
      this.#inLog = !text.startsWith(logEnd)
      return
    }
    if (text === '' || /^(---|\.\.\.|#)/.test(text) || text.startsWith(logEnd)) return
    if (text.startsWith(logStart)) {
      this.#inLog = true
      this.#sink.log()
    } else if (!this.#isTold) {
      this.#isTold = true
      this.#sink.problem(this.#line, 'This is no JSON: a value begins with { or [.')
    }
  }
}
