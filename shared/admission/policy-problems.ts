import { type AppErrorBody, isNotInDump } from '../errors/index.ts'
import { counted } from '../words/index.ts'
import { readsObjectUnguarded } from './cel-tokens.ts'
import type { ParamResolution } from './params.ts'
import type { Binding, Policy } from './policies.ts'
import type { Problem } from './problem.ts'
import { selectorQuery } from './selectors.ts'
import { namesInWords } from './words.ts'

/** Problems of a policy taken by itself. */
export function problemsOfPolicy(policy: Policy): readonly Problem[] {
  const problems: Problem[] = []
  if (policy.match.rules.length === 0) {
    problems.push({
      code: 'noRules',
      severity: 'warning',
      label: 'no rules',
      title: 'The policy matches nothing',
      detail: 'matchConstraints names no resource.',
    })
  }
  if (policy.typeChecking.state === 'warnings') {
    const count = policy.typeChecking.warnings.length
    problems.push({
      code: 'typeWarnings',
      severity: 'warning',
      label: counted(count, 'type warning'),
      title: `The server's type check has ${counted(count, 'warning')}`,
      detail: `The expression was accepted all the same. When it runs on such an object it fails, and ${
        policy.failurePolicy.value === 'Ignore'
          ? 'the object is let through.'
          : 'the binding’s actions apply.'
      }`,
    })
  }
  const deleteProblem = objectOnDelete(policy)
  return deleteProblem === null ? problems : [...problems, deleteProblem]
}

function objectOnDelete(policy: Policy): Problem | null {
  if (policy.flavour === 'mutating') return null
  const deletes = policy.match.rules.some(
    rule => rule.operations.includes('DELETE') || rule.operations.includes('*'),
  )
  if (!deletes || policy.matchConditions.some(each => /operation/.test(each.expression))) return null
  const expressions = [
    ...policy.matchConditions.map(each => each.expression),
    ...policy.validations.map(each => each.expression),
  ]
  if (!expressions.some(readsObjectUnguarded)) return null
  const outcome =
    policy.failurePolicy.value === 'Ignore'
      ? 'Under Ignore every delete passes unchecked.'
      : 'Under Fail every matching delete counts as a violation.'
  return {
    code: 'objectNullOnDelete',
    severity: 'warning',
    label: 'DELETE: no object',
    title: 'On DELETE there is no object',
    detail: `The rules match DELETE, where object is null, and an expression reads its fields. It fails there. ${outcome}`,
  }
}

export const notBound: Problem = {
  code: 'notBound',
  severity: 'warning',
  label: 'not bound',
  title: 'No binding names this policy',
  detail: 'A policy without a binding does nothing.',
}

/** @param gap why the bindings are not all known; null where no more is known of it */
export function bindingsUnreadable(gap: AppErrorBody | null): Problem {
  const away = isNotInDump(gap)
  return {
    code: 'bindingsUnreadable',
    severity: 'unknown',
    label: away ? 'bindings not in the dump' : 'bindings may not be read',
    title: 'Whether it is bound cannot be told',
    detail: away
      ? 'The dump holds no binding of it. The policy may well be in force.'
      : 'You may not read the bindings. The policy may well be in force.',
  }
}

export function bindsNothing(binding: Binding): Problem {
  const named = binding.policyName === '' ? 'no policy' : `policy ${binding.policyName}, which does not exist`
  return {
    code: 'bindsNothing',
    severity: 'bad',
    label: 'binds nothing',
    title: 'The binding has no policy',
    detail: `It names ${named}. A binding without its policy does nothing.`,
  }
}

export function policyUnreadable(gap: AppErrorBody): Problem {
  const away = isNotInDump(gap)
  return {
    code: 'policyUnreadable',
    severity: 'unknown',
    label: away ? 'policy not in the dump' : 'policy may not be read',
    title: 'Whether its policy exists cannot be told',
    detail: away ? 'The dump does not hold the policy.' : 'You may not read the policies.',
  }
}

export const reachesNothing: Problem = {
  code: 'reachesNothing',
  severity: 'warning',
  label: 'reaches nothing today',
  title: 'No namespace of today is reached',
  detail: 'No namespace has the labels that the selectors ask for.',
}

/** What the state of its parameters means for a binding. */
export function problemsOfParams(
  policy: Policy,
  binding: Binding,
  params: ParamResolution,
): readonly Problem[] {
  const unset = actionUnset(binding, params)
  const problem = paramProblem(policy, binding, params)
  return [...(problem === null ? [] : [problem]), ...(unset === null ? [] : [unset])]
}

