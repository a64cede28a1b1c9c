import { describe, expect, it } from 'vitest'
import type { TraceRequest, World } from '../trace/types.ts'
import { authorizationQuestions, authorizationStep, authorize } from './authorization.ts'
import { requestOf, unreadable, worldOf } from './world.fixture.ts'

const deployment = (changes: Partial<TraceRequest> = {}): TraceRequest =>
  requestOf(
    { metadata: { name: 'x' } },
    {
      resource: { group: 'apps', version: 'v1', resource: 'deployments' },
      kind: { group: 'apps', version: 'v1', kind: 'Deployment' },
      name: 'x',
      ...changes,
    },
  )
const namespace: Partial<TraceRequest> = {
  resource: { group: '', version: 'v1', resource: 'namespaces' },
  kind: { group: '', version: 'v1', kind: 'Namespace' },
}

describe('the questions of a request', () => {
  it.each([
    ['a POST names nothing', deployment(), [['create', '', 'shop']]],
    ['a POST below an object names it', deployment({ subresource: 'x' }), [['create', 'x', 'shop']]],
    ['a PUT', deployment({ operation: 'UPDATE', verb: 'update' }), [['update', 'x', 'shop']]],
    [
      'a collection',
      deployment({ operation: 'DELETE', verb: 'deletecollection' }),
      [['deletecollection', '', 'shop']],
    ],
    [
      'an apply that creates asks for both',
      deployment({ verb: 'patch' }),
      [
        ['patch', 'x', 'shop'],
        ['create', 'x', 'shop'],
      ],
    ],
    ['a namespace that is made', deployment({ ...namespace, namespace: 'x' }), [['create', '', '']]],
    [
      'a namespace that is there',
      deployment({ ...namespace, namespace: 'x', operation: 'DELETE', verb: 'delete' }),
      [['delete', 'x', 'x']],
    ],
  ])('%s', (_, request, expected) => {
    const asked = authorizationQuestions(request).map(question =>
      question.kind === 'resource'
        ? [question.verb, question.resource.name, question.resource.namespace]
        : [],
    )
    expect(asked).toEqual(expected)
  })
})

describe('the authorization of a request', () => {
  const answering = (decision: 'allow' | 'deny' | 'noOpinion', reason = ''): World => ({
    ...worldOf(),
    authorize: () => ({ decision, reason }),
  })

  it.each([
    [
      'in a namespace',
      deployment(),
      'deployments.apps is forbidden: User "ada" cannot create resource "deployments" in API group "apps" in the namespace "shop"',
    ],
    [
      'by name',
      deployment({ operation: 'UPDATE', verb: 'update' }),
      'deployments.apps "x" is forbidden: User "ada" cannot update resource "deployments" in API group "apps" in the namespace "shop"',
    ],
    [
      'of a subresource',
      deployment({ operation: 'UPDATE', verb: 'patch', subresource: 'scale' }),
      'deployments.apps "x" is forbidden: User "ada" cannot patch resource "deployments/scale" in API group "apps" in the namespace "shop"',
    ],
    [
      'of the cluster',
      deployment({ ...namespace, namespace: 'x' }),
      'namespaces is forbidden: User "ada" cannot create resource "namespaces" in API group "" at the cluster scope',
    ],
    [
      'with marks that look like HTML',
      deployment({ user: { username: 'a<b>&', groups: [] } }),
      'deployments.apps is forbidden: User "a&lt;b&gt;&amp;" cannot create resource "deployments" in API group "apps" in the namespace "shop"',
    ],
  ])('is refused %s with the words of the server', (_, request, message) => {
    const step = authorizationStep(request, worldOf())
    expect(step).toMatchObject({ outcome: 'denied', certainty: 'predicted', kind: 'RBAC' })
    expect(step.status).toEqual({ code: 403, reason: 'Forbidden', message })
  })

  it('takes the answer of a review before roles, and says so', () => {
    expect(authorizationStep(deployment(), answering('allow', 'RBAC: allowed by …'))).toMatchObject({
      kind: 'SubjectAccessReview',
      outcome: 'passed',
      certainty: 'observed',
    })
    const refused = authorize(deployment(), answering('noOpinion', 'RBAC: role "r" not found'))
    expect(refused.denied?.message).toMatch(/in the namespace "shop": RBAC: role "r" not found$/)
    expect(refused.assumptions).toEqual([])
  })

  it('is not known where nobody says who asks, unless a review answers', () => {
    const request = deployment({ user: { username: '', groups: ['system:authenticated'] } })
    const step = authorizationStep(request, worldOf())
    expect(step).toMatchObject({ outcome: 'unknown', certainty: 'unknown', access: { user: 'who asks' } })
    expect(step.reason).toMatch(/does not say who asks/)
    expect(authorizationStep(request, answering('allow', ''))).toMatchObject({ outcome: 'passed' })
  })

  it('is not known where roles may not be read', () => {
    const world = worldOf(['ClusterRoleBinding', unreadable('clusterrolebindings')])
    const result = authorize(deployment(), world)
    expect(result.denied).toBeUndefined()
    expect(result.steps).toMatchObject([{ outcome: 'unknown', certainty: 'unknown' }])
    expect(result.gaps).toMatchObject([{ resource: 'clusterrolebindings' }])
  })

  it('of a kubelet is not refused by roles alone', () => {
    const kubelet = { username: 'system:node:n1', groups: ['system:nodes'] }
    expect(authorizationStep(deployment({ user: kubelet }), worldOf()).outcome).toBe('unknown')
  })

  it('ends an apply that may patch and not create', () => {
    const world: World = {
      ...worldOf(),
      authorize: ({ verb }) => ({ decision: verb === 'patch' ? 'allow' : 'noOpinion', reason: '' }),
    }
    const { steps, denied } = authorize(deployment({ verb: 'patch' }), world)
    expect(steps.map(step => step.outcome)).toEqual(['passed', 'denied'])
    expect(denied?.message).toMatch(/^deployments.apps "x" is forbidden: User "ada" cannot create/)
  })
})
