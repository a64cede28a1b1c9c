import type { AuthorizationQuestion, JsonObject } from '../../cel/kubernetes/index.ts'
import { fieldsOf, stringOf } from '../fields.ts'
import { sameJson } from '../patch/index.ts'
import type { TraceRequest, World } from '../trace/types.ts'
import type { Gate, GateResult } from './gate.ts'
import {
  answerOf,
  type HeldRules,
  heldRules,
  notHeld,
  quotedList,
  type RoleRule,
  readRoleRules,
  referencedRules,
} from './heldRules.ts'
import { changed, fieldOf, isSet, objectOf, textAt } from './json.ts'
import { deniedBy, dependsOnContent, endedBy, notKnown, passed, unconcerned } from './plugin.ts'
import { groupResource } from './statuses.ts'

const plugin = 'RBAC'
const group = 'rbac.authorization.k8s.io'
const everything: readonly RoleRule[] = readRoleRules([
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
])

/**
 * Nobody gives rights that he does not have, unless he may `escalate` the role or `bind` it. It is the
 * storage of roles that asks, before an object is validated. Source: kubernetes, pkg/registry/rbac.
 */
export const escalation: Gate = {
  plugin,
  run: (request, object, world) => {
    const { operation, resource, subresource } = request
    const isWrite = operation === 'CREATE' || operation === 'UPDATE'
    const isRole = resource.resource === 'roles' || resource.resource === 'clusterroles'
    const isBinding = resource.resource === 'rolebindings' || resource.resource === 'clusterrolebindings'
    if (!isWrite || resource.group !== group || subresource !== '' || !(isRole || isBinding))
      return unconcerned(object)
    if (object === null || request.user.groups.includes('system:masters')) return unconcerned(object)
    if (operation === 'UPDATE' && onlyOwnersChange(object, objectOf(request.oldObject)))
      return unconcerned(object)
    if (!request.isObjectKnown)
      return dependsOnContent(plugin, object, 'It depends on the rights that it gives')
    return isRole ? writeRole(request, object, world) : writeBinding(request, object, world)
  },
}

/** What the garbage collector writes is let pass. */
function onlyOwnersChange(object: JsonObject, old: JsonObject): boolean {
  const without = (each: JsonObject): JsonObject =>
    changed(each, 'metadata', metadata => {
      const kept = Object.entries(metadata).filter(
        ([name]) => !['ownerReferences', 'finalizers', 'managedFields'].includes(name),
      )
      return Object.fromEntries(kept)
    })
  return sameJson(without(object), without(old))
}

function writeRole(request: TraceRequest, object: JsonObject, world: World): GateResult {
  const asked = questionOf(request, 'escalate', {
    group,
    resource: request.resource.resource,
    name: request.operation === 'CREATE' && request.verb === 'create' ? '' : request.name,
  })
  const answer = answerOf(world, asked)
  if (answer?.decision === 'allow')
    return passed(plugin, object, `${asked.subject.username} may escalate it.`)
  const held = heldRules(world, request.user, request.namespace, groupResource(request.resource))
  const refused = confirm(
    request,
    object,
    held,
    readRoleRules(fieldOf(object, 'rules')),
    answer === undefined,
  )
  if (refused !== null) return refused
  const aggregates = [object, objectOf(request.oldObject)].some(each => isSet(each, 'aggregationRule'))
  if (
    request.resource.resource === 'clusterroles' &&
    aggregates &&
    notHeld(held.rules, everything).length > 0
  ) {
    if (held.missing !== null) return notKnown(plugin, object, held.missing)
    const why = 'must have cluster-admin privileges to use the aggregationRule'
    return deniedBy(plugin, request, object, why, { field: 'aggregationRule' })
  }
  return passed(plugin, object, `${request.user.username} has every right that the role gives.`)
}

function writeBinding(request: TraceRequest, object: JsonObject, world: World): GateResult {
  const reference = fieldsOf(fieldOf(object, 'roleRef'))
  const isCluster = stringOf(reference.kind) === 'ClusterRole'
  const asked = questionOf(request, 'bind', {
    group: stringOf(reference.apiGroup),
    resource: isCluster ? 'clusterroles' : 'roles',
    name: stringOf(reference.name),
  })
  const answer = answerOf(world, asked)
  const name = stringOf(reference.name)
  if (answer?.decision === 'allow')
    return passed(plugin, object, `${request.user.username} may bind ${name}.`, { name })
  const given = referencedRules(world, reference, request.namespace, groupResource(request.resource))
  if (given.state === 'unknown') return notKnown(plugin, object, given, { name })
  if (given.state === 'absent') {
    const denied = { code: 404, reason: 'NotFound', message: given.message }
    return endedBy(plugin, object, denied, `The role ${name} is not there.`, { name, field: 'roleRef' })
  }
  const held = heldRules(world, request.user, request.namespace, groupResource(request.resource))
  return (
    confirm(request, object, held, given.rules, answer === undefined) ??
    passed(plugin, object, `${request.user.username} has every right that ${name} gives.`, { name })
  )
}

function questionOf(
  request: TraceRequest,
  verb: string,
  on: { readonly group: string; readonly resource: string; readonly name: string },
): AuthorizationQuestion {
  const rest = { subresource: '', namespace: request.namespace, fieldSelector: '', labelSelector: '' }
  return { kind: 'resource', subject: request.user, verb, resource: { ...on, ...rest } }
}

/** Refuses what gives more than the user has; null where nothing is missing. */
function confirm(
  request: TraceRequest,
  object: JsonObject,
  held: HeldRules,
  given: readonly RoleRule[],
  isDoubtful: boolean,
): GateResult | null {
  const lacking = notHeld(held.rules, given)
  if (lacking.length === 0) return null
  if (held.missing !== null) return notKnown(plugin, object, held.missing)
  if (isDoubtful)
    return notKnown(plugin, object, { state: 'unknown', why: 'Whether it may be escalated is not known.' })
  const { username, groups } = request.user
  const errors = held.errors.length > 1 ? `[${held.errors.join(', ')}]` : held.errors[0]
  const lost = errors === undefined ? '' : `; resolution errors: [${errors}]`
  const who = `user ${JSON.stringify(username)} (groups=${quotedList(groups)})`
  const why = `${who} is attempting to grant RBAC permissions not currently held:\n${lacking.join('\n')}${lost}`
  // Here the server takes the name from the object alone.
  const named = { ...request, name: textAt(objectOf(fieldOf(object, 'metadata')), 'name') }
  return deniedBy(plugin, named, object, why, { field: 'rules' })
}
