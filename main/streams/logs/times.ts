const zero = 0x30
const longestTime = 48

/** When a line was written, by the clock of its node. */
export interface LineTime {
  /** Bytes of the time and the blank behind it; 0 where the line has none. */
  readonly prefix: number
  /** Whole seconds since the epoch. */
  readonly second: number
  readonly nanosecond: number
}

const none: LineTime = { prefix: 0, second: 0, nanosecond: 0 }

/** Reads the times of lines that come one after the other, most of them in the same hour. */
export class TimeReader {
  /** Of the last line: bytes `2026-01-02T15` as a number, and the second with which that hour begins. */
  #hourKey = -1
  #hour = 0

  /** RFC 3339 with any number of digits behind the second, as kubelets write it in front of a line. */
  read(bytes: Uint8Array): LineTime {
    if (bytes.length < 21 || bytes[4] !== 0x2d || bytes[10] !== 0x54 || bytes[13] !== 0x3a) return none
    const hourKey = digits(bytes, 0, 4) * 1e6 + digits(bytes, 5, 2) * 1e4 + digits(bytes, 8, 2) * 100
    const key = hourKey + digits(bytes, 11, 2)
    const second = digits(bytes, 14, 2) * 60 + digits(bytes, 17, 2)
    if (!Number.isFinite(key) || !Number.isFinite(second)) return none
    if (key !== this.#hourKey) this.#enter(key, bytes)
    return this.#behind(bytes, this.#hour + second)
  }

  #enter(key: number, bytes: Uint8Array): void {
    this.#hourKey = key
    const day = [digits(bytes, 0, 4), digits(bytes, 5, 2) - 1, digits(bytes, 8, 2)] as const
    this.#hour = Date.UTC(day[0], day[1], day[2], digits(bytes, 11, 2)) / 1000
  }

  /** Fraction and offset, and the blank that ends the time. */
  #behind(bytes: Uint8Array, second: number): LineTime {
    let at = 19
    let nanosecond = 0
    if (bytes[at] === 0x2e) {
      let scale = 100_000_000
      for (at++; isDigit(bytes[at]); at++) {
        nanosecond += ((bytes[at] ?? zero) - zero) * scale
        scale = Math.floor(scale / 10)
      }
    }
    const sign = bytes[at]
    let offset = 0
    if (sign === 0x5a) at++
    else if (sign === 0x2b || sign === 0x2d) {
      offset = (digits(bytes, at + 1, 2) * 60 + digits(bytes, at + 4, 2)) * (sign === 0x2d ? -60 : 60)
      at += 6
    } else return none
    // A line that is empty may come without its blank.
    const isEnded = at === bytes.length || bytes[at] === 0x20
    if (!isEnded || at > longestTime || !Number.isFinite(offset)) return none
    return { prefix: at === bytes.length ? at : at + 1, second: second - offset, nanosecond }
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zero && byte <= 0x39
}

/** NaN for what are no digits. */
function digits(bytes: Uint8Array, from: number, count: number): number {
  let value = 0
  for (let at = from; at < from + count; at++) {
    const byte = bytes[at]
    if (!isDigit(byte)) return Number.NaN
    value = value * 10 + ((byte ?? zero) - zero)
  }
  return value
}
