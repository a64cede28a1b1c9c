import { isMapping } from '../kube/index.ts'

/** The value at a path of field names, or undefined where the object has another shape. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let current = value
  for (const name of path) {
    if (!isMapping(current) || !Object.hasOwn(current, name)) return undefined
    current = current[name]
  }
  return current
}

/** The text at a path; empty where there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = at(value, ...path)
  return typeof found === 'string' ? found : ''
}

/** The number at a path, or null. */
export function numberAt(value: unknown, ...path: readonly string[]): number | null {
  const found = at(value, ...path)
  return typeof found === 'number' ? found : null
}

/** The list at a path; empty where there is none. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

/** The map of texts at a path, e.g. labels or `spec.selector`; null where there is none. */
export function textsAt(value: unknown, ...path: readonly string[]): Readonly<Record<string, string>> | null {
  const found = at(value, ...path)
  if (!isMapping(found)) return null
  return Object.fromEntries(
    Object.entries(found).map(([name, text]) => [name, text === null ? '' : String(text)]),
  )
}
