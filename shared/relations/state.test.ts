import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../kube/index.ts'
import { healthOf } from './state.ts'

const object = (kind: string, rest: Record<string, unknown>, metadata = {}): KubeObject => ({
  apiVersion: 'v1',
  kind,
  metadata: { name: 'x', ...metadata },
  ...rest,
})
const status = (value: Record<string, unknown>) => ({ status: value })

describe('health', () => {
  it.each<[string, KubeObject, string, string | null]>([
    [
      'a deployment in part',
      object('Deployment', { spec: { replicas: 3 }, ...status({ readyReplicas: 2 }) }),
      '2/3',
      'warning',
    ],
    ['a deployment without pods', object('Deployment', { spec: { replicas: 3 } }), '0/3', 'bad'],
    ['a deployment scaled to nothing', object('Deployment', { spec: { replicas: 0 } }), '0/0', null],
    ['one replica where none is named', object('Deployment', status({ readyReplicas: 1 })), '1/1', 'good'],
    [
      'an old ReplicaSet',
      object('ReplicaSet', { spec: { replicas: 0 }, status: { replicas: 0 } }),
      '0',
      null,
    ],
    [
      'a daemon set',
      object('DaemonSet', status({ desiredNumberScheduled: 2, numberReady: 2 })),
      '2/2',
      'good',
    ],
    [
      'a pod without a node',
      object(
        'Pod',
        status({
          phase: 'Pending',
          conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }],
        }),
      ),
      'Unschedulable',
      'warning',
    ],
    [
      'a pod that starts',
      object(
        'Pod',
        status({
          phase: 'Pending',
          containerStatuses: [{ state: { waiting: { reason: 'ContainerCreating' } } }],
        }),
      ),
      'Pending',
      'warning',
    ],
    [
      'an init container that fails',
      object(
        'Pod',
        status({
          phase: 'Pending',
          initContainerStatuses: [{ state: { waiting: { reason: 'CrashLoopBackOff' } } }],
        }),
      ),
      'CrashLoopBackOff',
      'bad',
    ],
    [
      'a killed container',
      object(
        'Pod',
        status({
          phase: 'Running',
          containerStatuses: [{ state: { terminated: { exitCode: 137, reason: 'OOMKilled' } } }],
        }),
      ),
      'OOMKilled',
      'bad',
    ],
    ['an evicted pod', object('Pod', status({ phase: 'Failed', reason: 'Evicted' })), 'Evicted', 'bad'],
    ['a pod that is done', object('Pod', status({ phase: 'Succeeded' })), 'Completed', null],
    [
      'a failed job',
      object(
        'Job',
        status({ conditions: [{ type: 'Failed', status: 'True', reason: 'BackoffLimitExceeded' }] }),
      ),
      'BackoffLimitExceeded',
      'bad',
    ],
    [
      'a cordoned node',
      object('Node', {
        spec: { unschedulable: true },
        ...status({ conditions: [{ type: 'Ready', status: 'True' }] }),
      }),
      'Cordoned',
      'warning',
    ],
    [
      'a silent node',
      object('Node', status({ conditions: [{ type: 'Ready', status: 'Unknown' }] })),
      'Unknown',
      'bad',
    ],
    ['a lost claim', object('PersistentVolumeClaim', status({ phase: 'Lost' })), 'Lost', 'bad'],
    ['a slice without endpoints', object('EndpointSlice', { endpoints: null }), '0/0 ready', 'bad'],
    [
      'any kind by its conditions',
      object('Certificate', status({ conditions: [{ type: 'Ready', status: 'False', reason: 'Expired' }] })),
      'Expired',
      'bad',
    ],
    ['a kind that says nothing', object('Thing', {}), '', null],
    [
      'whatever is being deleted',
      object('Pod', status({ phase: 'Running' }), { deletionTimestamp: '2026-01-01T00:00:00Z' }),
      'Terminating',
      'warning',
    ],
    ['odd shapes', object('Pod', { status: { phase: 3, containerStatuses: 'x' } }), '', null],
  ])('of %s', (_name, subject, state, meaning) => {
    expect(healthOf(subject)).toEqual({ state, meaning })
  })
})
