import { type Compiled, explain, type Observed, type Value } from '../../cel/index.ts'
import {
  type AdmissionInput,
  budgets,
  DeclaredVariables,
  EvaluationGroup,
  type Outcome,
} from '../../cel/kubernetes/index.ts'
import type { MatchCondition } from '../conditions.ts'
import { type Telling, tellingOf } from './secrecy.ts'
import { joined } from './statuses.ts'
import type { ExpressionTrace } from './types.ts'

/** What expressions are evaluated with, and which of it is not known. */
export interface Surroundings {
  readonly input: AdmissionInput
  /** Variables without a value, with why, e.g. `object`. */
  readonly unknowns: ReadonlyMap<string, string>
  readonly variables: DeclaredVariables
  readonly isCancelled?: () => boolean
  /** Only what is decided is wanted: neither values nor the parts of expressions are told. */
  readonly isBrief?: boolean
}

/** What came of one expression. */
export type Evaluated =
  | {
      readonly type: 'value'
      readonly value: Value
      /** True where it may repeat what a Secret holds: a text that is made of it must not be told. */
      readonly isHidden: boolean
      readonly trace: ExpressionTrace
    }
  | { readonly type: 'error'; readonly message: string; readonly trace: ExpressionTrace }
  | { readonly type: 'outOfBudget'; readonly message: string; readonly trace: ExpressionTrace }
  | { readonly type: 'unknown'; readonly why: string; readonly trace: ExpressionTrace }

export const noVariables = new DeclaredVariables()

/** Expressions of one budget, evaluated in order and written down. */
export class TracedGroup {
  readonly #surroundings: Surroundings
  readonly #budget: number
  /** Made when there is something to evaluate: many a policy has no conditions and no annotations. */
  #group: EvaluationGroup | null = null

  constructor(surroundings: Surroundings, budget: number) {
    this.#surroundings = surroundings
    this.#budget = budget
  }

  get remaining(): number {
    return this.#group?.remaining ?? this.#budget
  }

