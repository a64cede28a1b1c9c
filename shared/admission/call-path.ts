import type { AppErrorBody } from '../errors/index.ts'
import type { KubeObject, ObjectRef } from '../kube/index.ts'
import { endpointsOfSlice, isNamed, portsOfService, slicesOfService } from '../relations/index.ts'
import { fieldsOf, stringOf } from './fields.ts'
import { gapOf, itemsOf, type Known } from './known.ts'
import { identityOf } from './meta.ts'
import { callAddress, type ServiceTarget, serviceOf, type Webhook } from './webhooks.ts'

/** State of one station on the way of a call. */
type StationState = 'exists' | 'missing' | 'unreadable' | 'loading'

interface SliceStation {
  readonly ref: ObjectRef
  readonly ready: number
  readonly total: number
}

interface PodStation {
  readonly ref: ObjectRef
  readonly isReady: boolean
  readonly isTerminating: boolean
}

/** The way from a Service to the Pods behind it. */
export interface ServicePath {
  readonly ref: ObjectRef
  readonly state: StationState
  readonly error: AppErrorBody | null
  readonly port: number
  /** False where the object leaves the port out: 443. */
  readonly portGiven: boolean
  /** Name and target of the Service's port; `null` when it has no such port or is not known. */
  readonly servicePort: { readonly name: string; readonly target: string } | null
  /** Set for a Service of type ExternalName: there are no endpoints to look for. */
  readonly externalName: string
  readonly slicesState: StationState
  readonly slicesError: AppErrorBody | null
  readonly slices: readonly SliceStation[]
  readonly pods: readonly PodStation[]
  readonly ready: number
  readonly total: number
  /** What the Service selects its Pods by. */
  readonly podLabels: Readonly<Record<string, string>>
}

export interface CallPath {
  /** The URL that is called; empty when the webhook names no target. */
  readonly address: string
  /** Name that the serving certificate must carry. */
  readonly serverName: string
  readonly service: ServicePath | null
}

/** What is known of one namespace's Services and slices. */
export interface ServiceSources {
  readonly services: (namespace: string) => Known
  readonly slices: (namespace: string) => Known
}

export function callPathOf(webhook: Pick<Webhook, 'client'>, sources: ServiceSources): CallPath {
  const target = serviceOf(webhook)
  const address = callAddress(webhook)
  const usesService = webhook.client.type === 'service'
  return {
    address,
    serverName: usesService && target !== null ? `${target.name}.${target.namespace}.svc` : hostOf(address),
    service: target === null ? null : servicePathOf(target, sources),
  }
}

function hostOf(address: string): string {
  return /^https?:\/\/(\[[^\]]*\]|[^/:?#]*)/.exec(address)?.[1] ?? ''
}

function servicePathOf(target: ServiceTarget, sources: ServiceSources): ServicePath {
  const named = { group: '', kind: 'Service', namespace: target.namespace, name: target.name }
  const known = sources.services(target.namespace)
  const service = itemsOf(known).find(object => isNamed(object, named)) ?? null
  const knownSlices = sources.slices(target.namespace)
  const slices = slicesOfService(named, itemsOf(knownSlices))
  const endpoints = slices.flatMap(slice => endpointsOfSlice(slice))
  const port =
    service === null ? undefined : portsOfService(service).find(each => each.port === target.port.value)
  const spec = fieldsOf(service?.spec)
  return {
    ref: refOf('', 'v1', 'services', target.namespace, target.name),
    state: service === null ? absence(known) : 'exists',
    error: gapOf(known),
    port: target.port.value,
    portGiven: target.port.given,
    servicePort: port === undefined ? null : { name: port.name, target: port.targetPort },
    externalName: spec.type === 'ExternalName' ? stringOf(spec.externalName) : '',
    slicesState: slices.length === 0 ? absence(knownSlices) : 'exists',
    slicesError: gapOf(knownSlices),
    slices: slices.map(sliceStation),
    pods: podsOf(slices),
    ready: endpoints.filter(each => each.isReady).length,
    total: endpoints.length,
    podLabels: labelsOf(spec.selector),
  }
}

function absence(known: Known): StationState {
  if (gapOf(known) !== null) return 'unreadable'
  if (known.state === 'known' || known.state === 'notServed') return 'missing'
  return known.state
}

function sliceStation(slice: KubeObject): SliceStation {
  const { namespace, name } = identityOf(slice)
  const endpoints = endpointsOfSlice(slice)
  return {
    ref: refOf('discovery.k8s.io', 'v1', 'endpointslices', namespace, name),
    ready: endpoints.filter(each => each.isReady).length,
    total: endpoints.length,
  }
}

// A Pod with two address families stands in two slices.
function podsOf(slices: readonly KubeObject[]): readonly PodStation[] {
  const pods = new Map<string, PodStation>()
  for (const endpoint of slices.flatMap(slice => endpointsOfSlice(slice))) {
    if (endpoint.pod === null) continue
    const { namespace, name } = endpoint.pod
    const earlier = pods.get(`${namespace}/${name}`)
    pods.set(`${namespace}/${name}`, {
      ref: refOf('', 'v1', 'pods', namespace, name),
      isReady: endpoint.isReady && earlier?.isReady !== false,
      isTerminating: endpoint.isTerminating,
    })
  }
  return [...pods.values()]
}

function labelsOf(value: unknown): Readonly<Record<string, string>> {
  const labels: Record<string, string> = Object.create(null)
  for (const [key, label] of Object.entries(fieldsOf(value)))
    if (typeof label === 'string') labels[key] = label
  return labels
}

function refOf(group: string, version: string, resource: string, namespace: string, name: string): ObjectRef {
  return { resource: { group, version, resource }, namespace, name }
}
