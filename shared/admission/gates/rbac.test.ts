import { describe, expect, it } from 'vitest'
import type { AuthorizationQuestion, ResourceAttributes } from '../../cel/kubernetes/index.ts'
import { authorizerFromRbac, decideByRbac, ruleAllows } from './rbac.ts'
import { loading, unreadable, worldOf } from './world.fixture.ts'

const ada = { username: 'ada', groups: ['devs'] }

function ask(verb: string, changes: Partial<ResourceAttributes> = {}): AuthorizationQuestion {
  const resource = { group: '', resource: 'pods', subresource: '', namespace: 'shop', name: '' }
  return {
    kind: 'resource',
    subject: ada,
    verb,
    resource: { ...resource, fieldSelector: '', labelSelector: '', ...changes },
  }
}

const path = (text: string): AuthorizationQuestion => ({
  kind: 'path',
  subject: ada,
  verb: 'get',
  path: text,
})

describe('one rule of a role', () => {
  const rule = (resources: readonly string[], more: object = {}) => ({
    verbs: ['get', 'create', 'list'],
    apiGroups: [''],
    resources,
    ...more,
  })
  it.each([
    ['pods', rule(['pods']), ask('get'), true],
    ['another verb', rule(['pods']), ask('delete'), false],
    ['verb *', rule(['pods'], { verbs: ['*'] }), ask('delete'), true],
    ['another group', rule(['pods'], { apiGroups: ['apps'] }), ask('get'), false],
    ['group *', rule(['pods'], { apiGroups: ['*'] }), ask('get'), true],
    ['* takes subresources', rule(['*']), ask('get', { subresource: 'log' }), true],
    ['pods takes no subresource', rule(['pods']), ask('get', { subresource: 'log' }), false],
    ['pods/log', rule(['pods/log']), ask('get', { subresource: 'log' }), true],
    ['pods/* is no wildcard', rule(['pods/*']), ask('get', { subresource: 'log' }), false],
    ['*/log', rule(['*/log']), ask('get', { subresource: 'log' }), true],
    ['*/log takes no main resource', rule(['*/log']), ask('get'), false],
    ['a name', rule(['pods'], { resourceNames: ['a'] }), ask('get', { name: 'a' }), true],
    ['another name', rule(['pods'], { resourceNames: ['a'] }), ask('get', { name: 'b' }), false],
    ['no name where names are given', rule(['pods'], { resourceNames: ['a'] }), ask('create'), false],
    ['no path for resources', { verbs: ['get'], nonResourceURLs: ['*'] }, ask('get'), false],
    ['no resource for paths', rule(['*']), path('/healthz'), false],
    ['any path', { verbs: ['get'], nonResourceURLs: ['*'] }, path('/healthz'), true],
    ['paths below', { verbs: ['get'], nonResourceURLs: ['/api/*'] }, path('/api/v1'), true],
    ['not the path itself', { verbs: ['get'], nonResourceURLs: ['/api/*'] }, path('/api'), false],
    ['odd shapes', { verbs: 'get', apiGroups: [1], resources: null }, ask('get'), false],
  ])('%s', (_, given, question, allowed) => {
    expect(ruleAllows(given, question)).toBe(allowed)
  })
})

const anything = { verbs: ['*'], apiGroups: ['*'], resources: ['*'] }
const pods = { verbs: ['get'], apiGroups: [''], resources: ['pods'] }
const role = (name: string, rule: object, namespace?: string) => ({
  metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
  rules: [rule],
})
const binding = (name: string, kind: string, to: string, subject: object, namespace?: string) => ({
  metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
  roleRef: { kind, name: to },
  subjects: [{ kind: 'Group', name: 'others' }, subject],
})
const user = { kind: 'User', name: 'ada' }

