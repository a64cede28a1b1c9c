import type { AuthorizationAnswer, AuthorizationQuestion, Subject } from '../../cel/kubernetes/index.ts'
import { type Fields, fieldsOf, listOf, stringOf, stringsOf } from '../fields.ts'
import { identityOf } from '../meta.ts'
import type { World } from '../trace/types.ts'
import { compareNames, type FoundObjects, listObjects, missingOf, type NotKnown } from './lookups.ts'
import { clusterRoleBindings, clusterRoles, decideByRbac, roleBindings, roles, subjectOf } from './rbac.ts'

/** One rule of a role. */
export interface RoleRule {
  readonly verbs: readonly string[]
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly resourceNames: readonly string[]
  readonly nonResourceURLs: readonly string[]
}

export function readRoleRules(value: unknown): readonly RoleRule[] {
  return listOf(value)
    .map(fieldsOf)
    .map(rule => ({
      verbs: stringsOf(rule.verbs),
      apiGroups: stringsOf(rule.apiGroups),
      resources: stringsOf(rule.resources),
      resourceNames: stringsOf(rule.resourceNames),
      nonResourceURLs: stringsOf(rule.nonResourceURLs),
    }))
}

/** All rules that a user has in a namespace; of the cluster where that is empty. */
export interface HeldRules {
  readonly rules: readonly RoleRule[]
  /** Roles that are bound and not there, in the server's words. */
  readonly errors: readonly string[]
  /** Why there may be more. */
  readonly missing: NotKnown | null
}

/**
 * @param resource that of the request, e.g. `roles.rbac.authorization.k8s.io`: the storage names it in place of
 * the kind that it did not find
 */
export function heldRules(world: World, user: Subject, namespace: string, resource: string): HeldRules {
  const rules: RoleRule[] = []
  const errors = new Set<string>()
  let missing: NotKnown | null = null
  const collect = (found: FoundObjects, scope: string): void => {
    missing ??= missingOf(found)
    if (found.state === 'unknown') return
    for (const binding of found.items) {
      if (subjectOf(binding, user, scope) === null) continue
      const role = referencedRules(world, fieldsOf(binding.roleRef), scope, resource)
      if (role.state === 'found') rules.push(...role.rules)
      else if (role.state === 'absent') errors.add(role.message)
      else missing ??= role
    }
  }
  collect(listObjects(world, clusterRoleBindings, ''), '')
  if (namespace !== '') collect(listObjects(world, roleBindings, namespace), namespace)
  return { rules, errors: [...errors], missing }
}

export type ReferencedRules =
  | { readonly state: 'found'; readonly rules: readonly RoleRule[] }
  | { readonly state: 'absent'; readonly message: string }
  | NotKnown

/** The rules of the role that a binding names. */
export function referencedRules(
  world: World,
  reference: Fields,
  namespace: string,
  resource: string,
): ReferencedRules {
  const name = stringOf(reference.name)
  const isCluster = stringOf(reference.kind) === 'ClusterRole'
  const found = listObjects(world, isCluster ? clusterRoles : roles, isCluster ? '' : namespace)
  const role = found.state === 'known' ? found.items.find(each => identityOf(each).name === name) : undefined
  if (role !== undefined) return { state: 'found', rules: readRoleRules(role.rules) }
  const message = `${resource} ${JSON.stringify(name)} not found`
  return missingOf(found) ?? { state: 'absent', message }
}

/** What the authorizer says, by a review or by roles; undefined where it is not known. */
export const answerOf = (world: World, question: AuthorizationQuestion): AuthorizationAnswer | undefined =>
  world.authorize(question) ?? decideByRbac(world, question).answer

/**
 * Rights that are given and not held, one line each as the server writes them. Source:
 * k8s.io/component-helpers/auth/rbac/validation.
 */
export function notHeld(held: readonly RoleRule[], given: readonly RoleRule[]): readonly string[] {
  const verbs = new Map<string, RoleRule>()
  for (const part of given.flatMap(brokenDown)) {
    if (held.some(rule => ruleCovers(rule, part))) continue
    const isPath = part.nonResourceURLs.length > 0
    const key = JSON.stringify([part.apiGroups, part.resources, part.resourceNames, part.nonResourceURLs])
    const before = verbs.get(key)
    if (isPath) verbs.set(`${key} ${part.verbs.join()}`, part)
    else verbs.set(key, before === undefined ? part : { ...before, verbs: [...before.verbs, ...part.verbs] })
  }
  return [...new Set([...verbs.values()].map(ruleInWords))].toSorted(compareNames)
}

function brokenDown(rule: RoleRule): readonly RoleRule[] {
  const nothing = { apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] }
  const names = rule.resourceNames.length === 0 ? [[]] : rule.resourceNames.map(name => [name])
  const ofResources = rule.apiGroups.flatMap(group =>
    rule.resources.flatMap(resource =>
      rule.verbs.flatMap(verb =>
        names.map(resourceNames => ({
          ...nothing,
          verbs: [verb],
          apiGroups: [group],
          resources: [resource],
          resourceNames,
        })),
      ),
    ),
  )
  const ofPaths = rule.nonResourceURLs.flatMap(url =>
    rule.verbs.map(verb => ({ ...nothing, verbs: [verb], nonResourceURLs: [url] })),
  )
  return [...ofResources, ...ofPaths]
}

const coversEach = (own: readonly string[], wanted: readonly string[]): boolean =>
  own.includes('*') || wanted.every(each => own.includes(each))

function ruleCovers(own: RoleRule, part: RoleRule): boolean {
  const names = own.resourceNames
  return (
    coversEach(own.verbs, part.verbs) &&
    coversEach(own.apiGroups, part.apiGroups) &&
    (own.resources.includes('*') || part.resources.every(each => coversResource(own.resources, each))) &&
    (names.length === 0 ||
      (part.resourceNames.length > 0 && part.resourceNames.every(each => names.includes(each)))) &&
    part.nonResourceURLs.every(path => own.nonResourceURLs.some(url => coversPath(url, path)))
  )
}

function coversResource(own: readonly string[], resource: string): boolean {
  if (own.includes(resource)) return true
  const slash = resource.indexOf('/')
  return slash >= 0 && own.includes(`*${resource.slice(slash)}`)
}

const coversPath = (own: string, path: string): boolean =>
  own === path || (own.endsWith('*') && path.startsWith(own.replace(/\*+$/, '')))

function ruleInWords(rule: RoleRule): string {
  const parts = (
    [
      ['APIGroups', rule.apiGroups],
      ['Resources', rule.resources],
      ['NonResourceURLs', rule.nonResourceURLs],
      ['ResourceNames', rule.resourceNames],
      ['Verbs', rule.verbs],
    ] as const
  ).filter(([, list]) => list.length > 0)
  return `{${parts.map(([name, list]) => `${name}:${quotedList(list)}`).join(', ')}}`
}

export const quotedList = (list: readonly string[]): string =>
  `[${list.map(each => JSON.stringify(each)).join(' ')}]`
