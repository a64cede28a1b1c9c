import type { KubeObject } from '../../../shared/kube/index.ts'
import type { SampleBuilder } from './builder.ts'
import { withManagers } from './managedFields.ts'
import { make, minutes, ownerReference, stamp, suffixOf } from './objects.ts'
import { type ContainerChoice, makePod, type PodState, podName, podSpec } from './pods.ts'

export interface WorkloadChoice {
  readonly namespace: string
  readonly name: string
  readonly team: string
  /** Milliseconds since it was first applied. */
  readonly age: number
  readonly container: Omit<ContainerChoice, 'image'>
  /** Image without its tag. */
  readonly image: string
  /** Tags that were rolled out, oldest first; the last one runs now. */
  readonly tags: readonly string[]
  readonly replicas: number
  readonly states?: readonly PodState[]
  readonly spec?: Readonly<Record<string, unknown>>
  readonly manager?: string
  readonly labels?: Readonly<Record<string, string>>
}

const running: PodState = { is: 'running' }

export function appLabels({
  name,
  team,
  labels = {},
}: Pick<WorkloadChoice, 'name' | 'team' | 'labels'>): Record<string, string> {
  return { 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': team, team, ...labels }
}

export function selectorOf(choice: { readonly name: string }): Record<string, string> {
  return { 'app.kubernetes.io/name': choice.name }
}

/** The whole chain of a rolled out deployment: its replica sets, current and past, and its pods. */
export function addDeployment(builder: SampleBuilder, choice: WorkloadChoice): KubeObject {
  const deployment = makeDeployment(builder, choice)
  builder.add(deployment)
  for (const [index] of choice.tags.entries()) {
    const isCurrent = index === choice.tags.length - 1
    const set = makeReplicaSet(builder, deployment, choice, index, isCurrent)
    builder.add(set)
    if (!isCurrent) continue
    for (let pod = 0; pod < choice.replicas; pod++)
      builder.add(makeReplica(builder, set, choice, pod, choice.states?.[pod] ?? running))
  }
  return deployment
}

/** When the rollout of a tag began. */
export function rolledOut(builder: SampleBuilder, { age, tags }: WorkloadChoice, index: number): number {
  return builder.ago(
    Math.round(age / (1 + index * 3) - (index === 0 ? 0 : (tags.length - index) * 7 * minutes)),
  )
}

export function containerOf(choice: WorkloadChoice, tag: string): ContainerChoice {
  return { ...choice.container, image: `${choice.image}:${tag}` }
}

export function readyCount({ replicas, states = [] }: WorkloadChoice): number {
  let ready = 0
  for (let index = 0; index < replicas; index++) if ((states[index] ?? running).is === 'running') ready++
  return ready
}

export function templateOf(choice: WorkloadChoice, tag: string): object {
  return { metadata: { labels: appLabels(choice) }, spec: podSpec(containerOf(choice, tag), choice.spec) }
}

export function makeDeployment(builder: SampleBuilder, choice: WorkloadChoice): KubeObject {
  const { namespace, name, replicas, tags, age } = choice
  const created = builder.ago(age)
  const updated = rolledOut(builder, choice, tags.length - 1)
  const annotations = { 'deployment.kubernetes.io/revision': String(tags.length) }
  const spec = {
    replicas,
    selector: { matchLabels: selectorOf(choice) },
    template: templateOf(choice, tags.at(-1) ?? ''),
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
    revisionHistoryLimit: 10,
    progressDeadlineSeconds: 600,
  }
  const labels = appLabels(choice)
  const object = make('Deployment', namespace, name, created, {
    labels,
    annotations,
    generation: tags.length + 1,
    spec,
  })
  const status = deploymentStatus(object, replicas, readyCount(choice), created, updated)
  return withManagers({ ...object, status }, [
    {
      manager: choice.manager ?? 'argocd-controller',
      operation: choice.manager === undefined ? 'Apply' : 'Update',
      at: updated,
      of: { metadata: { labels }, spec },
    },
    {
      manager: 'kube-controller-manager',
      subresource: 'status',
      at: updated + 20_000,
      of: { metadata: { annotations }, status },
    },
  ])
}

export function deploymentStatus(
  object: KubeObject,
  replicas: number,
  ready: number,
  created: number,
  updated: number,
): object {
  const isAvailable = ready >= Math.ceil(replicas * 0.75)
  const set = `${object.metadata.name}`
  const condition = (type: string, holds: boolean, reason: string, message: string): object => ({
    type,
    status: holds ? 'True' : 'False',
    lastUpdateTime: stamp(updated + 20_000),
    lastTransitionTime: stamp(type === 'Progressing' ? created : updated + 20_000),
    reason,
    message,
  })
  return {
    observedGeneration: object.metadata.generation ?? 1,
    replicas,
    updatedReplicas: replicas,
    ...(ready === 0 ? {} : { readyReplicas: ready, availableReplicas: ready }),
    ...(ready === replicas ? {} : { unavailableReplicas: replicas - ready }),
    conditions: [
      isAvailable
        ? condition('Available', true, 'MinimumReplicasAvailable', 'Deployment has minimum availability.')
        : condition(
            'Available',
            false,
            'MinimumReplicasUnavailable',
            'Deployment does not have minimum availability.',
          ),
      ready === replicas
        ? condition(
            'Progressing',
            true,
            'NewReplicaSetAvailable',
            `ReplicaSet "${set}" has successfully progressed.`,
          )
        : condition(
            'Progressing',
            false,
            'ProgressDeadlineExceeded',
            `ReplicaSet "${set}" has timed out progressing.`,
          ),
    ],
  }
}

export function templateHash(namespace: string, name: string, tag: string): string {
  return suffixOf(10, 'template', namespace, name, tag)
}

export function makeReplicaSet(
  builder: SampleBuilder,
  deployment: KubeObject,
  choice: WorkloadChoice,
  index: number,
  isCurrent: boolean,
): KubeObject {
  const { namespace, name, replicas, tags } = choice
  const tag = tags[index] ?? ''
  const hash = templateHash(namespace, name, tag)
  const labels = { ...appLabels(choice), 'pod-template-hash': hash }
  const created = rolledOut(builder, choice, index)
  const wanted = isCurrent ? replicas : 0
  const ready = isCurrent ? readyCount(choice) : 0
  const annotations = {
    'deployment.kubernetes.io/desired-replicas': String(replicas),
    'deployment.kubernetes.io/max-replicas': String(replicas + Math.ceil(replicas / 4)),
    'deployment.kubernetes.io/revision': String(index + 1),
  }
  const spec = {
    replicas: wanted,
    selector: { matchLabels: { ...selectorOf(choice), 'pod-template-hash': hash } },
    template: { metadata: { labels }, spec: podSpec(containerOf(choice, tag), choice.spec) },
  }
  const status = {
    replicas: wanted,
    ...(wanted === 0 ? {} : { fullyLabeledReplicas: wanted }),
    ...(ready === 0 ? {} : { readyReplicas: ready, availableReplicas: ready }),
    observedGeneration: isCurrent ? 1 : 2,
  }
  const object = make('ReplicaSet', namespace, `${name}-${hash}`, created, {
    labels,
    annotations,
    owner: deployment,
    generation: isCurrent ? 1 : 2,
    spec,
    status,
  })
  return withManagers(object, [
    {
      manager: 'kube-controller-manager',
      at: created,
      of: { metadata: { annotations, labels, ownerReferences: [ownerReference(deployment)] }, spec },
    },
    { manager: 'kube-controller-manager', subresource: 'status', at: created + 15_000, of: { status } },
  ])
}

export function makeReplica(
  builder: SampleBuilder,
  set: KubeObject,
  choice: WorkloadChoice,
  index: number,
  state: PodState,
  created?: number,
): KubeObject {
  const tag = choice.tags.at(-1) ?? ''
  const spec = podSpec(containerOf(choice, tag), choice.spec)
  const born = created ?? Date.parse(set.metadata.creationTimestamp ?? '') + 1000 + index * 2000
  const labels = {
    ...appLabels(choice),
    'pod-template-hash': templateHash(choice.namespace, choice.name, tag),
  }
  const container = containerOf(choice, tag)
  return makePod(builder, {
    namespace: choice.namespace,
    name: podName(set, index),
    created: born,
    owner: set,
    labels,
    spec,
    container,
    state,
  })
}
