import { describe, expect, it } from 'vitest'
import { lastGates, mutatingGates, validatingGates } from './chain.ts'
import { assumedPlugins } from './otherPlugins.ts'
import { requestOf, worldOf } from './world.fixture.ts'

const order = [
  'RBAC',
  ...['NamespaceLifecycle', 'LimitRanger', 'ServiceAccount', 'TaintNodesByCondition', 'PodSecurity'],
  ...['Priority', 'DefaultTolerationSeconds', 'DefaultStorageClass', 'StorageObjectInUseProtection'],
  ...['PersistentVolumeClaimResize', 'RuntimeClass', 'DefaultIngressClass', 'ResourceQuota'],
]

describe('the gates', () => {
  it.each([
    ['that change', mutatingGates],
    ['that validate', validatingGates],
    ['at the end', lastGates],
  ])('%s stand in the order of the server', (_, gates) => {
    const places = gates.map(gate => order.indexOf(gate.plugin))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
  })

  it.each([
    ['nothing', null],
    ['an empty object', {}],
    ['parts of another type', { metadata: [], spec: 'x', status: 1 }],
    ['lists of another type', { metadata: { labels: [] }, spec: { containers: [null, 1, []], volumes: {} } }],
  ])('none trips over %s', (_, object) => {
    const all = [...mutatingGates, ...validatingGates, ...lastGates]
    const resources = [
      ['', 'pods'],
      ['', 'nodes'],
      ['', 'namespaces'],
      ['', 'services'],
      ['', 'persistentvolumeclaims'],
      ['networking.k8s.io', 'ingresses'],
      ['scheduling.k8s.io', 'priorityclasses'],
      ['batch', 'cronjobs'],
    ] as const
    const odd = [null, {}, { metadata: 7, spec: [], status: 'x' }]
    const world = worldOf(
      ...['LimitRange', 'ResourceQuota', 'PriorityClass', 'StorageClass', 'Namespace', 'ServiceAccount'].map(
        kind => [kind, odd] as const,
      ),
    )
    for (const [group, resource] of resources) {
      for (const operation of ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] as const) {
        const request = requestOf(
          {},
          { operation, resource: { group, version: 'v1', resource }, object, oldObject: object },
        )
        for (const gate of all) expect(gate.run(request, object, world).steps).toBeInstanceOf(Array)
      }
    }
  })

  it('say what is taken for granted of the plugins that none explains', () => {
    expect(assumedPlugins(requestOf({}))).toHaveLength(2)
    const kubelet = requestOf({}, { user: { username: 'system:node:n', groups: ['system:nodes'] } })
    expect(assumedPlugins(kubelet).join()).toContain('NodeRestriction')
  })
})
