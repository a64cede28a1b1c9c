import { describe, expect, it } from 'vitest'
import type { ResourceInfo } from '../../shared/kube/index.ts'
import { groupKinds, kindMatches, pluralTitle, preferredKinds } from './kinds.ts'

const kind = (
  group: string,
  version: string,
  resource: string,
  name: string,
  more: Partial<ResourceInfo> = {},
) => ({
  group,
  version,
  resource,
  kind: name,
  singular: '',
  shortNames: [],
  categories: [],
  namespaced: true,
  verbs: ['list', 'watch'],
  preferred: true,
  subresources: [],
  ...more,
})

describe('kinds in the navigation', () => {
  const groups = groupKinds([
    kind('example.com', 'v1', 'widgets', 'Widget'),
    kind('apps', 'v1', 'deployments', 'Deployment'),
    kind('', 'v1', 'pods', 'Pod'),
    kind('', 'v1', 'bindings', 'Binding', { verbs: ['create'] }),
    kind('storage.k8s.io', 'v9', 'novelties', 'Novelty'),
  ])

  it('stand in their groups, custom ones under their API group', () => {
    expect(groups.map(({ title, kinds }) => [title, kinds.map(({ resource }) => resource)])).toEqual([
      ['Workloads', ['pods', 'deployments']],
      ['Cluster', ['novelties']],
      ['example.com', ['widgets']],
    ])
  })

  it('appear once, in the preferred version', () => {
    const kinds = preferredKinds([
      kind('autoscaling', 'v1', 'horizontalpodautoscalers', 'HPA', { preferred: false }),
      kind('autoscaling', 'v2', 'horizontalpodautoscalers', 'HPA'),
    ])
    expect(kinds.map(({ version }) => version)).toEqual(['v2'])
  })
})

it.each(['dep', 'deploy', 'apps', 'DEPLOYMENT'])('a kind is found by %s', text => {
  expect(kindMatches(kind('apps', 'v1', 'deployments', 'Deployment', { shortNames: ['deploy'] }), text)).toBe(
    true,
  )
})

it.each([
  ['Pod', 'pods', 'Pods'],
  ['NetworkPolicy', 'networkpolicies', 'NetworkPolicies'],
  ['Ingress', 'ingresses', 'Ingresses'],
  ['Endpoints', 'endpoints', 'Endpoints'],
  ['Gateway', 'gateways', 'Gateways'],
  ['Odd', 'strange', 'Odd'],
])('the plural of %s (%s) is titled %s', (name, resource, title) => {
  expect(pluralTitle({ kind: name, resource })).toBe(title)
})
