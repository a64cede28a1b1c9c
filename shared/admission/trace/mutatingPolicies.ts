import type { JsonObject } from '../../cel/kubernetes/index.ts'
import { sameJson } from '../patch/index.ts'
import type { Policy } from '../policies.ts'
import { isCustomGroup } from '../served.ts'
import { changeWords } from './changeWords.ts'
import { evaluateConditions, usesAny } from './evaluate.ts'
import {
  type ConfigurationError,
  configurationText,
  type Invocation,
  matchPolicies,
  policyStep,
} from './invocations.ts'
import { mutate } from './mutation.ts'
import type { Passes } from './reinvocation.ts'
import type { Run } from './run.ts'
import { internalError, kindText } from './statuses.ts'
import {
  forConditions,
  type NamespaceOfRequest,
  requestNamespace,
  surroundingsOf,
  withNamespace,
} from './surroundings.ts'
import type { ExpressionTrace, TraceStatus, TraceStep } from './types.ts'
import { convertedTo, redecoded } from './versions.ts'

/** An error that ends the request after all policies ran, unless the failure policy ignores it. */
interface PolicyError {
  readonly status: TraceStatus
  readonly by: string
  readonly isCertain: boolean
}

/** One pass through the mutating policies. Source: apiserver, policy/mutating/dispatcher.go. */
export function runMutatingPolicies(run: Run, passes: Passes, round: 0 | 1): void {
  const items = matchPolicies('mutating', run)
  const pass = new Pass(run, passes, round)
  for (const item of items) if (item.type === 'error') pass.configure(item.error)
  const invocations = items.flatMap(item => (item.type === 'invocation' ? [item.invocation] : []))
  if (round === 0) for (const item of items) if (item.type === 'step') pass.note(item.step)
  if (invocations.length > 1)
    run.assume('The server evaluates policies in no specified order; here mutating policies go by name.')
  pass.invoke(invocations)
  pass.end()
}

const byPolicy = (policy: Policy): string => `MutatingAdmissionPolicy ${policy.name}`

interface Failure {
  readonly message: string
  readonly field: string
}

/** What became of a mutation that was applied. */
type Taken =
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'ended'; readonly status: TraceStatus }

interface Done {
  readonly before: JsonObject
  readonly view: View
  readonly failures: readonly Failure[]
  readonly isCertain: boolean
}

/** The object as one version of its kind: policies that match through the same one share it. */
interface View {
  object: JsonObject
  isChanged: boolean
}

class Pass {
  readonly #run: Run
  /** As the pass found it: each version begins with it. */
  readonly #start: JsonObject | null
  readonly #views = new Map<string, View>()
  /** Of the last policy that ran mutations: what it left is what the server takes over. */
  #last: View | null = null
  readonly #passes: Passes
  readonly #round: 0 | 1
  readonly #errors: PolicyError[] = []

  constructor(run: Run, passes: Passes, round: 0 | 1) {
    this.#run = run
    this.#start = run.object
    this.#passes = passes
    this.#round = round
  }

  note(step: TraceStep): void {
    this.#run.add({ ...step, round: this.#round })
    if (step.outcome === 'unknown') this.#doubt(step.name)
  }

