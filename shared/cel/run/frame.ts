import type { Result, Value } from '../values/value.ts'

/** Ends an evaluation at once: nothing absorbs it, as nothing absorbs the server’s. */
export class Cancelled extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Cancelled'
  }
}

/** Values of the variables an expression may use. */
export interface Activation {
  /** Undefined for a variable that has no value. */
  resolve(name: string): Result | undefined
}

/** Counts what an evaluation costs and ends it at a limit. */
export class CostMeter {
  readonly #limit: number
  spent = 0

  /** @param limit in units of cost; `Infinity` for none */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** @throws Cancelled once more is spent than the limit allows */
  charge(cost: number): void {
    this.spent += cost
    // Below nothing the server’s counter is at its highest.
    if (this.spent > this.#limit || this.spent < 0)
      throw new Cancelled('operation cancelled: actual cost limit exceeded')
  }
}

/** The value a node had, and how often it was evaluated: inside a macro that is once for each element. */
export interface Observed {
  readonly last: Result
  readonly times: number
  /** Of a macro: the element that it looked at last, which decided where one element decides. */
  readonly element?: ObservedElement
}

export interface ObservedElement {
  /** Index in a list, key in a map. */
  readonly at: Value
  readonly value: Result
}

/** One evaluation under way. */
export interface Frame {
  readonly activation: Activation
  readonly cost: CostMeter
  /** Variables of macros, by the slot that the plan gave them; undefined until a value is needed. */
  readonly locals: (Result | undefined)[]
  /** Where the value of every node is written, by its id; null when nobody asks. */
  readonly trace: Map<number, Observed> | null
  /** Asked now and then; true ends the evaluation. */
  readonly isCancelled: () => boolean
  /** Elements gone through so far, of all macros together. */
  elements: number
}

/** Evaluates one node. */
export type Step = (frame: Frame) => Result

/** Writes down the value of a node. */
export function observe(trace: Map<number, Observed>, id: number, last: Result): void {
  const known = trace.get(id)
  trace.set(id, { ...known, last, times: (known?.times ?? 0) + 1 })
}
