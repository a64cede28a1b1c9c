import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../kube/index.ts'
import type { Known } from '../known.ts'
import { traceRequest } from './traceRequest.ts'
import type { Trace } from './types.ts'
import { namespaceNamed, requestOf, webhooks, worldOf } from './world.fixture.ts'

const service = (spec: object = { ports: [{ port: 443 }] }): KubeObject =>
  ({ apiVersion: 'v1', kind: 'Service', metadata: { name: 's', namespace: 'ops' }, spec }) as KubeObject
const slice = (ready: boolean): KubeObject =>
  ({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: 's-1', namespace: 'ops', labels: { 'kubernetes.io/service-name': 's' } },
    endpoints: [{ addresses: ['10.0.0.1'], conditions: { ready } }],
  }) as KubeObject
const error = { kind: 'denied' as const, message: 'no' }

interface Given {
  readonly objects: readonly KubeObject[]
  readonly known?: Readonly<Record<string, Known>>
  readonly hook?: object
}

function trace({ objects, known = {}, hook = {} }: Given): Trace {
  const client = { clientConfig: { service: { namespace: 'ops', name: 's', path: '/v' } }, ...hook }
  const all = [namespaceNamed('shop'), webhooks('Validating', 'w', client), ...objects]
  return traceRequest(requestOf(), worldOf({ objects: all, known }))
}
const stepOf = (told: Trace) => told.steps.find(({ webhook }) => webhook !== undefined)

describe('the call of a webhook behind a Service', () => {
  it.each<[string, readonly KubeObject[], string]>([
    ['that is not there', [], 'service "s" not found'],
    ['without the port', [service({ ports: [{ port: 8443 }] })], 'no service port 443 found for service "s"'],
    ['without slices', [service()], 'no endpoints available for service "s"'],
    ['without a ready endpoint', [service(), slice(false)], 'no endpoints available for service "s"'],
  ])('%s is predicted to fail', (_name, objects, why) => {
    const told = trace({ objects })
    const text = `failed calling webhook "h0.w.example.com": failed to call webhook: Post "https://s.ops.svc:443/v?timeout=10s": ${why}`
    expect(stepOf(told)).toMatchObject({ outcome: 'denied', certainty: 'predicted', reason: text })
    expect(told).toMatchObject({ verdict: 'denied', status: { code: 500 } })
    expect(told.assumptions.join(' ')).toMatch(/fail for as long as Service ops\/s /)
  })

  it('is ignored by its failure policy, which is as certain', () => {
    const told = trace({ objects: [service()], hook: { failurePolicy: 'Ignore' } })
    expect(stepOf(told)).toMatchObject({ outcome: 'error', certainty: 'predicted' })
    expect(told.verdict).toBe('allowed')
  })

  it.each<[string, Given]>([
    ['an endpoint is ready', { objects: [service(), slice(true)] }],
    [
      'it names a host outside',
      { objects: [service({ type: 'ExternalName', externalName: 'x.example.com', ports: [{ port: 443 }] })] },
    ],
    [
      'slices may not be read',
      { objects: [service()], known: { EndpointSlice: { state: 'unreadable', error } } },
    ],
    ['slices are not read yet', { objects: [service()], known: { EndpointSlice: { state: 'loading' } } }],
    ['slices are not served', { objects: [service()], known: { EndpointSlice: { state: 'notServed' } } }],
    [
      'slices are known in part',
      {
        objects: [service()],
        known: { EndpointSlice: { state: 'known', items: [], staleSince: null, partial: error } },
      },
    ],
    ['Services may not be read', { objects: [], known: { Service: { state: 'unreadable', error } } }],
  ])('is unknown where %s', (_name, given) => {
    const told = trace(given)
    expect(stepOf(told)).toMatchObject({ outcome: 'called', certainty: 'unknown' })
    expect(told.gaps).toEqual([])
  })
})
