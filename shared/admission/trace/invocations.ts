import type { GroupVersionKind, GroupVersionResource } from '../../cel/kubernetes/index.ts'
import { gapOf, itemsOf, type Known } from '../known.ts'
import { type Match, matchBinding, matchPolicy } from '../matching/index.ts'
import type { Binding, Policy, PolicyFlavour } from '../policies.ts'
import type { CompiledPolicy } from './compiled.ts'
import { type Param, paramAssumption, paramKindOf, paramsOf } from './params.ts'
import { type Run, unlessChanged } from './run.ts'
import type { Phase, TraceStep } from './types.ts'

/** A policy to be evaluated for one binding and parameter. */
export interface Invocation {
  readonly policy: CompiledPolicy
  readonly binding: Binding
  readonly param: Param
  /** What the object is handed over as. */
  readonly resource: GroupVersionResource
  readonly kind: GroupVersionKind
  readonly isEquivalent: boolean
  /** True where other content of the object could have kept it from being matched. */
  readonly dependsOnContent: boolean
}

/** An error of the configuration, which the policy’s failure policy governs. */
export interface ConfigurationError {
  readonly policy: Policy
  /** Null for an error of the policy itself. */
  readonly binding: Binding | null
  readonly message: string
  readonly dependsOnContent: boolean
}

/** One thing that matching a policy came to, in order. */
export type Item =
  | { readonly type: 'step'; readonly step: TraceStep }
  | { readonly type: 'invocation'; readonly invocation: Invocation }
  | { readonly type: 'error'; readonly error: ConfigurationError }

interface Words {
  readonly phase: Phase
  readonly kind: string
}

export const wordsOf: Readonly<Record<PolicyFlavour, Words>> = {
  mutating: { phase: 'mutatingPolicy', kind: 'MutatingAdmissionPolicy' },
  validating: { phase: 'validatingPolicy', kind: 'ValidatingAdmissionPolicy' },
}

/** Step of a policy, to be filled in. */
export function policyStep(
  policy: Policy,
  binding: Binding | null,
  rest: Pick<TraceStep, 'outcome' | 'reason'> & Partial<TraceStep>,
): TraceStep {
  const certainty = rest.outcome === 'unknown' ? 'unknown' : 'predicted'
  return {
    ...wordsOf[policy.flavour],
    name: policy.name,
    ...(binding === null ? {} : { binding: binding.name }),
    round: 0,
    certainty,
    failurePolicy: policy.failurePolicy.value,
    ...(binding === null || policy.flavour === 'mutating' ? {} : { actions: binding.validationActions }),
    ...rest,
  }
}

/**
 * Matches all policies of a flavour against the request as it is now, before any of them is evaluated: a change
 * of one cannot make another match. The server goes through them in no specified order; here by name.
 */
export function matchPolicies(flavour: PolicyFlavour, run: Run): readonly Item[] {
  const { kind } = wordsOf[flavour]
  const read = (name: string): Known =>
    run.world.objects({
      group: 'admissionregistration.k8s.io',
      version: '',
      kind: name,
      namespace: '',
      name: '',
    })
  const knownBindings = read(`${kind}Binding`)
  const missing = missingOf(knownBindings)
  const bindings = run.compiled.bindings(itemsOf(knownBindings))
  return run.compiled
    .policies(itemsOf(read(kind)), run.world.minor)
    .flatMap(policy => matchOne(policy, { bindings: bindings.get(policy.policy.name) ?? [], missing }, run))
}

/** Why there may be bindings that are not known; null where all are. */
function missingOf(known: Known): string | null {
  if (known.state === 'loading') return 'its bindings are not read yet'
  const gap = gapOf(known)
  return gap === null ? null : `not all bindings could be read (${gap.message})`
}

interface Bindings {
  readonly bindings: readonly Binding[]
  readonly missing: string | null
}

