import type { LogMark } from '../../../shared/ipc/index.ts'
import { Block, blockBytes } from './block.ts'
import { levelOfBytes } from './text.ts'

export interface StoreLimits {
  readonly bytes: number
  readonly lines: number
}

export const storeLimits: StoreLimits = { bytes: 64 * 1024 * 1024, lines: 500_000 }

/** Bytes of a line that are kept; what is longer is cut. */
export const longestLine = 1024 * 1024

type MarkWords = Pick<LogMark, 'source' | 'text' | 'meaning'>

/** Source of marks that concern all. */
const everySource = 0xffffffff

/**
 * Lines of all sources in the order in which they came, in bounded memory: when there is no more room the
 * oldest go, a block at a time. Numbers count up over lines and marks and are never used twice.
 */
export class LineStore {
  readonly #limits: StoreLimits
  /** Oldest first; those before `#head` are gone. */
  #blocks: Block[] = []
  #head = 0
  #lines = 0
  #bytes = 0
  #first = 0
  readonly levels = new Uint32Array(8)
  readonly #marks = new Map<number, MarkWords>()
  /** Bytes that were cut off lines, by number. */
  readonly #cut = new Map<number, number>()
  dropped = 0
  /** Lines ever taken in. */
  taken = 0

  constructor(limits: StoreLimits = storeLimits) {
    this.#limits = limits
  }

  /** Number of the oldest entry that is held. */
  get first(): number {
    return this.#first
  }

  /** Number that the next entry gets. */
  get end(): number {
    return this.#blocks.at(-1)?.end ?? this.#first
  }

  get lines(): number {
    return this.#lines
  }

  get bytes(): number {
    return this.#bytes
  }

  /**
   * @param bytes the line with its time, which is copied
   * @param prefix bytes of the time and the blank behind it
   * @param cut bytes that the line had beyond `bytes`
   */
  line(source: number, bytes: Uint8Array, prefix: number, cut = 0): void {
    const block = this.#blockFor(bytes.length)
    if (cut > 0) this.#cut.set(block.end, cut)
    const code = levelOfBytes(bytes, prefix)
    block.line(source, bytes, prefix, code)
    this.levels[code] = (this.levels[code] ?? 0) + 1
    this.#lines++
    this.taken++
    if (this.#lines > this.#limits.lines) this.#drop()
  }

  mark(mark: MarkWords): void {
    const block = this.#blockFor(0)
    this.#marks.set(block.end, mark)
    block.mark(mark.source ?? everySource)
  }

  /** Null for what is no mark, or is gone. */
  markAt(number: number): MarkWords | null {
    return this.#marks.get(number) ?? null
  }

  cutAt(number: number): number {
    return this.#cut.get(number) ?? 0
  }

  /** The block of an entry that is held. */
  block(number: number): Block {
    let low = this.#head
    let high = this.#blocks.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if ((this.#blocks[middle]?.first ?? 0) <= number) low = middle
      else high = middle - 1
    }
    const found = this.#blocks[low]
    if (found === undefined) throw new RangeError(`no entry ${number}`)
    return found
  }

  /** What is held now, for a reader that takes its time: blocks that go meanwhile stay readable. */
  snapshot(): StoreSnapshot {
    const blocks = this.#blocks.slice(this.#head)
    return { blocks, first: this.#first, end: this.end, dropped: this.dropped }
  }

  #blockFor(length: number): Block {
    const last = this.#blocks.at(-1)
    if (last?.hasRoom(length) === true) return last
    if (last !== undefined) {
      this.#bytes -= last.size
      last.seal()
      this.#bytes += last.size
    }
    const block = new Block(this.end, Math.max(length, blockBytes))
    this.#bytes += block.size
    this.#blocks.push(block)
    while (this.#bytes > this.#limits.bytes && this.#blocks.length - this.#head > 1) this.#drop()
    return block
  }

  /** Lets the oldest block go. */
  #drop(): void {
    const block = this.#blocks[this.#head]
    if (block === undefined || this.#blocks.length - this.#head < 2) return
    this.#head++
    this.#bytes -= block.size
    this.#lines -= block.lines
    this.dropped += block.lines
    this.#first = block.end
    for (const [code, count] of block.levels.entries()) this.levels[code] = (this.levels[code] ?? 0) - count
    forgetBefore(this.#marks, this.#first)
    forgetBefore(this.#cut, this.#first)
    if (this.#head < 64) return
    this.#blocks = this.#blocks.slice(this.#head)
    this.#head = 0
  }
}

export interface StoreSnapshot {
  readonly blocks: readonly Block[]
  readonly first: number
  readonly end: number
  readonly dropped: number
}

/** Keys went in in their order. */
function forgetBefore(numbers: Map<number, unknown>, first: number): void {
  for (const number of numbers.keys()) {
    if (number >= first) return
    numbers.delete(number)
  }
}
