import { createHash } from 'node:crypto'
import type { KubeObject } from '../../../shared/kube/index.ts'
import { nodeNames, type SampleBuilder } from './builder.ts'
import { applied, withManagers } from './managedFields.ts'
import { days, make, minutes, ownerReference, stamp, suffixOf } from './objects.ts'
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
function rolledOut(builder: SampleBuilder, { age, tags }: WorkloadChoice, index: number): number {
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

function templateOf(choice: WorkloadChoice, tag: string): object {
  return { metadata: { labels: appLabels(choice) }, spec: podSpec(containerOf(choice, tag), choice.spec) }
}

function makeDeployment(builder: SampleBuilder, choice: WorkloadChoice): KubeObject {
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

/** Revisions that a StatefulSet or DaemonSet keeps, and the hash of the one that runs. */
function addRevisions(builder: SampleBuilder, owner: KubeObject, choice: WorkloadChoice): string {
  const { namespace, name, tags } = choice
  let hash = ''
  for (const [index, tag] of tags.entries()) {
    hash = templateHash(namespace, name, tag)
    const created = rolledOut(builder, choice, index)
    const labels = { ...appLabels(choice), 'controller.kubernetes.io/hash': hash }
    const content = { spec: { template: { $patch: 'replace', ...templateOf(choice, tag) } } }
    const object = make('ControllerRevision', namespace, `${name}-${hash}`, created, {
      labels,
      owner,
      data: content,
      revision: index + 1,
    })
    builder.add(applied(object, 'kube-controller-manager', created))
  }
  return hash
}

export interface StatefulChoice extends WorkloadChoice {
  /** Size of the volume of each replica. */
  readonly storage: string
  readonly storageClass: string
}

export function addStatefulSet(builder: SampleBuilder, choice: StatefulChoice): KubeObject {
  const { namespace, name, replicas, tags, age, storage, storageClass } = choice
  const created = builder.ago(age)
  const labels = appLabels(choice)
  const claim = {
    metadata: { name: 'data' },
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage } },
      storageClassName: storageClass,
      volumeMode: 'Filesystem',
    },
  }
  const spec = {
    replicas,
    selector: { matchLabels: selectorOf(choice) },
    serviceName: name,
    template: templateOf(choice, tags.at(-1) ?? ''),
    volumeClaimTemplates: [
      { apiVersion: 'v1', kind: 'PersistentVolumeClaim', ...claim, status: { phase: 'Pending' } },
    ],
    podManagementPolicy: 'OrderedReady',
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
    revisionHistoryLimit: 10,
  }
  const bare = make('StatefulSet', namespace, name, created, { labels, generation: tags.length, spec })
  const hash = addRevisions(builder, bare, choice)
  const ready = readyCount(choice)
  const revision = `${name}-${hash}`
  const status = {
    observedGeneration: tags.length,
    replicas,
    readyReplicas: ready,
    currentReplicas: replicas,
    updatedReplicas: replicas,
    availableReplicas: ready,
    currentRevision: revision,
    updateRevision: revision,
    collisionCount: 0,
  }
  builder.add(applied({ ...bare, status }, 'argocd-controller', created, 'kube-controller-manager'))
  for (let index = 0; index < replicas; index++) addStatefulReplica(builder, bare, choice, index, hash)
  return bare
}

function addStatefulReplica(
  builder: SampleBuilder,
  owner: KubeObject,
  choice: StatefulChoice,
  index: number,
  hash: string,
): void {
  const { namespace, name, storage, storageClass, tags } = choice
  const pod = `${name}-${index}`
  const claim = `data-${pod}`
  const labels = {
    ...appLabels(choice),
    'apps.kubernetes.io/pod-index': String(index),
    'controller-revision-hash': `${name}-${hash}`,
    'statefulset.kubernetes.io/pod-name': pod,
  }
  const created = rolledOut(builder, choice, tags.length - 1) + (choice.replicas - index) * minutes
  const spec = {
    ...podSpec(containerOf(choice, tags.at(-1) ?? ''), choice.spec),
    hostname: pod,
    subdomain: name,
    volumes: [{ name: 'data', persistentVolumeClaim: { claimName: claim } }],
  }
  builder.add(
    makePod(builder, {
      namespace,
      name: pod,
      created,
      owner,
      labels,
      spec,
      container: containerOf(choice, tags.at(-1) ?? ''),
      state: choice.states?.[index] ?? running,
    }),
  )
  addVolume(builder, { namespace, claim, storage, storageClass, age: choice.age, labels: selectorOf(choice) })
}

