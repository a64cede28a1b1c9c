/** What a key does to the line that is written. */
export interface LineStep {
  /** What the screen shows of it. */
  readonly echo: string
  /** What goes to the process. */
  readonly input: string
  /** Ctrl+D on an empty line: there is nothing more to read. */
  readonly isEnd: boolean
}

/** A process without a terminal reads lines: they are written here, and sent by Enter. */
export class LineInput {
  #line = ''

  type(keys: string): LineStep {
    let echo = ''
    let input = ''
    for (const key of keys) {
      if (key === '\r' || key === '\n') {
        input += `${this.#line}\n`
        echo += '\r\n'
        this.#line = ''
      } else if (key === '\u007f' || key === '\b') {
        const [...characters] = this.#line
        if (characters.pop() === undefined) continue
        this.#line = characters.join('')
        echo += '\b \b'
      } else if (key === '\u0015') {
        echo += '\b \b'.repeat([...this.#line].length)
        this.#line = ''
      } else if (key === '\u0004') {
        if (this.#line === '') return { echo, input, isEnd: true }
        input += this.#line
        this.#line = ''
      } else if (key === '\u001b') {
        // The keys that move have no meaning on such a line.
        return { echo, input, isEnd: false }
      } else if (key >= ' ' || key === '\t') {
        this.#line += key
        echo += key
      }
    }
    return { echo, input, isEnd: false }
  }
}
