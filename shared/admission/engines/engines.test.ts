import { expect, it } from 'vitest'
import type { KubeObject, ResourceInfo } from '../../kube/index.ts'
import { denied, known, served, webhooks } from '../cluster.fixture.ts'
import type { Known } from '../known.ts'
import { enginesOf } from './engines.ts'

function kind(group: string, name: string): ResourceInfo {
  const [first] = served.resources
  if (first === undefined) throw new Error('no kind')
  return { ...first, group, kind: name, resource: `${name.toLowerCase()}s`, subresources: [] }
}

const kyverno = kind('kyverno.io', 'ClusterPolicy')
const constraint = kind('constraints.gatekeeper.sh', 'K8sRequiredLabels')

function named(name: string, over: object = {}, webhook: object = {}): KubeObject {
  const object = webhooks('Validating', name, { name: 'x.y.z', ...webhook })
  return { ...object, metadata: { name, ...over } } as KubeObject
}

function engines(objects: readonly KubeObject[], read: (info: ResourceInfo) => Known = () => known()) {
  return enginesOf({ objects, served: { resources: [kyverno, constraint], failedGroups: new Set() }, read })
}

it.each([
  [
    named('kyverno-resource-validating-webhook-cfg'),
    'kyverno',
    'name kyverno-resource-validating-webhook-cfg',
  ],
  [named('x', {}, { name: 'validate.kyverno.svc-fail' }), 'kyverno', 'webhook validate.kyverno.svc-fail'],
  [
    named('x', { labels: { 'gatekeeper.sh/system': 'yes' } }),
    'gatekeeper',
    'label gatekeeper.sh/system: yes',
  ],
  [
    named('x', {}, { clientConfig: { service: { namespace: 'i', name: 'istiod-canary' } } }),
    'istio',
    'service istiod-canary',
  ],
  [named('x', {}, { name: 'webhook.cert-manager.io' }), 'cert-manager', 'webhook webhook.cert-manager.io'],
  [
    named('x', {}, { name: 'linkerd-proxy-injector.linkerd.io' }),
    'linkerd',
    'webhook linkerd-proxy-injector.linkerd.io',
  ],
  [named('x', {}, { name: 'vault.hashicorp.com' }), 'vault', 'webhook vault.hashicorp.com'],
  [
    named('clusterwide-privileged', { labels: { kubewarden: 'true' } }),
    'kubewarden',
    'label kubewarden: true',
  ],
  [
    named('x', { ownerReferences: [{ apiVersion: 'kyverno.io/v1', kind: 'ClusterPolicy', name: 'p' }] }),
    'kyverno',
    'owner of kyverno.io',
  ],
])('a configuration is recognised by its most particular sign', (object, id, by) => {
  expect(engines([object]).map(each => [each.id, each.recognisedBy])).toEqual([[id, by]])
})

it('one that is nobody’s is left out', () => {
  expect(
    engines([named('mine', { labels: { 'gatekeeper.sh/system': 'no' } }), { kind: 'X' } as never]),
  ).toEqual([])
})

it('what it was made of is linked, and the kinds it is made of are listed', () => {
  const object = named('x', {
    ownerReferences: [{ apiVersion: 'kyverno.io/v1', kind: 'ClusterPolicy', name: 'p' }],
  })
  const policy = { apiVersion: 'kyverno.io/v1', kind: 'ClusterPolicy', metadata: { name: 'p' } }
  const [engine] = engines([object], info => (info === kyverno ? known(policy as never) : known()))
  expect(engine?.objects[0]?.madeOf).toMatchObject({
    kind: 'ClusterPolicy',
    ref: { name: 'p', resource: { resource: 'clusterpolicies' } },
  })
  expect(engine?.sources).toMatchObject([
    { kind: 'ClusterPolicy', count: 1, objects: [{ ref: { name: 'p' } }] },
  ])
})

it('a kind that may not be read has no count, which is not none', () => {
  const [engine] = engines([named('gatekeeper-validating-webhook-configuration')], () => denied)
  expect(engine?.sources).toMatchObject([{ kind: 'K8sRequiredLabels', count: null, objects: [] }])
})
