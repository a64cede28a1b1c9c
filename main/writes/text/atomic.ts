import type { Shape } from '../../../shared/diff/index.ts'
import { type FieldPath, isMapping } from '../../../shared/kube/index.ts'

/** Whether a value is owned as one: a scalar, a list that no key pairs, a mapping that the schema calls atomic. */
export function isWhole(value: unknown, shape: Shape): boolean {
  if (Array.isArray(value)) return shape.appliedPairing().type === 'atomic'
  return !isMapping(value) || shape.isAtomicMap
}

/** The path up to the first value on the way that is owned as one. */
export function ownablePath(object: unknown, path: FieldPath, shape: Shape): FieldPath {
  let value = object
  let place = shape
  for (const [at, element] of path.entries()) {
    if (at > 0 && (isMapping(value) || Array.isArray(value)) && isWhole(value, place))
      return path.slice(0, at)
    if (typeof element === 'string') {
      value = isMapping(value) ? value[element] : undefined
      place = place.field(element)
    } else {
      value = undefined
      place = place.item()
    }
  }
  return path
}
