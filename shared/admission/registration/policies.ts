import type { PolicyCompiler } from '../../cel/kubernetes/index.ts'
import { type Fields, fieldsOf, listOf, stringOf, stringsOf } from '../fields.ts'
import {
  byteLength,
  duplicate,
  type FieldProblem,
  forbidden,
  invalid,
  notSupported,
  qualifiedNameFaults,
  required,
  subdomainFaults,
} from '../schema/index.ts'
import { sameJson } from '../values/index.ts'
import { compiledProblems, compilerOf, conditionProblems, type Writing } from './expressions.ts'
import { identifierFaults, isIdentifier } from './identifiers.ts'
import { namedRuleProblems, oneOf } from './rules.ts'
import { selectorProblems } from './selectors.ts'

const mostAnnotations = 20
/** Bytes of the expression of an annotation. */
const longestAnnotation = 5 * 1024

/** Faults of a policy that is written, as the server words them. */
export function policyProblems(object: Fields, old: Fields | null, minor: number): readonly FieldProblem[] {
  const spec = fieldsOf(object.spec)
  const isMutating = object.kind === 'MutatingAdmissionPolicy'
  const hasParams = spec.paramKind !== undefined && spec.paramKind !== null
  const before = fieldsOf(old?.spec)
  // Mutating policies know the word whether they declare any or not.
  const hasVariables = isMutating || listOf(spec.variables).length > 0
  const writing: Writing = { minor, hasParams, hasVariables, stored: storedExpressions(before) }
  const isUnchanged =
    old !== null &&
    sameJson(spec.paramKind ?? null, before.paramKind ?? null) &&
    sameJson(listOf(spec.matchConditions), listOf(before.matchConditions))
  const body = new Body(writing, stringOf(fieldsOf(object.metadata).name))
  return [
    ...oneOf(spec.failurePolicy, ['Fail', 'Ignore'], 'spec.failurePolicy'),
    ...(hasParams ? paramKindProblems(fieldsOf(spec.paramKind)) : []),
    ...constraintProblems(spec.matchConstraints, isMutating),
    ...(isUnchanged ? [] : conditionProblems(spec.matchConditions, writing, 'spec.matchConditions')),
    ...body.variables(spec.variables),
    ...(isMutating ? body.mutations(spec.mutations) : body.validations(spec)),
    ...(isMutating ? needed(spec.reinvocationPolicy, ['IfNeeded', 'Never'], 'spec.reinvocationPolicy') : []),
  ]
}

/** Faults of a binding that is written. */
export function bindingProblems(object: Fields): readonly FieldProblem[] {
  const spec = fieldsOf(object.spec)
  const name = stringOf(spec.policyName)
  const isValidating = object.kind === 'ValidatingAdmissionPolicyBinding'
  return [
    ...(name === ''
      ? [required('spec.policyName')]
      : subdomainFaults(name).map(fault => invalid('spec.policyName', name, fault))),
    ...(spec.paramRef === undefined ? [] : paramRefProblems(fieldsOf(spec.paramRef))),
    ...(spec.matchResources === undefined ? [] : matchProblems(spec.matchResources, 'spec.matchResources')),
    ...(isValidating
      ? actionProblems(stringsOf(spec.validationActions))
      : mutatingOperations(spec.matchResources, 'spec.matchResources.resourceRules.operations')),
  ]
}

/** Of a text that must be there. */
function needed(value: unknown, known: readonly string[], field: string): readonly FieldProblem[] {
  return stringOf(value) === '' ? [required(field)] : oneOf(value, known, field)
}

function storedExpressions(spec: Fields): ReadonlySet<string> {
  const found = new Set<string>()
  for (const part of ['matchConditions', 'validations', 'auditAnnotations', 'mutations'])
    for (const each of listOf(spec[part])) {
      const { expression, messageExpression, valueExpression, applyConfiguration, jsonPatch } = fieldsOf(each)
      const inside = [fieldsOf(applyConfiguration).expression, fieldsOf(jsonPatch).expression]
      for (const text of [expression, messageExpression, valueExpression, ...inside])
        found.add(stringOf(text))
    }
  return found
}

function paramKindProblems({ apiVersion: given, kind: named }: Fields): readonly FieldProblem[] {
  const [apiVersion, kind] = [stringOf(given), stringOf(named)]
  const [field, parts] = ['spec.paramKind.apiVersion', apiVersion.split('/')]
  const found: FieldProblem[] = []
  if (apiVersion === '') found.push(required(field))
  else if (parts.length > 2)
    found.push(invalid(field, apiVersion, `unexpected GroupVersion string: ${apiVersion}`))
  else {
    const [group, version] = parts.length === 2 ? [parts[0] ?? '', parts[1] ?? ''] : ['', apiVersion]
    const ofGroup = group === '' ? [] : subdomainFaults(group)
    if (ofGroup.length > 0) found.push(invalid(field, group, ofGroup.join(',')))
    const ofVersion = identifierFaults(version)
    if (version === '') found.push(invalid(field, apiVersion, 'version must be specified'))
    else if (ofVersion.length > 0) found.push(invalid(field, version, ofVersion.join(',')))
  }
  const ofKind = identifierFaults(kind.toLowerCase())
  if (kind === '') found.push(required('spec.paramKind.kind'))
  else if (ofKind.length > 0) {
    const text = `may have mixed case, but should otherwise match: ${ofKind.join(',')}`
    found.push(invalid('spec.paramKind.kind', kind, text))
  }
  return found
}

