/** Fields of a value that may be anything; an empty record where it is no object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {}
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A JSON merge patch (RFC 7386) applied: objects are merged, null removes, all else replaces. */
export function merged(base: unknown, patch: unknown): unknown {
  if (!isFields(patch)) return patch
  const result = new Map(Object.entries(fieldsOf(base)))
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) result.delete(key)
    else result.set(key, merged(result.get(key), value))
  }
  return Object.fromEntries(result)
}

/**
 * Places where `actual` lacks what `wanted` says: fields of an object are a subset, lists are of equal
 * length, and the texts `<absent>` and `<present>` say only whether something is there.
 */
export function missing(wanted: unknown, actual: unknown, path = ''): readonly string[] {
  if (wanted === '<absent>')
    return actual === undefined ? [] : [`${path}: ${JSON.stringify(actual)} is there`]
  if (wanted === '<present>') return actual === undefined ? [`${path}: nothing is there`] : []
  if (Array.isArray(wanted)) {
    if (!Array.isArray(actual) || actual.length !== wanted.length)
      return [`${path}: ${JSON.stringify(actual)} is no list of ${wanted.length}`]
    return wanted.flatMap((item, at) => missing(item, actual[at], `${path}[${at}]`))
  }
  if (isFields(wanted)) {
    if (!isFields(actual)) return [`${path}: ${JSON.stringify(actual)} is no object`]
    return Object.entries(wanted).flatMap(([key, value]) => missing(value, actual[key], `${path}.${key}`))
  }
  return wanted === actual ? [] : [`${path}: ${JSON.stringify(actual)}, not ${JSON.stringify(wanted)}`]
}
