import type { Policy } from '../policies.ts'
import { type Decided, decideValidations, type Refusal } from './decisions.ts'
import { usesAny } from './evaluate.ts'
import {
  type ConfigurationError,
  configurationText,
  type Invocation,
  matchPolicies,
  policyStep,
} from './invocations.ts'
import type { Run } from './run.ts'
import { forbidden, structJson } from './statuses.ts'
import { requestNamespace, surroundingsOf, withNamespace } from './surroundings.ts'
import type { Certainty, TraceStatus, TraceStep } from './types.ts'

const codes: ReadonlyMap<string, number> = new Map([
  ['Forbidden', 403],
  ['Unauthorized', 401],
  ['RequestEntityTooLarge', 413],
  ['Invalid', 422],
])

/** A denial; the server reports the first of them. */
interface Denial {
  readonly status: TraceStatus
  readonly by: string
  readonly isCertain: boolean
}

/**
 * Evaluates all validating policies. None keeps another from being evaluated; the request ends after all of
 * them. Source: apiserver, policy/validating/dispatcher.go.
 */
export function runValidatingPolicies(run: Run): void {
  const denials: Denial[] = []
  const annotations = new Map<string, Map<string, Set<string>>>()
  for (const item of matchPolicies('validating', run)) {
    if (item.type === 'step') run.add(item.step)
    else if (run.ended !== null) {
      const [policy, binding] =
        item.type === 'error'
          ? [item.error.policy, item.error.binding]
          : [item.invocation.policy.policy, item.invocation.binding]
      run.add(policyStep(policy, binding, { outcome: 'skipped', reason: run.notReached() }))
    } else if (item.type === 'error') {
      const denial = configurationDenial(item.error, run)
      if (denial !== null) denials.push(denial)
    } else denials.push(...evaluateInvocation(item.invocation, run, annotations))
  }
  for (const [policy, keys] of annotations)
    for (const [key, values] of keys) run.annotate(`${policy}/${key}`, [...values].join(', '))
  end(denials, run)
}

function end(denials: readonly Denial[], run: Run): void {
  const [first] = denials
  if (first === undefined || run.ended !== null) return
  const messages = new Set(denials.map(each => each.status.message))
  if (messages.size > 1)
    run.assume(
      'Several policies deny the request. The server reports the first that it evaluated, in no specified order; here it is the first by name.',
    )
  const certain = denials.find(each => each.isCertain)
  const shown = certain ?? first
  run.end(shown.status, shown.by, certain !== undefined)
}

const byPolicy = (policy: Policy): string => `ValidatingAdmissionPolicy ${policy.name}`

function configurationDenial(error: ConfigurationError, run: Run): Denial | null {
  const { policy, binding } = error
  const text = configurationText(error)
  const field = binding === null ? 'spec.paramKind' : 'spec.paramRef'
  if (policy.failurePolicy.value === 'Ignore') {
    const reason = `It is not configured properly (${text}), which its failure policy ignores.`
    run.add(policyStep(policy, binding, { outcome: 'error', reason, field }))
    return null
  }
  const status = statusOf(policy, binding?.name ?? null, { message: text, reason: 'Invalid' }, run)
  const isCertain = run.contentDoubt === null || !error.dependsOnContent
  const reason = `It is not configured properly, which denies the request whatever the binding’s actions: ${text}.`
  run.add(
    policyStep(policy, binding, {
      outcome: 'denied',
      reason,
      field,
      status,
      certainty: isCertain ? 'predicted' : 'unknown',
    }),
  )
  return { status, by: byPolicy(policy), isCertain }
}

/** The server’s answer to a policy’s denial. */
function statusOf(
  policy: Policy,
  binding: string | null,
  { message, reason }: Pick<Refusal, 'message' | 'reason'>,
  run: Run,
): TraceStatus {
  const bound = binding === null ? '' : ` with binding '${binding}'`
  const why = `ValidatingAdmissionPolicy '${policy.name}'${bound} denied request: ${message}`
  const status = forbidden(run.request, run.object, why)
  return { ...status, reason, code: codes.get(reason) ?? 422, causes: [{ message: why }] }
}

function evaluateInvocation(
  invocation: Invocation,
  run: Run,
  annotations: Map<string, Map<string, Set<string>>>,
): readonly Denial[] {
  const { policy: compiled, binding, param } = invocation
  const { policy } = compiled
  const found = requestNamespace(run.request, run.world)
  const param_ = param.name === '' ? {} : { param: param.name }
  if (found.type === 'missing') {
    const reason = 'The namespace of the request is not there, which ends it whatever the failure policy.'
    run.add(policyStep(policy, binding, { outcome: 'denied', reason, status: found.status, ...param_ }))
    run.end(found.status, byPolicy(policy))
    return []
  }
  const { variables } = compiled.expressions()
  const surroundings = surroundingsOf(run, invocation, variables, param.object)
  const decided = decideValidations(compiled, withNamespace(surroundings, found))
  publish(policy, decided, annotations)
  const certainty = certaintyOf(invocation, run)
  const { step, denials } = judged(invocation, decided, run)
  run.add({ ...step, ...param_, certainty: step.outcome === 'unknown' ? 'unknown' : certainty })
  return denials.map(status => ({ status, by: byPolicy(policy), isCertain: certainty === 'predicted' }))
}

