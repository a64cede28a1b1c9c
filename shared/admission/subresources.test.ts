import { expect, it } from 'vitest'
import { createsOnUpdate, scaleOf, subresourceKind } from './subresources.ts'

const own = { group: 'apps', version: 'v1', kind: 'Deployment' }

it.each([
  ['', own],
  ['Deployment', own],
  ['Scale', { group: 'autoscaling', version: 'v1', kind: 'Scale' }],
  ['Odd', { group: 'apps', version: 'v1', kind: 'Odd' }],
  ['__proto__', { group: 'apps', version: 'v1', kind: '__proto__' }],
])('a subresource whose kind is named %j takes its own kind', (kind, expected) => {
  expect(subresourceKind(own, kind)).toEqual(expected)
})

it.each([
  ['', 'services', true],
  ['rbac.authorization.k8s.io', 'roles', true],
  ['', 'pods', false],
  ['apps', 'services', false],
])('a PUT makes an object of %s/%s that is not there: %s', (group, resource, makes) => {
  expect(createsOnUpdate({ group, resource })).toBe(makes)
})

it.each([
  [
    { replicas: 3, selector: { matchLabels: { b: '2', a: '1' } } },
    { replicas: 2 },
    { spec: { replicas: 3 }, status: { replicas: 2, selector: 'a=1,b=2' } },
  ],
  [{ replicas: 'x', selector: 7 }, null, { spec: { replicas: 0 }, status: { replicas: 0 } }],
])('%j is shown at scale by its counts and selector', (spec, status, expected) => {
  const object = { ...own, apiVersion: 'apps/v1', metadata: { name: 'a', namespace: 'b' }, spec, status }
  expect(scaleOf(object as never)).toEqual({
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata: { name: 'a', namespace: 'b' },
    ...expected,
  })
})
