import type { Expr } from '../../../cel/index.ts'
import { isCondition, nodesOf, type PlacedExpression, rootsOf, type SeenExpressions } from '../expressions.ts'
import { type Draft, objectOfPolicy, objectOfWebhook, type Scene } from '../scene.ts'
import type { FindingObject } from '../types.ts'

interface Owner {
  readonly name: string
  readonly isInForce: boolean
  readonly at: (field: string) => FindingObject
  readonly compiled: SeenExpressions
}

/** Newest release whose language is known here; of a newer one nothing is refused. */
const newestMinor = 36

/** Checks of expressions by themselves, without any object. */
export function expressions(scene: Scene): readonly Draft[] {
  return ownersOf(scene).flatMap(owner =>
    owner.compiled.expressions.flatMap(expression => [
      ...invalid(scene, owner, expression),
      ...constant(owner, expression),
      ...namespaceInCondition(owner, expression),
      ...checks(owner, expression),
      ...squares(owner, expression),
    ]),
  )
}

function ownersOf(scene: Scene): readonly Owner[] {
  const { expressions: cache, minor } = scene.sources
  return [
    ...scene.webhooks.webhooks.map(entry => ({
      name: `webhook ${entry.webhook.name}`,
      isInForce: true,
      at: (field: string) => objectOfWebhook(entry, field),
      compiled: cache.ofWebhook(entry.webhook, minor),
    })),
    ...scene.policies.policies.map(entry => ({
      name: `policy ${entry.policy.name}`,
      isInForce: entry.bindings.length > 0,
      at: (field: string) => objectOfPolicy(entry, field),
      compiled: cache.ofPolicy(entry.policy, minor),
    })),
  ]
}

/** Fields of expressions that were not looked at, for the notes. */
export function notLookedAt(scene: Scene): readonly string[] {
  return ownersOf(scene).flatMap(({ name, compiled }) =>
    compiled.tooLong.map(field => `${field} of ${name} is too long to be looked at.`),
  )
}

function invalid(scene: Scene, owner: Owner, { field, compiled }: PlacedExpression): readonly Draft[] {
  if (compiled.issues.length === 0 || scene.sources.minor > newestMinor) return []
  const text = compiled.message.length > 600 ? `${compiled.message.slice(0, 600)} …` : compiled.message
  const severity = owner.isInForce ? 'high' : 'medium'
  return [{ id: 'expression-invalid', severity, objects: [owner.at(field)], evidence: [text] }]
}

function constant(
  owner: Owner,
  { place, field, compiled, constant: value }: PlacedExpression,
): readonly Draft[] {
  const decides = isCondition(place)
  // What refuses everything that its rules and conditions match may well be meant so.
  if (decides ? value !== false : value !== true) return []
  const evidence = decides
    ? [`“${compiled.source}” is never true: ${owner.name} is never asked.`]
    : [`“${compiled.source}” is always true: it refuses nothing.`]
  const severity = decides ? 'medium' : 'low'
  return [{ id: 'condition-constant', severity, objects: [owner.at(field)], evidence }]
}

function namespaceInCondition(owner: Owner, { place, field, compiled }: PlacedExpression): readonly Draft[] {
  if (!isCondition(place) || !rootsOf(compiled.expr).has('namespaceObject')) return []
  const evidence = [`“${compiled.source.trim().slice(0, 300)}” of ${owner.name} reads namespaceObject.`]
  return [{ id: 'condition-namespace-object', objects: [owner.at(field)], evidence }]
}

/** Cost of one question to the authorizer, and of what an expression may spend. */
const checkCost = 350_000
const expressionLimit = 1_000_000

function checks(owner: Owner, { field, compiled }: PlacedExpression): readonly Draft[] {
  let count = 0
  let inLoop = false
  for (const node of nodesOf(compiled.expr)) {
    if (isCheck(node)) count += 1
    if (node.kind === 'comprehension')
      for (const inner of nodesOf(node.step)) if (isCheck(inner)) inLoop = true
  }
  if (!inLoop && count * checkCost <= expressionLimit) return []
  const evidence = inLoop
    ? ['It asks the authorizer within a loop; after the second question of one expression it is stopped.']
    : [
        `It asks the authorizer ${count} times: up to ${(count * checkCost).toLocaleString('en')} of 1,000,000.`,
      ]
  return [{ id: 'cost-near-limit', objects: [owner.at(field)], evidence }]
}

function isCheck(node: Expr): boolean {
  return node.kind === 'call' && node.name === 'check' && node.target !== null
}

function squares(owner: Owner, { field, compiled }: PlacedExpression): readonly Draft[] {
  for (const node of nodesOf(compiled.expr)) {
    if (node.kind !== 'comprehension' || !readsLists(node.range)) continue
    for (const inner of nodesOf(node.step)) {
      if (inner.kind !== 'comprehension' || !readsLists(inner.range)) continue
      const [outerText, innerText] = [node, inner].map(({ range }) =>
        compiled.source.slice(range.start, range.end),
      )
      const evidence = [`For each of ${outerText} it goes through ${innerText}.`]
      return [{ id: 'cost-grows', objects: [owner.at(field)], evidence }]
    }
  }
  return []
}

// Loops over what a policy writes down itself are bounded.
function readsLists(range: Expr): boolean {
  const named = rootsOf(range)
  return named.has('object') || named.has('oldObject')
}
