/**
 * The scratchpad: expressions that are being written, evaluated against a request, with the value of each of
 * their parts, what they cost, and where they are wrong.
 */
import {
  type Compiled,
  childrenOf,
  type Expr,
  explain,
  type Observed,
  placeOf,
  typeText,
} from '../../cel/index.ts'
import {
  type AdmissionInput,
  budgets,
  EvaluationGroup,
  type ExpressionPlace,
  type Outcome,
  PolicyCompiler,
} from '../../cel/kubernetes/index.ts'
import type { KubeObject } from '../../kube/index.ts'
import { namespaceOf } from '../matching/index.ts'
import { type Policy, readPolicy } from '../policies.ts'
import { CompiledPolicies } from '../trace/compiled.ts'
import { matchPolicies } from '../trace/invocations.ts'
import { attributesOf, Run } from '../trace/run.ts'
import { type Telling, tellingOf } from '../trace/secrecy.ts'
import type { TraceRequest, World } from '../trace/types.ts'

/** A part of an expression and its value, in UTF-16 units. */
export interface EvaluatedPart {
  readonly start: number
  readonly end: number
  readonly text: string
}

export interface EvaluatedExpression {
  /** Where it stands, e.g. `spec.validations[0].expression`; `expression` for one alone. */
  readonly field: string
  readonly source: string
  /** Type by the checker, e.g. `bool`; empty where it does not compile. */
  readonly type: string
  readonly result:
    | { readonly type: 'value'; readonly text: string }
    | { readonly type: 'error'; readonly message: string }
    | { readonly type: 'unknown'; readonly why: string }
  readonly cost: number
  /** The source with the values that decided. */
  readonly explanation: string
  /** Every part with its value, outer ones before what is in them. */
  readonly parts: readonly EvaluatedPart[]
  /** What does not compile. Line and column from 1, in the expression; offset -1 where it has no place. */
  readonly issues: readonly {
    readonly message: string
    readonly line: number
    readonly column: number
    readonly offset: number
  }[]
}

export interface Evaluations {
  readonly expressions: readonly EvaluatedExpression[]
  readonly assumptions: readonly string[]
}

export interface EvaluateOptions {
  /** Asked now and then while an expression runs; true ends it with an error. */
  readonly isCancelled?: () => boolean
}

/** One expression of any type, which may use what a validation may. */
export function evaluateExpression(
  source: string,
  request: TraceRequest,
  world: World,
  options: EvaluateOptions = {},
): Evaluations {
  const compiler = new PolicyCompiler({ minor: world.minor, hasParams: false })
  const group = groupOf(compiler, inputOf(request, world, null), budgets.validations, options)
  const compiled = compiler.compile('variable', source)
  return { expressions: [evaluated('expression', compiled, group)], assumptions: [] }
}

/**
 * All expressions of a policy. Parameters are those of its bindings, the first where there are several;
 * without any, `params` is null.
 */
export function evaluatePolicy(
  object: KubeObject,
  request: TraceRequest,
  world: World,
  options: EvaluateOptions = {},
): Evaluations {
  const policy = readPolicy(object)
  const params = paramsOf(policy, request, world)
  const compiler = new PolicyCompiler({ minor: world.minor, hasParams: policy.paramKind !== null })
  const input = inputOf(request, world, params.object)
  const variables = policy.variables.map(({ name, expression }, at) => ({
    field: `spec.variables[${at}].expression`,
    compiled: compiler.addVariable(name, expression),
  }))
  const evaluateAll = (
    place: ExpressionPlace,
    budget: number,
    sources: readonly { readonly field: string; readonly source: string }[],
  ): readonly EvaluatedExpression[] => {
    const group = groupOf(compiler, input, budget, options)
    return sources
      .filter(({ source }) => source !== '')
      .map(({ field, source }) => evaluated(field, compiler.compile(place, source), group))
  }
  const group = groupOf(compiler, input, budgets.validations, options)
  const { matchConditions, validations, auditAnnotations, mutations } = policy
  return {
    expressions: [
      ...variables.map(({ field, compiled }) => evaluated(field, compiled, group)),
      ...evaluateAll(
        'policyMatchCondition',
        budgets.matchConditions,
        at(matchConditions, 'matchConditions', 'expression'),
      ),
      ...evaluateAll('validation', budgets.validations, at(validations, 'validations', 'expression')),
      ...evaluateAll(
        'messageExpression',
        budgets.validations,
        at(validations, 'validations', 'messageExpression'),
      ),
      ...evaluateAll(
        'auditAnnotation',
        budgets.auditAnnotations,
        at(auditAnnotations, 'auditAnnotations', 'valueExpression'),
      ),
      ...mutations.flatMap(({ patchType, expression }, index) =>
        evaluateAll(patchType === 'JSONPatch' ? 'jsonPatch' : 'applyConfiguration', budgets.mutation, [
          {
            field: `spec.mutations[${index}].${patchType === 'JSONPatch' ? 'jsonPatch' : 'applyConfiguration'}.expression`,
            source: expression,
          },
        ]),
      ),
    ],
    assumptions: params.assumptions,
  }
}

