/** Where and why a selector cannot be read. `at` counts UTF-16 units from 0. */
export interface SelectorProblem {
  readonly message: string
  readonly at: number
}

/** A parsed selector, or the first problem found in its text. */
export type ParsedSelector<T> =
  | { readonly ok: true; readonly selector: T }
  | { readonly ok: false; readonly problem: SelectorProblem }

/** Carries a problem out of nested parsing functions; never leaves this folder. */
export class Refusal extends Error {
  readonly problem: SelectorProblem

  constructor(message: string, at: number) {
    super(message)
    this.problem = { message, at }
  }
}

/** Runs `read`; a refusal becomes the problem. */
export function attempt<T>(read: () => T): ParsedSelector<T> {
  try {
    return { ok: true, selector: read() }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, problem: error.problem }
    throw error
  }
}
