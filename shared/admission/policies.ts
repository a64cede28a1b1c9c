import type { KubeObject } from '../kube/index.ts'
import { type MatchCondition, readMatchConditions } from './conditions.ts'
import {
  type Fields,
  fieldsOf,
  isFields,
  listOf,
  type Setting,
  stringOf,
  stringsOf,
  textSetting,
} from './fields.ts'
import { identityOf, type Writer, writersOf } from './meta.ts'
import { type Rule, readRules } from './rules.ts'
import { type LabelSelector, readSelector } from './selectors.ts'
import { readTypeChecking, type TypeChecking } from './type-checking.ts'

export type PolicyFlavour = 'validating' | 'mutating'

/** matchConstraints of a policy or matchResources of a binding. */
export interface MatchResources {
  readonly matchPolicy: Setting<string>
  readonly namespaceSelector: LabelSelector
  readonly objectSelector: LabelSelector
  /** Empty in a binding: everything the policy matches. */
  readonly rules: readonly Rule[]
  readonly excludeRules: readonly Rule[]
}

export interface ParamKind {
  readonly apiVersion: string
  readonly kind: string
}

interface Variable {
  readonly name: string
  readonly expression: string
}

interface Validation {
  readonly expression: string
  readonly message: string
  readonly messageExpression: string
  readonly reason: Setting<string>
}

interface AuditAnnotation {
  readonly key: string
  readonly valueExpression: string
}

interface Mutation {
  /** `ApplyConfiguration` or `JSONPatch`. */
  readonly patchType: string
  readonly expression: string
}

/** A Validating- or MutatingAdmissionPolicy, with the server's defaults filled in and marked. */
export interface Policy {
  readonly flavour: PolicyFlavour
  readonly name: string
  readonly apiVersion: string
  readonly failurePolicy: Setting<string>
  readonly paramKind: ParamKind | null
  readonly match: MatchResources
  readonly matchConditions: readonly MatchCondition[]
  readonly variables: readonly Variable[]
  readonly validations: readonly Validation[]
  readonly auditAnnotations: readonly AuditAnnotation[]
  readonly mutations: readonly Mutation[]
  /** Mutating only. */
  readonly reinvocationPolicy: Setting<string> | null
  readonly typeChecking: TypeChecking
  readonly writers: readonly Writer[]
}

interface ParamRef {
  /** Empty when the reference is by selector. */
  readonly name: string
  /** Empty: the namespace of each request, or a cluster-scoped parameter. */
  readonly namespace: string
  readonly selector: LabelSelector | null
  /** `Deny` or `Allow`; empty when not set, which newer servers refuse and older ones take as `Allow`. */
  readonly notFoundAction: string
}

export interface Binding {
  readonly flavour: PolicyFlavour
  readonly name: string
  readonly apiVersion: string
  readonly policyName: string
  readonly paramRef: ParamRef | null
  /** `null`: everything the policy matches. */
  readonly match: MatchResources | null
  /** Validating only: `Deny`, `Warn`, `Audit`. */
  readonly validationActions: readonly string[]
  readonly writers: readonly Writer[]
}

export function readPolicy(object: KubeObject): Policy {
  const flavour = flavourOf(object)
  const spec = fieldsOf(object.spec)
  const match = readMatch(spec.matchConstraints)
  return {
    flavour,
    name: identityOf(object).name,
    apiVersion: stringOf(object.apiVersion),
    failurePolicy: textSetting(spec.failurePolicy, 'Fail'),
    paramKind: readParamKind(spec.paramKind),
    match,
    matchConditions: readMatchConditions(spec.matchConditions),
    variables: listOf(spec.variables).map(readVariable),
    validations: listOf(spec.validations).map(readValidation),
    auditAnnotations: listOf(spec.auditAnnotations).map(readAuditAnnotation),
    mutations: listOf(spec.mutations).map(readMutation),
    reinvocationPolicy: flavour === 'mutating' ? textSetting(spec.reinvocationPolicy, 'Never') : null,
    typeChecking: readTypeChecking(object, flavour === 'validating', match.rules),
    writers: writersOf(object),
  }
}

export function readBinding(object: KubeObject): Binding {
  const spec = fieldsOf(object.spec)
  return {
    flavour: flavourOf(object),
    name: identityOf(object).name,
    apiVersion: stringOf(object.apiVersion),
    policyName: stringOf(spec.policyName),
    paramRef: isFields(spec.paramRef) ? readParamRef(spec.paramRef) : null,
    match: isFields(spec.matchResources) ? readMatch(spec.matchResources) : null,
    validationActions: stringsOf(spec.validationActions),
    writers: writersOf(object),
  }
}

function flavourOf(object: KubeObject): PolicyFlavour {
  return stringOf(object.kind).startsWith('Mutating') ? 'mutating' : 'validating'
}

function readMatch(value: unknown): MatchResources {
  const fields = fieldsOf(value)
  return {
    matchPolicy: textSetting(fields.matchPolicy, 'Equivalent'),
    namespaceSelector: readSelector(fields.namespaceSelector),
    objectSelector: readSelector(fields.objectSelector),
    rules: readRules(fields.resourceRules),
    excludeRules: readRules(fields.excludeResourceRules),
  }
}

// Before v1beta1 the kind was written as group and version.
function readParamKind(value: unknown): ParamKind | null {
  if (!isFields(value)) return null
  const old = [stringOf(value.group), stringOf(value.version)].filter(part => part !== '').join('/')
  return { apiVersion: stringOf(value.apiVersion) || old, kind: stringOf(value.kind) }
}

function readParamRef(fields: Fields): ParamRef {
  return {
    name: stringOf(fields.name),
    namespace: stringOf(fields.namespace),
    selector: isFields(fields.selector) ? readSelector(fields.selector) : null,
    notFoundAction: stringOf(fields.parameterNotFoundAction),
  }
}

function readVariable(value: unknown): Variable {
  const fields = fieldsOf(value)
  return { name: stringOf(fields.name), expression: stringOf(fields.expression) }
}

function readValidation(value: unknown): Validation {
  const fields = fieldsOf(value)
  return {
    expression: stringOf(fields.expression),
    message: stringOf(fields.message),
    messageExpression: stringOf(fields.messageExpression),
    reason: textSetting(fields.reason, 'Invalid'),
  }
}

function readAuditAnnotation(value: unknown): AuditAnnotation {
  const fields = fieldsOf(value)
  return { key: stringOf(fields.key), valueExpression: stringOf(fields.valueExpression) }
}

function readMutation(value: unknown): Mutation {
  const fields = fieldsOf(value)
  const patchType = stringOf(fields.patchType)
  const body = fieldsOf(patchType === 'JSONPatch' ? fields.jsonPatch : fields.applyConfiguration)
  // The first drafts of the API had the expression beside the type.
  return { patchType, expression: stringOf(body.expression) || stringOf(fields.expression) }
}
