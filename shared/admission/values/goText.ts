import { ForeignValue } from '../../cel/kubernetes/index.ts'
import { quoteGo as quote } from '../../words/index.ts'
import { deepest, isObject, own } from './json.ts'

/** Values as Go prints them, for the server’s words. */

/** A number as `%v`: the exponent takes over beyond 21 digits or below four zeros. */
export function numberText(value: number | bigint): string {
  if (typeof value === 'bigint' || isInt64(value)) return String(value)
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
  const [, sign = '', first = '', rest = '', exponent = '0'] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(value.toExponential()) ?? []
  const power = Number(exponent)
  if (power >= -4 && power < 21) return String(value)
  const digits = String(Math.abs(power)).padStart(2, '0')
  return `${sign}${first}${rest === '' ? '' : `.${rest}`}e${power < 0 ? '-' : '+'}${digits}`
}

/** Whether a decoder of the server makes a 64-bit whole number of it. */
export const isInt64 = (value: number): boolean => Number.isInteger(value) && Math.abs(value) < 2 ** 63

/** As `%v` of a decoded value. */
export function plain(value: unknown, depth = 0): string {
  if (depth > deepest) return '…'
  if (value === null || value === undefined) return '<nil>'
  if (typeof value === 'number' || typeof value === 'bigint') return numberText(value)
  if (Array.isArray(value)) return `[${value.map(one => plain(one, depth + 1)).join(' ')}]`
  if (!isObject(value) || value instanceof ForeignValue) return String(value)
  const fields = Object.keys(value).sort(byBytes)
  return `map[${fields.map(name => `${name}:${plain(own(value, name), depth + 1)}`).join(' ')}]`
}

/** As `%#v` of a decoded value. */
export function literal(value: unknown, depth = 0): string {
  if (depth > deepest) return '…'
  if (value === null || value === undefined) return 'interface {}(nil)'
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value)) return `[]interface {}{${value.map(one => literal(one, depth + 1)).join(', ')}}`
  if (value instanceof ForeignValue) return value.literal
  if (!isObject(value)) return plain(value)
  const fields = Object.keys(value).sort(byBytes)
  return `map[string]interface {}{${fields.map(name => `${quote(name)}:${literal(own(value, name), depth + 1)}`).join(', ')}}`
}

/** As `%T` of a decoded value. */
export function typeName(value: unknown): string {
  if (value === null || value === undefined) return '<nil>'
  if (typeof value === 'string') return 'string'
  if (value instanceof ForeignValue) return value.type
  if (typeof value === 'boolean') return 'bool'
  if (Array.isArray(value)) return '[]interface {}'
  if (typeof value === 'bigint') return 'int64'
  if (typeof value === 'number') return isInt64(value) ? 'int64' : 'float64'
  return 'map[string]interface {}'
}

/** Order of texts by their bytes in UTF-8, which is that of their code points. */
export function byBytes(one: string, other: string): number {
  const [left, right] = [[...one], [...other]]
  for (let index = 0; index < left.length && index < right.length; index += 1) {
    const difference = (left[index]?.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/** As `encoding/json` writes it: keys in order, and what could be markup escaped. */
export function goJson(value: unknown, depth = 0): string {
  if (depth > deepest) return 'null'
  if (value === undefined || value === null) return 'null'
  if (typeof value === 'string') return jsonText(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return jsonNumber(value)
  if (Array.isArray(value)) return `[${value.map(one => goJson(one, depth + 1)).join(',')}]`
  if (!isObject(value)) return String(value)
  const fields = Object.keys(value).sort(byBytes)
  return `{${fields.map(name => `${jsonText(name)}:${goJson(own(value, name), depth + 1)}`).join(',')}}`
}

const jsonText = (text: string): string =>
  JSON.stringify(text).replace(
    /[<>&\u2028\u2029]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Exponents are written as JavaScript does it: `1e+21`, `1e-7`. */
const jsonNumber = (value: number): string => String(value)
