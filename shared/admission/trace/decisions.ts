import { budgets } from '../../cel/kubernetes/index.ts'
import type { Policy } from '../policies.ts'
import type { CompiledPolicy, PolicyExpressions } from './compiled.ts'
import {
  type ConditionsOutcome,
  type Evaluated,
  evaluateConditions,
  type Surroundings,
  TracedGroup,
} from './evaluate.ts'
import { hiddenText } from './secrecy.ts'
import { forConditions } from './surroundings.ts'
import type { ExpressionTrace } from './types.ts'

/** A validation that does not let the request pass. */
export interface Refusal {
  /** Of the validation; 0 where the policy failed as a whole. */
  readonly index: number
  readonly message: string
  /** `Invalid`, `Forbidden`, … */
  readonly reason: string
  /** Where it stands, e.g. `spec.validations[0]`. */
  readonly field: string
  /** True where it could not be evaluated. */
  readonly isError: boolean
}

export type AnnotationOutcome =
  | { readonly type: 'published'; readonly key: string; readonly value: string }
  | { readonly type: 'failed'; readonly message: string; readonly field: string }

/** What a policy says for one binding and parameter. */
export interface Decided {
  readonly conditions: ConditionsOutcome
  readonly refusals: readonly Refusal[]
  /** Errors that the failure policy lets pass. */
  readonly ignored: readonly Refusal[]
  readonly annotations: readonly AnnotationOutcome[]
  /** Why it cannot be told what a validation says; null where all can. */
  readonly unknown: string | null
  readonly expressions: readonly ExpressionTrace[]
}

/** Longest message of an expression that is taken, in bytes (apis/cel/config.go). */
const longestMessage = 5120
/** Longest value of an audit annotation, in bytes; what is over is cut off. */
const longestAnnotation = 10 * 1024

const encoder = new TextEncoder()

/**
 * Evaluates a validating policy as the server does: match conditions, all validations, all their message
 * expressions from what is left of the budget, then audit annotations with one of their own. Source:
 * apiserver, policy/validating/validator.go.
 */
export function decideValidations(compiled: CompiledPolicy, surroundings: Surroundings): Decided {
  const { policy } = compiled
  const expressions = compiled.expressions()
  const conditions = evaluateConditions(
    policy.matchConditions,
    expressions.matchConditions,
    policy.matchConditions.length === 0 ? surroundings : forConditions(surroundings),
    'spec.matchConditions',
  )
  const none = { conditions, annotations: [], unknown: null, expressions: conditions.expressions }
  if (conditions.type === 'error') {
    const field = `spec.matchConditions[${conditions.index}].expression`
    return { ...none, ...governed(policy, [errorAt(0, conditions.message, field)]) }
  }
  if (conditions.type !== 'true') return { ...none, refusals: [], ignored: [] }
  const validated = validate(policy, expressions, surroundings)
  const annotated = annotate(policy, expressions, surroundings)
  if (annotated.failure !== null) {
    const traces = [...conditions.expressions, ...validated.traces, ...annotated.traces]
    return {
      ...none,
      ...governed(policy, [errorAt(0, annotated.failure, 'spec.auditAnnotations')]),
      expressions: traces,
    }
  }
  return {
    conditions,
    ...governed(policy, validated.refusals),
    annotations: annotated.annotations,
    unknown: validated.unknown ?? annotated.unknown,
    expressions: [...conditions.expressions, ...validated.traces, ...annotated.traces],
  }
}

const errorAt = (index: number, message: string, field: string): Refusal => ({
  index,
  message,
  reason: 'Invalid',
  field,
  isError: true,
})

/** What failed to be evaluated refuses only under `Fail`. */
function governed(policy: Policy, refusals: readonly Refusal[]): Pick<Decided, 'refusals' | 'ignored'> {
  if (policy.failurePolicy.value !== 'Ignore') return { refusals, ignored: [] }
  return { refusals: refusals.filter(each => !each.isError), ignored: refusals.filter(each => each.isError) }
}

interface Validated {
  readonly refusals: readonly Refusal[]
  readonly unknown: string | null
  readonly traces: readonly ExpressionTrace[]
}

