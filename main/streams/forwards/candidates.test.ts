import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../../shared/kube/index.ts'
import { type Candidate, candidateOfPod, candidatesOfSlices, chosen } from './candidates.ts'

const ports = [
  { name: 'http', containerPort: 8080 },
  { name: 'dns', containerPort: 53, protocol: 'UDP' },
]
function pod(over: { readonly metadata?: object; readonly status?: object } = {}): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web-1', namespace: 'shop', uid: 'u1', ...over.metadata },
    spec: { containers: [{ name: 'main', ports }] },
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }], ...over.status },
  } as KubeObject
}
const service = (port: object, over: object = {}): KubeObject =>
  ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web' },
    spec: { ports: [port], ...over },
  }) as KubeObject
const own = { service: null, takesUnready: false }

describe('new connections go to', () => {
  const unready = { status: { conditions: [{ type: 'Ready', status: 'False' }] } }
  it.each([
    ['a ready pod', pod(), own, true],
    ['no pod that is not ready', pod(unready), own, false],
    ['one that is not, where it was asked for by name', pod(unready), { ...own, takesUnready: true }, true],
    [
      'no pod that is being deleted',
      pod({ metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } }),
      own,
      false,
    ],
    [
      'no pod that has not started',
      pod({ status: { phase: 'Pending' } }),
      { ...own, takesUnready: true },
      false,
    ],
  ])('%s', (_rule, object, rules, expected) => {
    expect(candidateOfPod(object, rules).isReady).toBe(expected)
  })

  const candidate = (uid: string, created: number, isReady = true): Candidate => ({
    namespace: 'shop',
    name: uid,
    uid,
    isReady,
    isOver: false,
    created,
    portOf: () => 1,
  })
  it.each([
    ['the newest, which a rollout ends last', ['a', 1], ['b', 2], '', [], 'b'],
    ['the same one for as long as it is ready', ['a', 1], ['b', 2], 'a', [], 'a'],
    ['another one where that was tried in vain', ['a', 1], ['b', 2], 'b', ['b'], 'a'],
  ] as const)('%s', (_rule, a, b, current, avoided, expected) => {
    const both = [candidate(...a), candidate(...b)]
    expect(chosen(both, current, new Set(avoided))?.uid).toBe(expected)
  })

  it('nowhere while none is ready', () => expect(chosen([candidate('a', 1, false)], 'a')).toBeNull())
})

describe('a port of a Service leads to', () => {
  it.each([
    ['the number of its target', { port: 80, targetPort: 9090 }, {}, '80', 9090],
    ['the port that the pod gives the name', { port: 80, targetPort: 'http' }, {}, '80', 8080],
    ['the same number without a target', { port: 80 }, {}, '80', 80],
    ['the same, asked for by its name', { port: 80, name: 'web', targetPort: 9090 }, {}, 'web', 9090],
    ['nothing where the pod has no such name', { port: 80, targetPort: 'grpc' }, {}, '80', null],
    ['nothing where the pod’s is one of UDP', { port: 53, targetPort: 'dns' }, {}, '53', null],
    [
      'the same number when headless, whatever its target',
      { port: 80, targetPort: 9090 },
      { clusterIP: 'None' },
      '80',
      80,
    ],
    ['nothing where it has no such port', { port: 80 }, {}, '81', null],
  ])('%s', (_rule, port, over, asked, expected) => {
    const rules = { service: service(port, over), takesUnready: false }
    expect(candidateOfPod(pod(), rules).portOf(asked)).toBe(expected)
  })
})

it('a Service without selector leads to the pods that its slices name, and to their ports', () => {
  const slice = {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: 's', namespace: 'shop' },
    ports: [
      { name: 'web', port: 7070 },
      { name: 'other', port: 1 },
    ],
    endpoints: [
      { addresses: ['10.0.0.1'], targetRef: { kind: 'Pod', name: 'a', uid: 'ua' } },
      { addresses: ['10.0.0.2'], targetRef: { kind: 'Pod', name: 'b' }, conditions: { ready: false } },
      { addresses: ['192.0.2.1'] },
    ],
  } as unknown as KubeObject
  const found = candidatesOfSlices([slice], service({ port: 80, name: 'web' }))
  expect(found.map(one => [one.name, one.uid, one.isReady, one.portOf('80')])).toEqual([
    ['a', 'ua', true, 7070],
    ['b', 'shop/b', false, 7070],
  ])
})
