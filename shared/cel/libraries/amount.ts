import { CelError } from '../values/value.ts'

/**
 * Quantities by the rules of `k8s.io/apimachinery/pkg/api/resource`: `1.5Gi`, `100m`, `3e6`.
 */

export type QuantityFormat = 'decimalExponent' | 'binarySI' | 'decimalSI'

export interface Amount {
  /** The value is `unscaled` × 10^`exponent`. */
  readonly unscaled: bigint
  readonly exponent: number
  /** False for one the server keeps in 64 bits: such a one alone may be an integer. */
  readonly isBig: boolean
  readonly format: QuantityFormat
  /** As it was written, where that is how it is printed too. */
  readonly text?: string
}

const pattern = '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'
/** What the server’s parser takes, which is a little more than the pattern it names. */
const written = /^([+-]?)(0*)([0-9]*)(?:\.([0-9]*))?([eEinumkKMGTP]*[-+]?[0-9]*)$/

const decimalSuffixes: ReadonlyMap<string, number> = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
])
const binarySuffixes: ReadonlyMap<string, number> = new Map([
  ['Ki', 10],
  ['Mi', 20],
  ['Gi', 30],
  ['Ti', 40],
  ['Pi', 50],
  ['Ei', 60],
])

interface Suffix {
  readonly format: QuantityFormat
  /** Of ten, or of two for the binary form. */
  readonly power: number
}

function readSuffix(suffix: string): Suffix | null {
  const decimal = decimalSuffixes.get(suffix)
  if (decimal !== undefined) return { format: 'decimalSI', power: decimal }
  const binary = binarySuffixes.get(suffix)
  if (binary !== undefined) return { format: 'binarySI', power: binary }
  if (!/^[eE][+-]?[0-9]+$/.test(suffix)) return null
  const power = BigInt(suffix.slice(1).replace('+', ''))
  if (BigInt.asIntN(64, power) !== power) return null
  return { format: 'decimalExponent', power: Number(BigInt.asIntN(32, power)) }
}

const isInt64 = (value: bigint): boolean => BigInt.asIntN(64, value) === value
const mostInt64 = 2n ** 63n - 1n
/** The server rounds what is too long for 64 bits up to nanos. */
const nano = -9

export function parseAmount(text: string): Amount | CelError {
  const found = text === '' ? null : written.exec(text)
  if (found === null) return new CelError(`quantities must match the regular expression '${pattern}'`)
  const [, sign = '', zeros = '', digits = '', fraction = '', suffixText = ''] = found
  const suffix = readSuffix(suffixText)
  if (suffix === null) return new CelError("unable to parse quantity's suffix")
  const whole = digits === '' ? '0' : digits
  const isNegative = sign === '-'
  return (
    shortAmount(text, whole, fraction, isNegative, suffix) ??
    longAmount(zeros + digits, fraction, isNegative, suffix)
  )
}

/** An amount that surely fits 64 bits; null for one that may not. */
function shortAmount(
  text: string,
  whole: string,
  fraction: string,
  isNegative: boolean,
  { format, power }: Suffix,
): Amount | null {
  const isBinary = format === 'binarySI'
  if (isBinary && fraction !== '') return null
  const room = isBinary
    ? 15 - whole.length - Math.trunc((power * 3) / 10) - 1
    : 18 - whole.length - fraction.length
  const exponent = isBinary ? 0 : power - fraction.length
  if (room < 0 || exponent < nano) return null
  const shifted = whole + fraction
  const value = BigInt(shifted)
  const scaled = isBinary ? value << BigInt(power) : value
  if (!isInt64(scaled)) return null
  const isCanonical = isBinary
    ? (value & 7n) !== 0n
    : exponent % 3 === 0 && !shifted.endsWith('000') && !shifted.startsWith('0')
  const unscaled = isNegative ? -scaled : scaled
  return { unscaled, exponent, isBig: false, format, ...(isCanonical || text === '0' ? { text } : {}) }
}

function longAmount(
  whole: string,
  fraction: string,
  isNegative: boolean,
  { format, power }: Suffix,
): Amount | CelError {
  if (whole + fraction === '') return new CelError('unable to parse numeric part of quantity')
  const isBinary = format === 'binarySI'
  const number = BigInt(whole + fraction)
  const unrounded = isBinary ? number << BigInt(power) : number
  const exact = { unscaled: unrounded, exponent: (isBinary ? 0 : power) - fraction.length }
  const rounded = unrounded === 0n ? exact : roundUp(exact, nano)
  const isTooMuch = isBinary && compareScaled(rounded, { unscaled: mostInt64, exponent: 0 }) > 0
  const { unscaled, exponent } = isTooMuch ? { unscaled: mostInt64, exponent: 0 } : rounded
  const isSmall = unscaled > 0n && compareScaled({ unscaled, exponent }, { unscaled: 1n, exponent: 0 }) < 0
  return {
    unscaled: isNegative ? -unscaled : unscaled,
    exponent,
    isBig: true,
    format: isBinary && isSmall ? 'decimalSI' : format,
  }
}

interface Scaled {
  readonly unscaled: bigint
  readonly exponent: number
}

/** Powers of ten above which nothing is written out: what has so many digits is no quantity of anything. */
const mostDigits = 5000

/** The same number with another exponent; digits that fall away make it greater by one. */
function roundUp({ unscaled, exponent }: Scaled, to: number): Scaled {
  if (exponent >= to)
    return exponent - to > mostDigits
      ? { unscaled, exponent }
      : { unscaled: unscaled * 10n ** BigInt(exponent - to), exponent: to }
  if (to - exponent > mostDigits) return { unscaled: unscaled === 0n ? 0n : 1n, exponent: to }
  const divisor = 10n ** BigInt(to - exponent)
  const remainder = unscaled % divisor
  const step = remainder === 0n ? 0n : unscaled < 0n ? -1n : 1n
  return { unscaled: unscaled / divisor + step, exponent: to }
}

