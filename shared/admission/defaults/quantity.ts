import { CelError } from '../../cel/index.ts'
import { type Amount, parseAmount, roundedUp } from '../../cel/kubernetes/index.ts'

/** Nobody’s amount is longer, and the arithmetic of what is takes time. */
const longest = 1000

/** The quantity of a text as JSON has it; null where it is none. */
export function parseQuantity(given: string): Amount | null {
  const text = given.trim()
  if (text.length > longest) return null
  const amount = parseAmount(text)
  return amount instanceof CelError ? null : amount
}

/** Without anything smaller than a thousandth, rounded away from zero. */
export function roundedToMilli(amount: Amount): Amount {
  return amount.exponent >= -3 ? amount : roundedUp(amount, -3)
}
