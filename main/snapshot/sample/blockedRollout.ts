import type { KubeObject } from '../../../shared/kube/index.ts'
import type { SampleBuilder } from './builder.ts'
import { makeEvent } from './events.ts'
import { minutes, stamp } from './objects.ts'
import { podName } from './pods.ts'
import { makeDeployment, makeReplica, makeReplicaSet, templateOf, type WorkloadChoice } from './workloads.ts'

interface Blocked {
  readonly tag: string
  /** Labels that came with it. */
  readonly labels: Readonly<Record<string, string>>
  /** Milliseconds since it began. */
  readonly age: number
  /** What the API server says to each pod that is tried, given its name. */
  readonly refusal: (pod: string) => string
}

/** A deployment whose last rollout makes no pod: the old ones go on, and the new replica set says why. */
export function addBlockedRollout(builder: SampleBuilder, choice: WorkloadChoice, blocked: Blocked): void {
  const { age, labels, refusal } = blocked
  const began = builder.ago(age)
  const next: WorkloadChoice = {
    ...choice,
    tags: [...choice.tags, blocked.tag],
    labels: { ...choice.labels, ...labels },
  }
  const current = makeDeployment(builder, choice)
  const index = choice.tags.length
  const made = makeReplicaSet(builder, current, next, index, true)
  const message = refusal(podName(made, 0))
  builder.add(updated(current, next, { began, message, set: made.metadata.name }))
  for (const [position] of choice.tags.entries()) {
    const isCurrent = position === index - 1
    const set = makeReplicaSet(builder, current, choice, position, isCurrent)
    builder.add(set)
    for (let pod = 0; isCurrent && pod < choice.replicas; pod++)
      builder.add(makeReplica(builder, set, choice, pod, { is: 'running' }))
  }
  const waiting = {
    ...made,
    metadata: { ...made.metadata, creationTimestamp: stamp(began) },
    spec: { ...(made.spec as object), replicas: 1 },
    status: {
      replicas: 0,
      observedGeneration: 1,
      conditions: [failure(began, message)],
    },
  }
  builder.add(waiting, refused(waiting, message, began, builder.now))
}

const failure = (at: number, message: string): object => ({
  type: 'ReplicaFailure',
  status: 'True',
  lastTransitionTime: stamp(at),
  reason: 'FailedCreate',
  message,
})

interface Update {
  readonly began: number
  readonly message: string
  /** Name of the replica set that makes no pod. */
  readonly set: string
}

function updated(current: KubeObject, next: WorkloadChoice, { began, message, set }: Update): KubeObject {
  const { metadata, spec, status } = current
  const revision = { 'deployment.kubernetes.io/revision': String(next.tags.length) }
  const condition = (type: string, holds: boolean, reason: string, text: string): object => ({
    type,
    status: holds ? 'True' : 'False',
    lastUpdateTime: stamp(began + 10 * minutes),
    lastTransitionTime: stamp(began + 10 * minutes),
    reason,
    message: text,
  })
  const generation = (metadata.generation ?? 1) + 1
  return {
    ...current,
    metadata: { ...metadata, generation, annotations: { ...metadata.annotations, ...revision } },
    spec: { ...(spec as object), template: templateOf(next, next.tags.at(-1) ?? '') },
    status: {
      ...(status as object),
      observedGeneration: generation,
      updatedReplicas: undefined,
      unavailableReplicas: 1,
      conditions: [
        condition('Available', true, 'MinimumReplicasAvailable', 'Deployment has minimum availability.'),
        { ...failure(began, message), lastUpdateTime: stamp(began) },
        condition(
          'Progressing',
          false,
          'ProgressDeadlineExceeded',
          `ReplicaSet "${set}" has timed out progressing.`,
        ),
      ],
    },
  }
}

function refused(set: KubeObject, message: string, began: number, now: number): KubeObject {
  return makeEvent({
    about: set,
    type: 'Warning',
    reason: 'FailedCreate',
    message: `Error creating: ${message}`,
    component: 'replicaset-controller',
    first: began,
    last: now - 2 * minutes,
    count: 14,
  })
}
