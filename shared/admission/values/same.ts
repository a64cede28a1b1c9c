import { deepest, isObject, own } from './json.ts'

/**
 * Whether two values of JSON say the same, whatever the order of their fields. Numbers are compared by
 * value: 1 is 1.0.
 */
export function sameJson(one: unknown, other: unknown, depth = 0): boolean {
  if (one === other) return true
  if (depth > deepest) return false
  if (typeof one === 'bigint' || typeof other === 'bigint')
    // biome-ignore lint/suspicious/noDoubleEquals: it compares a bigint with a number by value
    return isNumber(one) && isNumber(other) && one == other
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((element, index) => sameJson(element, other[index], depth + 1))
    )
  if (!isObject(one) || !isObject(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every(name => Object.hasOwn(other, name) && sameJson(own(one, name), own(other, name), depth + 1))
  )
}

const isNumber = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'