function paramProblem(policy: Policy, binding: Binding, params: ParamResolution): Problem | null {
  switch (params.type) {
    case 'none':
    case 'loading':
      return null
    case 'ignored':
      return {
        code: 'parameterIgnored',
        severity: 'warning',
        label: 'parameter ignored',
        title: 'The parameter is ignored',
        detail: 'The binding gives a parameter, but the policy has no paramKind.',
      }
    case 'null':
      return {
        code: 'parameterNull',
        severity: 'warning',
        label: 'params is null',
        title: 'The binding gives no parameter',
        detail: `The policy takes a ${policy.paramKind?.kind ?? 'parameter'}; here params is null. Expressions that read it fail.`,
      }
    case 'kindNotServed':
      return configurationError(
        policy,
        'parameterKindNotServed',
        'kind not served',
        'The kind of the parameter is not served',
        `The server offers no ${params.kind.kind} in ${params.kind.apiVersion || '(no apiVersion)'}.`,
      )
    case 'invalid':
      return configurationError(
        policy,
        'parameterInvalid',
        'param invalid',
        'The parameter cannot be looked up',
        params.reason,
      )
    case 'unreadable':
      return {
        code: 'parameterUnreadable',
        severity: 'unknown',
        label: 'param may not be read',
        title: 'Whether the parameter exists cannot be told',
        detail: params.error.message,
      }
    case 'resolved':
      return missingProblem(policy, binding, params)
  }
}

function missingProblem(
  policy: Policy,
  binding: Binding,
  params: Extract<ParamResolution, { type: 'resolved' }>,
): Problem | null {
  const missingIn = params.missingIn ?? []
  const isMissing = params.missingIn === null ? params.found.length === 0 : missingIn.length > 0
  if (!isMissing) return null
  const where = params.lookup.perNamespace
    ? missingIn.length > 0
      ? ` in ${missingIn.length === 1 ? 'namespace' : 'namespaces'} ${namesInWords(missingIn)}`
      : ' in any namespace'
    : params.lookup.namespace === ''
      ? ''
      : ` in namespace ${params.lookup.namespace}`
  const what = `${params.lookup.resource.kind} ${params.lookup.name || selectedInWords(params.lookup.selector)}`
  const text = `${what} was not found${where}.`
  if (binding.paramRef?.notFoundAction === 'Deny') {
    return configurationError(
      policy,
      'parameterMissing',
      'param missing',
      'A parameter is missing',
      text,
      'parameterNotFoundAction: Deny. ',
    )
  }
  return {
    code: 'parameterMissing',
    severity: 'warning',
    label: 'param missing',
    title: 'A parameter is missing',
    detail: `${text} ${
      binding.paramRef?.notFoundAction === 'Allow'
        ? 'parameterNotFoundAction: Allow.'
        : 'No parameterNotFoundAction is set, which acts as Allow.'
    } The binding passes without a word; nothing is checked.`,
  }
}

function selectedInWords(selector: Parameters<typeof selectorQuery>[0] | null): string {
  const query = selector === null ? '' : selectorQuery(selector)
  return query === '' || query === null ? 'of any label' : `with ${query}`
}

// A configuration error goes by failurePolicy alone; validationActions do not soften it.
function configurationError(
  policy: Policy,
  code: Problem['code'],
  label: string,
  title: string,
  what: string,
  because = '',
): Problem {
  if (policy.failurePolicy.value === 'Ignore') {
    return {
      code,
      severity: 'warning',
      label,
      title,
      detail: `${what} ${because}With failurePolicy Ignore the policy is skipped; nothing is checked.`,
    }
  }
  const softened = policy.flavour === 'validating' ? ', whatever validationActions say' : ''
  return {
    code,
    severity: 'bad',
    label,
    title,
    detail: `${what} ${because}With failurePolicy Fail every matching request is refused${softened}.`,
  }
}

function actionUnset(binding: Binding, params: ParamResolution): Problem | null {
  if (binding.paramRef === null || binding.paramRef.notFoundAction !== '' || params.type === 'ignored')
    return null
  return {
    code: 'parameterActionUnset',
    severity: 'warning',
    label: 'no parameterNotFoundAction',
    title: 'parameterNotFoundAction is not set',
    detail: 'Today’s servers refuse such a binding; older ones take it as Allow.',
  }
}
