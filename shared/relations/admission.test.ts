import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../kube/index.ts'
import {
  callsOfConfiguration,
  endpointsOfSlice,
  isNamed,
  policyOfBinding,
  portsOfService,
  slicesOfService,
} from './admission.ts'

const object = (fields: object): KubeObject => ({
  apiVersion: 'v1',
  kind: 'X',
  metadata: { name: 'x' },
  ...fields,
})
const service = { group: '', kind: 'Service', namespace: 'shop', name: 'hook' }

it('a binding names a policy of its own flavour', () => {
  const spec = { policyName: 'p' }
  expect(policyOfBinding(object({ kind: 'MutatingAdmissionPolicyBinding', spec }))?.kind).toBe(
    'MutatingAdmissionPolicy',
  )
  expect(policyOfBinding(object({ kind: 'ValidatingAdmissionPolicyBinding', spec }))?.kind).toBe(
    'ValidatingAdmissionPolicy',
  )
  expect(policyOfBinding(object({ spec: { policyName: 7 } }))).toBeNull()
})

it('a webhook calls the Service of exactly the namespace and name it gives, on 443 by default', () => {
  const webhooks = [
    { name: 'a', clientConfig: { service: { namespace: 'shop', name: 'hook' } } },
    { name: 'b', clientConfig: { url: 'https://x.test' } },
    { name: 'c', clientConfig: { service: { namespace: 'shop', name: 'hook', port: 8443 } } },
    null,
  ]
  expect(callsOfConfiguration(object({ webhooks }))).toEqual([
    { webhook: 'a', service, port: 443 },
    { webhook: 'c', service, port: 8443 },
  ])
})

describe('a Service', () => {
  it.each([
    ['itself', 'shop', 'hook', true],
    ['same name, other namespace', 'web', 'hook', false],
    ['other name', 'shop', 'hook2', false],
  ])('%s', (_name, namespace, name, expected) => {
    expect(isNamed(object({ metadata: { namespace, name } }), service)).toBe(expected)
  })

  it('has the slices of its namespace that carry its name as label', () => {
    const slice = (namespace: string, label: string) =>
      object({ metadata: { name: 's', namespace, labels: { 'kubernetes.io/service-name': label } } })
    const own = slice('shop', 'hook')
    expect(slicesOfService(service, [own, slice('web', 'hook'), slice('shop', 'hook2'), object({})])).toEqual(
      [own],
    )
  })

  it('has ports with a target, which is the port itself by default', () => {
    const ports = [{ name: 'https', port: 443, targetPort: 'tls' }, { port: 80 }, null]
    expect(portsOfService(object({ spec: { ports } }))).toEqual([
      { name: 'https', port: 443, targetPort: 'tls' },
      { name: '', port: 80, targetPort: '80' },
      { name: '', port: 0, targetPort: '0' },
    ])
  })
})

it('an endpoint without conditions is ready, and its Pod is the one of targetRef', () => {
  const endpoints = [
    { addresses: ['10.0.0.1'], targetRef: { kind: 'Pod', name: 'a' } },
    {
      addresses: ['10.0.0.2'],
      conditions: { ready: false, terminating: true },
      targetRef: { kind: 'Node', name: 'n' },
    },
    7,
  ]
  const read = endpointsOfSlice(object({ metadata: { name: 's', namespace: 'shop' }, endpoints }))
  expect(read.map(each => [each.isReady, each.isTerminating, each.pod?.namespace, each.pod?.name])).toEqual([
    [true, false, 'shop', 'a'],
    [false, true, undefined, undefined],
    [true, false, undefined, undefined],
  ])
})