  get #evaluations(): EvaluationGroup {
    const { input, variables, isCancelled, isBrief = false } = this.#surroundings
    this.#group ??= new EvaluationGroup({
      input,
      variables,
      budget: this.#budget,
      trace: !isBrief,
      ...(isCancelled === undefined ? {} : { isCancelled }),
    })
    return this.#group
  }

  /** @param field where the expression stands, e.g. `spec.validations[0].expression` */
  evaluate(compiled: Compiled, field: string): Evaluated {
    const { source } = compiled
    const why = whyUnknown(compiled, this.#surroundings)
    if (why !== null)
      return { type: 'unknown', why, trace: { field, source, result: { type: 'unknown', why } } }
    const outcome = this.#evaluations.evaluate(compiled)
    const telling = tellingOf(this.#surroundings.input, compiled)
    if (this.#surroundings.isBrief === true && outcome.kind === 'value') {
      const result = { type: 'value', text: '' } as const
      const { isHidden } = telling
      return { type: 'value', value: outcome.value, isHidden, trace: { field, source, result } }
    }
    return evaluated(outcome, compiled, telling, field)
  }
}

function evaluated(outcome: Outcome, compiled: Compiled, telling: Telling, field: string): Evaluated {
  const { source } = compiled
  switch (outcome.kind) {
    case 'value': {
      const { value, cost } = outcome
      const result = { type: 'value', text: telling.result(value) } as const
      const explanation = explained(compiled, outcome.trace, telling)
      const { isHidden } = telling
      return { type: 'value', value, isHidden, trace: { field, source, result, cost, ...explanation } }
    }
    case 'error': {
      const { cost } = outcome
      const message = telling.message(outcome.message)
      const result = { type: 'error', message } as const
      return {
        type: 'error',
        message,
        trace: { field, source, result, cost, ...explained(compiled, outcome.trace, telling) },
      }
    }
    case 'outOfBudget': {
      const { message } = outcome
      return { type: 'outOfBudget', message, trace: { field, source, result: { type: 'error', message } } }
    }
    default: {
      if (telling.isHidden) {
        const why = 'whether a user whom a Secret may name has the right is not known'
        return { type: 'unknown', why, trace: { field, source, result: { type: 'unknown', why } } }
      }
      const { question } = outcome
      const about = question.kind === 'path' ? question.path : question.resource.resource
      const why = `whether ${question.subject.username} may ${question.verb} ${about} is not known`
      return { type: 'unknown', why, trace: { field, source, result: { type: 'unknown', why } } }
    }
  }
}

function explained(
  compiled: Compiled,
  trace: ReadonlyMap<number, Observed>,
  telling: Telling,
): { explanation?: string } {
  if (compiled.expr === undefined || trace.size === 0) return {}
  const { text } = explain(compiled.source, compiled.expr, trace, telling.value)
  return text === compiled.source ? {} : { explanation: text }
}

const usedVariables = new WeakMap<Compiled, ReadonlySet<string>>()

/** Names that an expression may use, itself or through variables. Texts within it count too: rather too many than too few. */
function namesIn(compiled: Compiled): ReadonlySet<string> {
  const known = usedVariables.get(compiled)
  if (known !== undefined) return known
  const names = new Set(compiled.source.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? [])
  usedVariables.set(compiled, names)
  return names
}

/** Whether an expression uses one of some variables, itself or through variables of the policy. */
export function usesAny(
  compiled: Compiled,
  wanted: readonly string[],
  variables: DeclaredVariables,
): boolean {
  const seen = new Set<string>()
  const look = (each: Compiled): boolean => {
    const names = namesIn(each)
    if (wanted.some(name => names.has(name))) return true
    if (!names.has('variables')) return false
    return variables.names.some(name => {
      const variable = variables.find(name)
      if (variable === undefined || seen.has(name) || !names.has(name)) return false
      seen.add(name)
      return look(variable)
    })
  }
  return look(compiled)
}

function whyUnknown(compiled: Compiled, { unknowns, variables }: Surroundings): string | null {
  for (const [name, why] of unknowns) if (usesAny(compiled, [name], variables)) return why
  return null
}

/** What match conditions say together. */
export type ConditionsOutcome = (
  | { readonly type: 'true' }
  | { readonly type: 'false'; readonly name: string; readonly index: number }
  | { readonly type: 'error'; readonly message: string; readonly index: number }
  | { readonly type: 'unknown'; readonly why: string; readonly index: number }
) & { readonly expressions: readonly ExpressionTrace[] }

/**
 * All conditions are evaluated, under one budget. One that is false decides, whatever else failed; but nothing
 * does any more once the budget is spent. Source: apiserver, admission/plugin/webhook/matchconditions.
 */
export function evaluateConditions(
  conditions: readonly MatchCondition[],
  compiled: readonly Compiled[],
  surroundings: Surroundings,
  field: string,
): ConditionsOutcome {
  if (compiled.length === 0) return { type: 'true', expressions: [] }
  const group = new TracedGroup(surroundings, budgets.matchConditions)
  const expressions: ExpressionTrace[] = []
  const errors: { readonly message: string; readonly index: number }[] = []
  let refused: number | null = null
  let unknown: { readonly why: string; readonly index: number } | null = null
  for (const [index, each] of compiled.entries()) {
    const outcome = group.evaluate(each, `${field}[${index}].expression`)
    expressions.push(outcome.trace)
    if (outcome.type === 'outOfBudget') return { type: 'error', message: outcome.message, index, expressions }
    if (outcome.type === 'error') errors.push({ message: outcome.message, index })
    else if (outcome.type === 'unknown') unknown ??= { why: outcome.why, index }
    else if (outcome.value === false) refused ??= index
  }
  if (refused !== null)
    return { type: 'false', name: conditions[refused]?.name ?? '', index: refused, expressions }
  if (unknown !== null) return { type: 'unknown', ...unknown, expressions }
  const [first] = errors
  if (first === undefined) return { type: 'true', expressions }
  return { type: 'error', message: joined(errors.map(each => each.message)), index: first.index, expressions }
}
