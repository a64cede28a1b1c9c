import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Compiled, Evaluation } from '../../shared/cel/environment.ts'
import {
  EvaluationGroup,
  namespaceJson,
  PolicyCompiler,
  type RequestAttributes,
  RuleCompiler,
  requestJson,
} from '../../shared/cel/kubernetes/index.ts'
import type { AuthorizationAnswer, AuthorizationQuestion } from '../../shared/cel/libraries/index.ts'
import { CelError } from '../../shared/cel/values/value.ts'
import { caseFolder } from './celCases.ts'
import { type Answer, differences, ownAnswer } from './celCompare.ts'

/** One thing that the oracle’s authorizer allows; what is absent allows only the empty value. */
interface Allowed {
  readonly verb: string
  readonly path?: string
  readonly group?: string
  readonly resource?: string
  readonly subresource?: string
  readonly namespace?: string
  readonly name?: string
}

/** What an expression of the Kubernetes files is asked with; `#! {…}` changes it for the lines below. */
export interface KubernetesCase {
  readonly expr: string
  readonly version?: string
  readonly new?: boolean
  readonly patch?: boolean
  /** A request that leaves out whatever may be left out, of a resource that is in no namespace. */
  readonly bare?: boolean
  readonly variables?: readonly { readonly name: string; readonly expression: string }[]
  readonly allow?: readonly Allowed[]
  /** Schema of a rule; `object` and `oldObject` are then `self` and `oldSelf`. */
  readonly schema?: unknown
  readonly root?: boolean
  readonly object?: unknown
  readonly oldObject?: unknown
}

export function readKubernetesCases(file: string): readonly KubernetesCase[] {
  let settings = {}
  const cases: KubernetesCase[] = []
  for (const line of readFileSync(join(caseFolder, `${file}.txt`), 'utf8').split('\n'))
    if (line.startsWith('#!')) settings = { ...settings, ...JSON.parse(line.slice(2)) }
    else if (line.trim() !== '' && !line.startsWith('#')) cases.push({ ...settings, expr: line })
  return cases
}

const object: unknown = JSON.parse(readFileSync(join(caseFolder, 'k8s-object.json'), 'utf8'))
const params = { limit: 5 }

const kind = { group: 'apps', version: 'v1', kind: 'Deployment' }
const resource = { group: 'apps', version: 'v1', resource: 'deployments' }
const request: RequestAttributes = {
  kind,
  resource,
  requestKind: { ...kind, version: 'v1beta1' },
  requestResource: { ...resource, version: 'v1beta1' },
  subResource: 'scale',
  name: 'web',
  namespace: 'default',
  operation: 'UPDATE',
  user: {
    username: 'ada',
    uid: '7',
    groups: ['devs', 'ops'],
    extra: new Map([['scopes', ['a', 'b']]]),
  },
  dryRun: false,
  options: { kind: 'UpdateOptions', apiVersion: 'meta.k8s.io/v1', fieldManager: 'x' },
}
const bareRequest: RequestAttributes = {
  ...request,
  subResource: '',
  name: '',
  namespace: '',
  operation: 'CREATE',
  user: { username: '', groups: [] },
  options: null,
}
const namespace = {
  metadata: {
    name: 'default',
    uid: 'u',
    labels: { a: 'b' },
    creationTimestamp: '2020-01-01T00:00:00Z',
    resourceVersion: '5',
    managedFields: [],
    finalizers: ['f'],
    generation: 3,
  },
  spec: { finalizers: ['kubernetes'] },
  status: {
    phase: 'Active',
    conditions: [{ type: 'X', status: 'True', lastTransitionTime: '2020-01-01T00:00:00Z' }],
  },
}