  #doubt(name: string): void {
    this.#run.doubtContent(`MutatingAdmissionPolicy ${name} may have changed the object`)
  }

  configure(error: ConfigurationError): void {
    const { policy, binding } = error
    const text = configurationText(error)
    const isCertain = this.#run.contentDoubt === null || !error.dependsOnContent
    const outcome = this.#fail(policy, binding?.name ?? null, {
      message: text,
      reason: 'Forbidden',
      isCertain,
    })
    if (this.#run.ended !== null) return
    const field = binding === null ? 'spec.paramKind' : 'spec.paramRef'
    const reason = `It is not configured properly: ${text}.`
    this.note(policyStep(policy, binding, { ...outcome, reason, field }))
  }

  #fail(
    policy: Policy,
    binding: string | null,
    {
      message,
      reason,
      isCertain,
    }: { readonly message: string; readonly reason: string; readonly isCertain: boolean },
  ): Pick<TraceStep, 'outcome' | 'status'> {
    if (policy.failurePolicy.value === 'Ignore') return { outcome: 'error' }
    const bound = binding === null ? '' : ` with binding '${binding}'`
    const status = {
      code: 403,
      reason,
      message: `policy '${policy.name}'${bound} denied request: ${message}`,
    }
    this.#errors.push({ status, by: byPolicy(policy), isCertain })
    return { outcome: 'denied', status }
  }

  invoke(invocations: readonly Invocation[]): void {
    const run = this.#run
    if (invocations.length === 0) return
    const { policies } = this.#passes
    if (this.#round === 1 && policies.isChanged(run.object)) policies.requireAll()
    const found = requestNamespace(run.request, run.world)
    for (const invocation of invocations) this.#invokeOne(invocation, found)
    if (run.ended === null) this.#settle()
    policies.leave(run.object)
  }

  /**
   * Only the object of the last policy is taken over, and only if a mutation of it or of another one through
   * the same version succeeded: what was changed through other versions is lost.
   */
  #settle(): void {
    const run = this.#run
    const last = this.#last
    if (last === null) return
    const left = last.isChanged ? this.#asRequested(last.object) : this.#start
    if (left !== null && !sameJson(run.object, left)) run.change(left)
    if ([...this.#views.values()].some(view => view !== last && view.isChanged))
      run.assume(
        'Mutating policies match through different versions of the kind, of which the server takes over the last alone: what was changed through others is lost.',
      )
    if (!last.isChanged) return
    this.#passes.policies.requireAll()
    this.#passes.isDue = true
  }

  /** The object in the version of the request. */
  #asRequested(object: JsonObject): JsonObject {
    const { kind } = this.#run.request
    const apiVersion = kind.group === '' ? kind.version : `${kind.group}/${kind.version}`
    return object.apiVersion === apiVersion ? object : { ...object, apiVersion }
  }

  /** The object as a policy gets it, or why that is not known; null where there is none. */
  #viewOf({ kind }: Invocation): View | string | null {
    const key = `${kind.group}/${kind.version}/${kind.kind}`
    const known = this.#views.get(key)
    if (known !== undefined) return known
    const { request, world } = this.#run
    const converted = convertedTo(this.#start, kind, request, world)
    if (converted.type === 'unknown') return converted.why
    if (converted.object === null) return null
    const view = { object: converted.object, isChanged: false }
    this.#views.set(key, view)
    return view
  }

  #invokeOne(invocation: Invocation, found: NamespaceOfRequest): void {
    const { policy, binding, param } = invocation
    const run = this.#run
    const stepOf = (rest: Pick<TraceStep, 'outcome' | 'reason'> & Partial<TraceStep>): TraceStep =>
      policyStep(policy.policy, binding, {
        ...(param.name === '' ? {} : { param: param.name }),
        ...(invocation.isEquivalent
          ? {
              matchedAs: `${invocation.resource.group}/${invocation.resource.version} ${invocation.resource.resource}`,
            }
          : {}),
        ...rest,
      })
    if (run.ended !== null) {
      if (this.#round === 0) this.note(stepOf({ outcome: 'skipped', reason: run.notReached() }))
      return
    }
    if (found.type === 'missing') {
      const reason = 'The namespace of the request is not there, which ends it whatever the failure policy.'
      this.note(stepOf({ outcome: 'denied', reason, status: found.status }))
      run.end(found.status, byPolicy(policy.policy))
      return
    }
    const step = this.#evaluate(invocation, found, stepOf)
    if (step !== null) this.note(step)
  }

  #evaluate(
    invocation: Invocation,
    found: NamespaceOfRequest,
    stepOf: (rest: Pick<TraceStep, 'outcome' | 'reason'> & Partial<TraceStep>) => TraceStep,
  ): TraceStep | null {
    const { policy: compiled, binding, param } = invocation
    const { policy } = compiled
    const run = this.#run
    const expressions = compiled.expressions()
    const { variables } = expressions
    const view = this.#viewOf(invocation)
    const object = view === null || typeof view === 'string' ? undefined : view.object
    const conditions = evaluateConditions(
      policy.matchConditions,
      expressions.matchConditions,
      forConditions(surroundingsOf(run, invocation, variables, param.object, object)),
      'spec.matchConditions',
    )
    const isDoubtful = run.contentDoubt !== null && (invocation.dependsOnContent || reads(invocation))
    const sure = isDoubtful ? ({ certainty: 'unknown' } as const) : {}
    const traces = conditions.expressions
    if (conditions.type === 'error') {
      const field = `spec.matchConditions[${conditions.index}].expression`
      const failure = { message: conditions.message, reason: 'Invalid', isCertain: !isDoubtful }
      const outcome = this.#fail(policy, binding.name, failure)
      return stepOf({
        ...outcome,
        ...sure,
        reason: `A match condition cannot be evaluated: ${conditions.message}`,
        field,
        expressions: traces,
      })
    }
    const key = JSON.stringify([policy.name, binding.name, param.name])
    if (this.#round === 1 && !this.#passes.policies.isDue(key)) return null
    if (conditions.type === 'false') {
      const field = `spec.matchConditions[${conditions.index}].expression`
      return stepOf({
        outcome: 'skipped',
        ...sure,
        reason: `Its match condition ${conditions.name} is false.`,
        field,
        expressions: traces,
      })
    }
    if (conditions.type === 'unknown') {
      const field = `spec.matchConditions[${conditions.index}].expression`
      return stepOf({
        outcome: 'unknown',
        reason: `It is not known whether it applies: ${conditions.why}.`,
        field,
        expressions: traces,
      })
    }
    const mutated = this.#mutate(invocation, view, { found, isCertain: !isDoubtful })
    if (policy.reinvocationPolicy?.value === 'IfNeeded') this.#passes.policies.add(key)
    return stepOf({
      ...mutated,
      ...(mutated.outcome === 'unknown' ? {} : sure),
      expressions: [...traces, ...(mutated.expressions ?? [])],
    })
  }

  /** Runs the mutations in order, each on what the one before it left; one that fails stops none. */
  #mutate(
    invocation: Invocation,
    view: View | string | null,
    { found, isCertain }: { readonly found: NamespaceOfRequest; readonly isCertain: boolean },
  ): Pick<TraceStep, 'outcome' | 'reason'> & Partial<TraceStep> {
    const { policy: compiled, binding, kind, param } = invocation
    const { policy } = compiled
    const run = this.#run
    if (view === null) return { outcome: 'skipped', reason: 'There is no object to change.' }
    if (!run.request.isObjectKnown) return unknownChange('the object is not given')
    if (typeof view === 'string') return unknownChange(view)
    this.#last = view
    const before = view.object
    const expressions: ExpressionTrace[] = []
    const failures: Failure[] = []
    const schema = run.world.schema(kind)
    const { mutations, variables } = compiled.expressions()
    for (const [index, mutation] of mutations.entries()) {
      const patchType = policy.mutations[index]?.patchType ?? ''
      const field = `spec.mutations[${index}].${patchType === 'JSONPatch' ? 'jsonPatch' : 'applyConfiguration'}.expression`
      const { object } = view
      const input = surroundingsOf(run, invocation, variables, param.object, object)
      const mutating = { compiled: mutation, patchType, field, object, schema }
      const outcome = mutate(mutating, withNamespace(input, found))
      if (outcome.expression !== null) expressions.push(outcome.expression)
      if (outcome.type === 'unknown') return { ...unknownChange(outcome.why), field, expressions }
      const taken =
        outcome.type === 'mutated' ? this.#take(outcome.object, invocation, view, patchType) : outcome
      if (taken?.type === 'failed') failures.push({ message: taken.message, field })
      if (taken?.type !== 'ended') continue
      run.end(taken.status, byPolicy(policy), isCertain)
      const reason = `It ends the request whatever its failure policy: ${taken.status.message}`
      return { outcome: 'denied', reason, field, status: taken.status, expressions }
    }
    return { ...this.#summary(policy, binding.name, { before, view, failures, isCertain }), expressions }
  }

  /** Takes over what a mutation made; what keeps it from being taken otherwise. */
  #take(object: JsonObject, { kind, isEquivalent }: Invocation, view: View, patchType: string): Taken | null {
    const run = this.#run
    const { request } = run
    if (isEquivalent && !isCustomGroup(request.resource.group)) {
      const [from, to] = [kind, request.kind].map(each => `${each.version}.${each.kind}`)
      return { type: 'failed', message: `converting (${from}) to (${to}): unknown conversion` }
    }
    const decoded = redecoded(object, { ...request, kind }, run.world)
    if (decoded.type === 'failed') {
      if (patchType === 'JSONPatch') return { type: 'ended', status: internalError(decoded.message) }
      const message = `unable to convert unstructured object to ${kindText(kind)}: error decoding from json: ${decoded.message}`
      return { type: 'failed', message }
    }
    view.object = decoded.object
    view.isChanged = true
    return null
  }

  #summary(
    policy: Policy,
    binding: string,
    { before, view, failures, isCertain }: Done,
  ): Pick<TraceStep, 'outcome' | 'reason'> & Partial<TraceStep> {
    const run = this.#run
    const isChanged = !sameJson(before, view.object)
    const change = isChanged ? { change: run.change(this.#asRequested(view.object)) } : {}
    if (isChanged) {
      this.#passes.policies.requireAll()
      this.#passes.isDue = true
    }
    const [first] = failures
    if (first === undefined)
      return isChanged
        ? { outcome: 'mutated', reason: changeWords(before, view.object), ...change }
        : { outcome: 'passed', reason: 'It runs and changes nothing.' }
    const statuses = failures.map(({ message }) =>
      this.#fail(policy, binding, { message, reason: 'Invalid', isCertain }),
    )
    const { outcome, status } = statuses[0] ?? { outcome: 'error' as const }
    const kept = isChanged ? ' What other mutations of it changed stays.' : ''
    const ignored = outcome === 'error' ? ', which its failure policy ignores' : ''
    return {
      outcome,
      reason: `A mutation fails${ignored}: ${first.message}.${kept}`,
      field: first.field,
      ...(status === undefined ? {} : { status }),
      ...change,
    }
  }

  /** Ends the request with the first error that counts; all of them are its causes. */
  end(): void {
    const [first] = this.#errors
    if (first === undefined) return
    const certain = this.#errors.find(each => each.isCertain)
    const shown = certain ?? first
    const isWhole = this.#errors.every(each => each.isCertain)
    const causes = this.#errors.map(({ status: { message } }) => ({ message }))
    const status = isWhole ? { ...shown.status, causes } : shown.status
    this.#run.end(status, shown.by, certain !== undefined)
  }
}

const unknownChange = (why: string): Pick<TraceStep, 'outcome' | 'reason'> => ({
  outcome: 'unknown',
  reason: `It runs; what it changes is not known: ${why}.`,
})

function reads({ policy }: Invocation): boolean {
  const { variables, matchConditions, mutations } = policy.expressions()
  return [...matchConditions, ...mutations].some(each => usesAny(each, ['object'], variables))
}
