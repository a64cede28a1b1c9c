import type { LineTime } from './times.ts'

/** Lines of one second that are remembered to tell repeats: eight bytes each. */
const mostRemembered = 500_000
const firstRoom = 256

interface Second {
  readonly second: number
  hashes: Float64Array
  count: number
}

/**
 * The lines of the last two seconds of one container's run, for going on after a lost connection. A
 * kubelet takes `sinceTime` by the whole second (the API server hands it on in RFC 3339 without a
 * fraction) and may write lines of two streams slightly out of order: one second more is asked for, and
 * what is known already is dropped, equal lines by their count.
 */
export class SeenLines {
  #last: Second | null = null
  #before: Second | null = null
  /** Lines that were seen and may come again, with how often; null while nothing comes again. */
  #expected: Map<number, number> | null = null
  #lastHash = 0
  /** Of the first line: what was written before it was not asked for, though its second is asked for again. */
  #first: LineTime | null = null
  #isLastMet = true
  /** A line of the present run came. */
  #isInRun = false
  /** Why repeats or gaps cannot be told; empty while they can. */
  #doubt = ''

  /** Whole second since the epoch from which on to ask again; null where no line with a time came yet. */
  get resumeFrom(): number | null {
    return this.#last === null || !this.#isInRun ? null : this.#last.second - 1
  }

  /**
   * The container was started again: what comes is another log. What was seen is still left out, should the
   * beginning of this log have been taken for the end of the last one.
   */
  newRun(): void {
    this.#isInRun = false
    this.#first = null
    this.#isLastMet = true
  }

  /** What comes from now on begins with lines that were seen. */
  resume(): void {
    if (this.#last === null) return
    const expected = new Map<number, number>()
    for (const second of [this.#before, this.#last]) {
      if (second === null || second.second < this.#last.second - 1) continue
      for (let at = 0; at < second.count; at++) {
        const hash = second.hashes[at] ?? 0
        expected.set(hash, (expected.get(hash) ?? 0) + 1)
      }
    }
    this.#expected = expected
    this.#isLastMet = !this.#isInRun
  }

  /**
   * Notes a line.
   * @returns `repeat` for one that was seen, or is older than all that were asked for; `gap` for the first new one when the last line seen did not
   * come again before it, so that lines between the two may be missing
   */
  take(line: Uint8Array, time: LineTime): 'new' | 'repeat' | 'gap' {
    const hash = hashOf(line)
    if (this.#expected !== null) {
      const times = this.#expected.get(hash) ?? 0
      if (times > 0) {
        if (times === 1) this.#expected.delete(hash)
        else this.#expected.set(hash, times - 1)
        if (hash === this.#lastHash) this.#isLastMet = true
        this.#isInRun = true
        if (this.#expected.size === 0) this.#expected = null
        return 'repeat'
      }
      if (this.#first !== null && isBefore(time, this.#first)) return 'repeat'
    }
    const isGap = !this.#isLastMet
    this.#isLastMet = true
    if (time.prefix > 0) {
      this.#first ??= time
      this.#isInRun = true
      this.#remember(hash, time.second)
    }
    return isGap ? 'gap' : 'new'
  }

  /** Whether what came since `resume` does not join on to what was seen. */
  get isApart(): boolean {
    return !this.#isLastMet
  }

  /** Answers once why repeats or gaps cannot be told, in a sentence; empty where they can. */
  takeDoubt(): string {
    const doubt = this.#doubt
    this.#doubt = ''
    return doubt
  }

  #remember(hash: number, second: number): void {
    const bucket = this.#bucket(second)
    this.#lastHash = hash
    if (bucket.count >= mostRemembered) {
      this.#doubt =
        'More lines came in one second than are remembered: after a lost connection some of them may come twice.'
      return
    }
    if (bucket.count === bucket.hashes.length) {
      const hashes = new Float64Array(bucket.count * 2)
      hashes.set(bucket.hashes)
      bucket.hashes = hashes
    }
    bucket.hashes[bucket.count++] = hash
  }

  #bucket(second: number): Second {
    const last = this.#last
    if (last?.second === second) return last
    // A line of the other stream, a moment late.
    if (last !== null && second === last.second - 1) {
      this.#before = this.#before?.second === second ? this.#before : bucketOf(second)
      return this.#before
    }
    if (last !== null && second < last.second)
      this.#doubt = `The clock of the node went back by ${last.second - second} s: after a lost connection lines may come twice.`
    this.#before = last
    this.#last = bucketOf(second)
    return this.#last
  }
}

function isBefore(a: LineTime, b: LineTime): boolean {
  if (a.prefix === 0) return false
  return a.second < b.second || (a.second === b.second && a.nanosecond < b.nanosecond)
}

function bucketOf(second: number): Second {
  return { second, hashes: new Float64Array(firstRoom), count: 0 }
}

/** 53 bits of two FNV-1a hashes with different primes. */
function hashOf(bytes: Uint8Array): number {
  let a = 0x811c9dc5
  let b = 0x9e3779b9
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    a = Math.imul(a ^ byte, 0x01000193)
    b = Math.imul(b ^ byte, 0x85ebca6b)
  }
  return (a >>> 0) * 0x200000 + (b >>> 11)
}
