/** Readers for objects of a cluster, which may be of any shape. */
type Fields = Readonly<Record<string, unknown>>

/** The value at a path; undefined where something on the way is no mapping. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let found = value
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = (found as Fields)[name]
  }
  return found
}

export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = at(value, ...path)
  return typeof found === 'string' ? found : ''
}

export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

/** Milliseconds since the epoch; 0 for what is no time. */
export function timeAt(value: unknown, ...path: readonly string[]): number {
  return Date.parse(textAt(value, ...path)) || 0
}

/** A text that is kept: no longer than a person reads. */
export function cut(text: string, most = 400): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`
}