function matchOne(compiled: CompiledPolicy, { bindings, missing }: Bindings, run: Run): readonly Item[] {
  const { policy } = compiled
  const { world, request } = run
  if (bindings.length === 0 && missing === null) {
    const reason = 'No binding names it, and a policy without a binding does nothing.'
    return [{ type: 'step', step: policyStep(policy, null, { outcome: 'notMatched', reason }) }]
  }
  const match = matchPolicy(policy, request, world)
  if (match.type !== 'matched') return [unmatched(policy, null, match, run)]
  if (bindings.length === 0) {
    const reason = `It is not known whether a binding puts it to use: ${missing ?? 'none is known'}.`
    return [{ type: 'step', step: policyStep(policy, null, { outcome: 'unknown', reason }) }]
  }
  const kind = paramKindOf(policy, world)
  if (kind.type === 'error') return [configured(policy, null, kind.message, match.dependsOnContent)]
  return bindings.flatMap(binding => matchOneBinding({ compiled, binding, match, kind }, run))
}

interface Bound {
  readonly compiled: CompiledPolicy
  readonly binding: Binding
  readonly match: Extract<Match, { type: 'matched' }>
  readonly kind: Exclude<ReturnType<typeof paramKindOf>, { type: 'error' }>
}

function matchOneBinding({ compiled, binding, match, kind }: Bound, run: Run): readonly Item[] {
  const { policy } = compiled
  const { request, world } = run
  const bound = matchBinding(binding, request, world)
  if (bound.type !== 'matched') return [unmatched(policy, binding, bound, run)]
  const dependsOnContent = match.dependsOnContent || bound.dependsOnContent
  const found = paramsOf(kind, binding, request, world)
  if (binding.paramRef !== null) assumeOfParams(kind, run)
  switch (found.type) {
    case 'error':
      return [configured(policy, binding, found.message, dependsOnContent)]
    case 'unknown': {
      const reason = `It is not known what it decides: ${found.why}.`
      return [
        {
          type: 'step',
          step: policyStep(policy, binding, { outcome: 'unknown', reason, field: 'spec.paramRef' }),
        },
      ]
    }
    default: {
      if (found.params.length === 0) {
        const reason = 'No parameter is found, and its parameterNotFoundAction lets the request pass.'
        return [
          {
            type: 'step',
            step: policyStep(policy, binding, { outcome: 'passed', reason, field: 'spec.paramRef' }),
          },
        ]
      }
      const { resource, kind: as, isEquivalent } = match
      return found.params.map(param => ({
        type: 'invocation',
        invocation: { policy: compiled, binding, param, resource, kind: as, isEquivalent, dependsOnContent },
      }))
    }
  }
}

function assumeOfParams(kind: Bound['kind'], run: Run): void {
  const assumption = paramAssumption(kind)
  if (assumption !== null) run.assume(assumption)
}

function unmatched(
  policy: Policy,
  binding: Binding | null,
  match: Exclude<Match, { type: 'matched' }>,
  run: Run,
): Item {
  if (match.type === 'error') return configured(policy, binding, match.status.message, true)
  const list = binding === null ? 'spec.matchConstraints' : 'spec.matchResources'
  const field = match.field === '' ? {} : { field: `${list}.${match.field}` }
  if (match.type === 'unknown')
    return {
      type: 'step',
      step: policyStep(policy, binding, { outcome: 'unknown', reason: match.reason, ...field }),
    }
  const rest = unlessChanged(match.reason, match.dependsOnContent === true, run)
  return { type: 'step', step: policyStep(policy, binding, { outcome: 'notMatched', ...rest, ...field }) }
}

function configured(
  policy: Policy,
  binding: Binding | null,
  message: string,
  dependsOnContent: boolean,
): Item {
  return { type: 'error', error: { policy, binding, message, dependsOnContent } }
}

/** The error as the server words it. */
export function configurationText({ binding, message }: ConfigurationError): string {
  return `failed to configure ${binding === null ? 'policy' : 'binding'}: ${message}`
}