interface VolumeChoice {
  readonly namespace: string
  readonly claim: string
  readonly storage: string
  readonly storageClass: string
  readonly age: number
  readonly labels: Readonly<Record<string, string>>
}

/** A claim and the volume bound to it. */
export function addVolume(
  builder: SampleBuilder,
  { namespace, claim, storage, storageClass, age, labels }: VolumeChoice,
): void {
  const created = builder.ago(age)
  const common = { accessModes: ['ReadWriteOnce'], storageClassName: storageClass, volumeMode: 'Filesystem' }
  const bound = make('PersistentVolumeClaim', namespace, claim, created, {
    labels,
    annotations: { 'pv.kubernetes.io/bind-completed': 'yes' },
  })
  const volume = `pvc-${bound.metadata.uid}`
  const claimSpec = { ...common, resources: { requests: { storage } }, volumeName: volume }
  builder.add(
    applied(
      {
        ...bound,
        spec: claimSpec,
        status: { phase: 'Bound', accessModes: common.accessModes, capacity: { storage } },
      },
      'kube-controller-manager',
      created,
      'kube-controller-manager',
    ),
  )
  const handle = createHash('sha1').update(volume).digest('hex').slice(0, 12)
  const volumeSpec = {
    ...common,
    capacity: { storage },
    csi: { driver: `block.csi.lanternfish.example`, fsType: 'ext4', volumeHandle: `vol-${handle}` },
    claimRef: {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      namespace,
      name: claim,
      uid: bound.metadata.uid,
    },
    persistentVolumeReclaimPolicy: 'Delete',
  }
  const object = make('PersistentVolume', '', volume, created + 3000, {
    annotations: { 'pv.kubernetes.io/provisioned-by': 'block.csi.lanternfish.example' },
    spec: volumeSpec,
    status: { phase: 'Bound' },
  })
  builder.add(applied(object, 'csi-provisioner', created + 3000, 'kube-controller-manager'))
}

export function addDaemonSet(builder: SampleBuilder, choice: Omit<WorkloadChoice, 'replicas'>): KubeObject {
  const { namespace, name, tags, age } = choice
  const whole = { ...choice, replicas: nodeNames.length }
  const created = builder.ago(age)
  const spec = {
    selector: { matchLabels: selectorOf(choice) },
    template: templateOf(whole, tags.at(-1) ?? ''),
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
    revisionHistoryLimit: 10,
  }
  const bare = make('DaemonSet', namespace, name, created, {
    labels: appLabels(choice),
    annotations: { 'deprecated.daemonset.template.generation': String(tags.length) },
    generation: tags.length,
    spec,
  })
  const hash = addRevisions(builder, bare, whole)
  const total = nodeNames.length
  const status = {
    currentNumberScheduled: total,
    numberMisscheduled: 0,
    desiredNumberScheduled: total,
    numberReady: total,
    observedGeneration: tags.length,
    updatedNumberScheduled: total,
    numberAvailable: total,
  }
  builder.add(
    applied({ ...bare, status }, choice.manager ?? 'argocd-controller', created, 'kube-controller-manager'),
  )
  for (const [index, node] of nodeNames.entries()) {
    const labels = {
      ...appLabels(choice),
      'controller-revision-hash': hash,
      'pod-template-generation': String(tags.length),
    }
    const container = containerOf(whole, tags.at(-1) ?? '')
    const born = rolledOut(builder, whole, tags.length - 1) + index * minutes
    const spec = podSpec(container, choice.spec)
    builder.add(
      makePod(builder, {
        namespace,
        name: podName(bare, index),
        created: born,
        owner: bare,
        labels,
        spec,
        container,
        state: running,
        node,
      }),
    )
  }
  return bare
}

