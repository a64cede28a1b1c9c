import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../cel/kubernetes/index.ts'
import type { TraceRequest } from '../trace/types.ts'
import { escalation } from './escalation.ts'
import { requestOf, unreadable, worldOf } from './world.fixture.ts'

const group = 'rbac.authorization.k8s.io'
const write = (resource: string, object: JsonObject, changes: Partial<TraceRequest> = {}) =>
  requestOf(
    { metadata: { name: 'new' }, ...object },
    {
      resource: { group, version: 'v1', resource },
      name: 'new',
      namespace: resource.startsWith('cluster') ? '' : 'shop',
      ...changes,
    },
  )
const role = (rules: readonly JsonObject[], changes: Partial<TraceRequest> = {}) =>
  write('roles', { rules }, changes)
const rule = (verbs: readonly string[], resources: readonly string[], more: JsonObject = {}): JsonObject => ({
  verbs,
  apiGroups: [''],
  resources,
  ...more,
})
/** Ada holds these rules in namespace shop. */
const holding = (...rules: readonly JsonObject[]) =>
  worldOf(
    ['Role', [{ metadata: { name: 'own', namespace: 'shop' }, rules }]],
    ['ClusterRole', [{ metadata: { name: 'view' }, rules: [rule(['get'], ['pods'])] }]],
    [
      'RoleBinding',
      [
        {
          metadata: { name: 'b', namespace: 'shop' },
          roleRef: { kind: 'Role', name: 'own' },
          subjects: [{ kind: 'User', name: 'ada' }],
        },
      ],
    ],
  )
const run = (request: TraceRequest, world = holding(rule(['get'], ['pods']))) =>
  escalation.run(request, request.object, world)
const lacking = (text: string) =>
  `roles.rbac.authorization.k8s.io "new" is forbidden: user "ada" (groups=["devs" "system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n${text}`

describe('nobody gives rights that he does not have', () => {
  it.each<[string, readonly JsonObject[], readonly JsonObject[], string | undefined]>([
    ['what he has', [rule(['get'], ['pods'])], [rule(['get'], ['pods'])], undefined],
    ['less', [rule(['*'], ['*'])], [rule(['get', 'list'], ['pods', 'pods/log'])], undefined],
    [
      'more, by resource',
      [rule(['get'], ['pods'])],
      [rule(['get', 'list', 'watch'], ['secrets', 'pods'])],
      '{APIGroups:[""], Resources:["pods"], Verbs:["list" "watch"]}\n{APIGroups:[""], Resources:["secrets"], Verbs:["get" "list" "watch"]}',
    ],
    [
      'names of what he has',
      [rule(['get'], ['pods'])],
      [rule(['get'], ['pods'], { resourceNames: ['a'] })],
      undefined,
    ],
    [
      'all where he has names',
      [rule(['get'], ['pods'], { resourceNames: ['a'] })],
      [rule(['get'], ['pods'])],
      '{APIGroups:[""], Resources:["pods"], Verbs:["get"]}',
    ],
    ['subresources by pattern', [rule(['get'], ['*/log'])], [rule(['get'], ['pods/log'])], undefined],
    [
      'the right to escalate',
      [rule(['escalate'], ['roles'], { apiGroups: [group] })],
      [rule(['*'], ['*'])],
      undefined,
    ],
    ['nothing', [], [], undefined],
  ])('%s', (_, held, given, expected) => {
    expect(run(role(given), holding(...held)).denied?.message).toBe(
      expected === undefined ? undefined : lacking(expected),
    )
  })

  it('in a binding the rights of its role count, unless he may bind it', () => {
    const bind = (kind: string, name: string) =>
      write('rolebindings', { roleRef: { apiGroup: group, kind, name } })
    expect(run(bind('ClusterRole', 'view')).denied).toBeUndefined()
    expect(run(bind('ClusterRole', 'view'), holding()).denied?.message).toMatch(
      /^rolebindings.*Verbs:\["get"\]\}$/s,
    )
    const binder = rule(['bind'], ['clusterroles'], { apiGroups: [group], resourceNames: ['view'] })
    expect(run(bind('ClusterRole', 'view'), holding(binder)).denied).toBeUndefined()
    expect(run(bind('Role', 'gone')).denied).toEqual({
      code: 404,
      reason: 'NotFound',
      message: 'rolebindings.rbac.authorization.k8s.io "gone" not found',
    })
  })

  it('to aggregate takes all rights', () => {
    const request = write('clusterroles', { rules: [], aggregationRule: {} })
    expect(run(request).denied?.message).toBe(
      'clusterroles.rbac.authorization.k8s.io "new" is forbidden: must have cluster-admin privileges to use the aggregationRule',
    )
  })

  it.each<[string, TraceRequest]>([
    [
      'members of system:masters',
      role([rule(['*'], ['*'])], { user: { username: 'root', groups: ['system:masters'] } }),
    ],
    ['a delete', role([rule(['*'], ['*'])], { operation: 'DELETE' })],
    [
      'a write of owners alone',
      role([rule(['*'], ['*'])], {
        operation: 'UPDATE',
        oldObject: { metadata: { name: 'new', finalizers: ['x'] }, rules: [rule(['*'], ['*'])] },
      }),
    ],
    ['another kind', write('pods', {})],
  ])('does not ask of %s', (_, request) => {
    expect(run(request).steps).toEqual([])
  })

  it('is not known where roles may not be read', () => {
    const world = worldOf(['ClusterRoleBinding', unreadable('clusterrolebindings')])
    expect(run(role([rule(['get'], ['pods'])]), world)).toMatchObject({
      steps: [{ outcome: 'unknown' }],
      gaps: [{ resource: 'clusterrolebindings' }],
    })
  })
})
