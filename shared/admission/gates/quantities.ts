import { CelError } from '../../cel/index.ts'
import type { JsonObject } from '../../cel/kubernetes/index.ts'
import {
  type Amount,
  addAmounts,
  compareAmounts,
  integerAmount,
  negated,
  parseAmount,
} from '../../cel/kubernetes/index.ts'
import { fieldOf, objectOf } from './json.ts'

export { type Amount, compareAmounts, printAmount } from '../../cel/kubernetes/index.ts'

/** Quantities by the name of their resource, as a ResourceList. */
export type Amounts = ReadonlyMap<string, Amount>

/** The quantities at a field; what is none is left out. */
export function amountsAt(object: JsonObject, name: string): Amounts {
  const amounts = new Map<string, Amount>()
  for (const [resource, value] of Object.entries(objectOf(fieldOf(object, name)))) {
    const amount = amountOf(value)
    if (amount !== null) amounts.set(resource, amount)
  }
  return amounts
}

/** The value as a quantity, null where it is none. Numbers are quantities, too. */
export function amountOf(value: unknown): Amount | null {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return null
  const amount = parseAmount(String(value))
  return amount instanceof CelError ? null : amount
}

export const count = (value: number): Amount => ({ ...integerAmount(BigInt(value)), format: 'decimalSI' })
const nothing = count(0)

/** One plus other; where they are too far apart for that, the greater. */
function added(one: Amount, other: Amount): Amount {
  const sum = addAmounts(one, other)
  if (!(sum instanceof CelError)) return sum
  return compareAmounts(one, other) > 0 ? one : other
}

/** Sums by resource. */
export function addLists(one: Amounts, other: Amounts): Amounts {
  const sums = new Map(one)
  for (const [name, amount] of other) {
    const before = sums.get(name)
    sums.set(name, before === undefined ? amount : added(before, amount))
  }
  return sums
}

/** The greater of both by resource. */
export function maxLists(one: Amounts, other: Amounts): Amounts {
  const greatest = new Map(one)
  for (const [name, amount] of other) {
    const before = greatest.get(name)
    if (before === undefined || compareAmounts(amount, before) > 0) greatest.set(name, amount)
  }
  return greatest
}

/** What `one` has more than `other`, by resource; nothing where it has less. */
export function moreThan(one: Amounts, other: Amounts): Amounts {
  const rest = new Map<string, Amount>()
  for (const [name, amount] of one) {
    const before = other.get(name)
    const difference = before === undefined ? amount : added(amount, negated(before))
    rest.set(name, difference.unscaled > 0n ? difference : nothing)
  }
  return rest
}

/** Only the resources that are named. */
export function masked(amounts: Amounts, names: Iterable<string>): Amounts {
  const wanted = new Set(names)
  return new Map([...amounts].filter(([name]) => wanted.has(name)))
}

/** Equal by value, resource by resource. */
export function sameAmounts(one: Amounts, other: Amounts): boolean {
  return (
    one.size === other.size &&
    [...one].every(([name, amount]) => {
      const match = other.get(name)
      return match !== undefined && compareAmounts(amount, match) === 0
    })
  )
}

/** Thousandths, rounded up as the server does it. */
export function milliValue({ unscaled, exponent }: Amount): number {
  const shift = exponent + 3
  if (shift >= 0) return Number(unscaled) * 10 ** shift
  const divisor = 10n ** BigInt(Math.min(-shift, 400))
  const rest = unscaled % divisor
  return Number(unscaled / divisor + (rest > 0n ? 1n : rest < 0n ? -1n : 0n))
}

/** To whole units, as storage is counted. */
export function roundedUp(amount: Amount): Amount {
  if (amount.exponent >= 0) return amount
  const divisor = 10n ** BigInt(Math.min(-amount.exponent, 400))
  const rest = amount.unscaled % divisor
  if (rest === 0n) return amount
  const { isBig, format } = amount
  return { unscaled: amount.unscaled / divisor + (rest > 0n ? 1n : -1n), exponent: 0, isBig, format }
}
