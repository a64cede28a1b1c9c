import type { KubeObject } from '../../../shared/kube/index.ts'
import type { SampleBuilder } from './builder.ts'
import { makeEvent } from './events.ts'
import { hours, minutes } from './objects.ts'

const nodeOf = (pod: KubeObject): string => (pod.spec as { readonly nodeName: string }).nodeName

/** What went on in the last hour, as events. */
export function addIncidents(builder: SampleBuilder): void {
  const { now } = builder
  for (const pod of builder.pods('payments', { 'app.kubernetes.io/name': 'fraud-check' })) {
    builder.add(
      backOff(pod, now - hours, now - 3 * minutes, 41),
      started(pod, now - hours, now - 3 * minutes, 17),
    )
  }
  for (const pod of builder.pods('platform', { 'app.kubernetes.io/name': 'image-verifier' })) {
    const message = 'Error: ImagePullBackOff'
    builder.add(
      makeEvent({
        about: pod,
        type: 'Warning',
        reason: 'Failed',
        message,
        component: 'kubelet',
        host: nodeOf(pod),
        fieldPath: 'spec.containers{image-verifier}',
        first: now - 55 * minutes,
        last: now - 4 * minutes,
        count: 218,
      }),
    )
  }
  const find = (kind: string, name: string): KubeObject | undefined =>
    builder.objects.find(object => object.kind === kind && object.metadata.name === name)
  const autoscaler = find('HorizontalPodAutoscaler', 'web')
  if (autoscaler !== undefined)
    builder.add(
      makeEvent({
        about: autoscaler,
        type: 'Normal',
        reason: 'SuccessfulRescale',
        message: 'New size: 3; reason: All metrics below target',
        component: 'horizontal-pod-autoscaler',
        first: now - 31 * minutes,
        last: now - 31 * minutes,
        count: 1,
      }),
    )
  const gateway = builder.objects.find(
    ({ kind, metadata, spec }) =>
      kind === 'ReplicaSet' &&
      metadata.name.startsWith('gateway-') &&
      (spec as { readonly replicas: number }).replicas > 0,
  )
  if (gateway !== undefined)
    builder.add(
      makeEvent({
        about: gateway,
        type: 'Warning',
        reason: 'FailedCreate',
        message: `Error creating: Internal error occurred: failed calling webhook "signatures.images.lanternfish.example": failed to call webhook: Post "https://image-verifier.platform.svc:443/verify?timeout=15s": no endpoints available for service "image-verifier"`,
        component: 'replicaset-controller',
        first: now - 48 * minutes,
        last: now - 17 * minutes,
        count: 9,
      }),
    )
}

export function backOff(pod: KubeObject, first: number, last: number, count: number): KubeObject {
  const { name, namespace = '', uid = '' } = pod.metadata
  return makeEvent({
    about: pod,
    type: 'Warning',
    reason: 'BackOff',
    message: `Back-off restarting failed container fraud-check in pod ${name}_${namespace}(${uid})`,
    component: 'kubelet',
    host: nodeOf(pod),
    fieldPath: 'spec.containers{fraud-check}',
    first,
    last,
    count,
  })
}

export function started(pod: KubeObject, first: number, last: number, count: number): KubeObject {
  return makeEvent({
    about: pod,
    type: 'Normal',
    reason: 'Started',
    message: 'Container started',
    component: 'kubelet',
    host: nodeOf(pod),
    fieldPath: 'spec.containers{fraud-check}',
    first,
    last,
    count,
  })
}