describe('roles and bindings', () => {
  it('names the binding whose rule allows first, those of the cluster before the namespace’s', () => {
    const world = worldOf(
      ['ClusterRole', [role('view', pods)]],
      ['Role', [role('r', pods, 'shop')]],
      ['ClusterRoleBinding', [binding('everywhere', 'ClusterRole', 'view', { kind: 'Group', name: 'devs' })]],
      ['RoleBinding', [binding('x', 'Role', 'r', user, 'shop')]],
    )
    expect(decideByRbac(world, ask('get'))).toMatchObject({
      answer: {
        decision: 'allow',
        reason: 'RBAC: allowed by ClusterRoleBinding "everywhere" of ClusterRole "view" to Group "devs"',
      },
      decidedBy: { kind: 'ClusterRoleBinding', name: 'everywhere', field: 'subjects[1]' },
    })
    const onlyRole = worldOf(
      ['Role', [role('r', pods, 'shop')]],
      ['RoleBinding', [binding('x', 'Role', 'r', user, 'shop')]],
    )
    expect(authorizerFromRbac(onlyRole)(ask('get'))).toEqual({
      decision: 'allow',
      reason: 'RBAC: allowed by RoleBinding "x/shop" of Role "r" to User "ada"',
    })
    expect(authorizerFromRbac(onlyRole)(ask('delete'))).toEqual({ decision: 'noOpinion', reason: '' })
    expect(authorizerFromRbac(onlyRole)(ask('get', { namespace: 'other' }))?.decision).toBe('noOpinion')
    expect(authorizerFromRbac(onlyRole)(ask('get', { namespace: '' }))?.decision).toBe('noOpinion')
  })

  it.each([
    ['its own namespace', { kind: 'ServiceAccount', name: 'web', namespace: 'b' }, 'b', 'web/b'],
    ['that of the binding', { kind: 'ServiceAccount', name: 'web' }, 'shop', 'web/shop'],
  ])('a service account is in %s', (_, subject, namespace, shown) => {
    const world = worldOf(
      ['Role', [role('r', pods, 'shop')]],
      ['RoleBinding', [binding('x', 'Role', 'r', subject, 'shop')]],
    )
    const account = { username: `system:serviceaccount:${namespace}:web`, groups: [] }
    expect(authorizerFromRbac(world)({ ...ask('get'), subject: account })?.reason).toBe(
      `RBAC: allowed by RoleBinding "x/shop" of Role "r" to ServiceAccount "${shown}"`,
    )
  })

  it('a service account without a namespace is nobody in the cluster', () => {
    const world = worldOf(
      ['ClusterRole', [role('view', pods)]],
      ['ClusterRoleBinding', [binding('c', 'ClusterRole', 'view', { kind: 'ServiceAccount', name: 'web' })]],
    )
    const account = { username: 'system:serviceaccount::web', groups: [] }
    expect(authorizerFromRbac(world)({ ...ask('get'), subject: account })?.decision).toBe('noOpinion')
  })

  it('members of system:masters may do anything', () => {
    const root = { username: 'root', groups: ['system:masters'] }
    expect(
      authorizerFromRbac(worldOf(['ClusterRoleBinding', loading]))({ ...ask('get'), subject: root }),
    ).toEqual({
      decision: 'allow',
      reason: '',
    })
  })

  it('of an aggregated role only its rules count', () => {
    const aggregated = { metadata: { name: 'view' }, aggregationRule: { clusterRoleSelectors: [{}] } }
    const world = worldOf(
      ['ClusterRole', [aggregated, role('part', anything)]],
      ['ClusterRoleBinding', [binding('c', 'ClusterRole', 'view', user)]],
    )
    expect(authorizerFromRbac(world)(ask('get'))?.decision).toBe('noOpinion')
  })

  it('a missing role gives nothing, and the refusal says so', () => {
    const world = worldOf(
      ['ClusterRoleBinding', [binding('c', 'ClusterRole', 'gone', user)]],
      ['RoleBinding', [binding('x', 'Role', 'lost', user, 'shop')]],
    )
    expect(authorizerFromRbac(world)(ask('get'))).toEqual({
      decision: 'noOpinion',
      reason:
        'RBAC: [clusterrole.rbac.authorization.k8s.io "gone" not found, role.rbac.authorization.k8s.io "lost" not found]',
    })
  })

  it('what may not be read is never a refusal', () => {
    const world = worldOf(['ClusterRoleBinding', unreadable('clusterrolebindings')])
    expect(decideByRbac(world, ask('get'))).toMatchObject({
      answer: undefined,
      why: 'You may not list clusterrolebindings.',
      gaps: [{ resource: 'clusterrolebindings' }],
    })
    expect(decideByRbac(worldOf(['RoleBinding', loading]), ask('get'))).toMatchObject({
      answer: undefined,
      gaps: [],
    })
  })

  it('what is known may allow although something else may not be read', () => {
    const world = worldOf(
      ['ClusterRoleBinding', unreadable('clusterrolebindings')],
      ['Role', [role('r', pods, 'shop')]],
      ['RoleBinding', [binding('x', 'Role', 'r', user, 'shop')]],
    )
    expect(authorizerFromRbac(world)(ask('get'))?.decision).toBe('allow')
  })

  it('survives odd shapes', () => {
    const world = worldOf(
      ['ClusterRoleBinding', [null, {}, { metadata: 1, subjects: [null, 'x'], roleRef: 7 }]],
      ['RoleBinding', [{ metadata: { name: 'x', namespace: 'shop' }, subjects: {}, roleRef: null }]],
    )
    expect(authorizerFromRbac(world)(ask('get'))?.decision).toBe('noOpinion')
  })
})
