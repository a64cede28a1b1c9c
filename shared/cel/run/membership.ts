import { isError, type ListValue, UintValue, unhashable, type Value } from '../values/value.ts'
import type { Step } from './frame.ts'
import { constant, type Planned } from './planned.ts'

/**
 * `value in [constants]`: the server looks into a set, which costs nothing. Null where an element is of
 * a type that sets cannot hold.
 */
export function setMembership(operand: Step, list: ListValue): Planned | null {
  if (list.size === 0) return constant(false)
  const known = new Set<string>()
  for (const element of list) {
    const keys = memberKeys(element)
    if (keys === null) return null
    for (const key of keys) known.add(key)
  }
  const run: Step = frame => {
    const value = operand(frame)
    if (isError(value)) return value
    if (value instanceof Uint8Array) throw unhashable()
    const key = ownKey(value)
    return key !== null && known.has(key)
  }
  return { kind: 'step', run }
}

function ownKey(value: Value): string | null {
  switch (typeof value) {
    case 'string':
      return `s${value}`
    case 'boolean':
      return `b${value}`
    case 'bigint':
      return `i${value}`
    case 'number':
      // Zero has two signs and one key; NaN is like nothing.
      return Number.isNaN(value) ? null : `d${value + 0}`
    default:
      return value instanceof UintValue ? `u${value.value}` : null
  }
}

/** Keys of an element: a number is found as a number of any type that it can be turned into. */
function memberKeys(element: Value): readonly string[] | null {
  if (typeof element === 'number') {
    if (Number.isNaN(element)) return []
    const whole = Number.isInteger(element) ? BigInt(element) : null
    return [ownKey(element) ?? '', ...(whole === null ? [] : wholeKeys(whole))]
  }
  const whole = typeof element === 'bigint' ? element : element instanceof UintValue ? element.value : null
  if (whole !== null) return [...wholeKeys(whole), ownKey(Number(whole)) ?? '']
  const key = ownKey(element)
  return key === null ? null : [key]
}

function wholeKeys(whole: bigint): readonly string[] {
  const keys: string[] = []
  if (BigInt.asIntN(64, whole) === whole) keys.push(`i${whole}`)
  if (BigInt.asUintN(64, whole) === whole) keys.push(`u${whole}`)
  return keys
}
