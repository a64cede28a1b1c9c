import { quoteGo } from './quote.ts'

/** An IP address: 4 or 16 bytes, and a zone for those of IPv6 that name one. */
export interface Address {
  readonly bytes: readonly number[]
  readonly zone: string
}

/** @returns why the text is no address, in the words of Go’s `net/netip`, where it is none */
export function parseAddress(text: string): Address | string {
  const mark = /[.:%]/.exec(text)?.[0]
  if (mark === undefined) return fault(text, 'unable to parse IP')
  if (mark === '%') return fault(text, 'missing IPv6 address')
  if (mark === '.') {
    const bytes = parseFour(text, text)
    return typeof bytes === 'string' ? bytes : { bytes, zone: '' }
  }
  return parseSix(text)
}

function fault(text: string, message: string, at = ''): string {
  return `ParseAddr(${quoteGo(text)}): ${message}${at === '' ? '' : ` (at ${quoteGo(at)})`}`
}

/** Four numbers; `whole` is the text that faults name. */
function parseFour(part: string, whole: string): readonly number[] | string {
  const fields: number[] = []
  let digits = ''
  for (let at = 0; at < part.length; at++) {
    const character = part.charAt(at)
    if (/[0-9]/.test(character)) {
      if (digits === '0') return fault(whole, 'IPv4 field has octet with leading zero')
      digits += character
      if (Number(digits) > 255) return fault(whole, 'IPv4 field has value >255')
    } else if (character === '.') {
      if (at === 0 || at === part.length - 1 || digits === '')
        return fault(whole, 'IPv4 field must have at least one digit', part.slice(at))
      if (fields.length === 3) return fault(whole, 'IPv4 address too long')
      fields.push(Number(digits))
      digits = ''
    } else return fault(whole, 'unexpected character', part.slice(at))
  }
  return fields.length < 3 ? fault(whole, 'IPv4 address too short') : [...fields, Number(digits)]
}

function parseSix(text: string): Address | string {
  const percent = text.indexOf('%')
  const zone = percent < 0 ? '' : text.slice(percent + 1)
  if (percent >= 0 && zone === '') return fault(text, 'zone must be a non-empty string')
  let rest = percent < 0 ? text : text.slice(0, percent)
  const bytes: number[] = []
  /** Where `::` stood; -1 as long as there was none. */
  let gap = -1
  if (rest.startsWith('::')) {
    gap = 0
    rest = rest.slice(2)
  }
  while (bytes.length < 16 && rest !== '') {
    const read = readGroup(text, rest, bytes.length, gap)
    if (typeof read === 'string') return read
    bytes.push(...read.bytes)
    rest = read.rest
    if (!read.opensGap) continue
    if (gap >= 0) return fault(text, 'multiple :: in address', `:${rest}`)
    gap = bytes.length
  }
  if (rest !== '') return fault(text, 'trailing garbage after address', rest)
  if (bytes.length === 16)
    return gap >= 0 ? fault(text, 'the :: must expand to at least one field of zeros') : { bytes, zone }
  if (gap < 0) return fault(text, 'address string too short')
  const zeros = Array.from({ length: 16 - bytes.length }, () => 0)
  return { bytes: [...bytes.slice(0, gap), ...zeros, ...bytes.slice(gap)], zone }
}

interface Group {
  readonly bytes: readonly number[]
  readonly rest: string
  /** Whether `::` follows. */
  readonly opensGap: boolean
}

/** One group of up to four digits and the colon behind it, or the four numbers at the end. */
function readGroup(text: string, rest: string, position: number, gap: number): Group | string {
  const digits = /^[0-9a-fA-F]*/.exec(rest)?.[0] ?? ''
  if (digits.length > 4) return fault(text, 'each group must have 4 or less digits', rest)
  if (digits === '') return fault(text, 'each colon-separated field must have at least one digit', rest)
  if (rest.charAt(digits.length) === '.') {
    if (gap < 0 && position !== 12)
      return fault(text, 'embedded IPv4 address must replace the final 2 fields of the address', rest)
    if (position + 4 > 16)
      return fault(text, 'too many hex fields to fit an embedded IPv4 at the end of the address', rest)
    const four = parseFour(rest, text)
    return typeof four === 'string' ? four : { bytes: four, rest: '', opensGap: false }
  }
  const value = Number.parseInt(digits, 16)
  const bytes = [value >> 8, value & 0xff]
  const behind = rest.slice(digits.length)
  if (behind === '') return { bytes, rest: '', opensGap: false }
  if (!behind.startsWith(':')) return fault(text, 'unexpected character, want colon', behind)
  if (behind.length === 1) return fault(text, 'colon must be followed by more characters', behind)
  const opensGap = behind.startsWith('::')
  return { bytes, rest: behind.slice(opensGap ? 2 : 1), opensGap }
}

/** The canonical form: lower case, the longest run of zero groups as `::`. */
export function printAddress({ bytes, zone }: Address): string {
  if (bytes.length === 4) return bytes.join('.')
  const groups = Array.from(
    { length: 8 },
    (_, index) => ((bytes[2 * index] ?? 0) << 8) | (bytes[2 * index + 1] ?? 0),
  )
  const { start, length } = longestZeros(groups)
  const hex = (part: readonly number[]): string => part.map(group => group.toString(16)).join(':')
  const text =
    length < 2 ? hex(groups) : `${hex(groups.slice(0, start))}::${hex(groups.slice(start + length))}`
  return zone === '' ? text : `${text}%${zone}`
}

function longestZeros(groups: readonly number[]): { readonly start: number; readonly length: number } {
  let best = { start: 0, length: 0 }
  for (let start = 0; start < groups.length; start++) {
    const end = groups.findIndex((group, index) => index >= start && group !== 0)
    const length = (end < 0 ? groups.length : end) - start
    if (length > best.length) best = { start, length }
  }
  return best
}

/** Whether it is an address of IPv4 written as one of IPv6. */
export const isFourInSix = ({ bytes }: Address): boolean =>
  bytes.length === 16 &&
  bytes.slice(0, 10).every(byte => byte === 0) &&
  bytes[10] === 255 &&
  bytes[11] === 255

/** The first bits of an address, the rest zero. */
export function maskAddress({ bytes }: Address, bits: number): Address {
  const masked = bytes.map((byte, index) => {
    const kept = Math.min(8, Math.max(0, bits - 8 * index))
    return byte & ((0xff << (8 - kept)) & 0xff)
  })
  return { bytes: masked, zone: '' }
}

export const isSameAddress = (one: Address, other: Address): boolean =>
  one.bytes.length === other.bytes.length &&
  one.zone === other.zone &&
  one.bytes.every((byte, index) => byte === other.bytes[index])

export interface Network {
  readonly address: Address
  readonly bits: number
}

/** @returns why the text is no network, where it is none */
export function parseNetwork(text: string): Network | string {
  const wrong = (message: string): string => `netip.ParsePrefix(${quoteGo(text)}): ${message}`
  const slash = text.lastIndexOf('/')
  if (slash < 0) return wrong("no '/'")
  const address = parseAddress(text.slice(0, slash))
  if (typeof address === 'string') return wrong(address)
  if (address.zone !== '') return wrong('IPv6 zones cannot be present in a prefix')
  const written = text.slice(slash + 1)
  // A number of one digit may have no sign either, as there is no room for it.
  if (!/^(?:[0-9]|[1-9][0-9]{0,17})$/.test(written)) return wrong(`bad bits after slash: ${quoteGo(written)}`)
  const bits = Number(written)
  return bits > address.bytes.length * 8 ? wrong('prefix length out of range') : { address, bits }
}
