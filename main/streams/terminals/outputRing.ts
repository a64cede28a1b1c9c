import type { Clock } from '../../../shared/flow/index.ts'
import type { OpenState, TerminalOutput } from '../../../shared/ipc/index.ts'

const firstCapacity = 64 * 1024
/** Bytes of one value of the stream. */
const mostAtOnce = 64 * 1024
/** The same for a reader that comes seldom, as one out of sight does: it need not slow the process down. */
const mostAtOnceSeldom = 512 * 1024
const seldomMillis = 500
/** A reader that took nothing for so long keeps the process waiting no more: its page may be frozen. */
const patienceMillis = 5000

interface Reader {
  /** Offset of the next byte that it wants. */
  at: number
  /** By the clock's `elapsed`. */
  tookAt: number
  wasOver: boolean
  readonly notify: () => void
}

/** The last output of a terminal, with the offsets of what was ever put out. */
export class OutputRing {
  readonly #clock: Clock
  readonly #capacity: number
  readonly #readers = new Set<Reader>()
  #buffer: Buffer = Buffer.alloc(0)
  /** Bytes ever put out. */
  #end = 0
  #isOver = false
  #moved = Promise.withResolvers<void>()

  /** @param capacity bytes that are kept */
  constructor(clock: Clock, capacity: number) {
    this.#clock = clock
    this.#capacity = capacity
  }

  get end(): number {
    return this.#end
  }

  /** Offset of the oldest byte that is kept. */
  get #start(): number {
    return Math.max(0, this.#end - this.#buffer.byteLength)
  }

  /** Waits while a reader would lose what it has not had; without readers what is oldest gives way. */
  async push(bytes: Uint8Array): Promise<void> {
    const largest = Math.min(mostAtOnce, this.#capacity)
    for (let at = 0; at < bytes.byteLength; at += largest) {
      const part = bytes.subarray(at, at + largest)
      while (this.#isAwaited(part.byteLength)) await this.#untilMoved()
      this.#write(part)
    }
  }

  /** Says to readers whether more will come. */
  setOver(isOver: boolean): void {
    this.#isOver = isOver
    this.#tell()
  }

  /** Lets nobody wait any more. */
  close(): void {
    this.#readers.clear()
    this.#isOver = true
    this.#tellMoved()
  }

  /** @param from offset of the first byte that is wanted */
  read(from: number, notify: () => void): OpenState<unknown, TerminalOutput> {
    const reader: Reader = {
      at: Math.min(from, this.#end),
      tookAt: this.#clock.elapsed(),
      wasOver: false,
      notify,
    }
    this.#readers.add(reader)
    return {
      take: () => this.#take(reader),
      update: () => undefined,
      close: () => {
        this.#readers.delete(reader)
        this.#tellMoved()
      },
    }
  }

  #take(reader: Reader): TerminalOutput | undefined {
    const now = this.#clock.elapsed()
    const most = now - reader.tookAt > seldomMillis ? mostAtOnceSeldom : mostAtOnce
    reader.tookAt = now
    const from = Math.max(reader.at, this.#start)
    const skipped = from - reader.at
    const bytes = this.#copy(from, Math.min(this.#end, from + most))
    reader.at = from + bytes.byteLength
    const isOver = this.#isOver && reader.at === this.#end
    const isNews = bytes.byteLength > 0 || skipped > 0 || isOver !== reader.wasOver
    reader.wasOver = isOver
    if (reader.at < this.#end) reader.notify()
    this.#tellMoved()
    return isNews ? { from, bytes, skipped, isOver } : undefined
  }

  #isAwaited(more: number): boolean {
    const now = this.#clock.elapsed()
    return [...this.#readers].some(
      ({ at, tookAt }) => this.#end + more - at > this.#capacity && now - tookAt < patienceMillis,
    )
  }

  async #untilMoved(): Promise<void> {
    const late = Promise.withResolvers<void>()
    const timer = this.#clock.after(patienceMillis, late.resolve)
    await Promise.race([this.#moved.promise, late.promise])
    timer.cancel()
  }

  /** Wakes every writer: output and errors of a process without terminal come from two. */
  #tellMoved(): void {
    this.#moved.resolve()
    this.#moved = Promise.withResolvers()
  }

  #write(bytes: Uint8Array): void {
    this.#makeRoomFor(bytes.byteLength)
    const size = this.#buffer.byteLength
    const at = this.#end % size
    const first = Math.min(bytes.byteLength, size - at)
    this.#buffer.set(bytes.subarray(0, first), at)
    this.#buffer.set(bytes.subarray(first), 0)
    this.#end += bytes.byteLength
    this.#tell()
  }

  /** Most terminals put out little, so the buffer grows with what comes. */
  #makeRoomFor(more: number): void {
    const wanted = this.#end + more
    const size = this.#buffer.byteLength
    if (wanted <= size || size >= this.#capacity) return
    let larger = Math.max(size, firstCapacity)
    while (larger < wanted && larger < this.#capacity) larger *= 2
    const buffer = Buffer.alloc(Math.min(larger, this.#capacity))
    // Nothing was given up yet: the old buffer holds all there is, from its beginning.
    this.#buffer.copy(buffer)
    this.#buffer = buffer
  }

  #copy(from: number, to: number): Uint8Array {
    const bytes = new Uint8Array(to - from)
    const size = this.#buffer.byteLength
    if (bytes.byteLength === 0) return bytes
    const at = from % size
    const first = this.#buffer.subarray(at, Math.min(size, at + bytes.byteLength))
    bytes.set(first)
    bytes.set(this.#buffer.subarray(0, bytes.byteLength - first.byteLength), first.byteLength)
    return bytes
  }

  #tell(): void {
    for (const { notify } of this.#readers) notify()
  }
}
