import type { Cost } from '../run/functions.ts'
import { patternFactor, sizeOf, traversalFactor } from '../run/sizes.ts'
import { isError, ListValue, MapValue, OptionalValue, type Result, UintValue } from '../values/value.ts'

/**
 * Costs of the server’s own functions, by the rules of `k8s.io/apiserver/pkg/cel/library/cost.go`. The
 * server charges them by the function’s name, whichever signature is found.
 */

/** Size as the server’s own functions see it: what an optional value holds is not looked at. */
export function plainSize(value: Result | undefined): number {
  return value instanceof OptionalValue ? 1 : sizeOf(value)
}

const traversed = (size: number): number => Math.ceil(size * traversalFactor)

/** One unit, whatever the arguments. */
export const nominal = { cost: (): number => 1, costByName: true } as const

/** Going once over the first argument. */
export const oneTraversal = {
  cost: ([first]: readonly Result[]): number => traversed(plainSize(first)),
  costByName: true,
} as const

/** Going over the first argument and writing as much. */
export const twoTraversals = {
  cost: ([first]: readonly Result[]): number => traversed(plainSize(first) * 2),
  costByName: true,
} as const

/** Writing the result. */
export const resultTraversal = {
  cost: (_: readonly Result[], result: Result): number => traversed(plainSize(result) * 2),
  costByName: true,
} as const

/** Matching a text with a pattern; an empty text still costs its pattern. */
export function patternCost(textSize: number, patternSize: number): number {
  return traversed(1 + textSize) * Math.ceil(patternSize * patternFactor)
}

export const patternSearch = {
  cost: ([text, pattern]: readonly Result[]): number => patternCost(plainSize(text), plainSize(pattern)),
  costByName: true,
} as const

/** Going over a whole tree of values: texts by their bytes, all else by its number. */
export const deepTraversal: { readonly cost: Cost; readonly costByName: true } = {
  cost: ([value]) => deepSize(value),
  costByName: true,
}

const encoder = new TextEncoder()

function deepSize(value: Result | undefined): number {
  if (value === undefined || isError(value) || value === null) return 1
  if (typeof value === 'string') return Math.trunc(encoder.encode(value).length * traversalFactor)
  if (typeof value !== 'object' || value instanceof UintValue) return 1
  if (value instanceof Uint8Array) return Math.trunc(value.length * traversalFactor)
  if (value instanceof ListValue) {
    let sum = 0
    for (const element of value) sum += deepSize(element)
    return sum
  }
  if (!(value instanceof MapValue)) return 1
  let sum = 0
  for (const key of value.keys()) sum += deepSize(key) + deepSize(value.get(key))
  return sum
}
