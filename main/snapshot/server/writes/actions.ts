import { createHash } from 'node:crypto'
import type { Json, JsonObject } from '../../../../shared/admission/values/index.ts'
import type { KubeObject } from '../../../../shared/kube/index.ts'
import { stampOf } from '../../lifecycle/index.ts'
import { at, integer, list, mapping, text } from '../../tables/index.ts'
import { StatusError } from '../status.ts'

/** A pod on the node that a Binding names. @param now milliseconds since the epoch. @throws StatusError 400, 409 */
export function bound(pod: KubeObject, binding: JsonObject, now: number): KubeObject {
  const { name } = pod.metadata
  const node = text(at(binding, 'target', 'name'))
  const conflict = (why: string): StatusError =>
    new StatusError(409, 'Conflict', `Operation cannot be fulfilled on pods/binding "${name}": ${why}`, {
      details: { name, kind: 'pods/binding' },
    })
  if (pod.metadata.deletionTimestamp !== undefined)
    throw conflict(`pod ${name} is being deleted, cannot be assigned to a host`)
  const before = text(at(pod, 'spec', 'nodeName'))
  if (before !== '') throw conflict(`pod ${name} is already assigned to node "${before}"`)
  const condition = {
    type: 'PodScheduled',
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: stampOf(now),
  }
  const others = list(at(pod, 'status', 'conditions')).filter(each => at(each, 'type') !== 'PodScheduled')
  return {
    ...pod,
    spec: { ...mapping(pod.spec), nodeName: node },
    status: { ...mapping(pod.status), conditions: [...others, condition] },
  }
}

/** A Scale as it is sent: a wish for none is left out, as Go leaves out what is zero. */
export function shownScale(scale: Readonly<Record<string, unknown>>): object {
  return at(scale, 'spec', 'replicas') === 0 ? { ...scale, spec: {} } : scale
}

/** Seconds that a token lasts when nobody says how long. */
const usualLife = 3600

/** A TokenRequest with a token in it that no server takes, and that says so. @param now milliseconds since the epoch */
export function simulatedToken(account: KubeObject, request: JsonObject, now: number): JsonObject {
  const spec = mapping(request.spec) as JsonObject
  const seconds = integer(spec.expirationSeconds, usualLife)
  const { namespace = '', name, uid = '' } = account.metadata
  const subject = `system:serviceaccount:${namespace}:${name}`
  const mark = createHash('sha256').update(`${uid}${now}`).digest('hex').slice(0, 16)
  const audiences = list(spec.audiences).length > 0 ? spec.audiences : ['https://kubernetes.default.svc']
  return {
    ...request,
    metadata: { name, namespace, creationTimestamp: stampOf(now) },
    spec: { ...spec, audiences: audiences as Json, expirationSeconds: seconds },
    status: {
      token: `simulated-token-of-the-sample-cluster.${subject}.${mark}`,
      expirationTimestamp: stampOf(now + seconds * 1000),
    },
  }
}

/** A new Job selects its own pods, by labels that its template gets too. Source: kubernetes/pkg/registry/batch/job/strategy.go. */
export function withOwnSelector(job: JsonObject): JsonObject {
  const spec = mapping(job.spec) as JsonObject
  if (spec.manualSelector === true) return job
  const { uid, name } = mapping(job.metadata) as { readonly uid?: string; readonly name?: string }
  const template = mapping(spec.template) as JsonObject
  const metadata = mapping(template.metadata) as JsonObject
  const labels = {
    'batch.kubernetes.io/controller-uid': uid ?? '',
    'batch.kubernetes.io/job-name': name ?? '',
    'controller-uid': uid ?? '',
    'job-name': name ?? '',
  }
  const said = mapping(job.metadata) as JsonObject
  const templateLabels = { ...(mapping(metadata.labels) as JsonObject), ...labels }
  const isLabelled = Object.keys(mapping(said.labels)).length > 0
  return {
    ...job,
    // A job without labels has those of its template, by default.
    metadata: isLabelled ? said : { ...said, labels: templateLabels },
    spec: {
      ...spec,
      selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': uid ?? '' } },
      template: {
        ...template,
        metadata: { ...metadata, labels: templateLabels },
      },
    },
  }
}
