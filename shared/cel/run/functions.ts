import type { Signature } from '../check/declarations.ts'
import type { Result, Value } from '../values/value.ts'

/** What a call costs, from its arguments and its result. */
export type Cost = (args: readonly Result[], result: Result) => number

/** One signature of a function, and what it does. */
export interface FunctionDefinition extends Signature {
  readonly name: string
  /** Gets as many arguments as the signature has, of its types; answers an error rather than throw. */
  readonly call: (args: readonly Value[]) => Result
  /** 1 where it is not given. */
  readonly cost?: Cost
  /**
   * True where the server charges by the function’s name, so also for a call whose signature is found
   * only when it runs; such a call of another function costs 1.
   */
  readonly costByName?: boolean
  /**
   * One implementation for all signatures of the name, which looks at the values itself: so the server
   * has operators. Where it stands, `call` is not asked.
   */
  readonly singleton?: (args: readonly Value[]) => Result
  /** True where a call with values of other types fails without naming them. */
  readonly isUnguarded?: boolean
  /**
   * Index of an argument that is a regular expression. Where that is a constant it is read before
   * anything runs, and an expression whose pattern cannot be read has no program.
   */
  readonly patternAt?: number
}

/** Definitions of an environment by function name, each in the order in which it is tried. */
export class FunctionTable {
  readonly #byName = new Map<string, FunctionDefinition[]>()

  constructor(definitions: Iterable<FunctionDefinition>) {
    for (const definition of definitions) {
      const known = this.#byName.get(definition.name)
      if (known === undefined) this.#byName.set(definition.name, [definition])
      else known.push(definition)
    }
  }

  named(name: string): readonly FunctionDefinition[] | undefined {
    return this.#byName.get(name)
  }
}
