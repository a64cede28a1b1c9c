import type { KubeObject } from '../kube/index.ts'
import { endpointsOfSlice } from './admission.ts'
import {
  type KindName,
  kinds,
  type Lookup,
  mapSelector,
  matching,
  named,
  namespaceOf,
  selectedPods,
} from './lookup.ts'
import { at, listAt, textAt } from './read.ts'

const serviceNameLabel = 'kubernetes.io/service-name'

/** Slices of a Service; they tell what traffic reaches, unlike its selector. */
export function serviceReferences(service: KubeObject): readonly Lookup[] {
  const namespace = namespaceOf(service)
  const { name } = service.metadata
  const selector = mapSelector(service, 'spec', 'selector')
  return [
    {
      type: 'matching',
      relation: 'published by',
      kind: kinds.endpointSlice,
      namespace,
      labelSelector: '',
      needs: 'objects',
      matches: slice =>
        slice.metadata.namespace === namespace && slice.metadata.labels?.[serviceNameLabel] === name,
    },
    ...(selector === null ? [] : [selectedPods('selects', namespace, selector)]),
  ]
}

/** Pods behind a slice, by `targetRef`; slices of outside addresses have none. */
export function sliceReferences(slice: KubeObject): readonly Lookup[] {
  return endpointsOfSlice(slice).flatMap(({ pod }) =>
    pod === null ? [] : named('reaches', kinds.pod, pod.namespace, pod.name),
  )
}

/** The Service a slice belongs to. */
export function sliceUsers(slice: KubeObject): readonly Lookup[] {
  return named(
    'publishes',
    kinds.service,
    namespaceOf(slice),
    slice.metadata.labels?.[serviceNameLabel] ?? '',
  )
}

/** Services, secrets and class of an Ingress. */
export function ingressReferences(ingress: KubeObject): readonly Lookup[] {
  const namespace = namespaceOf(ingress)
  const backends = [
    at(ingress, 'spec', 'defaultBackend'),
    ...listAt(ingress, 'spec', 'rules').flatMap(rule =>
      listAt(rule, 'http', 'paths').map(path => at(path, 'backend')),
    ),
  ]
  return [
    ...named('is of class', ingressClass, '', textAt(ingress, 'spec', 'ingressClassName')),
    ...unique(backends.map(backend => textAt(backend, 'service', 'name'))).flatMap(name =>
      named('routes to', kinds.service, namespace, name),
    ),
    ...unique(listAt(ingress, 'spec', 'tls').map(tls => textAt(tls, 'secretName'))).flatMap(name =>
      named('serves with', kinds.secret, namespace, name),
    ),
  ]
}

const ingressClass: KindName = { group: 'networking.k8s.io', kind: 'IngressClass' }
const gatewayGroup = 'gateway.networking.k8s.io'

/** Gateways above and Services below a route of the Gateway API. */
export function routeReferences(route: KubeObject): readonly Lookup[] {
  const namespace = namespaceOf(route)
  const parents = listAt(route, 'spec', 'parentRefs').flatMap(parent =>
    textAt(parent, 'kind') === 'Service'
      ? named('attached to', kinds.service, textAt(parent, 'namespace') || namespace, textAt(parent, 'name'))
      : named(
          'attached to',
          { group: gatewayGroup, kind: 'Gateway' },
          textAt(parent, 'namespace') || namespace,
          textAt(parent, 'name'),
        ),
  )
  const backends = listAt(route, 'spec', 'rules')
    .flatMap(rule => listAt(rule, 'backendRefs'))
    .filter(backend => ['', 'Service'].includes(textAt(backend, 'kind')))
    .map(backend => `${textAt(backend, 'namespace') || namespace}/${textAt(backend, 'name')}`)
  const services = unique(backends).flatMap(key => {
    const [inNamespace = '', name = ''] = key.split('/')
    return named('routes to', kinds.service, inNamespace, name)
  })
  return [...parents, ...services]
}

/** Class and certificates of a Gateway. */
export function gatewayReferences(gateway: KubeObject): readonly Lookup[] {
  const namespace = namespaceOf(gateway)
  const certificates = listAt(gateway, 'spec', 'listeners').flatMap(listener =>
    listAt(listener, 'tls', 'certificateRefs'),
  )
  return [
    ...named(
      'is of class',
      { group: gatewayGroup, kind: 'GatewayClass' },
      '',
      textAt(gateway, 'spec', 'gatewayClassName'),
    ),
    ...certificates.flatMap(reference =>
      named(
        'serves with',
        kinds.secret,
        textAt(reference, 'namespace') || namespace,
        textAt(reference, 'name'),
      ),
    ),
  ]
}

/** Ingresses and routes that lead to a Service. */
export function serviceUsers(service: KubeObject): readonly Lookup[] {
  const namespace = namespaceOf(service)
  const leadsHere =
    (references: (object: KubeObject) => readonly Lookup[]) =>
    (candidate: KubeObject): boolean =>
      references(candidate).some(
        lookup =>
          lookup.type === 'named' &&
          lookup.kind === kinds.service &&
          lookup.namespace === namespace &&
          lookup.name === service.metadata.name,
      )
  return [
    matching('routed from', ingress, namespace, leadsHere(ingressReferences)),
    ...['HTTPRoute', 'GRPCRoute', 'TLSRoute', 'TCPRoute'].map(kind =>
      matching('routed from', { group: gatewayGroup, kind }, namespace, leadsHere(routeReferences)),
    ),
  ]
}

const ingress: KindName = { group: 'networking.k8s.io', kind: 'Ingress' }

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)].filter(name => name !== '')
}
