/**
 * Reading values of any shape. Scalars arrive as the text that was written, since a name like
 * `no` or `0123` means itself in a kubeconfig; JSON files bring numbers and booleans too.
 */

/** Text of a scalar; empty for null, for what is absent and for anything else. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return /^(~|null|Null|NULL)$/.test(value) ? '' : value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return ''
}

/** A boolean in any spelling of YAML 1.1, which is what kubectl reads. */
export function flagOf(value: unknown): boolean {
  return /^(true|yes|on|y)$/i.test(textOf(value))
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function textsOf(value: unknown): readonly string[] {
  return listOf(value).map(item => (typeof item === 'string' ? item : textOf(item)))
}

/** Own field of a mapping; undefined for everything that is not one. */
export function fieldOf(value: unknown, name: string): unknown {
  if (!isMapping(value) || !Object.hasOwn(value, name)) return undefined
  return value[name]
}

export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
