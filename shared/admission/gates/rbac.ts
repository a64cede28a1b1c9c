import type {
  AuthorizationAnswer,
  AuthorizationLookup,
  AuthorizationQuestion,
  Subject,
} from '../../cel/kubernetes/index.ts'
import type { AppErrorBody } from '../../errors/index.ts'
import type { KubeObject } from '../../kube/index.ts'
import { type Fields, fieldsOf, isFields, listOf, stringOf, stringsOf } from '../fields.ts'
import { identityOf } from '../meta.ts'
import type { World } from '../trace/types.ts'
import { type FoundObjects, type LookedFor, listObjects } from './lookups.ts'

const rbacKind = (kind: string): LookedFor => ({ group: 'rbac.authorization.k8s.io', version: 'v1', kind })
export const clusterRoleBindings = rbacKind('ClusterRoleBinding')
export const roleBindings = rbacKind('RoleBinding')
export const clusterRoles = rbacKind('ClusterRole')
export const roles = rbacKind('Role')

/** What the roles and bindings of a cluster say of a question. */
export interface RbacDecision {
  /** Undefined where something that could allow it is not known. */
  readonly answer: AuthorizationAnswer | undefined
  /** The binding that allows it. */
  readonly decidedBy?: { readonly kind: string; readonly name: string; readonly field: string }
  /** What may not be read. */
  readonly gaps: readonly AppErrorBody[]
  /** Why it is not known, where it is not. */
  readonly why: string
}

/** Answers of role-based access control, computed from the roles and bindings of the cluster. */
export function authorizerFromRbac(world: World): AuthorizationLookup {
  return question => decideByRbac(world, question).answer
}

/**
 * Cluster role bindings first, then the role bindings of the namespace; the first rule that allows is the
 * reason. Nothing denies: what no rule allows is no opinion. Bindings are tried by name, as the order in
 * which the server has them is not known. Source: kubernetes, plugin/pkg/auth/authorizer/rbac.
 */
export function decideByRbac(world: World, question: AuthorizationQuestion): RbacDecision {
  if (question.subject.groups.includes('system:masters')) {
    return {
      answer: { decision: 'allow', reason: '' },
      decidedBy: { kind: 'Group', name: 'system:masters', field: '' },
      gaps: [],
      why: '',
    }
  }
  const search = new Search(world, question)
  search.tryBindings(listObjects(world, clusterRoleBindings, ''), '')
  const namespace = question.kind === 'resource' ? question.resource.namespace : ''
  if (namespace !== '') search.tryBindings(() => listObjects(world, roleBindings, namespace), namespace)
  return search.decision()
}

/** The search for an allowing rule, with what it met on the way. */
class Search {
  readonly #world: World
  readonly #question: AuthorizationQuestion
  readonly #gaps: AppErrorBody[] = []
  readonly #errors = new Set<string>()
  #why = ''
  #allowed: RbacDecision | null = null

  constructor(world: World, question: AuthorizationQuestion) {
    this.#world = world
    this.#question = question
  }

