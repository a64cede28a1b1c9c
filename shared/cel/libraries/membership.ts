import { mapKey } from '../values/containers.ts'
import { equal } from '../values/equality.ts'
import { CelError, type Value } from '../values/value.ts'

/**
 * Comparisons of values with each other after which a search gives up: what takes more is over any cost
 * limit by far, but only once it is done.
 */
const mostComparisons = 1_200_000

/**
 * Values that were met. What may be a map’s key is looked up, the rest compared one by one.
 */
export class Membership {
  readonly #keys = new Set<string>()
  readonly #others: Value[] = []
  #comparisons = 0

  constructor(values: Iterable<Value> = []) {
    for (const value of values) this.add(value)
  }

  add(value: Value): void {
    const key = mapKey(value)
    if (key === null) this.#others.push(value)
    else this.#keys.add(key)
  }

  has(value: Value): boolean | CelError {
    const key = mapKey(value)
    if (key !== null) return this.#keys.has(key)
    this.#comparisons += this.#others.length
    if (this.#comparisons > mostComparisons) return new CelError('there are too many values to compare')
    return this.#others.some(other => equal(other, value))
  }
}
