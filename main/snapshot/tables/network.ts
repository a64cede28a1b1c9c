import type { KubeObject } from '../../../shared/kube/index.ts'
import { ageCell } from './duration.ts'
import { at, integer, list, shortened, text } from './fields.ts'
import { labelsCell, type Printer, selectorCell } from './print.ts'

const age = (object: KubeObject, now: number): string => ageCell(object.metadata.creationTimestamp, now)

function loadBalancerAddresses(object: KubeObject): string[] {
  const addresses = list(at(object, 'status', 'loadBalancer', 'ingress')).map(ingress =>
    text(at(ingress, 'ip'), text(at(ingress, 'hostname'))),
  )
  return [...new Set(addresses.filter(address => address !== ''))].sort()
}

function externalAddress(service: KubeObject): string {
  const external = list(at(service, 'spec', 'externalIPs')).map(address => text(address))
  switch (at(service, 'spec', 'type')) {
    case 'ExternalName':
      return text(at(service, 'spec', 'externalName'))
    case 'LoadBalancer': {
      const all = [...loadBalancerAddresses(service), ...external]
      return all.length > 0 ? all.join(',') : '<pending>'
    }
    case 'ClusterIP':
    case 'NodePort':
      return external.length > 0 ? external.join(',') : '<none>'
    default:
      return '<unknown>'
  }
}

function servicePorts(service: KubeObject): string {
  const ports = list(at(service, 'spec', 'ports')).map(port => {
    const nodePort = integer(at(port, 'nodePort'))
    const numbers = nodePort > 0 ? `${text(at(port, 'port'))}:${nodePort}` : text(at(port, 'port'))
    return `${numbers}/${text(at(port, 'protocol'), 'TCP')}`
  })
  return ports.length === 0 ? '<none>' : ports.join(',')
}

const printService: Printer = (object, now) => [
  text(at(object, 'spec', 'type')),
  text(list(at(object, 'spec', 'clusterIPs'))[0], '<none>'),
  externalAddress(object),
  servicePorts(object),
  age(object, now),
  labelsCell(at(object, 'spec', 'selector')),
]

const printEndpointSlice: Printer = (object, now) => {
  const ports = list(at(object, 'ports')).map(port => text(at(port, 'port'), text(at(port, 'name'), '*')))
  const addresses = list(at(object, 'endpoints')).flatMap(endpoint =>
    list(at(endpoint, 'addresses')).map(address => text(address)),
  )
  return [
    text(at(object, 'addressType')),
    ports.length === 0 ? '<unset>' : shortened(ports, 3, ','),
    addresses.length === 0 ? '<unset>' : shortened(addresses, 3, ','),
    age(object, now),
  ]
}

const printEndpoints: Printer = (object, now) => {
  const all = list(at(object, 'subsets')).flatMap(subset => {
    const addresses = list(at(subset, 'addresses')).map(address => text(at(address, 'ip')))
    const ports = list(at(subset, 'ports')).map(port => text(at(port, 'port')))
    if (ports.length === 0) return addresses
    return ports.flatMap(port => addresses.map(address => `${address}:${port}`))
  })
  return [all.length === 0 ? '<none>' : shortened(all, 3, ','), age(object, now)]
}

const printIngress: Printer = (object, now) => {
  const rules = list(at(object, 'spec', 'rules'))
  const hosts = rules.map(rule => text(at(rule, 'host'))).filter(host => host !== '')
  return [
    text(at(object, 'spec', 'ingressClassName'), '<none>'),
    hosts.length === 0 ? '*' : shortened(hosts, 3, ',', rules.length),
    loadBalancerAddresses(object).join(','),
    list(at(object, 'spec', 'tls')).length > 0 ? '80, 443' : '80',
    age(object, now),
  ]
}

const printIngressClass: Printer = (object, now) => {
  const parameters = at(object, 'spec', 'parameters')
  const group = text(at(parameters, 'apiGroup'))
  return [
    text(at(object, 'spec', 'controller')),
    parameters === undefined
      ? '<none>'
      : `${text(at(parameters, 'kind'))}${group === '' ? '' : `.${group}`}/${text(at(parameters, 'name'))}`,
    age(object, now),
  ]
}

const printNetworkPolicy: Printer = (object, now) => [
  selectorCell(at(object, 'spec', 'podSelector')),
  age(object, now),
]

/** `resource.group/namespace/name`, without the parts that are empty. */
function parentCell(reference: unknown): string {
  const group = text(at(reference, 'group'))
  const resource = `${text(at(reference, 'resource'))}${group === '' ? '' : `.${group}`}`
  return [resource, text(at(reference, 'namespace')), text(at(reference, 'name'))]
    .filter(part => part !== '')
    .join('/')
}

export const networkPrinters: Readonly<Record<string, Printer>> = {
  '/services': printService,
  '/endpoints': printEndpoints,
  'discovery.k8s.io/endpointslices': printEndpointSlice,
  'networking.k8s.io/ingresses': printIngress,
  'networking.k8s.io/ingressclasses': printIngressClass,
  'networking.k8s.io/networkpolicies': printNetworkPolicy,
  // The real server gives an age here too, for which there is no column.
  'networking.k8s.io/ipaddresses': (object, now) => [
    parentCell(at(object, 'spec', 'parentRef')),
    age(object, now),
  ],
  'networking.k8s.io/servicecidrs': (object, now) => [
    list(at(object, 'spec', 'cidrs'))
      .map(cidr => text(cidr))
      .join(','),
    age(object, now),
  ],
}
