import { type Amounts, milliValue } from '../../shared/admission/gates/index.ts'
import { quantityNumber } from '../../shared/kube/index.ts'

/** Thousandths of a core in a quantity such as `250m` or `12345678n`, exact to a nanocore; null for other text. */
export function milliCores(quantity: unknown): number | null {
  const cores = numberIn(quantity)
  return cores === null ? null : Math.round(cores * 1e9) / 1e6
}

/** Bytes, or a plain number, in a quantity; null for other text. */
export function wholeUnits(quantity: unknown): number | null {
  const units = numberIn(quantity)
  return units === null ? null : Math.ceil(units)
}

function numberIn(quantity: unknown): number | null {
  if (typeof quantity === 'number') return quantity
  return typeof quantity === 'string' ? quantityNumber(quantity) : null
}

/** CPU in thousandths of a core and memory in bytes; null where it is not set. */
export interface Pair {
  readonly cpu: number | null
  readonly memory: number | null
}

export const noPair: Pair = { cpu: null, memory: null }

export function pairOf(amounts: Amounts): Pair {
  const cpu = amounts.get('cpu')
  const memory = amounts.get('memory')
  return {
    cpu: cpu === undefined ? null : milliValue(cpu),
    memory: memory === undefined ? null : Math.ceil(milliValue(memory) / 1000),
  }
}

/** A sum to which what is not known adds nothing. */
export function plus(a: number | null, b: number | null): number | null {
  if (a === null) return b
  return b === null ? a : a + b
}

export function added(a: Pair, b: Pair): Pair {
  return { cpu: plus(a.cpu, b.cpu), memory: plus(a.memory, b.memory) }
}
