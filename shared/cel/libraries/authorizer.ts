import { types } from '../check/types.ts'
import type { FunctionDefinition } from '../run/functions.ts'
import { traversalFactor } from '../run/sizes.ts'
import { CelError, OpaqueValue, type Result, type Value } from '../values/value.ts'
import { nominal, plainSize } from './costs.ts'
import { member } from './define.ts'
import { dnsLabelFaults, dnsSubdomainFaults } from './formats.ts'

/** Who asks. */
export interface Subject {
  readonly username: string
  readonly uid?: string
  readonly groups: readonly string[]
  readonly extra?: ReadonlyMap<string, readonly string[]>
}

/** What an expression wants to know of the authorizer. */
export type AuthorizationQuestion =
  | { readonly kind: 'path'; readonly subject: Subject; readonly verb: string; readonly path: string }
  | {
      readonly kind: 'resource'
      readonly subject: Subject
      readonly verb: string
      readonly resource: ResourceAttributes
    }

/** The version is always `*`. Empty texts stand for what was not said; an empty namespace is the cluster. */
export interface ResourceAttributes {
  readonly group: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  /** As written; one that does not parse restricts nothing. */
  readonly fieldSelector: string
  readonly labelSelector: string
}

export interface AuthorizationAnswer {
  readonly decision: 'allow' | 'deny' | 'noOpinion'
  readonly reason: string
  /** Why the authorizer failed, where it did. */
  readonly error?: string
}

/** Answers a question at once; undefined where the answer is not known yet. */
export type AuthorizationLookup = (question: AuthorizationQuestion) => AuthorizationAnswer | undefined

/**
 * Ends an evaluation whose answer hangs on a question that nobody has answered yet: ask it, and evaluate
 * again.
 */
export class UnansweredQuestion extends Error {
  readonly question: AuthorizationQuestion

  constructor(question: AuthorizationQuestion) {
    super('an authorization question has no answer yet')
    this.name = 'UnansweredQuestion'
    this.question = question
  }
}

const named = (name: string) => types.struct(`kubernetes.authorization.${name}`)

export const authorizerType = named('Authorizer')
export const resourceCheckType = named('ResourceCheck')
const pathCheckType = named('PathCheck')
const groupCheckType = named('GroupCheck')
const decisionType = named('Decision')

/** What these values are has no equality: the server has none for them either. */
abstract class AuthorizationValue extends OpaqueValue {
  equals(other: OpaqueValue): boolean {
    return this === other
  }

  override isComparableWith(): boolean {
    return false
  }

  override toString(): string {
    return this.type.kind === 'struct' ? this.type.name : ''
  }
}

class AuthorizerValue extends AuthorizationValue {
  readonly type = authorizerType
  readonly subject: Subject
  readonly lookUp: AuthorizationLookup

  constructor(subject: Subject, lookUp: AuthorizationLookup) {
    super()
    this.subject = subject
    this.lookUp = lookUp
  }
}

/** What is asked of an authorizer, so far. */
abstract class Check<T> extends AuthorizationValue {
  readonly authorizer: AuthorizerValue
  readonly asked: T

  constructor(authorizer: AuthorizerValue, asked: T) {
    super()
    this.authorizer = authorizer
    this.asked = asked
  }
}

class PathCheck extends Check<string> {
  readonly type = pathCheckType
}

class GroupCheck extends Check<string> {
  readonly type = groupCheckType
}

class ResourceCheck extends Check<ResourceAttributes> {
  readonly type = resourceCheckType

  with(change: Partial<ResourceAttributes>): ResourceCheck {
    return new ResourceCheck(this.authorizer, { ...this.asked, ...change })
  }
}

class Decision extends AuthorizationValue {
  readonly type = decisionType
  readonly answer: AuthorizationAnswer

  constructor(answer: AuthorizationAnswer) {
    super()
    this.answer = answer
  }
}

/** The value of `authorizer`. */
export const authorizerOf = (subject: Subject, lookUp: AuthorizationLookup): Value =>
  new AuthorizerValue(subject, lookUp)

/** The value of `authorizer.requestResource`. */
export const resourceCheckOf = (
  subject: Subject,
  lookUp: AuthorizationLookup,
  resource: Omit<ResourceAttributes, 'fieldSelector' | 'labelSelector'>,
): Value =>
  new ResourceCheck(new AuthorizerValue(subject, lookUp), {
    ...resource,
    fieldSelector: '',
    labelSelector: '',
  })

