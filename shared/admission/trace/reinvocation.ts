import type { JsonObject } from '../../cel/kubernetes/index.ts'
import { sameJson } from '../patch/index.ts'

/**
 * What of a mutating plugin is due in the second pass. Source: apiserver,
 * webhook/mutating/reinvocationcontext.go and policy/mutating/reinvocationcontext.go.
 */
export class Reinvocation {
  readonly #ran = new Set<string>()
  readonly #due = new Set<string>()
  #last: JsonObject | null = null

  /** All that ran and may run again become due. */
  requireAll(): void {
    for (const key of this.#ran) this.#due.add(key)
    this.#ran.clear()
  }

  /** It ran and may run again. */
  add(key: string): void {
    this.#ran.add(key)
  }

  isDue(key: string): boolean {
    return this.#due.has(key)
  }

  /** Whether the object is another one than the plugin last left. */
  isChanged(object: JsonObject | null): boolean {
    return !sameJson(this.#last, object)
  }

  leave(object: JsonObject | null): void {
    this.#last = object
  }
}

/** What the mutating chain keeps from the first pass for the second. */
export interface Passes {
  readonly policies: Reinvocation
  readonly webhooks: Reinvocation
  /** True once something was changed that makes the whole chain run again. */
  isDue: boolean
}

export const newPasses = (): Passes => ({
  policies: new Reinvocation(),
  webhooks: new Reinvocation(),
  isDue: false,
})
