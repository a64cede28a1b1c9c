import { equal, numberOf } from '../values/equality.ts'
import { showValue } from '../values/show.ts'
import { CelError, ListValue, MapValue, OpaqueValue, typeNameOf, type Value } from '../values/value.ts'

/** That what was looked up is not there. */
export const missing: unique symbol = Symbol('missing')

export type Lookup = Value | CelError | typeof missing

/** Part of a value: of a map or an object by its key, of a list by its index. */
export function lookUp(value: Value, key: Value): Lookup {
  if (value instanceof MapValue) {
    const found = value.find(key)
    return found === undefined ? missing : found
  }
  if (value instanceof ListValue) return inList(value, key)
  if (value instanceof OpaqueValue && typeof key === 'string') {
    const found = value.field(key)
    return found === undefined ? missing : found
  }
  // What has no parts has none of that name.
  return missing
}

/** Why there is no such part. */
export function missingError(value: Value, key: Value, id: number): CelError {
  const fault = value instanceof ListValue ? 'index out of bounds' : 'no such key'
  return new CelError(`${fault}: ${showValue(key)}`, id)
}

/** 2⁶³: what lies above is no index. */
const indexLimit = 2n ** 63n

function inList(list: ListValue, key: Value): Lookup {
  const number = numberOf(key)
  if (number === null) return new CelError(`unsupported index type '${typeNameOf(key)}' in list`)
  const isIndex = typeof number === 'bigint' ? number < indexLimit : Number.isInteger(number)
  if (!isIndex) return new CelError(`unsupported index value ${showValue(key)} in list`)
  return number >= 0 && number < list.size ? list.find(Number(number)) : missing
}

/** `value in container`. */
export function contains(value: Value, container: Value): boolean | CelError {
  if (container instanceof MapValue) return container.has(value)
  if (!(container instanceof ListValue)) return new CelError('no such overload')
  for (let at = 0; at < container.size; at++) if (equal(value, container.at(at))) return true
  return false
}