export interface CronChoice extends Omit<WorkloadChoice, 'replicas'> {
  readonly schedule: string
  /** Ages of the starts of its last jobs, in milliseconds, the last one first. */
  readonly runs: readonly number[]
  readonly took: number
  readonly isSuspended?: boolean
}

/** A cron job with its last, completed jobs and their pods. */
export function addCronJob(builder: SampleBuilder, choice: CronChoice): KubeObject {
  const { namespace, name, age, schedule, runs, took, isSuspended = false, tags } = choice
  const container = containerOf({ ...choice, replicas: 1 }, tags.at(-1) ?? '')
  const podTemplate = {
    metadata: { labels: appLabels(choice) },
    spec: podSpec(container, { restartPolicy: 'OnFailure', ...choice.spec }),
  }
  const created = builder.ago(age)
  const spec = {
    schedule,
    timeZone: 'Etc/UTC',
    concurrencyPolicy: 'Forbid',
    suspend: isSuspended,
    jobTemplate: { spec: { backoffLimit: 3, template: podTemplate } },
    successfulJobsHistoryLimit: 3,
    failedJobsHistoryLimit: 1,
  }
  const last = builder.ago(runs[0] ?? days)
  const status =
    runs.length === 0 ? {} : { lastScheduleTime: stamp(last), lastSuccessfulTime: stamp(last + took) }
  const cron = applied(
    make('CronJob', namespace, name, created, { labels: appLabels(choice), generation: 2, spec, status }),
    'argocd-controller',
    created,
    'kube-controller-manager',
    last + took,
  )
  builder.add(cron)
  for (const run of runs) addJob(builder, cron, choice, builder.ago(run), podTemplate, container)
  return cron
}

function addJob(
  builder: SampleBuilder,
  cron: KubeObject,
  choice: CronChoice,
  started: number,
  template: { readonly spec: Record<string, unknown> },
  container: ContainerChoice,
): void {
  const { namespace, took } = choice
  const name = `${choice.name}-${Math.floor(started / minutes)}`
  const bare = make('Job', namespace, name, started, { owner: cron })
  const labels = {
    ...appLabels(choice),
    'batch.kubernetes.io/controller-uid': bare.metadata.uid ?? '',
    'batch.kubernetes.io/job-name': name,
    'job-name': name,
  }
  const ended = stamp(started + took)
  const condition = (type: string): object => ({
    type,
    status: 'True',
    lastProbeTime: ended,
    lastTransitionTime: ended,
    reason: 'CompletionsReached',
    message: 'Reached expected number of succeeded pods',
  })
  const job = make('Job', namespace, name, started, {
    owner: cron,
    labels,
    annotations: { 'batch.kubernetes.io/cronjob-scheduled-timestamp': stamp(started) },
    generation: 1,
    spec: {
      parallelism: 1,
      completions: 1,
      backoffLimit: 3,
      selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': bare.metadata.uid } },
      template: { metadata: { labels }, spec: template.spec },
      completionMode: 'NonIndexed',
      suspend: false,
    },
    status: {
      conditions: [condition('SuccessCriteriaMet'), condition('Complete')],
      startTime: stamp(started),
      completionTime: ended,
      succeeded: 1,
      terminating: 0,
      ready: 0,
      uncountedTerminatedPods: {},
    },
  })
  builder.add(applied(job, 'kube-controller-manager', started, 'kube-controller-manager', started + took))
  builder.add(
    makePod(builder, {
      namespace,
      name: podName(job, 0),
      created: started,
      owner: job,
      labels,
      spec: template.spec,
      container,
      state: { is: 'completed', took },
    }),
  )
}
