/** Reading of values that nobody has checked: wrong shapes read as absent. */

export type FieldValues = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is FieldValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function fieldsOf(value: unknown): FieldValues {
  return isFields(value) ? value : {}
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