function validate(policy: Policy, expressions: PolicyExpressions, surroundings: Surroundings): Validated {
  const group = new TracedGroup(surroundings, budgets.validations)
  const traces: ExpressionTrace[] = []
  const results: Evaluated[] = []
  for (const [index, compiled] of expressions.validations.entries()) {
    const field = `spec.validations[${index}].expression`
    const result = group.evaluate(compiled, field)
    traces.push(result.trace)
    if (result.type === 'outOfBudget')
      return { refusals: [errorAt(0, result.message, field)], unknown: null, traces }
    results.push(result)
  }
  const messages = evaluateMessages(expressions, surroundings, group.remaining)
  traces.push(...messages.traces)
  const refusals = results
    .map((result, index) => refusalOf(policy, { result, index, messages }))
    .filter(refusal => refusal !== null)
  const unknown = results.find(result => result.type === 'unknown')
  return { refusals, unknown: unknown?.type === 'unknown' ? unknown.why : null, traces }
}

interface Messages {
  readonly results: readonly (Evaluated | null)[]
  /** Why none of them counts; empty where they do. */
  readonly failure: string
  readonly traces: readonly ExpressionTrace[]
}

// They have no authorizer: a variable that asks one fails in them.
function evaluateMessages(
  expressions: PolicyExpressions,
  surroundings: Surroundings,
  budget: number,
): Messages {
  if (expressions.messages.every(each => each === null)) return { results: [], failure: '', traces: [] }
  const input = { ...surroundings.input, authorize: null }
  const group = new TracedGroup({ ...surroundings, input }, budget)
  const results: (Evaluated | null)[] = []
  const traces: ExpressionTrace[] = []
  for (const [index, compiled] of expressions.messages.entries()) {
    const field = `spec.validations[${index}].messageExpression`
    const result = compiled === null ? null : group.evaluate(compiled, field)
    results.push(result)
    if (result === null) continue
    traces.push(result.trace)
    if (result.type === 'outOfBudget') return { results: [], failure: result.message, traces }
  }
  return { results, failure: '', traces }
}

interface OneResult {
  readonly result: Evaluated
  readonly index: number
  readonly messages: Messages
}

function refusalOf(policy: Policy, { result, index, messages }: OneResult): Refusal | null {
  const field = `spec.validations[${index}].expression`
  if (result.type === 'error') return errorAt(index, result.message, field)
  if (messages.failure !== '') return errorAt(index, `failed messageExpression: ${messages.failure}`, field)
  if (result.type !== 'value' || result.value === true) return null
  const validation = policy.validations[index]
  const message =
    messageFrom(messages.results[index] ?? null) ||
    (validation?.message ?? '').trim() ||
    `failed expression: ${(validation?.expression ?? '').trim()}`
  return { index, message, reason: validation?.reason.value ?? 'Invalid', field, isError: false }
}

/** The message that an expression made; empty where it is of no use. */
function messageFrom(result: Evaluated | null): string {
  if (result?.type !== 'value' || typeof result.value !== 'string') return ''
  const message = result.value.trim()
  if (encoder.encode(message).length > longestMessage || message.includes('\n')) return ''
  return result.isHidden && message !== '' ? hiddenText : message
}

interface Annotated {
  readonly annotations: readonly AnnotationOutcome[]
  /** Why nothing of the policy counts: the budget is spent. */
  readonly failure: string | null
  readonly unknown: string | null
  readonly traces: readonly ExpressionTrace[]
}

function annotate(policy: Policy, expressions: PolicyExpressions, surroundings: Surroundings): Annotated {
  if (expressions.auditAnnotations.length === 0)
    return { annotations: [], failure: null, unknown: null, traces: [] }
  const input = { ...surroundings.input, authorize: null }
  const group = new TracedGroup({ ...surroundings, input }, budgets.auditAnnotations)
  const annotations: AnnotationOutcome[] = []
  const traces: ExpressionTrace[] = []
  let unknown: string | null = null
  for (const [index, compiled] of expressions.auditAnnotations.entries()) {
    const field = `spec.auditAnnotations[${index}].valueExpression`
    const result = group.evaluate(compiled, field)
    traces.push(result.trace)
    if (result.type === 'outOfBudget') return { annotations: [], failure: result.message, unknown, traces }
    if (result.type === 'unknown') unknown ??= result.why
    else if (result.type === 'error') annotations.push({ type: 'failed', message: result.message, field })
    else if (typeof result.value === 'string' && result.value.trim() !== '') {
      const key = policy.auditAnnotations[index]?.key ?? ''
      const value = result.isHidden ? hiddenText : cut(result.value.trim())
      annotations.push({ type: 'published', key, value })
    }
  }
  return { annotations, failure: null, unknown, traces }
}

function cut(value: string): string {
  const bytes = encoder.encode(value)
  return bytes.length <= longestAnnotation
    ? value
    : new TextDecoder().decode(bytes.slice(0, longestAnnotation))
}
