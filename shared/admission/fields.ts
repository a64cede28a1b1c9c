/**
 * Readers of fields whose shape nobody vouches for: an object may come from an old server, a
 * dump, or a hand. A wrong type reads as absent, never as a crash.
 */
export type Fields = Readonly<Record<string, unknown>>

const none: Fields = Object.freeze({})

/** The value when it is a plain object, else an empty one. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : none
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Strings of a list; entries of other types are left out. */
export function stringsOf(value: unknown): readonly string[] {
  return listOf(value).filter(entry => typeof entry === 'string')
}

/** The string, or the empty string for anything else. */
export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** Own property, so that a key such as `constructor` finds nothing that the cluster did not send. */
export function own(fields: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined
}

/**
 * A field with a default. `given` is false when the object does not hold it and the value is the
 * one the server would fill in; on a live object the server has done so and it counts as given.
 */
export interface Setting<T> {
  readonly value: T
  readonly given: boolean
}

export function textSetting(value: unknown, byDefault: string): Setting<string> {
  return typeof value === 'string' && value !== ''
    ? { value, given: true }
    : { value: byDefault, given: false }
}

export function numberSetting(value: unknown, byDefault: number): Setting<number> {
  const number = numberOf(value)
  return number === null ? { value: byDefault, given: false } : { value: number, given: true }
}