function constraintProblems(constraints: unknown, isMutating: boolean): readonly FieldProblem[] {
  const field = 'spec.matchConstraints'
  if (constraints === undefined || constraints === null) return [required(field)]
  const { resourceRules } = fieldsOf(constraints)
  return [
    ...matchProblems(constraints, field),
    ...(listOf(resourceRules).length === 0 ? [required(`${field}.resourceRules`)] : []),
    ...(isMutating ? mutatingOperations(constraints, `${field}.resourceRules.operations`) : []),
  ]
}

/** Deletions are never mutated. */
function mutatingOperations(match: unknown, field: string): readonly FieldProblem[] {
  const known = ['*', 'CONNECT', 'CREATE', 'UPDATE']
  return listOf(fieldsOf(match).resourceRules)
    .flatMap(rule => stringsOf(fieldsOf(rule).operations))
    .flatMap(operation => (known.includes(operation) ? [] : [notSupported(field, operation, known)]))
}

function matchProblems(match: unknown, field: string): readonly FieldProblem[] {
  const { matchPolicy, namespaceSelector, objectSelector, resourceRules, excludeResourceRules } =
    fieldsOf(match)
  return [
    // Absent ones have been filled in by the time that they are looked at.
    ...oneOf(matchPolicy, ['Equivalent', 'Exact'], `${field}.matchPolicy`),
    ...selectorProblems(namespaceSelector, `${field}.namespaceSelector`),
    ...selectorProblems(objectSelector, `${field}.objectSelector`),
    ...namedRuleProblems(resourceRules, `${field}.resourceRules`),
    ...namedRuleProblems(excludeResourceRules, `${field}.excludeResourceRules`),
  ]
}

function paramRefProblems({
  name: named,
  selector,
  parameterNotFoundAction,
}: Fields): readonly FieldProblem[] {
  const name = stringOf(named)
  const hasSelector = selector !== undefined && selector !== null
  const both = 'name and selector are mutually exclusive'
  return [
    ...(name !== '' && hasSelector ? [forbidden('spec.paramRef.name', both)] : []),
    ...(hasSelector ? selectorProblems(selector, 'spec.paramRef.selector') : []),
    ...(name !== '' && hasSelector ? [forbidden('spec.paramRef.selector', both)] : []),
    ...(name === '' && !hasSelector
      ? [required('spec.paramRef', 'one of name or selector must be specified')]
      : []),
    ...needed(parameterNotFoundAction, ['Deny', 'Allow'], 'spec.paramRef.parameterNotFoundAction'),
  ]
}

function actionProblems(actions: readonly string[]): readonly FieldProblem[] {
  const field = 'spec.validationActions'
  if (actions.length === 0) return [required(field, 'at least one validation action is required')]
  const found = actions.flatMap((action, at) => [
    ...oneOf(action, ['Audit', 'Deny', 'Warn'], `${field}[${at}]`),
    ...(actions.indexOf(action) < at ? [duplicate(`${field}[${at}]`, action)] : []),
  ])
  const both =
    'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)'
  return actions.includes('Deny') && actions.includes('Warn')
    ? [...found, invalid(field, actions, both)]
    : found
}

/** The expressions of a policy, which use the variables that were written before them. */
class Body {
  readonly #writing: Writing
  readonly #policy: string
  readonly #variables: { readonly name: string; readonly expression: string }[] = []

  constructor(writing: Writing, policy: string) {
    this.#writing = writing
    this.#policy = policy
  }

  variables(variables: unknown): readonly FieldProblem[] {
    return listOf(variables).flatMap((each, at) => {
      const { name: named, expression: written } = fieldsOf(each)
      const [name, expression, field] = [stringOf(named), stringOf(written), `spec.variables[${at}]`]
      const found: FieldProblem[] = []
      if (name.trim() === '') found.push(required(`${field}.name`, 'name is not specified'))
      else if (!isIdentifier(name))
        found.push(invalid(`${field}.name`, name, 'must be a valid CEL identifier'))
      if (expression.trim() === '')
        return [...found, required(`${field}.expression`, 'expression is not specified')]
      const compiled = this.#compiler(expression).compile('variable', expression)
      this.#variables.push({ name, expression })
      return [...found, ...compiledProblems(compiled, expression, `${field}.expression`)]
    })
  }

