import { types } from '../check/types.ts'
import type { Cost, FunctionDefinition } from '../run/functions.ts'
import type { CelError, ListValue } from '../values/value.ts'
import { plainSize } from './costs.ts'
import { global } from './define.ts'
import { Membership } from './membership.ts'

const list = types.list(types.param('T'))

function contains(values: ListValue, part: ListValue): boolean | CelError {
  const known = new Membership(values)
  for (const value of part) {
    const isKnown = known.has(value)
    if (isKnown !== true) return isKnown
  }
  return true
}

function intersects(one: ListValue, other: ListValue): boolean | CelError {
  const known = new Membership(other)
  for (const value of one) {
    const isKnown = known.has(value)
    if (isKnown !== false) return isKnown
  }
  return false
}

function equivalent(one: ListValue, other: ListValue): boolean | CelError {
  const isCovered = contains(one, other)
  return isCovered === true ? contains(other, one) : isCovered
}

/** Charged by signature: a call whose signature is found while it runs costs one unit. */
const eachWithEach =
  (times: number): Cost =>
  ([one, other]) =>
    1 + plainSize(one) * plainSize(other) * times

export const setFunctions: readonly FunctionDefinition[] = [
  global('sets.contains', 'list_sets_contains_list', [list, list], types.bool, contains, {
    cost: eachWithEach(1),
  }),
  global('sets.equivalent', 'list_sets_equivalent_list', [list, list], types.bool, equivalent, {
    cost: eachWithEach(2),
  }),
  global('sets.intersects', 'list_sets_intersects_list', [list, list], types.bool, intersects, {
    cost: eachWithEach(1),
  }),
]
