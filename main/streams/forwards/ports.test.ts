import { expect, it } from 'vitest'
import type { KubeObject } from '../../../shared/kube/index.ts'
import { checkedPort, offeredPorts } from './ports.ts'
import type { Target } from './target.ts'

const template = {
  spec: {
    containers: [
      {
        name: 'main',
        ports: [
          { name: 'web', containerPort: 8080 },
          { containerPort: 5432 },
          { containerPort: 53, protocol: 'UDP' },
        ],
      },
    ],
    initContainers: [
      { name: 'proxy', restartPolicy: 'Always', ports: [{ name: 'admin', containerPort: 15_000 }] },
      { name: 'setup', ports: [{ containerPort: 1 }] },
    ],
  },
}
function target(kind: 'Deployment' | 'Service', spec: object): Target {
  const object = { apiVersion: 'v1', kind, metadata: { name: 'web' }, spec } as KubeObject
  const resource = { group: '', version: 'v1', resource: `${kind.toLowerCase()}s` }
  return {
    ref: { resource, namespace: 'shop', name: 'web' },
    kind,
    object,
    pods: { type: 'selector', selector: 'app=web' },
    service: kind === 'Service' ? object : null,
  }
}
const workload = target('Deployment', { template })
const service = target('Service', {
  ports: [
    { port: 443, name: 'secure', targetPort: 'web' },
    { port: 53, protocol: 'UDP' },
  ],
})

it('a workload offers what its containers declare, sidecars too, before it has a pod', () => {
  expect(
    offeredPorts(workload, null).map(port => [port.asked, port.remote, port.protocol, port.container]),
  ).toEqual([
    ['web', 8080, 'TCP', 'main'],
    ['5432', 5432, 'TCP', 'main'],
    ['53', 53, 'UDP', 'main'],
    ['admin', 15_000, 'TCP', 'proxy'],
  ])
})

it('a Service offers its own, with where they lead in its pods', () => {
  expect(offeredPorts(service, template.spec).map(port => [port.asked, port.remote, port.scheme])).toEqual([
    ['443', 8080, 'https'],
    ['53', 53, ''],
  ])
})

it.each([
  ['a declared port by its name', workload, 'web', 8080, 'http'],
  ['a port that no container declares', workload, '9999', 9999, ''],
  ['a port that is declared for UDP alone, by its number', workload, '53', 53, ''],
  ['a port of a Service by its name', service, 'secure', 8080, 'https'],
])('%s may be asked for', (_rule, of, asked, remote, scheme) => {
  expect(checkedPort(of, asked, template.spec)).toMatchObject({ asked, remote, scheme })
})

it.each([
  ['a name that no container has', workload, 'grpc', /has no port grpc. It has web, 5432, 53, admin/],
  [
    'a port that a Service does not have',
    service,
    '80',
    /Service shop\/web has no port 80. It has 443 \(secure\)/,
  ],
  ['a port of UDP', service, '53', /one of UDP/],
])('%s is refused with what there is', (_rule, of, asked, message) => {
  expect(() => checkedPort(of, asked, template.spec)).toThrow(message)
})