  validations({ validations, auditAnnotations }: Fields): readonly FieldProblem[] {
    const annotations = listOf(auditAnnotations).map(fieldsOf)
    if (listOf(validations).length === 0 && annotations.length === 0)
      return ['spec.validations', 'spec.auditAnnotations'].map(field =>
        required(field, 'validations or auditAnnotations must contain at least one item'),
      )
    const found = listOf(validations).flatMap((each, at) =>
      this.#validation(fieldsOf(each), `spec.validations[${at}]`),
    )
    if (annotations.length > mostAnnotations) {
      const text = `must not have more than ${mostAnnotations} auditAnnotations`
      found.push(invalid('spec.auditAnnotations', annotations, text))
    }
    const keys = annotations.map(({ key }) => stringOf(key))
    for (const [at, annotation] of annotations.entries()) {
      const field = `spec.auditAnnotations[${at}]`
      found.push(...this.#annotation(annotation, field))
      const key = keys[at] ?? ''
      if (keys.indexOf(key) < at) found.push(duplicate(`${field}.key`, key))
    }
    return found
  }

  mutations(mutations: unknown): readonly FieldProblem[] {
    const given = listOf(mutations)
    if (given.length === 0) return [required('spec.mutations', 'mutations must contain at least one item')]
    return given.flatMap((each, at) => this.#mutation(fieldsOf(each), `spec.mutations[${at}]`))
  }

  #compiler(expression: string): PolicyCompiler {
    const compiler = compilerOf(this.#writing, expression)
    for (const { name, expression: of } of this.#variables) compiler.addVariable(name, of)
    return compiler
  }

  #compile(place: Parameters<PolicyCompiler['compile']>[0], expression: string, field: string) {
    return compiledProblems(this.#compiler(expression).compile(place, expression), expression, field)
  }

  #validation(validation: Fields, field: string): readonly FieldProblem[] {
    const [expression, message, telling] = [
      stringOf(validation.expression),
      stringOf(validation.message),
      stringOf(validation.messageExpression),
    ]
    const found: FieldProblem[] = []
    if (expression.trim() === '') found.push(required(`${field}.expression`, 'expression is not specified'))
    else found.push(...this.#compile('validation', expression, `${field}.expression`))
    const isBlank = (text: string): boolean => text !== '' && text.trim() === ''
    if (isBlank(telling))
      found.push(invalid(`${field}.messageExpression`, telling, 'must be non-empty if specified'))
    else if (telling !== '')
      found.push(...this.#compile('messageExpression', telling, `${field}.messageExpression`))
    if (isBlank(message)) found.push(invalid(`${field}.message`, message, 'must be non-empty if specified'))
    else if (/[\n\r]/.test(message.trim()))
      found.push(invalid(`${field}.message`, message, 'must not contain line breaks'))
    const reasons = ['Forbidden', 'Invalid', 'RequestEntityTooLarge']
    return [...found, ...oneOf(validation.reason, reasons, `${field}.reason`)]
  }

  #annotation({ key: named, valueExpression: written }: Fields, field: string): readonly FieldProblem[] {
    const [key, given] = [stringOf(named), stringOf(written)]
    const name = `${this.#policy}/${key}`
    const found: FieldProblem[] =
      this.#policy === ''
        ? [invalid(`${field}.key`, key, 'requires metadata.name be non-empty')]
        : qualifiedNameFaults(name).map(fault => invalid(`${field}.key`, name, fault))
    const expression = given.trim()
    const at = `${field}.valueExpression`
    if (expression === '') return [...found, required(at, 'valueExpression is not specified')]
    if (byteLength(expression) > longestAnnotation)
      return [...found, required(at, `must not exceed ${longestAnnotation} bytes in length`)]
    const compiled = this.#compiler(given).compile('auditAnnotation', expression)
    return [...found, ...compiledProblems(compiled, given, at)]
  }

  #mutation(mutation: Fields, field: string): readonly FieldProblem[] {
    const patchType = stringOf(mutation.patchType)
    if (patchType === '') return [required(`${field}.patchType`)]
    const ways = {
      JSONPatch: ['jsonPatch', 'applyConfiguration'],
      ApplyConfiguration: ['applyConfiguration', 'jsonPatch'],
    } as const
    if (patchType !== 'JSONPatch' && patchType !== 'ApplyConfiguration')
      return [notSupported(`${field}.patchType`, patchType, ['ApplyConfiguration', 'JSONPatch'])]
    const [own, other] = ways[patchType]
    const isOther = mutation[other] !== undefined && mutation[other] !== null
    const strange = isOther
      ? [invalid(`${field}.${other}`, `{${other}}`, `must not be specified when patchType is ${patchType}`)]
      : []
    if (mutation[own] === undefined || mutation[own] === null)
      return [required(`${field}.${own}`, `must be specified when patchType is ${patchType}`), ...strange]
    const expression = stringOf(fieldsOf(mutation[own]).expression).trim()
    const at = `${field}.${own}.expression`
    return [...(expression === '' ? [required(at)] : this.#compile(own, expression, at)), ...strange]
  }
}
