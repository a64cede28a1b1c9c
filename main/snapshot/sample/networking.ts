import type { KubeObject } from '../../../shared/kube/index.ts'
import { clusterAddress, domain, type SampleBuilder } from './builder.ts'
import { applied } from './managedFields.ts'
import { make, suffixOf } from './objects.ts'

export interface ServiceChoice {
  readonly namespace: string
  readonly name: string
  readonly age: number
  readonly selector: Readonly<Record<string, string>>
  readonly labels?: Readonly<Record<string, string>>
  readonly port: number
  readonly targetPort: number
  readonly portName?: string
  readonly isHeadless?: boolean
  /** Address of the load balancer; makes the service one. */
  readonly loadBalancer?: string
}

/** A service and the endpoint slice of the pods that are there by now. */
export function addService(builder: SampleBuilder, choice: ServiceChoice): KubeObject {
  const {
    namespace,
    name,
    age,
    selector,
    port,
    targetPort,
    portName = 'http',
    isHeadless = false,
    loadBalancer,
  } = choice
  const created = builder.ago(age)
  const address = isHeadless ? 'None' : clusterAddress(namespace, name)
  const labels = choice.labels ?? selector
  const spec = {
    ports: [
      {
        name: portName,
        protocol: 'TCP',
        port,
        targetPort,
        ...(loadBalancer === undefined ? {} : { nodePort: 31_443 }),
      },
    ],
    selector,
    clusterIP: address,
    clusterIPs: [address],
    type: loadBalancer === undefined ? 'ClusterIP' : 'LoadBalancer',
    sessionAffinity: 'None',
    ipFamilies: ['IPv4'],
    ipFamilyPolicy: 'SingleStack',
    internalTrafficPolicy: 'Cluster',
  }
  const status = {
    loadBalancer: loadBalancer === undefined ? {} : { ingress: [{ ip: loadBalancer, ipMode: 'VIP' }] },
  }
  const service = applied(
    make('Service', namespace, name, created, { labels, spec, status }),
    'argocd-controller',
    created,
  )
  builder.add(
    service,
    makeEndpointSlice(service, builder.pods(namespace, selector), created, targetPort, portName),
  )
  return service
}

export function isPodReady(pod: KubeObject): boolean {
  const { conditions = [] } = (pod.status ?? {}) as {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[]
  }
  return conditions.some(({ type, status }) => type === 'Ready' && status === 'True')
}

/** What kube-controller-manager makes of a service's pods. */
export function makeEndpointSlice(
  service: KubeObject,
  pods: readonly KubeObject[],
  created: number,
  port: number,
  portName: string,
): KubeObject {
  const { name, namespace = '' } = service.metadata
  const endpoints = pods.map(pod => {
    const { nodeName } = pod.spec as { readonly nodeName: string }
    const { podIP } = pod.status as { readonly podIP: string }
    const isReady = isPodReady(pod)
    return {
      addresses: [podIP],
      conditions: { ready: isReady, serving: isReady, terminating: false },
      targetRef: { kind: 'Pod', namespace, name: pod.metadata.name, uid: pod.metadata.uid },
      nodeName,
      zone: nodeName.includes('-a') ? 'lisbon-a' : 'lisbon-b',
    }
  })
  const slice = make(
    'EndpointSlice',
    namespace,
    `${name}-${suffixOf(5, 'slice', namespace, name)}`,
    created,
    {
      labels: {
        ...service.metadata.labels,
        'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
        'kubernetes.io/service-name': name,
      },
      owner: service,
      generation: 1,
      addressType: 'IPv4',
      endpoints,
      ports: [{ name: portName, protocol: 'TCP', port }],
    },
  )
  return applied(slice, 'kube-controller-manager', created)
}

export function addIngress(
  builder: SampleBuilder,
  namespace: string,
  name: string,
  host: string,
  service: string,
  age: number,
): void {
  const created = builder.ago(age)
  const fqdn = `${host}.${domain}`
  const object = make('Ingress', namespace, name, created, {
    labels: { 'app.kubernetes.io/name': service, team: namespace },
    annotations: { 'cert-manager.io/cluster-issuer': 'lanternfish-public' },
    generation: 1,
    spec: {
      ingressClassName: 'edge',
      rules: [
        {
          host: fqdn,
          http: {
            paths: [
              {
                path: '/',
                pathType: 'Prefix',
                backend: { service: { name: service, port: { name: 'http' } } },
              },
            ],
          },
        },
      ],
      tls: [{ hosts: [fqdn], secretName: `${name}-tls` }],
    },
    status: { loadBalancer: { ingress: [{ ip: '203.0.113.40' }] } },
  })
  builder.add(applied(object, 'argocd-controller', created, 'edge-controller'))
}
