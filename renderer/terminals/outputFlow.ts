import type { TerminalOutput } from '../../shared/ipc/index.ts'
import { bytesText } from '../../shared/words/index.ts'
import { OutputText } from './outputText.ts'

/** Characters that may wait to be drawn before the stream is slowed down. */
const mostWaiting = 256 * 1024

export interface FlowOptions {
  readonly write: (text: string, done: () => void) => void
  /** A slow stream sends once a second, and main keeps what it can of the rest. */
  readonly setSlow: (isSlow: boolean) => void
}

/** Brings the output of a terminal to its screen, no faster than the screen draws it. */
export class OutputFlow {
  readonly #options: FlowOptions
  readonly #text = new OutputText()
  /** Offset of the next byte that is not on the screen yet. */
  #offset = 0
  #waiting = 0
  #isHidden = false

  constructor(options: FlowOptions) {
    this.#options = options
  }

  /** True when there was something new. */
  take({ from, bytes }: TerminalOutput): boolean {
    const gap = from - this.#offset
    // A stream that was opened anew begins at the begin.
    const fresh = gap < 0 ? bytes.subarray(-gap) : bytes
    if (gap > 0) {
      this.#text.restart()
      this.#write(gapText(gap))
    }
    if (fresh.length === 0 && gap <= 0) return false
    this.#offset = Math.max(this.#offset, from + bytes.length)
    this.#write(this.#text.read(fresh))
    return true
  }

  setHidden(isHidden: boolean): void {
    this.#isHidden = isHidden
    this.#pace()
  }

  #write(text: string): void {
    if (text === '') return
    this.#waiting += text.length
    this.#options.write(text, () => {
      this.#waiting -= text.length
      this.#pace()
    })
    this.#pace()
  }

  #pace(): void {
    this.#options.setSlow(this.#isHidden || this.#waiting > mostWaiting)
  }
}

/** Cuts off a command that was begun before the gap. */
function gapText(bytes: number): string {
  return `\u0018\u001b[0m\r\n… ${bytesText(bytes)} of output left out …\r\n`
}
