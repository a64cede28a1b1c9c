import { isMapping } from '../kube/index.ts'

export interface FieldBounds {
  /** Members that are taken up, counted over all depths. */
  readonly members: number
  /** Characters of one value. */
  readonly length: number
  /** Characters of all values. */
  readonly total: number
}

/** What is shown of one line. */
const shown: FieldBounds = { members: 100, length: 2000, total: 8000 }
/** Members of members are joined with dots so deep; what lies deeper is JSON text. */
const deepest = 5

/**
 * The members of a line that is one JSON object, as text: those of members are joined with dots
 * (`request.path`), lists stay JSON. Null for every other line. Bounded: further members are left out, and
 * long values end with an ellipsis.
 */
export function jsonFields(
  text: string,
  bounds: FieldBounds = shown,
): Readonly<Record<string, string>> | null {
  const object = parsedObject(text)
  if (object === null) return null
  const found = new Map<string, string>()
  let total = 0
  const take = (key: string, value: unknown): boolean => {
    if (found.size >= bounds.members || total >= bounds.total) return false
    const whole = textOf(value)
    const room = Math.min(bounds.length, bounds.total - total)
    const kept = whole.length > room ? `${whole.slice(0, room)}…` : whole
    total += kept.length
    found.set(key, kept)
    return true
  }
  flatten(object, '', 1, take)
  return Object.fromEntries(found)
}

/** The value of one member by its joined name; undefined where there is none. */
export function fieldOf(text: string, key: string): string | undefined {
  const object = parsedObject(text)
  return object === null ? undefined : lookedUp(object, key, 1)
}

function lookedUp(object: Readonly<Record<string, unknown>>, key: string, depth: number): string | undefined {
  if (Object.hasOwn(object, key)) {
    const value = object[key]
    return isMapping(value) && Object.keys(value).length > 0 && depth < deepest ? undefined : textOf(value)
  }
  if (depth >= deepest) return undefined
  for (let dot = key.indexOf('.'); dot > 0; dot = key.indexOf('.', dot + 1)) {
    const head = key.slice(0, dot)
    const below = Object.hasOwn(object, head) ? object[head] : undefined
    const value = isMapping(below) ? lookedUp(below, key.slice(dot + 1), depth + 1) : undefined
    if (value !== undefined) return value
  }
  return undefined
}

/** Answers false when there is no more room. */
function flatten(
  object: Readonly<Record<string, unknown>>,
  prefix: string,
  depth: number,
  take: (key: string, value: unknown) => boolean,
): boolean {
  for (const [name, value] of Object.entries(object)) {
    const key = `${prefix}${name}`
    const goesOn =
      isMapping(value) && depth < deepest && Object.keys(value).length > 0
        ? flatten(value, `${key}.`, depth + 1, take)
        : take(key, value)
    if (!goesOn) return false
  }
  return true
}

/** A number too long for arithmetic, such as an id, keeps its digits. */
const longNumber = /\d{16}/

function parsedObject(text: string): Readonly<Record<string, unknown>> | null {
  const line = text.trim()
  if (!line.startsWith('{') || !line.endsWith('}')) return null
  try {
    const value: unknown = longNumber.test(line) ? JSON.parse(line, asWritten) : JSON.parse(line)
    return isMapping(value) ? value : null
  } catch {
    return null
  }
}

function asWritten(
  this: unknown,
  _key: string,
  value: unknown,
  context?: { readonly source?: string },
): unknown {
  const isInexact = typeof value === 'number' && !Number.isSafeInteger(value)
  return isInexact && context?.source !== undefined ? context.source : value
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
  } catch {
    // Nested deeper than can be written.
    return '…'
  }
}