  tryBindings(found: FoundObjects | (() => FoundObjects), namespace: string): void {
    if (this.#allowed !== null) return
    const bindings = this.#known(typeof found === 'function' ? found() : found)
    for (const binding of bindings) {
      const subject = subjectOf(binding, this.#question.subject, namespace)
      if (subject !== null && this.#allows(binding, namespace)) {
        this.#allowed = allowedBy(binding, subject, namespace, this.#gaps)
        return
      }
    }
  }

  decision(): RbacDecision {
    if (this.#allowed !== null) return this.#allowed
    const errors = [...this.#errors]
    const reason =
      errors.length === 0 ? '' : `RBAC: ${errors.length === 1 ? errors[0] : `[${errors.join(', ')}]`}`
    return {
      answer: this.#why === '' ? { decision: 'noOpinion', reason } : undefined,
      gaps: this.#gaps,
      why: this.#why,
    }
  }

  #known(found: FoundObjects): readonly KubeObject[] {
    if (found.state === 'unknown') {
      this.#miss(found.why, found.gap)
      return []
    }
    if (found.gap !== undefined) this.#miss(found.gap.message, found.gap)
    return found.items
  }

  #miss(why: string, gap: AppErrorBody | undefined): void {
    if (this.#why === '') this.#why = why
    if (gap !== undefined && !this.#gaps.includes(gap)) this.#gaps.push(gap)
  }

  #allows(binding: KubeObject, namespace: string): boolean {
    const reference = fieldsOf(binding.roleRef)
    const name = stringOf(reference.name)
    const kind = stringOf(reference.kind)
    if (kind !== 'ClusterRole' && (kind !== 'Role' || namespace === '')) {
      this.#errors.add(
        kind === 'Role'
          ? 'must provide namespace when getting role'
          : `unsupported role reference kind: ${JSON.stringify(kind)}`,
      )
      return false
    }
    const isCluster = kind === 'ClusterRole'
    const found = listObjects(this.#world, isCluster ? clusterRoles : roles, isCluster ? '' : namespace)
    const role = this.#known(found).find(each => identityOf(each).name === name)
    if (role === undefined && found.state === 'known' && found.gap === undefined)
      this.#errors.add(`${kind.toLowerCase()}.rbac.authorization.k8s.io ${JSON.stringify(name)} not found`)
    return role !== undefined && rulesAllow(role, this.#question)
  }
}

function allowedBy(
  binding: KubeObject,
  subject: { readonly index: number; readonly text: string },
  namespace: string,
  gaps: readonly AppErrorBody[],
): RbacDecision {
  const { name } = identityOf(binding)
  const reference = fieldsOf(binding.roleRef)
  const kind = namespace === '' ? 'ClusterRoleBinding' : 'RoleBinding'
  const shown = namespace === '' ? name : `${name}/${namespace}`
  const role = `${stringOf(reference.kind)} ${JSON.stringify(stringOf(reference.name))}`
  return {
    answer: {
      decision: 'allow',
      reason: `RBAC: allowed by ${kind} ${JSON.stringify(shown)} of ${role} to ${subject.text}`,
    },
    decidedBy: {
      kind,
      name: namespace === '' ? name : `${namespace}/${name}`,
      field: `subjects[${subject.index}]`,
    },
    gaps,
    why: '',
  }
}

/** The first subject of a binding that is the user, or null. */
export function subjectOf(
  binding: KubeObject,
  user: Subject,
  namespace: string,
): { readonly index: number; readonly text: string } | null {
  const subjects = listOf(binding.subjects).map(fieldsOf)
  const index = subjects.findIndex(subject => isUser(subject, user, namespace))
  const found = subjects[index]
  return found === undefined ? null : { index, text: describeSubject(found, namespace) }
}

// The server writes the name of a service account before its namespace.
function describeSubject(subject: Fields, namespace: string): string {
  const kind = stringOf(subject.kind)
  const name = stringOf(subject.name)
  const shown = kind === 'ServiceAccount' ? `${name}/${stringOf(subject.namespace) || namespace}` : name
  return `${kind} ${JSON.stringify(shown)}`
}

function isUser(subject: Fields, user: Subject, namespace: string): boolean {
  const name = stringOf(subject.name)
  switch (stringOf(subject.kind)) {
    case 'User':
      return user.username === name
    case 'Group':
      return user.groups.includes(name)
    case 'ServiceAccount': {
      const own = stringOf(subject.namespace) || namespace
      return own !== '' && user.username === `system:serviceaccount:${own}:${name}`
    }
    default:
      return false
  }
}

/** What the authorizer reads is `rules` alone: a controller fills them from an aggregation rule. */
function rulesAllow(role: KubeObject, question: AuthorizationQuestion): boolean {
  return listOf(role.rules).some(rule => isFields(rule) && ruleAllows(rule, question))
}

/** Whether one rule of a role allows what is asked. Source: pkg/apis/rbac/v1/evaluation_helpers.go. */
export function ruleAllows(rule: Fields, question: AuthorizationQuestion): boolean {
  const verbs = stringsOf(rule.verbs)
  if (!verbs.includes('*') && !verbs.includes(question.verb)) return false
  if (question.kind === 'path')
    return stringsOf(rule.nonResourceURLs).some(url => pathMatches(url, question.path))
  const { group, resource, subresource, name } = question.resource
  const groups = stringsOf(rule.apiGroups)
  if (!groups.includes('*') && !groups.includes(group)) return false
  const combined = subresource === '' ? resource : `${resource}/${subresource}`
  const isNamed = stringsOf(rule.resources).some(
    each => each === '*' || each === combined || (subresource !== '' && each === `*/${subresource}`),
  )
  if (!isNamed) return false
  const names = stringsOf(rule.resourceNames)
  return names.length === 0 || names.includes(name)
}

function pathMatches(pattern: string, path: string): boolean {
  if (pattern === '*' || pattern === path) return true
  return pattern.endsWith('*') && path.startsWith(pattern.replace(/\*+$/, ''))
}
