/** Reading of objects that nobody has checked: wrong shapes read as absent. */

export type Mapping = Readonly<Record<string, unknown>>

export function mapping(value: unknown): Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Mapping) : {}
}

/** The value at the end of a path of field names, or undefined. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let current = value
  for (const step of path) {
    const fields = mapping(current)
    if (!Object.hasOwn(fields, step)) return undefined
    current = fields[step]
  }
  return current
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function text(value: unknown, fallback = ''): string {
  if (typeof value === 'string') return value === '' ? fallback : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : fallback
}

export function integer(value: unknown, fallback = 0): number {
  return typeof value === 'number' ? value : fallback
}

/** Number of fields of a mapping. */
export function count(value: unknown): number {
  return Object.keys(mapping(value)).length
}

export function hasCondition(object: unknown, type: string): boolean {
  return list(at(object, 'status', 'conditions')).some(
    condition => at(condition, 'type') === type && at(condition, 'status') === 'True',
  )
}

/** The first `limit` of the texts, then how many more there are. */
export function shortened(
  texts: readonly string[],
  limit: number,
  separator: string,
  total = texts.length,
): string {
  const shown = texts.slice(0, limit).join(separator)
  return texts.length > limit ? `${shown} + ${total - limit} more...` : shown
}
