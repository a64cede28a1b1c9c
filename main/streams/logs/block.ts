import { Buffer } from 'node:buffer'
import { type LogLevelName, logLevels } from '../../../shared/ipc/index.ts'

/** Lines of one block at most, and the bytes it has room for. */
export const blockLines = 4096
export const blockBytes = 256 * 1024
/** What one entry takes beside its bytes. */
export const entryBytes = 4 + 4 + 1 + 1

/** Code of entries that are marks. */
export const markCode = 255

/** 0: no level is told; from 1 on the place in `logLevels`. */
export function levelCode(level: LogLevelName | null): number {
  return level === null ? 0 : logLevels.indexOf(level) + 1
}

export function levelName(code: number): LogLevelName | null {
  return logLevels[code - 1] ?? null
}

/**
 * A stretch of lines as they came: bytes one after the other, and for each line where it ends, whose it
 * is, how much of it is the time in front, and its level. Lines are only ever added at the end.
 */
export class Block {
  /** Number of the first entry. */
  readonly first: number
  count = 0
  /** Of these, lines. */
  lines = 0
  readonly levels = new Uint32Array(logLevels.length + 1)
  #bytes: Buffer
  #used = 0
  readonly #ends = new Uint32Array(blockLines)
  readonly #sources = new Uint32Array(blockLines)
  readonly #prefixes = new Uint8Array(blockLines)
  readonly #codes = new Uint8Array(blockLines)

  constructor(first: number, room: number) {
    this.first = first
    // Not from the pool: a slice of it would keep the whole pool alive.
    this.#bytes = Buffer.allocUnsafeSlow(Math.max(room, blockBytes))
  }

  /** Number behind the last entry. */
  get end(): number {
    return this.first + this.count
  }

  /** Bytes of memory. */
  get size(): number {
    return this.#bytes.length + blockLines * entryBytes
  }

  hasRoom(length: number): boolean {
    return this.count < blockLines && this.#used + length <= this.#bytes.length
  }

  line(source: number, bytes: Uint8Array, prefix: number, code: number): void {
    this.#bytes.set(bytes, this.#used)
    this.#used += bytes.length
    this.lines++
    this.levels[code] = (this.levels[code] ?? 0) + 1
    this.#entry(source, prefix, code)
  }

  mark(source: number): void {
    this.#entry(source, 0, markCode)
  }

  /** Gives up the room that is left. */
  seal(): void {
    if (this.#used > this.#bytes.length * 0.9) return
    const bytes = Buffer.allocUnsafeSlow(this.#used)
    this.#bytes.copy(bytes, 0, 0, this.#used)
    this.#bytes = bytes
  }

  source(number: number): number {
    return this.#sources[number - this.first] ?? 0
  }

  code(number: number): number {
    return this.#codes[number - this.first] ?? 0
  }

  /** Bytes of the line behind its time. */
  text(number: number): Buffer {
    const at = number - this.first
    return this.#bytes.subarray(this.#begin(at) + (this.#prefixes[at] ?? 0), this.#ends[at])
  }

  /** The time in front of the line, as it was written; empty where there is none. */
  time(number: number): string {
    const at = number - this.first
    const begin = this.#begin(at)
    const length = this.#prefixes[at] ?? 0
    // The blank behind it belongs to neither.
    return this.#bytes.toString('latin1', begin, begin + length).trimEnd()
  }

  #begin(at: number): number {
    return at === 0 ? 0 : (this.#ends[at - 1] ?? 0)
  }

  #entry(source: number, prefix: number, code: number): void {
    this.#ends[this.count] = this.#used
    this.#sources[this.count] = source
    this.#prefixes[this.count] = prefix
    this.#codes[this.count] = code
    this.count++
  }
}
