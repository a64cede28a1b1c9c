import { isError, ListValue, MapValue, OpaqueValue, OptionalValue, type Result } from '../values/value.ts'

/** What traversing one character costs. */
export const traversalFactor = 0.1
/** What one character of a regular expression costs, for each unit that its text costs. */
export const patternFactor = 0.25

/** Size of a value for costs: characters, bytes, elements or entries; 1 for all else. */
export function sizeOf(value: Result | undefined): number {
  if (value === undefined || isError(value)) return 1
  if (typeof value === 'string') return codePoints(value)
  if (value instanceof Uint8Array) return value.length
  if (value instanceof ListValue || value instanceof MapValue || value instanceof OpaqueValue)
    return value.size
  if (value instanceof OptionalValue && value.value !== undefined) return sizeOf(value.value)
  return 1
}

/** Cost of going over the smaller of two values. */
export const minimumCost = ([one, other]: readonly Result[]): number =>
  Math.ceil(Math.min(sizeOf(one), sizeOf(other)) * traversalFactor)

/** Characters of a text as the language counts them. */
export function codePoints(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length - 1; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0xd800 || unit > 0xdbff) continue
    const next = text.charCodeAt(at + 1)
    if (next >= 0xdc00 && next <= 0xdfff) {
      count -= 1
      at += 1
    }
  }
  return count
}
