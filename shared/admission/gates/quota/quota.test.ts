import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../cel/kubernetes/index.ts'
import type { TraceRequest } from '../../trace/types.ts'
import { requestOf, unreadable, worldOf } from '../world.fixture.ts'
import { resourceQuota } from './index.ts'

const quota = (hard: object, used: object, spec: object = {}, name = 'q') => ({
  metadata: { name, namespace: 'shop' },
  spec,
  status: { hard, used },
})
const run = (request: TraceRequest, ...quotas: readonly object[]) =>
  resourceQuota.run(request, request.object, worldOf(['ResourceQuota', quotas]))
const refusal = (request: TraceRequest, ...quotas: readonly object[]) =>
  run(request, ...quotas).denied?.message.replace(/^\S+ "\S+" is forbidden: /, '')

const pod = (requests: JsonObject, more: JsonObject = {}, changes: Partial<TraceRequest> = {}) =>
  requestOf(
    { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', resources: { requests } }], ...more } },
    changes,
  )
const on = (group: string, resource: string, object: JsonObject, changes: Partial<TraceRequest> = {}) =>
  requestOf(object, { resource: { group, version: 'v1', resource }, name: 'x', ...changes })

describe('ResourceQuota', () => {
  it('refuses what would exceed a quota, with what is asked, used and allowed', () => {
    const request = pod({ cpu: '600m', memory: '1Gi' })
    const result = run(
      request,
      quota({ 'requests.cpu': '2', pods: '5' }, { 'requests.cpu': '1500m', pods: '1' }),
    )
    expect(result.denied).toEqual({
      code: 403,
      reason: 'Forbidden',
      message:
        'pods "p" is forbidden: exceeded quota: q, requested: requests.cpu=600m, used: requests.cpu=1500m, limited: requests.cpu=2',
    })
    expect(result.steps).toMatchObject([
      { outcome: 'denied', name: 'q', field: 'status.hard["requests.cpu"]' },
    ])
  })

  it('says what is charged where there is room', () => {
    const { steps } = run(pod({ cpu: '500m' }), quota({ cpu: '2', pods: '5' }, { cpu: '1', pods: '1' }))
    expect(steps).toMatchObject([
      {
        outcome: 'passed',
        reason: 'Quota q is charged cpu=500m,pods=1; used cpu=1,pods=1 of cpu=2,pods=5.',
      },
    ])
  })

  it.each<[string, TraceRequest, object, object, string | undefined]>([
    [
      'containers must ask for what is tracked',
      pod({}),
      { 'limits.cpu': '1', memory: '1' },
      {},
      'failed quota: q: must specify limits.cpu for: c; memory for: c',
    ],
    [
      'unless the whole pod does',
      pod({}, { resources: { requests: { cpu: '1' } } }),
      { cpu: '1' },
      { cpu: '0' },
      undefined,
    ],
    [
      'what is used must be known',
      pod({ cpu: '1' }),
      { cpu: '1', pods: '1' },
      { cpu: '0' },
      'status unknown for quota: q, resources: cpu,pods',
    ],
    [
      'extended resources are requests',
      pod({ 'example.com/gpu': '2' }),
      { 'requests.example.com/gpu': '1' },
      { 'requests.example.com/gpu': '0' },
      'exceeded quota: q, requested: requests.example.com/gpu=2, used: requests.example.com/gpu=0, limited: requests.example.com/gpu=1',
    ],
    [
      'overhead counts',
      pod({ cpu: '1' }, { overhead: { cpu: '1' } }),
      { cpu: '1' },
      { cpu: '0' },
      'exceeded quota: q, requested: cpu=2, used: cpu=0, limited: cpu=1',
    ],
    ['a quota of something else', pod({}), { services: '0' }, { services: '0' }, undefined],
  ])('%s', (_, request, hard, used, expected) => {
    expect(refusal(request, quota(hard, used))).toBe(expected)
  })

  const full = { hard: { pods: '0' }, used: { pods: '0' } }
  const selector = (scopeName: string, operator: string, values?: readonly string[]) => ({
    scopeSelector: {
      matchExpressions: [{ scopeName, operator, ...(values === undefined ? {} : { values }) }],
    },
  })
  it.each<[string, object, JsonObject, boolean]>([
    ['Terminating', { scopes: ['Terminating'] }, { activeDeadlineSeconds: 0 }, true],
    ['Terminating without a deadline', { scopes: ['Terminating'] }, {}, false],
    ['NotTerminating', { scopes: ['NotTerminating'] }, {}, true],
    ['BestEffort', { scopes: ['BestEffort'] }, { containers: [{ name: 'c' }] }, true],
    ['NotBestEffort', { scopes: ['NotBestEffort'] }, { containers: [{ name: 'c' }] }, false],
    [
      'two scopes of which one is not its own',
      { scopes: ['BestEffort', 'Terminating'] },
      { containers: [] },
      false,
    ],
    ['a priority class', selector('PriorityClass', 'In', ['high']), { priorityClassName: 'high' }, true],
    [
      'another priority class',
      selector('PriorityClass', 'In', ['high']),
      { priorityClassName: 'low' },
      false,
    ],
    ['not a priority class, without one', selector('PriorityClass', 'NotIn', ['high']), {}, true],
    ['any priority class, without one', selector('PriorityClass', 'Exists'), {}, false],
    ['no priority class', selector('PriorityClass', 'DoesNotExist'), {}, true],
    [
      'affinity across namespaces',
      { scopes: ['CrossNamespacePodAffinity'] },
      {
        affinity: {
          podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ namespaceSelector: {} }] },
        },
      },
      true,
    ],
    [
      'affinity within one',
      { scopes: ['CrossNamespacePodAffinity'] },
      { affinity: { podAffinity: {} } },
      false,
    ],
  ])('applies to its scopes: %s', (_, spec, more, applies) => {
    const result = run(pod({ cpu: '1' }, more), { ...quota({}, {}, spec), status: full })
    expect(result.denied !== undefined).toBe(applies)
    if (!applies) expect(result.steps).toMatchObject([{ outcome: 'notMatched', name: 'q' }])
  })

  it.each<[string, TraceRequest, string, string]>([
    ['objects of any kind', on('apps', 'deployments', {}), 'count/deployments.apps', '1'],
    ['old names of some', on('', 'secrets', {}), 'secrets', '1'],
    ['services', on('', 'services', { spec: {} }), 'services', '1'],
    [
      'node ports',
      on('', 'services', { spec: { type: 'NodePort', ports: [{}, {}] } }),
      'services.nodeports',
      '2',
    ],
    [
      'balancers',
      on('', 'services', { spec: { type: 'LoadBalancer', ports: [{}] } }),
      'services.loadbalancers',
      '1',
    ],
    [
      'node ports of a balancer that are given',
      on('', 'services', {
        spec: {
          type: 'LoadBalancer',
          allocateLoadBalancerNodePorts: false,
          ports: [{ nodePort: 30000 }, {}],
        },
      }),
      'services.nodeports',
      '1',
    ],
    ['claims', on('', 'persistentvolumeclaims', { spec: {} }), 'persistentvolumeclaims', '1'],
    [
      'storage of a class, in whole bytes',
      on('', 'persistentvolumeclaims', {
        spec: { storageClassName: 'gold', resources: { requests: { storage: '1500m' } } },
      }),
      'gold.storageclass.storage.k8s.io/requests.storage',
      '2',
    ],
  ])('counts %s', (_, request, resource, amount) => {
    expect(refusal(request, quota({ [resource]: '0' }, { [resource]: '0' }))).toBe(
      `exceeded quota: q, requested: ${resource}=${amount}, used: ${resource}=0, limited: ${resource}=0`,
    )
  })

  it('charges an update for what it adds', () => {
    const claim = (storage: string) => ({
      metadata: { resourceVersion: '1' },
      spec: { resources: { requests: { storage } } },
    })
    const request = on('', 'persistentvolumeclaims', claim('3Gi'), {
      operation: 'UPDATE',
      oldObject: claim('1Gi'),
    })
    const limit = { 'requests.storage': '4Gi', persistentvolumeclaims: '1' }
    const { steps } = run(request, quota(limit, { 'requests.storage': '1Gi', persistentvolumeclaims: '1' }))
    expect(steps).toMatchObject([
      {
        reason: 'Quota q is charged requests.storage=2Gi; used requests.storage=1Gi of requests.storage=4Gi.',
      },
    ])
  })

  it.each<[string, TraceRequest]>([
    ['what is in no namespace', on('', 'nodes', {}, { namespace: '' })],
    ['events', on('events.k8s.io', 'events', {})],
    ['reviews', on('authorization.k8s.io', 'selfsubjectaccessreviews', {})],
    ['a delete', pod({}, {}, { operation: 'DELETE' })],
    ['a pod that is updated', pod({}, {}, { operation: 'UPDATE', oldObject: { spec: {} } })],
    ['a status', on('apps', 'deployments', {}, { operation: 'UPDATE', subresource: 'status' })],
  ])('does not count %s', (_, request) => {
    const all = { pods: '0', 'count/deployments.apps': '0', 'count/events.events.k8s.io': '0' }
    expect(run(request, quota(all, all)).steps).toEqual([])
  })

  it('of pods that have ended only the place counts', () => {
    const ended = requestOf({ metadata: {}, spec: { containers: [] }, status: { phase: 'Failed' } })
    expect(refusal(ended, quota({ pods: '0' }, { pods: '0' }))).toBeUndefined()
    expect(refusal(ended, quota({ 'count/pods': '0' }, { 'count/pods': '0' }))).toMatch(/^exceeded/)
  })

  it('is not known where quotas may not be read, or the object is not given', () => {
    const world = worldOf(['ResourceQuota', unreadable('resourcequotas')])
    const request = pod({})
    expect(resourceQuota.run(request, request.object, world)).toMatchObject({
      steps: [{ outcome: 'unknown' }],
      gaps: [{ resource: 'resourcequotas' }],
    })
    const frame = { ...request, isObjectKnown: false }
    expect(run(frame, quota({ pods: '0' }, { pods: '0' })).steps).toMatchObject([{ outcome: 'unknown' }])
    const counted = on('apps', 'deployments', {}, { isObjectKnown: false })
    expect(
      refusal(counted, quota({ 'count/deployments.apps': '0' }, { 'count/deployments.apps': '0' })),
    ).toMatch(/^exceeded/)
  })
})