/** The amount without digits below a power of ten; what falls away makes it greater by one. */
export function roundedUp({ unscaled, exponent, isBig, format }: Amount, to: number): Amount {
  return { ...roundUp({ unscaled, exponent }, to), isBig, format }
}

const signOf = (value: bigint): number => (value > 0n ? 1 : value < 0n ? -1 : 0)

/** Places before the point; how great a number that is not zero is, roughly. */
function magnitude({ unscaled, exponent }: Scaled): number {
  return (unscaled < 0n ? -unscaled : unscaled).toString().length + exponent
}

export function compareScaled(one: Scaled, other: Scaled): number {
  const [sign, otherSign] = [signOf(one.unscaled), signOf(other.unscaled)]
  if (sign !== otherSign || sign === 0) return Math.sign(sign - otherSign)
  const [size, otherSize] = [magnitude(one), magnitude(other)]
  if (size !== otherSize) return size > otherSize ? sign : -sign
  const lowest = Math.min(one.exponent, other.exponent)
  const written = ({ unscaled, exponent }: Scaled): bigint => unscaled * 10n ** BigInt(exponent - lowest)
  return signOf(written(one) - written(other))
}

/** The value as a 64-bit integer; null for one that is none, and for all that took the long way. */
export function asInt64({ unscaled, exponent, isBig }: Amount): bigint | null {
  if (isBig || exponent < 0) return null
  if (unscaled === 0n) return 0n
  if (exponent > 18) return null
  const value = unscaled * 10n ** BigInt(exponent)
  return isInt64(value) ? value : null
}

export function asFloat({ unscaled, exponent }: Amount): number {
  const base = Number(unscaled)
  if (exponent === 0) return base
  return base * (exponent < -323 ? 0 : exponent > 308 ? Number.POSITIVE_INFINITY : Number(`1e${exponent}`))
}

/** `one + other`; the sum has the format of `one` unless that is zero. */
export function addAmounts(one: Amount, other: Amount): Amount | CelError {
  const format = one.unscaled === 0n ? other.format : one.format
  if (!one.isBig && !other.isBig) {
    const sum = addShort(one, other)
    if (sum !== null) return { ...sum, isBig: false, format }
  }
  const lowest = Math.min(one.exponent, other.exponent)
  if (Math.max(one.exponent, other.exponent) - lowest > mostDigits)
    return new CelError('quantities are too far apart')
  const unscaled = roundUp(one, lowest).unscaled + roundUp(other, lowest).unscaled
  return { unscaled, exponent: lowest, isBig: true, format }
}

/** A sum in 64 bits; null for one that does not fit. */
function addShort(one: Scaled, other: Scaled): Scaled | null {
  if (other.unscaled === 0n) return { unscaled: one.unscaled, exponent: one.exponent }
  if (one.unscaled === 0n) return { unscaled: other.unscaled, exponent: other.exponent }
  const lowest = Math.min(one.exponent, other.exponent)
  if (Math.max(one.exponent, other.exponent) - lowest > 19) return null
  const parts = [one, other].map(part => roundUp(part, lowest).unscaled)
  const unscaled = parts.reduce((sum, part) => sum + part, 0n)
  return [...parts, unscaled].every(isInt64) ? { unscaled, exponent: lowest } : null
}

export const negated = (amount: Amount): Amount => ({
  unscaled: -amount.unscaled,
  exponent: amount.exponent,
  isBig: amount.isBig,
  format: amount.format,
})

export const integerAmount = (value: bigint): Amount => ({
  unscaled: value,
  exponent: 0,
  isBig: false,
  format: 'decimalExponent',
})

/** The canonical form: no fraction, the greatest suffix that needs none. */
export function printAmount(amount: Amount): string {
  if (amount.text !== undefined) return amount.text
  if (amount.unscaled === 0n) return '0'
  return (amount.format === 'binarySI' ? printBinary(amount) : null) ?? printDecimal(amount)
}

function printDecimal(amount: Amount): string {
  let { number, times } = withoutFactors(amount.unscaled, 10n)
  let exponent = amount.exponent + times
  while (exponent % 3 !== 0) {
    number *= 10n
    exponent -= 1
  }
  if (amount.format === 'decimalExponent') return exponent === 0 ? `${number}` : `${number}e${exponent}`
  const suffix = [...decimalSuffixes].find(([, power]) => power === exponent)?.[0] ?? ''
  return `${number}${suffix}`
}

/** Null for a number that is small or no integer: such a one is printed in decimals. */
function printBinary(amount: Amount): string | null {
  const limit = { unscaled: 1024n, exponent: 0 }
  const isSmall =
    compareScaled(amount, { unscaled: -1024n, exponent: 0 }) > 0 && compareScaled(amount, limit) < 0
  const whole = roundUp(amount, 0)
  if (isSmall || whole.exponent !== 0 || compareScaled(whole, amount) !== 0) return null
  const { number, times } = withoutFactors(whole.unscaled, 1024n)
  const suffix = [...binarySuffixes].find(([, power]) => power === times * 10)?.[0] ?? ''
  return `${number}${suffix}`
}

function withoutFactors(value: bigint, factor: bigint): { number: bigint; times: number } {
  let [number, times] = [value, 0]
  while (number !== 0n && number % factor === 0n) {
    number /= factor
    times += 1
  }
  return { number, times }
}
