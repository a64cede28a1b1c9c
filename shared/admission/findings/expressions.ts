import { type Compiled, childrenOf, type Expr, perExpressionLimit } from '../../cel/index.ts'
import type { DeclaredVariables, ExpressionPlace, PolicyCompiler } from '../../cel/kubernetes/index.ts'
import type { Policy } from '../policies.ts'
import type { Webhook } from '../webhooks.ts'
import type { Probe } from './probedRequest.ts'

/** What checks see of a compiled expression: nothing that runs, so it may come from another thread. */
export type SeenExpression = Pick<Compiled, 'source' | 'issues' | 'message' | 'expr'>

/** One expression of a policy or webhook, compiled as the server does. */
export interface PlacedExpression {
  readonly place: ExpressionPlace
  /** Where it stands: in the policy's object, or in the webhook's entry. */
  readonly field: string
  readonly compiled: SeenExpression
  /** What a condition or validation that reads nothing always comes to. */
  readonly constant?: boolean
}

export interface SeenExpressions {
  readonly expressions: readonly PlacedExpression[]
  /** Fields whose text is too long to be looked at. */
  readonly tooLong: readonly string[]
}

export interface RunnableExpression extends PlacedExpression {
  readonly compiled: Compiled
}

export interface CompiledExpressions extends SeenExpressions {
  readonly expressions: readonly RunnableExpression[]
  readonly variables: DeclaredVariables
}

/** What the checks ask about expressions. What is not known yet is empty, or no. */
export interface Expressions {
  ofPolicy(policy: Policy, minor: number): SeenExpressions
  ofWebhook(webhook: Webhook, minor: number): SeenExpressions
  /** Whether the match conditions of a webhook hold for a request. */
  holds(webhook: Webhook, probe: Probe, minor: number): boolean
}

/** Longest expression that is looked at, in characters; what people write has hundreds. */
const longestExpression = 50_000

export interface ExpressionText {
  readonly place: ExpressionPlace
  readonly field: string
  readonly source: string
  /** Of variables. */
  readonly name?: string
}

/** All expressions of one policy or webhook, in the order in which they are compiled. */
export interface ExpressionTexts {
  readonly texts: readonly ExpressionText[]
  readonly hasParams: boolean
}

export function compile(texts: readonly ExpressionText[], compiler: PolicyCompiler): CompiledExpressions {
  const expressions: RunnableExpression[] = []
  const tooLong: string[] = []
  for (const { place, field, source, name } of texts) {
    if (source.length > longestExpression) {
      tooLong.push(field)
      continue
    }
    const compiled = name === undefined ? compiler.compile(place, source) : compiler.addVariable(name, source)
    const constant = constantOf(place, compiled)
    expressions.push({ place, field, compiled, ...(constant === undefined ? {} : { constant }) })
  }
  return { expressions, variables: compiler.variables, tooLong }
}

/** Without what runs, which no other thread can be handed. */
export function seen({ expressions, tooLong }: CompiledExpressions): SeenExpressions {
  return {
    expressions: expressions.map(each => {
      const { source, issues, message, expr } = each.compiled
      return { ...each, compiled: { source, issues, message, ...(expr === undefined ? {} : { expr }) } }
    }),
    tooLong,
  }
}

export function isCondition(place: ExpressionPlace): boolean {
  return place === 'webhookMatchCondition' || place === 'policyMatchCondition'
}

function constantOf(place: ExpressionPlace, compiled: Compiled): boolean | undefined {
  if (compiled.issues.length > 0 || (!isCondition(place) && place !== 'validation')) return undefined
  if (rootsOf(compiled.expr).size > 0) return undefined
  const activation = { resolve: () => undefined }
  const { result } = compiled.evaluate({ activation, costLimit: perExpressionLimit })
  return typeof result === 'boolean' ? result : undefined
}

export function textsOfWebhook(webhook: Webhook): ExpressionTexts {
  const texts = webhook.matchConditions.map(({ expression }, at) => ({
    place: 'webhookMatchCondition' as const,
    field: `matchConditions[${at}].expression`,
    source: expression,
  }))
  return { texts, hasParams: false }
}

export function textsOfPolicy(policy: Policy): ExpressionTexts {
  const texts: ExpressionText[] = []
  const add = (place: ExpressionPlace, field: string, source: string, name?: string): void => {
    if (source !== '')
      texts.push({ place, field: `spec.${field}`, source, ...(name === undefined ? {} : { name }) })
  }
  for (const [at, { name, expression }] of policy.variables.entries())
    add('variable', `variables[${at}].expression`, expression, name)
  for (const [at, { expression }] of policy.matchConditions.entries())
    add('policyMatchCondition', `matchConditions[${at}].expression`, expression)
  for (const [at, validation] of policy.validations.entries()) {
    add('validation', `validations[${at}].expression`, validation.expression)
    add('messageExpression', `validations[${at}].messageExpression`, validation.messageExpression)
  }
  for (const [at, { valueExpression }] of policy.auditAnnotations.entries())
    add('auditAnnotation', `auditAnnotations[${at}].valueExpression`, valueExpression)
  for (const [at, { patchType, expression }] of policy.mutations.entries()) {
    if (patchType === 'JSONPatch') add('jsonPatch', `mutations[${at}].jsonPatch.expression`, expression)
    else add('applyConfiguration', `mutations[${at}].applyConfiguration.expression`, expression)
  }
  return { texts, hasParams: policy.paramKind !== null }
}

/** A node and all below it, from the outside in. */
export function* nodesOf(expr: Expr | undefined): Generator<Expr> {
  const waiting = expr === undefined ? [] : [expr]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node
    for (const child of childrenOf(node).toReversed()) waiting.push(child)
  }
}

const roots: ReadonlySet<string> = new Set([
  'object',
  'oldObject',
  'request',
  'params',
  'namespaceObject',
  'variables',
  'authorizer',
  'authorizer.requestResource',
])

/** Variables of the server that an expression names. */
export function rootsOf(expr: Expr | undefined): ReadonlySet<string> {
  const found = new Set<string>()
  for (const node of nodesOf(expr)) if (node.kind === 'ident' && roots.has(node.name)) found.add(node.name)
  return found
}

/** The value of a literal text; null for anything else. */
export function literalText(expr: Expr | undefined): string | null {
  return expr?.kind === 'literal' && expr.literal.type === 'string' ? expr.literal.value : null
}

/** Whether an expression reads a field of some name, anywhere. */
export function readsField(expr: Expr | undefined, field: string): boolean {
  for (const node of nodesOf(expr)) {
    if (node.kind === 'select' && node.field === field) return true
    if (node.kind === 'call' && node.args.some(each => literalText(each) === field)) return true
  }
  return false
}
