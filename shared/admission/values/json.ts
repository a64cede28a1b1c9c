import type { Json } from '../../cel/kubernetes/index.ts'

export type { Json, JsonObject } from '../../cel/kubernetes/index.ts'

/** Levels that are looked into; what lies deeper is left as it is, or is null in a copy. No object of sense is this deep. */
export const deepest = 1000

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What an object says under a name itself, not by what it inherits. */
export const own = (object: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** Bytes of a value as JSON without blanks, as the server writes it. */
export function sizeOf(value: Json): number {
  if (value === null) return 4
  if (typeof value === 'boolean') return value ? 4 : 5
  if (typeof value === 'string') return textSize(value)
  if (typeof value === 'number' || typeof value === 'bigint') return String(value).length
  if (Array.isArray(value))
    return value.reduce((sum: number, element: Json) => sum + sizeOf(element) + 1, value.length === 0 ? 2 : 1)
  const entries = Object.entries(value)
  return entries.reduce(
    (sum, [name, field]) => sum + textSize(name) + sizeOf(field) + 2,
    entries.length === 0 ? 2 : 1,
  )
}

/** Go writes `<`, `>`, `&` and two separators of lines as `\u….`. */
const longEscapes: ReadonlySet<number> = new Set([0x3c, 0x3e, 0x26, 0x2028, 0x2029])
const shortEscapes: ReadonlySet<number> = new Set([0x22, 0x5c, 8, 9, 10, 12, 13])

function textSize(text: string): number {
  let size = 2
  for (let index = 0; index < text.length; index += 1) size += unitSize(text.charCodeAt(index))
  return size
}

/** Bytes of one unit of UTF-16; two make one character of four bytes. */
function unitSize(code: number): number {
  if (longEscapes.has(code)) return 6
  if (shortEscapes.has(code)) return 2
  if (code < 0x20) return 6
  if (code < 0x80) return 1
  return code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3
}
