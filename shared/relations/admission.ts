import { isMapping, type KubeObject } from '../kube/index.ts'
import { at, listAt, numberAt, textAt } from './read.ts'

/** One object named by another, by kind, since that is how objects name each other. */
export interface NamedObject {
  /** Empty for the core group. */
  readonly group: string
  readonly kind: string
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string
  readonly name: string
}

export interface WebhookCall {
  /** Name of the webhook within its configuration. */
  readonly webhook: string
  readonly service: NamedObject
  readonly port: number
}

export interface ServicePort {
  readonly name: string
  readonly port: number
  readonly targetPort: string
}

export interface Endpoint {
  readonly addresses: readonly string[]
  /** Absent conditions count as ready, as the API defines. */
  readonly isReady: boolean
  readonly isTerminating: boolean
  /** The Pod behind it, where targetRef names one. */
  readonly pod: NamedObject | null
}

const admissionGroup = 'admissionregistration.k8s.io'

/** The policy a binding names; `null` when it names none. */
export function policyOfBinding(binding: KubeObject): NamedObject | null {
  const name = textAt(binding, 'spec', 'policyName')
  if (name === '') return null
  const kind = binding.kind.startsWith('Mutating') ? 'MutatingAdmissionPolicy' : 'ValidatingAdmissionPolicy'
  return { group: admissionGroup, kind, namespace: '', name }
}

/** The Services that the webhooks of a configuration are called through, in its order. */
export function callsOfConfiguration(configuration: KubeObject): readonly WebhookCall[] {
  const calls: WebhookCall[] = []
  for (const webhook of listAt(configuration, 'webhooks')) {
    const service = at(webhook, 'clientConfig', 'service')
    if (!isMapping(service)) continue
    calls.push({
      webhook: textAt(webhook, 'name'),
      service: {
        group: '',
        kind: 'Service',
        namespace: textAt(service, 'namespace'),
        name: textAt(service, 'name'),
      },
      port: numberAt(service, 'port') ?? 443,
    })
  }
  return calls
}

/** Whether a Service is the one named: namespace and name, exactly. */
export function isNamed(object: KubeObject, named: NamedObject): boolean {
  return (
    textAt(object, 'metadata', 'name') === named.name &&
    textAt(object, 'metadata', 'namespace') === named.namespace
  )
}

/** The slices of a Service: labelled with its name, in its own namespace only. */
export function slicesOfService(service: NamedObject, slices: readonly KubeObject[]): readonly KubeObject[] {
  return slices.filter(
    slice =>
      textAt(slice, 'metadata', 'namespace') === service.namespace &&
      textAt(slice, 'metadata', 'labels', 'kubernetes.io/service-name') === service.name,
  )
}

export function endpointsOfSlice(slice: KubeObject): readonly Endpoint[] {
  const namespace = textAt(slice, 'metadata', 'namespace')
  return listAt(slice, 'endpoints').map(endpoint => ({
    addresses: listAt(endpoint, 'addresses').filter(address => typeof address === 'string'),
    isReady: at(endpoint, 'conditions', 'ready') !== false,
    isTerminating: at(endpoint, 'conditions', 'terminating') === true,
    pod: podOf(endpoint, namespace),
  }))
}

function podOf(endpoint: unknown, namespace: string): NamedObject | null {
  const name = textAt(endpoint, 'targetRef', 'name')
  if (textAt(endpoint, 'targetRef', 'kind') !== 'Pod' || name === '') return null
  return { group: '', kind: 'Pod', namespace: textAt(endpoint, 'targetRef', 'namespace') || namespace, name }
}

export function portsOfService(service: KubeObject): readonly ServicePort[] {
  return listAt(service, 'spec', 'ports').map(entry => {
    const port = numberAt(entry, 'port') ?? 0
    const target = at(entry, 'targetPort')
    const isTarget = typeof target === 'string' || typeof target === 'number'
    return { name: textAt(entry, 'name'), port, targetPort: String(isTarget ? target : port) }
  })
}
