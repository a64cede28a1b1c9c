import { CelError, DurationValue, TimestampValue, type Value } from '../values/value.ts'

/** What the server says of an operator whose right side does not go with its left. */
export const noSuchOverload = (): CelError => new CelError('no such overload')

/**
 * What the server says of an operator whose left side cannot have it at all. Types that answer calls
 * themselves say less.
 */
export function withoutTrait(name: string, value: Value): CelError {
  const answersItself =
    typeof value === 'string' || value instanceof TimestampValue || value instanceof DurationValue
  return answersItself ? noSuchOverload() : new CelError(`no such overload: ${name}`)
}
