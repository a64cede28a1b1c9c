/** Doubles as Go’s `golang.org/x/text` writes them in en_US; halves are rounded to even. */

/** Digits behind the point that are written at most. */
const mostDigits = 1000

/** `1,234.500000` */
export function fixed(value: number, digits: number): string {
  const special = notFinite(value)
  if (special !== null) return special
  const [whole = '', fraction] = plainFixed(Math.abs(value), digits).split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return (value < 0 ? '-' : '') + (fraction === undefined ? grouped : `${grouped}.${fraction}`)
}

/** `1234.500000`, as Go’s `%f`; of a finite number. */
export function plainFixed(value: number, digits: number): string {
  const kept = Math.min(digits, mostDigits)
  const text = rounded(Math.abs(value), kept)
    .toString()
    .padStart(kept + 1, '0')
  const point = text.length - kept
  const fraction = kept === 0 ? '' : `.${text.slice(point)}`
  return (value < 0 || Object.is(value, -0) ? '-' : '') + text.slice(0, point) + fraction
}

/** Digits behind the point of the scientific form. */
const scientificDigits = 6
const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/**
 * `1.234500×10⁰³`
 * @param width what is asked for as digits: the server takes it for the least width
 */
export function scientific(value: number, width: number): string {
  return (notFinite(value) ?? finiteScientific(value)).padStart(Math.min(width, mostDigits))
}

function finiteScientific(value: number): string {
  const size = Math.abs(value)
  const estimated = size === 0 ? 0 : Number(size.toExponential(20).split('e')[1])
  const digits = rounded(size, scientificDigits - estimated).toString()
  const exponent = digits.length > scientificDigits + 1 ? estimated + 1 : estimated
  const shown = digits.padEnd(scientificDigits + 1, '0')
  const raised = [...String(Math.abs(exponent)).padStart(2, '0')]
    .map(digit => superscripts.charAt(Number(digit)))
    .join('')
  const mantissa = `${shown.charAt(0)}.${shown.slice(1, scientificDigits + 1)}`
  return `${value < 0 ? '-' : ''}${mantissa}×10${exponent < 0 ? '⁻' : ''}${raised}`
}

function notFinite(value: number): string | null {
  if (Number.isNaN(value)) return 'NaN'
  if (Number.isFinite(value)) return null
  return value < 0 ? '-∞' : '∞'
}

/** `value` × 10^`digits` as the nearest integer, exactly. */
function rounded(value: number, digits: number): bigint {
  const { mantissa, power } = binary(value)
  const shift = 10n ** BigInt(Math.abs(digits))
  const [up, down] = [power > 0 ? 2n ** BigInt(power) : 1n, power < 0 ? 2n ** BigInt(-power) : 1n]
  const numerator = mantissa * up * (digits > 0 ? shift : 1n)
  const divisor = down * (digits < 0 ? shift : 1n)
  const whole = numerator / divisor
  const twice = (numerator % divisor) * 2n
  const isUp = twice > divisor || (twice === divisor && whole % 2n === 1n)
  return isUp ? whole + 1n : whole
}

/** A finite double that is not negative, as an integer times a power of two. */
function binary(value: number): { readonly mantissa: bigint; readonly power: number } {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  const bits = view.getBigUint64(0)
  const exponent = Number((bits >> 52n) & 0x7ffn)
  const fraction = bits & 0xfffffffffffffn
  return exponent === 0
    ? { mantissa: fraction, power: -1074 }
    : { mantissa: fraction | (1n << 52n), power: exponent - 1075 }
}
