import type { Clock } from '../../../shared/flow/index.ts'
import type { Slicer } from '../../watch/index.ts'
import type { LineTime } from './times.ts'

/** A line that waits for those of other containers that were written before it. */
export interface TailLine {
  readonly bytes: Buffer
  readonly cut: number
  readonly time: LineTime
}

/** Lines and bytes that wait of one container; its connection is not read on meanwhile. */
const mostWaiting = 2000
const mostWaitingBytes = 1024 * 1024
/** A container that sends nothing is not waited for longer than this, in milliseconds. */
const patience = 3000

/** Where one container puts the lines with which its log begins. */
export interface TailInput {
  put(line: TailLine): void
  /** Settles when there is room again. */
  room(): Promise<void>
  end(): void
}

/**
 * Brings the lines with which the logs of several containers begin into the order of their times, with
 * nothing held but a few lines of each. What a container sends after all others waited too long for it
 * comes by arrival.
 */
export class TailMerge {
  readonly #clock: Clock
  readonly #slicer: Slicer
  readonly #out: (source: number, line: TailLine) => void
  readonly #inputs: Input[] = []
  #wake: () => void = () => undefined
  #isClosed = false

  constructor(clock: Clock, slicer: Slicer, out: (source: number, line: TailLine) => void) {
    this.#clock = clock
    this.#slicer = slicer
    this.#out = out
  }

  /** Before `run`. */
  add(source: number): TailInput {
    const input = new Input(source, this.#clock.elapsed(), () => {
      input.heardAt = this.#clock.elapsed()
      this.#wake()
    })
    this.#inputs.push(input)
    return input
  }

  /** Settles when every container has ended its tail. */
  async run(): Promise<void> {
    while (!this.#isClosed) {
      const open = this.#inputs.filter(input => !input.isOver)
      if (open.length === 0) return
      const now = this.#clock.elapsed()
      const awaited = open.filter(input => input.isEmpty && now - input.heardAt < patience)
      if (awaited.length > 0 || open.every(input => input.isEmpty)) await this.#change()
      else this.#give(open)
      if (this.#slicer.isSpent()) await this.#slicer.pause()
    }
  }

  close(): void {
    this.#isClosed = true
    for (const input of this.#inputs) input.end()
    this.#wake()
  }

  /** Gives out lines as long as every container that is waited for has one. */
  #give(open: readonly Input[]): void {
    for (let count = 0; count < 200; count++) {
      let first: Input | null = null
      for (const input of open) {
        if (input.isEmpty) continue
        if (first === null || isEarlier(input.head, first.head)) first = input
      }
      const line = first?.take()
      if (first === null || line === undefined) return
      this.#out(first.source, line)
      if (first.isEmpty) return
    }
  }

  async #change(): Promise<void> {
    await new Promise<void>(resolve => {
      const timer = this.#clock.after(patience / 4, resolve)
      this.#wake = () => {
        timer.cancel()
        resolve()
      }
    })
    this.#wake = () => undefined
  }
}

class Input implements TailInput {
  readonly source: number
  readonly #changed: () => void
  /** When something last came of it, by the clock's `elapsed`. */
  heardAt: number
  #lines: TailLine[] = []
  #taken = 0
  /** Of the lines that wait. */
  #bytes = 0
  #hasEnded = false
  #resume: () => void = () => undefined

  constructor(source: number, now: number, changed: () => void) {
    this.source = source
    this.heardAt = now
    this.#changed = changed
  }

  get isEmpty(): boolean {
    return this.#taken === this.#lines.length
  }

  get isOver(): boolean {
    return this.#hasEnded && this.isEmpty
  }

  get head(): TailLine | undefined {
    return this.#lines[this.#taken]
  }

  take(): TailLine | undefined {
    const line = this.#lines[this.#taken++]
    this.#bytes -= line?.bytes.length ?? 0
    if (this.isEmpty) {
      this.#lines = []
      this.#taken = 0
      this.#resume()
    }
    return line
  }

  put(line: TailLine): void {
    this.#lines.push(line)
    this.#bytes += line.bytes.length
    this.#changed()
  }

  async room(): Promise<void> {
    const isFull = this.#lines.length - this.#taken >= mostWaiting || this.#bytes >= mostWaitingBytes
    if (!isFull || this.#hasEnded) return
    await new Promise<void>(resolve => {
      this.#resume = resolve
    })
  }

  end(): void {
    this.#hasEnded = true
    this.#resume()
    this.#changed()
  }
}

function isEarlier(a: TailLine | undefined, b: TailLine | undefined): boolean {
  if (a === undefined || b === undefined) return false
  if (a.time.second !== b.time.second) return a.time.second < b.time.second
  return a.time.nanosecond < b.time.nanosecond
}
