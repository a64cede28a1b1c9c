import { type Compiled, perExpressionLimit } from '../environment.ts'
import { type AuthorizationQuestion, UnansweredQuestion } from '../libraries/index.ts'
import type { Observed } from '../run/frame.ts'
import { CelError, type Value } from '../values/value.ts'
import { type AdmissionInput, admissionActivation } from './activation.ts'
import { type DeclaredVariables, LazyVariables } from './variables.ts'

/** What the expressions of one group may cost together, in units of cost (`apis/cel/config.go`). */
export const budgets = {
  /** Validations of one binding and parameter; what they leave is for their message expressions. */
  validations: 10_000_000,
  /** Audit annotations have one of their own. */
  auditAnnotations: 10_000_000,
  matchConditions: 2_500_000,
  /** Of each mutation. */
  mutation: 10_000_000,
} as const

const exhausted =
  'validation failed due to running out of cost budget, no further validation rules will be run'

export type Outcome =
  | {
      readonly kind: 'value'
      readonly value: Value
      /** With that of the variables that it was the first to use. */
      readonly cost: number
      readonly trace: ReadonlyMap<number, Observed>
    }
  | {
      readonly kind: 'error'
      /** As the server words it. */
      readonly message: string
      readonly cost: number
      readonly trace: ReadonlyMap<number, Observed>
    }
  /** Nothing of the group is evaluated any more. */
  | { readonly kind: 'outOfBudget'; readonly message: string }
  /** The answer to a question is missing: ask it, and evaluate the group anew. */
  | { readonly kind: 'unanswered'; readonly question: AuthorizationQuestion }

export interface GroupOptions {
  readonly input: AdmissionInput
  readonly variables: DeclaredVariables
  /** One of `budgets`, or what another group left. */
  readonly budget: number
  readonly trace?: boolean
  readonly isCancelled?: () => boolean
}

/**
 * Expressions that are evaluated together, such as the validations of a policy for one binding and
 * parameter: variables are evaluated once for all of them, and costs come from one budget.
 */
export class EvaluationGroup {
  readonly #options: GroupOptions
  readonly #variables: LazyVariables
  readonly #activation: ReturnType<typeof admissionActivation>
  #remaining: number

  constructor(options: GroupOptions) {
    this.#options = options
    this.#remaining = options.budget
    this.#activation = admissionActivation(options.input, () => this.#variables)
    this.#variables = new LazyVariables(options.variables, compiled =>
      compiled.evaluate({ activation: this.#activation, ...this.#limits() }),
    )
  }

  /** What is left of the budget. */
  get remaining(): number {
    return this.#remaining
  }

  evaluate(compiled: Compiled): Outcome {
    if (this.#remaining < 0) return { kind: 'outOfBudget', message: exhausted }
    const none: ReadonlyMap<number, Observed> = new Map()
    if (compiled.issues.length > 0)
      return { kind: 'error', message: `compilation error: ${compiled.message}`, cost: 0, trace: none }
    try {
      return this.#evaluated(compiled)
    } catch (error) {
      if (error instanceof UnansweredQuestion) return { kind: 'unanswered', question: error.question }
      throw error
    }
  }

  #evaluated(compiled: Compiled): Outcome {
    const trace = this.#options.trace === true
    const evaluation = compiled.evaluate({ activation: this.#activation, trace, ...this.#limits() })
    const cost = evaluation.cost + this.#variables.takeCost()
    this.#remaining = cost > this.#remaining ? -1 : this.#remaining - cost
    if (this.#remaining < 0) return { kind: 'outOfBudget', message: exhausted }
    const { result } = evaluation
    if (!(result instanceof CelError)) return { kind: 'value', value: result, cost, trace: evaluation.trace }
    const message = `expression '${compiled.source}' resulted in error: ${result.message}`
    return { kind: 'error', message, cost, trace: evaluation.trace }
  }

  #limits(): { readonly costLimit: number; readonly isCancelled?: () => boolean } {
    const { isCancelled } = this.#options
    return { costLimit: perExpressionLimit, ...(isCancelled === undefined ? {} : { isCancelled }) }
  }
}
