import { budgets, EvaluationGroup } from '../../cel/kubernetes/index.ts'
import { fieldsOf } from '../fields.ts'
import type { CompiledExpressions } from './expressions.ts'
import type { Probe } from './probedRequest.ts'

/** Whether all conditions hold; one that fails, or that an authorizer decides, does not. */
export function conditionsHold(compiled: CompiledExpressions, probe: Probe): boolean {
  if (compiled.tooLong.length > 0) return false
  const { group, version, kind } = probe.kind
  const object = {
    apiVersion: group === '' ? version : `${group}/${version}`,
    kind,
    metadata: fieldsOf({
      name: probe.name,
      ...(probe.namespace === '' ? {} : { namespace: probe.namespace }),
    }),
    spec: {},
  }
  const request = {
    kind: probe.kind,
    resource: probe.resource,
    requestKind: probe.kind,
    requestResource: probe.resource,
    subResource: '',
    name: probe.name,
    namespace: probe.namespace,
    operation: probe.operation,
    user: probe.user,
    dryRun: false,
    options: null,
  }
  const input = {
    object,
    oldObject: probe.operation === 'UPDATE' ? object : null,
    params: null,
    request,
    namespaceObject: null,
    authorize: () => undefined,
  }
  const evaluation = new EvaluationGroup({
    input,
    variables: compiled.variables,
    budget: budgets.matchConditions,
  })
  return compiled.expressions.every(expression => {
    const outcome = evaluation.evaluate(expression.compiled)
    return outcome.kind === 'value' && outcome.value === true
  })
}