/** Unknown where the object may have become another one and it would matter. */
function certaintyOf({ policy, dependsOnContent }: Invocation, run: Run): Certainty {
  if (run.contentDoubt === null) return 'predicted'
  const { variables, matchConditions, validations } = policy.expressions()
  const reads = [...matchConditions, ...validations].some(each => usesAny(each, ['object'], variables))
  return reads || dependsOnContent ? 'unknown' : 'predicted'
}

function publish(policy: Policy, decided: Decided, annotations: Map<string, Map<string, Set<string>>>): void {
  for (const each of decided.annotations) {
    if (each.type !== 'published') continue
    const keys = annotations.get(policy.name) ?? new Map<string, Set<string>>()
    annotations.set(policy.name, keys)
    const values = keys.get(each.key) ?? new Set<string>()
    keys.set(each.key, values.add(each.value))
  }
}

interface Judged {
  readonly step: TraceStep
  readonly denials: readonly TraceStatus[]
}

function judged(
  { policy: { policy }, binding, isEquivalent, resource }: Invocation,
  decided: Decided,
  run: Run,
): Judged {
  const { conditions, expressions, refusals, ignored } = decided
  const matchedAs = isEquivalent
    ? { matchedAs: `${resource.group}/${resource.version} ${resource.resource}` }
    : {}
  const stepOf = (rest: Pick<TraceStep, 'outcome' | 'reason'> & Partial<TraceStep>): TraceStep =>
    policyStep(policy, binding, { expressions, ...matchedAs, ...rest })
  if (conditions.type === 'false') {
    const reason = `Its match condition ${conditions.name} is false.`
    const field = `spec.matchConditions[${conditions.index}].expression`
    return { step: stepOf({ outcome: 'skipped', reason, field }), denials: [] }
  }
  if (conditions.type === 'unknown') {
    const field = `spec.matchConditions[${conditions.index}].expression`
    return {
      step: stepOf({
        outcome: 'unknown',
        reason: `It is not known whether it applies: ${conditions.why}.`,
        field,
      }),
      denials: [],
    }
  }
  const denials = denialsOf(policy, binding.name, decided, binding.validationActions, run)
  const [first] = denials
  if (first !== undefined) {
    const { status, reason, field } = first
    return {
      step: stepOf({ outcome: 'denied', reason, field, status }),
      denials: denials.map(each => each.status),
    }
  }
  if (decided.unknown !== null)
    return {
      step: stepOf({ outcome: 'unknown', reason: `It is not known what it decides: ${decided.unknown}.` }),
      denials: [],
    }
  const [refusal] = refusals
  if (refusal !== undefined) {
    const outcome = binding.validationActions.includes('Warn') ? 'warned' : 'audited'
    const reason = `${sentenceOf(refusal.message)} The binding’s actions (${binding.validationActions.join(', ')}) let the request pass.`
    return { step: stepOf({ outcome, reason, field: refusal.field }), denials: [] }
  }
  const [error] = ignored
  if (error !== undefined) {
    const reason = `It cannot be evaluated, which its failure policy ignores: ${error.message}`
    return { step: stepOf({ outcome: 'error', reason, field: error.field }), denials: [] }
  }
  return { step: stepOf({ outcome: 'passed', reason: passedReason(policy) }), denials: [] }
}

/** A text that another sentence follows. */
const sentenceOf = (text: string): string => (/[.!?…:]$/.test(text) ? text : `${text}.`)

function passedReason({ validations }: Policy): string {
  if (validations.length === 0) return 'It has no validations.'
  return validations.length === 1
    ? 'Its validation is true.'
    : `All ${validations.length} validations are true.`
}

interface OneDenial {
  readonly status: TraceStatus
  readonly reason: string
  readonly field: string
}

/** Carries out the binding’s actions; what denies is handed back. */
function denialsOf(
  policy: Policy,
  binding: string,
  { refusals, annotations }: Decided,
  actions: readonly string[],
  run: Run,
): readonly OneDenial[] {
  const denials: OneDenial[] = []
  for (const refusal of refusals) {
    const { message, field } = refusal
    for (const action of actions) {
      if (action === 'Deny')
        denials.push({ status: statusOf(policy, binding, refusal, run), reason: message, field })
      if (action === 'Warn')
        run.warn(
          `Validation failed for ValidatingAdmissionPolicy '${policy.name}' with binding '${binding}': ${message}`,
        )
      if (action === 'Audit')
        run.annotate(
          'validation.policy.admission.k8s.io/validation_failure',
          failureAnnotation(policy, binding, refusal, actions),
        )
    }
  }
  // A failed annotation denies whatever the actions are.
  for (const each of policy.failurePolicy.value === 'Ignore' ? [] : annotations) {
    if (each.type !== 'failed') continue
    const { message, field } = each
    denials.push({
      status: statusOf(policy, binding, { message, reason: 'Invalid' }, run),
      reason: message,
      field,
    })
  }
  return denials
}

function failureAnnotation(
  policy: Policy,
  binding: string,
  { message, index }: Refusal,
  actions: readonly string[],
): string {
  const failure = {
    message,
    policy: policy.name,
    binding,
    expressionIndex: index,
    validationActions: actions,
  }
  return structJson([failure])
}
