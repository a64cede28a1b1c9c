import type { KubeObject } from '../../../shared/kube/index.ts'
import { at, integer, list, mapping, selects, text } from '../tables/index.ts'
import { type Cluster, controlledBy, hasEnded, isGoing, places } from './cluster.ts'
import { isReady } from './replicas.ts'

const ofService = 'kubernetes.io/service-name'

/** Which pods a service leads to. One slice holds all of them. */
export function tendService(cluster: Cluster, service: KubeObject): void {
  const selector = mapping(at(service, 'spec', 'selector'))
  if (isGoing(service) || Object.keys(selector).length === 0) return
  const { name, namespace = '' } = service.metadata
  const pods = cluster.store
    .collection(places.pods)
    .list(namespace)
    .filter(pod => selects({ matchLabels: selector }, pod) && !hasEnded(pod))
    .filter(pod => text(at(pod, 'status', 'podIP')) !== '')
  const [slice] = cluster.store
    .collection(places.slices)
    .list(namespace)
    .filter(({ metadata }) => metadata.labels?.[ofService] === name)
  const endpoints = pods.map(endpointOf)
  if (slice === undefined) cluster.create(places.slices, newSlice(cluster, service, pods[0], endpoints))
  else if (isOther(slice, endpoints)) cluster.update(places.slices, { ...slice, endpoints })
}

function endpointOf(pod: KubeObject): object {
  const { name, namespace, uid } = pod.metadata
  const ready = isReady(pod)
  return {
    addresses: [at(pod, 'status', 'podIP')],
    conditions: { ready, serving: ready, terminating: isGoing(pod) },
    targetRef: { kind: 'Pod', namespace, name, uid },
    nodeName: at(pod, 'spec', 'nodeName'),
  }
}

/** Whether pods or their readiness differ from what a slice says. */
function isOther(slice: KubeObject, endpoints: readonly object[]): boolean {
  const said = (each: unknown): string =>
    `${text(at(each, 'targetRef', 'uid'))} ${at(each, 'conditions', 'ready') !== false}`
  const before = list(slice.endpoints).map(said).sort()
  return before.join() !== endpoints.map(said).sort().join()
}

function newSlice(
  cluster: Cluster,
  service: KubeObject,
  pod: KubeObject | undefined,
  endpoints: readonly object[],
): KubeObject {
  const { name, namespace = '', labels, uid = '' } = service.metadata
  const ports = list(at(service, 'spec', 'ports')).map(port => ({
    name: text(at(port, 'name')),
    protocol: text(at(port, 'protocol'), 'TCP'),
    port: numberOf(at(port, 'targetPort') ?? at(port, 'port'), pod),
  }))
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      ...{ name: `${name}-${cluster.suffix(5, 'slice', uid)}`, namespace, generation: 1 },
      labels: {
        ...labels,
        'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
        [ofService]: name,
      },
      ownerReferences: [controlledBy(service)],
    },
    ...{ addressType: 'IPv4', endpoints, ports },
  }
}

/** A port that goes by a name is that of the pods' container. */
function numberOf(port: unknown, pod: KubeObject | undefined): number | null {
  if (typeof port === 'number') return port
  const ports = list(at(pod, 'spec', 'containers')).flatMap(each => list(at(each, 'ports')))
  const found = integer(
    at(
      ports.find(each => at(each, 'name') === port),
      'containerPort',
    ),
  )
  return found === 0 ? null : found
}
