export type Scalar = string | number | boolean | null

/** A list item named by the values of its key fields, in order of the field names. */
export interface KeyElement {
  readonly key: readonly (readonly [field: string, value: Scalar])[]
}

/** An item of a set named by its value. */
export interface ValueElement {
  readonly value: Scalar
}

/**
 * One step into an object: a field's name, a list index, or a list item by key or by value.
 * Keys and values survive insertions and reordering, which indices do not.
 */
export type PathElement = string | number | KeyElement | ValueElement
export type FieldPath = readonly PathElement[]

/** A path in words, e.g. `spec.containers[name=web].image` or `metadata.labels["a/b"]`. */
export function formatPath(path: FieldPath): string {
  let text = ''
  for (const element of path) {
    if (typeof element !== 'string') text += formatItem(element)
    else if (/^[A-Za-z_][\w-]*$/.test(element)) text += text === '' ? element : `.${element}`
    else text += `[${JSON.stringify(element)}]`
  }
  return text
}

function formatItem(element: number | KeyElement | ValueElement): string {
  if (typeof element === 'number') return `[${element}]`
  if ('value' in element) return `[=${JSON.stringify(element.value)}]`
  return `[${element.key.map(([field, value]) => `${field}=${formatScalar(value)}`).join(',')}]`
}

function formatScalar(value: Scalar): string {
  return typeof value === 'string' && /^[\w./:-]+$/.test(value) ? value : JSON.stringify(value)
}

/** Text that is equal for equal elements and different for all others, of whatever type. */
export function elementKey(element: PathElement): string {
  if (typeof element === 'string') return `f:${element}`
  if (typeof element === 'number') return `i:${element}`
  if ('value' in element) return `v:${JSON.stringify(element.value)}`
  return `k:${JSON.stringify(element.key)}`
}

/** True for a mapping as JSON has it: neither null nor a list. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

/**
 * The item's key as an element, or null when the item is no mapping or a key field holds no
 * scalar. `defaults` stand in for key fields that are absent (`protocol: TCP`).
 */
export function keyOfItem(
  item: unknown,
  fields: readonly string[],
  defaults?: ReadonlyMap<string, Scalar>,
): KeyElement | null {
  if (!isMapping(item)) return null
  const key: [string, Scalar][] = []
  for (const field of fields) {
    const value = Object.hasOwn(item, field) ? item[field] : (defaults?.get(field) ?? null)
    if (!isScalar(value)) return null
    key.push([field, value])
  }
  return { key }
}