/** Asks the server’s own environment; an answer for each case, in their order. */
export function askKubernetes(binary: string, cases: readonly KubernetesCase[]): readonly Answer[] {
  const input = cases
    .map(one => JSON.stringify(one.schema === undefined ? policyQuestion(one) : one))
    .join('\n')
  const { stdout, stderr, status } = spawnSync(binary, { input, maxBuffer: 1 << 30, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the oracle ended with ${status}: ${stderr.slice(0, 2000)}`)
  return stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Answer)
}

const policyQuestion = (one: KubernetesCase): unknown => ({
  object,
  params,
  request: requestJson(one.bare === true ? bareRequest : request),
  ...(one.bare === true ? {} : { namespaceObject: namespaceJson(namespace) }),
  ...one,
})

/** What becomes of a case here. */
export const answerKubernetes = (one: KubernetesCase): Answer =>
  one.schema === undefined ? policyAnswer(one) : ruleAnswer(one)

function policyAnswer(one: KubernetesCase): Answer {
  const minor = one.new === true ? Number(one.version?.split('.')[1]) : 99
  const policy = new PolicyCompiler({ minor, hasParams: true })
  for (const { name, expression } of one.variables ?? []) policy.addVariable(name, expression)
  return ownAnswer(compiledIn(policy, one), compiled => {
    const group = new EvaluationGroup({
      variables: policy.variables,
      budget: Number.POSITIVE_INFINITY,
      input: {
        object,
        oldObject: null,
        params,
        request: one.bare === true ? bareRequest : request,
        namespaceObject: one.bare === true ? null : namespace,
        authorize: question => answerTo(question, one.allow ?? []),
      },
    })
    const outcome = group.evaluate(compiled)
    if (outcome.kind === 'value') return { result: outcome.value, cost: outcome.cost, trace: outcome.trace }
    if (outcome.kind !== 'error') throw new Error(`${one.expr}: ${outcome.kind}`)
    const message = outcome.message.replace(`expression '${one.expr}' resulted in error: `, '')
    return { result: new CelError(message), cost: outcome.cost, trace: outcome.trace }
  })
}

/** Patches are of one of two types; the other one is asked for where the first is refused. */
function compiledIn(policy: PolicyCompiler, one: KubernetesCase): Compiled {
  const compiled = policy.compile(one.patch === true ? 'jsonPatch' : 'variable', one.expr)
  return compiled.message.startsWith('must evaluate to list')
    ? policy.compile('applyConfiguration', one.expr)
    : compiled
}

function ruleAnswer(one: KubernetesCase): Answer {
  const rules = new RuleCompiler({
    minor: 99,
    schema: one.schema,
    isRoot: one.root === true,
    hasOptionalOldSelf: false,
  })
  const rule = rules.rule(one.expr)
  if (rule === null) return { issues: 'not exposed', cost: 0 }
  const evaluate = (): Evaluation =>
    rules.evaluate(rule, { self: one.object, oldSelf: one.oldObject ?? null })
  return ownAnswer(rule.compiled, evaluate)
}

const named = ['group', 'resource', 'subresource', 'namespace', 'name'] as const

function answerTo(question: AuthorizationQuestion, allow: readonly Allowed[]): AuthorizationAnswer {
  const isAllowed = allow.some(rule => {
    if (rule.verb !== question.verb) return false
    if (question.kind === 'path') return (rule.path ?? '') === question.path
    return named.every(part => (rule[part] ?? '') === question.resource[part])
  })
  return isAllowed
    ? { decision: 'allow', reason: 'it is on the list' }
    : { decision: 'noOpinion', reason: 'it is not on the list' }
}

/** Types whose values the oracle prints as Go does, addresses and all. */
const withoutText = /authorization|NamedFormat|^Object|JSONPatch|kubernetes\.variables/

function withoutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTexts)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value)
  const opaque = fields.find(([name]) => name === 'opaque')?.[1]
  const shown = typeof opaque === 'string' && withoutText.test(opaque) ? { opaque } : null
  return shown ?? Object.fromEntries(fields.map(([name, part]) => [name, withoutTexts(part)]))
}

export const kubernetesDifferences = (wanted: Answer, own: Answer): readonly string[] =>
  differences({ ...wanted, value: withoutTexts(wanted.value) }, { ...own, value: withoutTexts(own.value) })