function ask({ lookUp }: AuthorizerValue, question: AuthorizationQuestion): Result {
  const answer = lookUp(question)
  if (answer === undefined) throw new UnansweredQuestion(question)
  return new Decision(answer)
}

function serviceAccount({ lookUp }: AuthorizerValue, namespace: string, name: string): Result {
  if (dnsSubdomainFaults(name).length > 0) return new CelError('Invalid service account name')
  if (dnsLabelFaults(namespace).length > 0) return new CelError('Invalid service account namespace')
  const username = `system:serviceaccount:${namespace}:${name}`
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`]
  return new AuthorizerValue({ username, groups }, lookUp)
}

function resource({ authorizer, asked: group }: GroupCheck, name: string): Result {
  if (name.trim() === '') return new CelError('resource must not be empty')
  const rest = { subresource: '', namespace: '', name: '', fieldSelector: '', labelSelector: '' }
  return new ResourceCheck(authorizer, { group, resource: name, ...rest })
}

/** A step that narrows what is asked of a resource. */
const narrowing = (name: 'subresource' | 'namespace' | 'name'): FunctionDefinition =>
  member(
    name,
    `resourcecheck_${name}`,
    [resourceCheckType, types.string],
    resourceCheckType,
    (check: ResourceCheck, text: string) => check.with({ [name]: text }),
    nominal,
  )

const reading = (
  name: string,
  result: typeof types.bool | typeof types.string,
  read: (answer: AuthorizationAnswer) => Value,
) => member(name, `decision_${name}`, [decisionType], result, ({ answer }: Decision) => read(answer), nominal)

/** A check is so dear that an expression can pay for two. */
const checking = { cost: () => 350_000, costByName: true } as const

export const authorizerFunctions: readonly FunctionDefinition[] = [
  member(
    'path',
    'authorizer_path',
    [authorizerType, types.string],
    pathCheckType,
    (authorizer: AuthorizerValue, path: string) =>
      path.trim() === '' ? new CelError('path must not be empty') : new PathCheck(authorizer, path),
    nominal,
  ),
  member(
    'group',
    'authorizer_group',
    [authorizerType, types.string],
    groupCheckType,
    (authorizer: AuthorizerValue, group: string) => new GroupCheck(authorizer, group),
    nominal,
  ),
  member(
    'serviceAccount',
    'authorizer_serviceaccount',
    [authorizerType, types.string, types.string],
    authorizerType,
    serviceAccount,
    nominal,
  ),
  member(
    'resource',
    'groupcheck_resource',
    [groupCheckType, types.string],
    resourceCheckType,
    resource,
    nominal,
  ),
  narrowing('subresource'),
  narrowing('namespace'),
  narrowing('name'),
  member(
    'check',
    'pathcheck_check',
    [pathCheckType, types.string],
    decisionType,
    ({ authorizer, asked: path }: PathCheck, verb: string) =>
      ask(authorizer, { kind: 'path', subject: authorizer.subject, verb, path }),
    checking,
  ),
  member(
    'check',
    'resourcecheck_check',
    [resourceCheckType, types.string],
    decisionType,
    ({ authorizer, asked: attributes }: ResourceCheck, verb: string) =>
      ask(authorizer, { kind: 'resource', subject: authorizer.subject, verb, resource: attributes }),
    checking,
  ),
  reading('errored', types.bool, ({ error }) => error !== undefined),
  reading('error', types.string, ({ error }) => error ?? ''),
  reading('allowed', types.bool, ({ decision }) => decision === 'allow'),
  reading('reason', types.string, ({ reason }) => reason),
]

/** Reading a selector: its text, and a requirement for every two characters of it. */
const selecting = {
  cost: ([, selector]: readonly Result[]): number => {
    const size = plainSize(selector)
    return 10 + Math.ceil(size * traversalFactor) + Math.ceil(size / 2) * 50
  },
  costByName: true,
} as const

const selector = (name: 'fieldSelector' | 'labelSelector'): FunctionDefinition =>
  member(
    name,
    `authorizer_${name.toLowerCase()}`,
    [resourceCheckType, types.string],
    resourceCheckType,
    (check: ResourceCheck, text: string) => check.with({ [name]: text }),
    selecting,
  )

export const selectorFunctions: readonly FunctionDefinition[] = [
  selector('fieldSelector'),
  selector('labelSelector'),
]
