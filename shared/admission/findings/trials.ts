import { perExpressionLimit } from '../../cel/index.ts'
import { budgets, EvaluationGroup, type RequestAttributes } from '../../cel/kubernetes/index.ts'
import type { KubeObject, ResourceInfo } from '../../kube/index.ts'
import { identityOf } from '../meta.ts'
import { type Rule, ruleMatches } from '../rules.ts'
import { isEmptySelector, type LabelSelector, selectorMatches } from '../selectors.ts'
import { type CompiledExpressions, isCondition, type RunnableExpression, rootsOf } from './expressions.ts'
import type { FindingObject } from './types.ts'

/** What came of one expression, tried on existing objects. */
export interface Trial {
  /** The policy or webhook, with the field of the expression. */
  readonly expression: FindingObject
  readonly tried: number
  readonly failed: number
  /** The first object it failed on, and how. */
  readonly example: { readonly object: FindingObject; readonly message: string } | null
  readonly highestCost: number
  readonly costliest: FindingObject | null
  /** Of the request it was tried as, e.g. `UPDATE`. */
  readonly operation: string
}

export interface TrialSubject {
  /** The policy or webhook. */
  readonly at: (field: string) => FindingObject
  readonly compiled: CompiledExpressions
  readonly matchers: readonly {
    readonly namespaceSelector: LabelSelector
    readonly objectSelector: LabelSelector
    readonly rules: readonly Rule[]
    readonly excludeRules?: readonly Rule[]
  }[]
  /** The parameter as JSON; null where there is none. */
  readonly params: unknown
}

export interface TriedObject {
  readonly object: KubeObject
  readonly info: ResourceInfo
  /** Null for what is in no namespace, and where it is not known, which is not the same to expressions. */
  readonly namespace: KubeObject | null
}

interface Tally {
  tried: number
  failed: number
  example: Trial['example']
  highestCost: number
  costliest: FindingObject | null
}

// An object that is there would most often be sent again.
const tryable = ['UPDATE', 'CREATE', 'DELETE'] as const

/**
 * Tries the expressions of one policy or webhook on objects, one after another, as if each were
 * sent again unchanged. Answers of an authorizer are not known, so expressions that ask it are left out.
 */
export class ExpressionTrial {
  readonly #subject: TrialSubject
  readonly #tallies = new Map<RunnableExpression, Tally>()
  readonly #readsNamespace: boolean
  #operation = ''
  #leftAside = 0

  constructor(subject: TrialSubject) {
    this.#subject = subject
    this.#readsNamespace = subject.compiled.expressions.some(({ compiled }) =>
      rootsOf(compiled.expr).has('namespaceObject'),
    )
  }

  /** Objects that were left aside because their namespace, which expressions read, is not known. */
  get leftAside(): number {
    return this.#leftAside
  }

  /** Tries one object; one that is not matched is left aside. */
  add(tried: TriedObject, isCancelled: () => boolean = () => false): void {
    const operation = this.#operationFor(tried)
    if (operation === null) return
    if (this.#readsNamespace && tried.info.namespaced && tried.namespace === null) {
      this.#leftAside += 1
      return
    }
    this.#operation = operation
    const { compiled, params } = this.#subject
    const input = {
      object: operation === 'DELETE' ? null : tried.object,
      oldObject: operation === 'CREATE' ? null : tried.object,
      params,
      request: requestOf(tried, operation),
      namespaceObject: null,
      authorize: () => undefined,
    }
    const group = (decides: boolean): EvaluationGroup =>
      new EvaluationGroup({
        // Match conditions never see the namespace.
        input: decides ? input : { ...input, namespaceObject: tried.namespace },
        variables: compiled.variables,
        budget: decides ? budgets.matchConditions : budgets.validations,
        isCancelled,
      })
    const conditions = compiled.expressions.filter(({ place }) => isCondition(place))
    const asked = group(true)
    const answers = conditions.map(each => this.#evaluate(each, asked, tried, isCancelled))
    if (answers.some(answer => answer !== true)) return
    const checked = group(false)
    for (const each of compiled.expressions)
      if (each.place === 'validation') this.#evaluate(each, checked, tried, isCancelled)
  }

  get results(): readonly Trial[] {
    return [...this.#tallies].map(([{ field }, tally]) => ({
      expression: this.#subject.at(field),
      ...tally,
      operation: this.#operation,
    }))
  }

  #operationFor({ object, info, namespace }: TriedObject): 'UPDATE' | 'CREATE' | 'DELETE' | null {
    const { labels } = identityOf(object)
    const spaceLabels = namespace === null ? null : identityOf(namespace).labels
    const found = tryable.find(operation =>
      this.#subject.matchers.every(({ rules, excludeRules = [] }) => {
        const { group, version, resource, namespaced } = info
        const shape = { operation, group, version, resource, subresource: '', namespaced }
        const anyVersion = { ...shape, version: '' }
        if (excludeRules.some(rule => ruleMatches(rule, anyVersion))) return false
        return rules.length === 0 || rules.some(rule => ruleMatches(rule, shape))
      }),
    )
    if (found === undefined) return null
    const isSelected = this.#subject.matchers.every(({ namespaceSelector, objectSelector }) => {
      if (!isEmptySelector(objectSelector) && selectorMatches(objectSelector, labels) !== true) return false
      if (isEmptySelector(namespaceSelector) || !info.namespaced) return true
      return spaceLabels !== null && selectorMatches(namespaceSelector, spaceLabels) === true
    })
    return isSelected ? found : null
  }

  #evaluate(
    expression: RunnableExpression,
    group: EvaluationGroup,
    { object, info }: TriedObject,
    isCancelled: () => boolean,
  ): unknown {
    const outcome = group.evaluate(expression.compiled)
    // Compile errors are told of on their own.
    if (outcome.kind === 'unanswered' || expression.compiled.issues.length > 0) return null
    // What was given up for its length says nothing.
    if (isCancelled()) return null
    const known = this.#tallies.get(expression)
    const tally = known ?? { tried: 0, failed: 0, example: null, highestCost: 0, costliest: null }
    if (known === undefined) this.#tallies.set(expression, tally)
    tally.tried += 1
    const cost = outcome.kind === 'outOfBudget' ? perExpressionLimit : outcome.cost
    const where = objectIn(object, info)
    if (cost > tally.highestCost) {
      tally.highestCost = cost
      tally.costliest = where
    }
    if (outcome.kind === 'value') return outcome.value
    tally.failed += 1
    tally.example ??= { object: where, message: outcome.message.slice(0, 600) }
    return null
  }
}

function objectIn(object: KubeObject, { group, version, resource, kind }: ResourceInfo): FindingObject {
  const { namespace, name } = identityOf(object)
  return { kind, ref: { resource: { group, version, resource }, namespace, name } }
}

function requestOf(
  { object, info }: TriedObject,
  operation: RequestAttributes['operation'],
): RequestAttributes {
  const { group, version, resource, kind } = info
  const { name, namespace } = identityOf(object)
  return {
    kind: { group, version, kind },
    resource: { group, version, resource },
    requestKind: { group, version, kind },
    requestResource: { group, version, resource },
    subResource: '',
    name,
    namespace,
    operation,
    user: { username: 'gatehouse-trial', groups: ['system:authenticated'] },
    dryRun: true,
    options: null,
  }
}
