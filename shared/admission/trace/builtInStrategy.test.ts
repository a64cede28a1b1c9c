import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../cel/kubernetes/index.ts'
import { prepareBuiltIn } from './builtInStrategy.ts'
import type { TraceRequest } from './types.ts'
import { info, json, requestOf, worldOf } from './world.fixture.ts'

const withStatus = { subresources: [['status', '']] as const }
const world = worldOf({
  served: [
    info('v1', 'pods', 'Pod', withStatus),
    info('v1', 'nodes', 'Node', { namespaced: false, ...withStatus }),
    info('v1', 'persistentvolumeclaims', 'PersistentVolumeClaim', withStatus),
    info('v1', 'namespaces', 'Namespace', { namespaced: false, ...withStatus }),
    info('v1', 'configmaps', 'ConfigMap'),
    info('apps/v1', 'deployments', 'Deployment', withStatus),
    info('apps/v1', 'daemonsets', 'DaemonSet', withStatus),
    info('networking.k8s.io/v1', 'servicecidrs', 'ServiceCIDR', { namespaced: false, ...withStatus }),
    info('apiregistration.k8s.io/v1', 'apiservices', 'APIService', { namespaced: false, ...withStatus }),
    info('autoscaling/v1', 'horizontalpodautoscalers', 'HorizontalPodAutoscaler', withStatus),
  ],
})

function prepared(
  apiVersion: string,
  resource: string,
  object: object,
  over: Partial<TraceRequest> = {},
): JsonObject {
  const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion]
  const kind = world.served.resources.find(each => each.resource === resource)?.kind ?? ''
  const whole = (one: object): JsonObject => json({ apiVersion, kind, ...one })
  const request = requestOf({
    ...{ resource: { group, version, resource }, kind: { group, version, kind } },
    object: whole(object),
    ...over,
    ...(over.oldObject == null ? {} : { oldObject: whole(over.oldObject), operation: 'UPDATE' }),
  })
  return prepareBuiltIn(whole(object), request, world)
}

const sent = { metadata: { name: 'a', labels: { b: '2' } }, spec: { replicas: 2 }, status: { replicas: 9 } }
const old = { metadata: { name: 'a', labels: { b: '1' } }, spec: { replicas: 1 }, status: { replicas: 1 } }
const oldObject = json(old)

describe('a new object', () => {
  it('has no status but what the server gives it', () => {
    expect(prepared('apps/v1', 'deployments', sent)).toMatchObject({ spec: { replicas: 2 }, status: {} })
    expect(prepared('apps/v1', 'deployments', sent).status).not.toHaveProperty('replicas')
    expect(prepared('v1', 'persistentvolumeclaims', sent).status).toEqual({ phase: 'Pending' })
    expect(prepared('v1', 'namespaces', sent).status).toEqual({ phase: 'Active' })
  })

  it('keeps it where its kind has no part for it, or takes it from who makes it', () => {
    for (const [apiVersion, resource] of [
      ['v1', 'configmaps'],
      ['v1', 'nodes'],
      ['networking.k8s.io/v1', 'servicecidrs'],
    ] as const)
      expect(prepared(apiVersion, resource, sent).status).toEqual(sent.status)
  })

  it.each([
    ['BestEffort', [{}, { limits: { cpu: '0' } }]],
    ['Burstable', [{ limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '1', memory: '1Gi' } }, {}]],
    ['Burstable', [{ limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '500m', memory: '1Gi' } }]],
    ['Burstable', [{ limits: { cpu: '1' }, requests: { cpu: '1' } }]],
    ['Guaranteed', [{ limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '1', memory: '1Gi' } }]],
  ])('a pod is %s by what its containers ask for', (qosClass, each) => {
    const spec = { containers: each.map(resources => ({ resources })) }
    expect(prepared('v1', 'pods', { spec, status: { phase: 'Failed' } }).status).toEqual({
      phase: 'Pending',
      qosClass,
    })
  })

  it('a pod is judged by its own amounts where it has some, and not by odd shapes', () => {
    const amounts = { cpu: '1', memory: '1Gi' }
    const whole = { containers: [{}], resources: { limits: amounts, requests: amounts } }
    expect(prepared('v1', 'pods', { spec: whole }).status).toMatchObject({ qosClass: 'Guaranteed' })
    for (const spec of [null, { containers: 'x' }, { containers: [null, 1, { resources: [] }] }])
      expect(prepared('v1', 'pods', { spec }).status).toMatchObject({ qosClass: 'BestEffort' })
  })
})

describe('a write', () => {
  it('of the object leaves the status as it is, or as it is not', () => {
    expect(prepared('apps/v1', 'deployments', sent, { oldObject })).toMatchObject({
      ...{ spec: sent.spec, status: old.status, metadata: sent.metadata },
    })
    const bare = json({ spec: {} })
    expect(prepared('apps/v1', 'daemonsets', sent, { oldObject: bare })).not.toHaveProperty('status')
  })

  it('of the status leaves the spec, and of some kinds some of the metadata', () => {
    const write = (apiVersion: string, resource: string, object: object = sent): JsonObject =>
      prepared(apiVersion, resource, object, { oldObject, subresource: 'status' })
    const kept = { spec: old.spec, status: sent.status }
    expect(write('apps/v1', 'daemonsets')).toMatchObject({ ...kept, metadata: { labels: { b: '2' } } })
    expect(write('apps/v1', 'deployments')).toMatchObject({ ...kept, metadata: { labels: { b: '1' } } })
    const marked = { ...sent, metadata: { annotations: { a: 'b' }, finalizers: ['x'] } }
    expect(write('apiregistration.k8s.io/v1', 'apiservices', marked).metadata).toEqual({ labels: { b: '1' } })
    expect(write('v1', 'pods', { ...sent, metadata: { ownerReferences: [{}] } }).metadata).toEqual({})
  })

  it('of another part leaves all to it', () => {
    expect(prepared('v1', 'pods', sent, { oldObject, subresource: 'eviction' })).toMatchObject(sent)
  })

  it('of an autoscaler of version 1 keeps what stands of its status in annotations', () => {
    const annotation = 'autoscaling.alpha.kubernetes.io/conditions'
    const conditions = JSON.stringify([{ type: 'AbleToScale', status: 'True', lastTransitionTime: null }])
    const scaler = (annotations: object, status: object): object => ({
      metadata: { name: 'a', annotations },
      spec: { maxReplicas: 2, scaleTargetRef: { kind: 'Deployment', name: 'd' } },
      status,
    })
    const now = scaler({ own: '1' }, { currentReplicas: 5, desiredReplicas: 5 })
    const before = json(scaler({ [annotation]: conditions }, { currentReplicas: 1, desiredReplicas: 1 }))
    const made = prepared('autoscaling/v1', 'horizontalpodautoscalers', now, { oldObject: before })
    expect(made).toMatchObject({
      apiVersion: 'autoscaling/v1',
      metadata: { annotations: { own: '1', [annotation]: expect.stringContaining('AbleToScale') } },
      status: { currentReplicas: 1 },
    })
    const fresh = scaler({ [annotation]: conditions }, { currentReplicas: 5, desiredReplicas: 5 })
    const created = prepared('autoscaling/v1', 'horizontalpodautoscalers', fresh)
    expect(created.metadata).not.toHaveProperty(`annotations.${annotation}`)
    expect(created).toMatchObject({ status: { currentReplicas: 0, desiredReplicas: 0 } })
  })
})