function at<Field extends string>(
  items: readonly Readonly<Record<Field, string>>[],
  list: string,
  field: Field,
): readonly { readonly field: string; readonly source: string }[] {
  return items.map((item, index) => ({ field: `spec.${list}[${index}].${field}`, source: item[field] }))
}

/** Expressions of one budget, and what of them may be told. */
interface Group {
  readonly evaluations: EvaluationGroup
  readonly telling: (compiled: Compiled) => Telling
}

function groupOf(
  compiler: PolicyCompiler,
  input: AdmissionInput,
  budget: number,
  { isCancelled }: EvaluateOptions,
): Group {
  const cancelling = isCancelled === undefined ? {} : { isCancelled }
  return {
    evaluations: new EvaluationGroup({
      input,
      variables: compiler.variables,
      budget,
      trace: true,
      ...cancelling,
    }),
    telling: compiled => tellingOf(input, compiled),
  }
}

function inputOf(request: TraceRequest, world: World, params: AdmissionInput['params']): AdmissionInput {
  const isNamespace = request.kind.group === '' && request.kind.kind === 'Namespace'
  const found = request.namespace === '' || isNamespace ? null : namespaceOf(request.namespace, world)
  return {
    object: request.object,
    oldObject: request.oldObject,
    params,
    request: attributesOf(request, request),
    namespaceObject: found?.type === 'found' ? found.namespace : null,
    authorize: world.authorize,
  }
}

/** Parameters of the policy's own bindings in the cluster. */
function paramsOf(
  policy: Policy,
  request: TraceRequest,
  world: World,
): { readonly object: AdmissionInput['params']; readonly assumptions: readonly string[] } {
  if (policy.paramKind === null) return { object: null, assumptions: [] }
  const run = new Run(request, world, { compiled: new CompiledPolicies() })
  const invocations = matchPolicies(policy.flavour, run).flatMap(item =>
    item.type === 'invocation' && item.invocation.policy.policy.name === policy.name ? [item.invocation] : [],
  )
  const [first] = invocations
  if (first === undefined)
    return { object: null, assumptions: ['No parameter is found for the request: `params` is null.'] }
  const named = first.param.name === '' ? 'null' : first.param.name
  return {
    object: first.param.object,
    assumptions: [
      `\`params\` is ${named}, by binding ${first.binding.name}${invocations.length > 1 ? `; there are ${invocations.length - 1} more` : ''}.`,
    ],
  }
}

function evaluated(field: string, compiled: Compiled, group: Group): EvaluatedExpression {
  const { source, issues } = compiled
  if (issues.length > 0)
    return {
      field,
      source,
      type: '',
      result: { type: 'error', message: compiled.message },
      cost: 0,
      explanation: source,
      parts: [],
      issues: issues.map(issue => ({
        message: issue.message,
        ...(issue.at < 0 ? { line: 1, column: 1 } : placeOf(source, issue.at)),
        offset: issue.at,
      })),
    }
  const outcome = group.evaluations.evaluate(compiled)
  const telling = group.telling(compiled)
  const trace = outcome.kind === 'value' || outcome.kind === 'error' ? outcome.trace : noTrace
  return {
    field,
    source,
    type: typeText(compiled.type),
    result: resultOf(outcome, telling),
    cost: outcome.kind === 'value' || outcome.kind === 'error' ? outcome.cost : 0,
    explanation:
      compiled.expr === undefined || trace.size === 0
        ? source
        : explain(source, compiled.expr, trace, telling.value).text,
    parts: compiled.expr === undefined ? [] : partsOf(compiled.expr, trace, telling),
    issues: [],
  }
}

const noTrace: ReadonlyMap<number, Observed> = new Map()

function resultOf(outcome: Outcome, telling: Telling): EvaluatedExpression['result'] {
  switch (outcome.kind) {
    case 'value':
      return { type: 'value', text: telling.result(outcome.value) }
    case 'error':
    case 'outOfBudget':
      return { type: 'error', message: telling.message(outcome.message) }
    case 'unanswered': {
      if (telling.isHidden)
        return { type: 'unknown', why: 'Whether a user whom a Secret may name has the right is not known.' }
      const { question } = outcome
      const about = question.kind === 'path' ? question.path : question.resource.resource
      return {
        type: 'unknown',
        why: `Whether ${question.subject.username} may ${question.verb} ${about} is not known.`,
      }
    }
  }
}

/** Most parts that are handed out; an expression that has more is nothing that anybody reads. */
const mostParts = 500

function partsOf(
  root: Expr,
  trace: ReadonlyMap<number, Observed>,
  telling: Telling,
): readonly EvaluatedPart[] {
  const parts = new Map<string, EvaluatedPart>()
  const waiting: Expr[] = [root]
  for (let expr = waiting.pop(); expr !== undefined && parts.size < mostParts; expr = waiting.pop()) {
    const { start, end } = expr
    const observed = trace.get(expr.id)
    const key = `${start} ${end}`
    if (observed !== undefined && end > start && expr.kind !== 'literal' && !parts.has(key)) {
      const { last } = observed
      parts.set(key, { start, end, text: telling.value(last, expr) })
    }
    waiting.push(...[...childrenOf(expr)].reverse())
  }
  return [...parts.values()]
}
