import { expect, it } from 'vitest'
import type { JsonObject } from '../../cel/kubernetes/index.ts'
import { convertBuiltIn } from './index.ts'

const to = (group: string, version: string, kind: string) => ({ group, version, kind })
const converted = (object: object, ...target: Parameters<typeof to>) =>
  JSON.parse(JSON.stringify(convertBuiltIn(object as JsonObject, to(...target))))

const scaleTargetRef = { kind: 'Deployment', name: 'web', apiVersion: 'apps/v1' }
const one = {
  apiVersion: 'autoscaling/v1',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'web' },
  spec: { scaleTargetRef, minReplicas: 1, maxReplicas: 5, targetCPUUtilizationPercentage: 70 },
  status: { currentReplicas: 2, desiredReplicas: 2 },
}
const cpu = {
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } },
}

it('an autoscaler of version 1 has a metric in version 2', () => {
  expect(converted(one, 'autoscaling', 'v2', 'HorizontalPodAutoscaler')).toEqual({
    kind: 'HorizontalPodAutoscaler',
    apiVersion: 'autoscaling/v2',
    metadata: { name: 'web' },
    spec: { scaleTargetRef, minReplicas: 1, maxReplicas: 5, metrics: [cpu] },
    status: { currentReplicas: 2, desiredReplicas: 2, currentMetrics: null },
  })
})

it('what version 1 of an autoscaler has no fields for stands in annotations, and comes back', () => {
  const memory = {
    type: 'Resource',
    resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } },
  }
  const two = {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'web', annotations: { a: 'b' } },
    spec: {
      scaleTargetRef,
      maxReplicas: 5,
      metrics: [memory, cpu],
      behavior: { scaleDown: { stabilizationWindowSeconds: 5 } },
    },
    status: { desiredReplicas: 2, currentMetrics: null },
  }
  const old = converted(two, 'autoscaling', 'v1', 'HorizontalPodAutoscaler')
  expect(old.spec).toEqual({ scaleTargetRef, maxReplicas: 5, targetCPUUtilizationPercentage: 70 })
  expect(old.metadata.annotations).toEqual({
    a: 'b',
    'autoscaling.alpha.kubernetes.io/metrics':
      '[{"type":"Resource","resource":{"name":"memory","targetAverageValue":"1Gi"}}]',
    'autoscaling.alpha.kubernetes.io/behavior':
      '{"ScaleUp":null,"ScaleDown":{"StabilizationWindowSeconds":5,"SelectPolicy":null,"Policies":null,"Tolerance":null}}',
  })
  expect(converted(old, 'autoscaling', 'v2', 'HorizontalPodAutoscaler')).toEqual(two)
})

it('events of both groups are the same objects under other names', () => {
  const event = {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: 'web.1', namespace: 'shop' },
    involvedObject: { kind: 'Pod', name: 'web' },
    reason: 'Started',
    message: 'it runs',
    source: { component: 'kubelet' },
    firstTimestamp: '2026-01-02T03:04:05Z',
    lastTimestamp: '2026-01-02T03:04:05Z',
    count: 2,
    type: 'Normal',
    eventTime: null,
    reportingComponent: 'kubelet',
    reportingInstance: '',
  }
  const other = converted(event, 'events.k8s.io', 'v1', 'Event')
  expect(other).toMatchObject({
    apiVersion: 'events.k8s.io/v1',
    regarding: { kind: 'Pod', name: 'web' },
    note: 'it runs',
    reportingController: 'kubelet',
    deprecatedCount: 2,
    deprecatedSource: { component: 'kubelet' },
  })
  expect(other).not.toHaveProperty('involvedObject')
  expect(converted(other, '', 'v1', 'Event')).toEqual(event)
})

it('a version with the same fields is another name', () => {
  const policy = {
    apiVersion: 'admissionregistration.k8s.io/v1beta1',
    kind: 'MutatingAdmissionPolicy',
    metadata: { name: 'a' },
    spec: { failurePolicy: 'Ignore' },
  }
  const apiVersion = 'admissionregistration.k8s.io/v1'
  expect(converted(policy, 'admissionregistration.k8s.io', 'v1', 'MutatingAdmissionPolicy')).toMatchObject({
    ...policy,
    apiVersion,
  })
})

it.each([
  [{ apiVersion: 'v1', kind: 'Pod' }, to('apps', 'v1', 'Deployment')],
  [{ apiVersion: 'example.com/v1', kind: 'Widget' }, to('example.com', 'v2', 'Widget')],
  [
    { apiVersion: 'resource.k8s.io/v1beta1', kind: 'ResourceClaim' },
    to('resource.k8s.io', 'v1', 'ResourceClaim'),
  ],
  [
    { apiVersion: 'autoscaling/v1', kind: 'HorizontalPodAutoscaler', spec: 1 },
    to('autoscaling', 'v2', 'HorizontalPodAutoscaler'),
  ],
  [{}, to('', 'v1', 'Pod')],
])('another conversion is not known: %j', (object, target) => {
  expect(convertBuiltIn(object as JsonObject, target)).toBeNull()
})
